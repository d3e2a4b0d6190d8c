"""`shirokuro library`: imports, searches, statistics, exports, and wrong input."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_cli import Captured, complaint, output

import shirokuro as sk
from shirokuro.cli.command import run_command

TEXTS = ("f5d6c3d3c4f4", "f5f6e6f4e3", "f5d6c3d3c4b3")


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of three games; the library is the user's own, and empty."""
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LANG", "C")
    file = tmp_path / "games.pgn"
    told = [sk.Record.from_board(text).to_text() for text in TEXTS]
    sk.write(
        file,
        [
            sk.Record.from_text(
                each._replace(
                    black="Ann", white="Bob", place="Cup", date=f"{1990 + number}", result=number - 1.0
                )
            )
            for number, each in enumerate(told)
        ],
    )
    return str(file)


def test_an_import_a_search_and_an_export(games: str, tmp_path: Path, capsys: Captured) -> None:
    assert "French Othello Federation" in complaint(capsys, "library", "search")
    assert output(capsys, "library", "import", games).startswith("3 games added, 0 known already\n")
    again = output(capsys, "library", "import", games, games)
    assert again.startswith("0 games added, 6 known already\n")
    assert "library.sqlite: 3 games, 0.1 MB" in again
    text = output(capsys, "library", "search", "--player", "ann", "--years", "1991-")
    assert text.splitlines() == [
        "2 games",
        "      3  Ann – Bob  +1  Cup, 1992",
        "      2  Ann – Bob  0  Cup, 1991",
    ]
    assert output(capsys, "library", "search", "--opening", "tiger", "--lang", "ja").startswith("2局\n")
    for ending in ("ggf", "sgf", "pgn", "jsonl", "txt"):
        file = tmp_path / f"out.{ending}"
        assert "2 games written" in output(capsys, "library", "export", str(file), "--position", "f5d6c3")
        assert len([*sk.read(file)]) == 2


def test_what_was_played(games: str, capsys: Captured) -> None:
    output(capsys, "library", "import", games)
    lines = output(capsys, "library", "show", "f5").splitlines()
    assert lines[-3:] == [
        "3 games; for white 1 win, 1 draw, 1 loss",
        "d6          2   50 %",
        "f6          1   50 %",
    ]
    assert output(capsys, "library", "show").endswith(
        "3 games; for black 1 win, 1 draw, 1 loss\nf5          3   50 %\n"
    )
    assert run_command(["library", "show", "--variant", "nip"]) == 1
    assert run_command(["library", "search", "--player", "nobody"]) == 1


def test_wrong_input(games: str, tmp_path: Path, capsys: Captured) -> None:
    bad = tmp_path / "bad.ggf"
    bad.write_text("(;GM[Othello]")
    assert run_command(["library", "import", str(bad), games]) == 2  # the other file is imported all the same
    said = capsys.readouterr()
    assert "3 games added" in said.out
    assert "bad.ggf" in said.err
    for words, reason in (
        (("import", "nowhere.ggf"), "nowhere.ggf: No such file or directory"),
        (("import", str(tmp_path / "home")), "there is no file of games in this folder"),
        (("export", "games.nope"), "end the name in .ggf"),
        (("search", "--years", "99"), "'99' is no year"),
        (("search", "--opening", "tigr"), "no opening is named 'tigr'"),
        (("search", "--opening", "tiger", "--position", "f5"), "give only one of them"),
        (("search", "--position", "f5a1"), "a1"),
        (("search", "--variant", "chess"), "chess"),
        (("search", "--limit", "0"), "--limit: at least 1 is needed, not 0"),
        (("export", "games.obf"), "end the name in .ggf, .sgf, .pgn, .jsonl or .txt"),
        (("search", "--library", games), "this is no library"),
    ):
        assert reason in complaint(capsys, "library", *words)
