"""`shirokuro book`: built, shown, checked, imported and exported as a user does it, with wrong input too."""

from __future__ import annotations

import re
import signal
from pathlib import Path
from typing import Any

import pytest
from test_cli import Captured, complaint, output, usage_error

import shirokuro as sk
from shirokuro.books.building.store import SearchStore
from shirokuro.cli import main

GAMES = """\
(;GM[Othello]PB[a]PW[b]TY[8]RE[+4.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \
-------- *]B[F5]W[D6]B[C3];)
(;GM[Othello]PB[a]PW[b]TY[8]RE[-2.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \
-------- *]B[E6]W[F4]B[C3];)
"""


@pytest.fixture
def book(tmp_path: Path, capsys: Captured) -> str:
    """Of the openings of 8x8, quickly searched."""
    return build(capsys, "reversi", str(tmp_path / "a.book"), 12)


def build(capsys: Captured, board: str, file: str, positions: int, depth: int = 3) -> str:
    """A book of so many positions of this build; another build goes on with what there is."""
    wishes = ("--positions", str(positions), "--depth", str(depth), "--jobs", "1")
    built = output(capsys, "book", "build", board, file, *wishes)
    assert re.fullmatch(rf"{file}: \d+ positions, {positions} of this build\n", built)
    return file


@pytest.fixture
def games(tmp_path: Path) -> str:
    file = tmp_path / "games.ggf"
    file.write_text(GAMES)
    return str(file)


def test_a_book_is_shown(book: str, capsys: Captured) -> None:
    lines = output(capsys, "book", "show", book).splitlines()
    assert lines[0] == "a book of reversi: 12 positions"
    assert sum(int(line.split()[0]) for line in lines[1 : lines.index("")]) == 12
    assert "depth 3" in lines[1]
    assert any(line.startswith("value ") and "(depth 4, searched 20" in line for line in lines)
    assert [line.split()[0] for line in lines[-4:]] == ["d3", "c4", "f5", "e6"]
    text = output(capsys, "book", "show", book, "f5")
    assert {line.split()[0] for line in text.splitlines()[-3:]} == {"d6", "f4", "f6"}
    assert "Perpendicular Opening" in text
    assert "the first 2 plies" not in output(capsys, "book", "show", book, "f5d6")
    assert main(["book", "show", book, "f5d6c3d3c4"]) == 1
    assert "this position is not in the book" in capsys.readouterr().out


def test_a_book_grows(book: str, capsys: Captured) -> None:
    assert len(sk.Book.load(build(capsys, "reversi", book, 15))) == 15
    entry = sk.Book.load(build(capsys, "f5f6", book, 5, depth=4)).find("f5f6")
    assert entry is not None
    assert entry.certainty >= sk.Value(0, "depth", 4).certainty


def test_a_book_has_the_positions_of_games(tmp_path: Path, capsys: Captured) -> None:
    file, games = str(tmp_path / "a.book"), tmp_path / "games.txt"
    games.write_text("f5d6c3d3c4f4\nf5f6e6d6\n")
    words = ("book", "build", "reversi", file, "--positions", "2", "--depth", "1", "--jobs", "1")
    assert output(capsys, *words, "--games", str(games)) == f"{file}: 10 positions, 10 of this build\n"
    assert sk.Book.load(file).find("f5d6c3d3c4f4") is not None
    assert sk.Book.load(file).find("f5f6e6d6") is not None
    games.write_text("f5d6c3\nf5a1\n")
    assert "game 2" in complaint(capsys, *words, "--games", str(games))
    assert "no such file" in complaint(capsys, *words, "--games", str(tmp_path / "none.txt"))


def test_a_check(book: str, tmp_path: Path, capsys: Captured) -> None:
    told = output(capsys, "book", "check", book, "--positions", "4", "--jobs", "1").splitlines()
    assert told[0] == "4 of 12 positions searched again"
    assert told[1].startswith("values: off by ")
    assert " of 4 confirmed (" in told[2]
    small = str(tmp_path / "small.book")
    output(capsys, "book", "build", "nip12", small, "--positions", "all", "--jobs", "1")
    assert output(capsys, "book", "check", small, "--jobs", "1") == (
        "106 of 106 positions searched again\n"
        "values: off by 0.00 discs on average, 0 at most\n"
        "best moves: 106 of 106 confirmed (100.0 %)\n"
    )


def test_games_are_imported_beside_the_values(book: str, games: str, capsys: Captured) -> None:
    before = sk.Book.load(book).find("f5")
    assert output(capsys, "book", "import", book, games).startswith(f"{games}: 2 games\n{book}: ")
    after = sk.Book.load(book).find("f5")
    assert before is not None
    assert after is not None
    assert after.moves == before.moves
    assert [(sk.move_name(each.move), *each[1:]) for each in after.played] == [("d6", 2, 1, 0)]
    assert re.search(r"\nd6 .* 2 games,  50 %", output(capsys, "book", "show", book, "f5"))
    again = sk.Book.load(build(capsys, "reversi", book, 13)).find("f5")
    assert again is not None
    assert again.played == after.played


def test_games_make_a_book_of_their_own(games: str, tmp_path: Path, capsys: Captured) -> None:
    file = str(tmp_path / "played.book")
    told = output(capsys, "book", "import", file, games, "--plies", "2", "--least", "2")
    assert told.endswith(f"{file}: 2 positions\n")
    shown = output(capsys, "book", "show", file)
    assert "2 met in imported games" in shown
    assert "value" not in shown
    assert output(capsys, "book", "check", file).startswith("2 positions, none of them with values")


def test_plain_text_makes_the_same_book(book: str, games: str, tmp_path: Path, capsys: Captured) -> None:
    output(capsys, "book", "import", book, games)
    text, copy = str(tmp_path / "a.txt"), str(tmp_path / "copy.book")
    assert output(capsys, "book", "export", book, "-o", text) == ""
    assert Path(text).read_text() == output(capsys, "book", "export", book)
    assert f"{text}: {len(sk.Book.load(book))} positions\n" in output(capsys, "book", "import", copy, text)
    assert Path(copy).read_bytes() == Path(book).read_bytes()


def test_an_interrupted_build_keeps_what_it_has(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, add, left = tmp_path / "a.book", SearchStore.add, [5]

    def interrupted(*words: Any) -> object:
        left[0] -= 1
        if not left[0]:
            signal.raise_signal(signal.SIGINT)
        return add(*words)

    words = ["book", "build", "nip12", str(file), "--positions", "all", "--jobs", "1"]
    monkeypatch.setattr(SearchStore, "add", interrupted)
    assert main(words) == 130
    captured = capsys.readouterr()
    assert captured.out == f"{file}: 4 positions, 4 of this build; the build is not finished\n"
    assert f"to go on: shirokuro {' '.join(words)}" in captured.err
    assert output(capsys, *words) == f"{file}: 106 positions, 106 of this build\n"


def test_bad_input(book: str, games: str, tmp_path: Path, capsys: Captured) -> None:
    there, foreign, text = book, tmp_path / "foreign", tmp_path / "text"
    foreign.write_bytes(b"no book")
    text.write_text("shirokuro book 1 reversi\nf5; a1 +3\n")
    before = Path(there).read_bytes()
    for words, said in (
        (("build", "chess", there), "no variant 'chess'"),
        (("build", "nip", there), "is a book of reversi, not of nip"),
        (("build", "nip", str(foreign)), "this is no book of shirokuro"),
        (("build", "nip", f"{there}/x"), "there is no folder"),
        (("build", "nip", str(tmp_path)), "is a folder: name a file"),
        (("build", "reversi", there, "--depth", "0"), "depth is a whole number, 1…64, not 0"),
        (("build", "reversi", there, "--positions", "0"), "positions is a whole number, 1…"),
        (("build", "reversi", there, "--jobs", "0"), "jobs: 1 or more are possible"),
        (("show", str(foreign)), "this is no book of shirokuro"),
        (("show", f"{there}.none"), "No such file or directory"),
        (("show", there, "f5f5"), "f5"),
        (("check", there, "--positions", "0"), "positions is a whole number, 1 or more"),
        (("check", str(foreign)), "this is no book of shirokuro"),
        (("import", there, f"{there}.none"), "No such file or directory"),
        (("import", there, str(foreign)), f"{foreign}: "),
        (("import", there, str(text)), f"{text}: line 2: a1 is no legal move there"),
        (("import", there, games, "--plies", "0"), "--plies: at least 1"),
        (("import", there, games, "--variant", "nip"), "is a book of reversi, not of nip"),
        (("import", str(foreign), games), "this is no book of shirokuro"),
        (("export", str(foreign)), "this is no book of shirokuro"),
        (("export", there, "-o", f"{there}/x/y"), "directory"),
    ):
        assert said in complaint(capsys, "book", *words), words
    many = usage_error(capsys, "book", "build", "nip", there, "--positions", "many")
    assert "a number or 'all' is needed, not 'many'" in many
    assert Path(there).read_bytes() == before
