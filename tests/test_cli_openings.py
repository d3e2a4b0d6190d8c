"""`shirokuro openings`: by name and by moves, in both languages, for programs, and with wrong input."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from test_cli import Captured, complaint, output

import shirokuro as sk

BOOK = """\
shirokuro book 1 reversi
f5; d6 -1 depth 16; f6 -2 depth 16; f4 -9 depth 14
f5d6; c3 +1 depth 16; c4 -1 depth 16
f5d6c3; d3 -1 depth 16; g5 -3 selective 95
f5d6c3d3; c4 +1 depth 16
"""
GAMES = "shirokuro book 1 reversi\nf5; played d6 10 4 2; played f4 2 0 0\nf5d6; played c3 6 3 0\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data: none yet."""
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def book(tmp_path: Path, capsys: Captured) -> str:
    return imported(tmp_path / "a.book", BOOK, capsys)


def imported(file: Path, text: str, capsys: Captured) -> str:
    source = file.with_suffix(".txt")
    source.write_text(text)
    output(capsys, "book", "import", str(file), str(source))
    return str(file)


def test_families(book: str, capsys: Captured) -> None:
    text = output(capsys, "openings", "--book", book)
    assert re.search(r" 26   \+1  depth 16 .*f5 d6 c3 d3 c4  Tiger\n", text)
    assert "Mouse" in text
    assert "\n 81 " in text


def test_an_opening_by_name_and_by_moves(book: str, capsys: Captured) -> None:
    text = output(capsys, "openings", "tiger", "--book", book)
    assert text.startswith("Tiger\nf5 d6 c3 d3 c4\n  a b c d e f g h\n")
    assert "value for white: -1 (depth 16)\n" in text
    assert "f4 f6  Stephenson" in text
    assert text == output(capsys, "openings", "f5d6", "c3d3c4", "--book", book)
    begun = output(capsys, "openings", "f5d6c3d3", "--book", book)
    assert begun.startswith("opening: Tiger family (the first 3 plies)\n")


def test_several_openings_of_a_name_are_listed(capsys: Captured) -> None:
    lines = output(capsys, "openings", "兎").splitlines()
    assert lines[0] == "several openings match that name:"
    assert any(line.split() == ["Rabbit", "f5d6c5f4e3"] for line in lines)
    found = json.loads(output(capsys, "openings", "兎", "--json"))["openings"]
    assert len(found) == len(lines) - 1


def test_imported_games(book: str, home: Path, capsys: Captured) -> None:
    """Of a book, or of a library; one's own is found by itself."""
    games = imported(home.parent / "games.book", GAMES, capsys)
    told = output(capsys, "openings", "f5", "--book", book, "--games", games)
    assert "played in 12 games; white scored 42 %\n" in told
    assert "d6    -1  depth 16              10  50 %  Perpendicular Opening\n" in told
    library = sk.Library(home / "library.sqlite")
    library.add(
        replace(sk.Record.from_board(moves), black=str(number), result=margin)
        for moves, margins in (("f5d6", [-2] * 4 + [0] * 2 + [2] * 4), ("f5d6c3", [2]), ("f5f4", [-9] * 2))
        for number, margin in enumerate(margins)
    )
    told = output(capsys, "openings", "f5", "--book", book)
    assert "played in 13 games; white scored 54 %\n" in told
    assert "d6    -1  depth 16              11  45 %  Perpendicular Opening\n" in told
    assert output(capsys, "openings", "f5", "--book", book, "--games", str(library.path)) == told


def test_the_same_for_a_program(book: str, capsys: Captured) -> None:
    found = json.loads(output(capsys, "openings", "f5d6", "--book", book, "--json"))
    assert [found[name] for name in ("variant", "turn", "value", "certainty")] == [
        *("reversi", "black", 1, "depth 16")
    ]
    assert found["passed"][0]["english"] == ["Perpendicular Opening"]
    assert found["continuations"][0] == {
        "move": "c3",
        "equal": [],
        "value": 1,
        "certainty": "depth 16",
        "games": 0,
        "score": None,
        "line": ["d3", "c4"],
        "opening": {"english": ["Tiger family"], "japanese": ["虎系"], "moves": "f5d6c3"},
    }
    assert found["named"][0]["moves"] == ["c3"]


def test_in_japanese(book: str, capsys: Captured) -> None:
    text = output(capsys, "openings", "tiger", "--book", book, "--lang", "ja")
    assert "白の番\n白から見た評価値：-1（深さ16）" in text
    assert "f4 f6  Stephenson" in text
    said = complaint(capsys, "openings", "tigr", "--lang", "ja")
    assert said.endswith("近い名前：Tiger, Mako Tiger, Berg Tiger\n")


def test_boards_without_names_show_their_best_lines(capsys: Captured) -> None:
    text = output(capsys, "openings", "--variant", "nip12")
    assert "value for black: " in text
    assert "(exact)" in text
    assert "moves, with their values for black:" in text
    assert "the package has no book for nip24+loop" in output(capsys, "openings", "--variant", "nip24+loop")


def test_wrong_input(book: str, capsys: Captured) -> None:
    for words, said in (
        (("tigr",), "no opening is named 'tigr'; the closest: Tiger, Mako Tiger, Berg Tiger"),
        (("xxxxxxxx",), "no opening is named 'xxxxxxxx'"),
        (("f5d6z9",), "'z9' is not a square"),
        (("f5a1",), "a1"),
        (("--variant", "chess"), "chess"),
        (("--variant", "nip12", "tiger"), "no opening is named 'tiger'"),
        (("--book", "nowhere.book"), "nowhere.book: No such file or directory"),
        (("--games", "nowhere.book"), "nowhere.book: No such file or directory"),
        (("--variant", "nip12", "--book", book), f"{book} is a book of reversi, not of nip12"),
        (("--variant", "nip12", "--games", book), f"{book} is a book of reversi, not of nip12"),
    ):
        assert said in complaint(capsys, "openings", *words)
