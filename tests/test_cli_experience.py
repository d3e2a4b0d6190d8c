"""Experience on the command line: learned in games and from files, shown, exported, imported, forgotten."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from test_cli import Captured, complaint, output
from test_cli_play import Typed, script, typed
from test_experience import BOARD, QUICK, random_game

import shirokuro as sk
from shirokuro import notation
from shirokuro.cli import main

__all__ = ["typed"]


@pytest.fixture(autouse=True)
def mind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> sk.Experience:
    """That of the name `me`, which learns quickly."""
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path / "home"))
    made = sk.Experience("me", QUICK)
    made.create()
    return made


@pytest.fixture
def games(tmp_path: Path) -> str:
    """Three games, of which one was not played out."""
    file = tmp_path / "games.ggf"
    begun = sk.Board(BOARD)
    begun.push(begun.legal_moves[0])
    records = [random_game(1), sk.Record.from_board(begun), random_game(2)]
    notation.write(file, [record.to_text() for record in records], "ggf")
    return str(file)


def test_an_experience_learns_games_once_shows_them_and_forgets_them_on_demand(
    games: str, mind: sk.Experience, capsys: Captured
) -> None:
    first, total = output(capsys, "book", "learn", "me", games).splitlines()
    assert first == "2 games learned, 1 that were not played out left out"
    assert total.startswith("me: 2 games of reversi6, ")
    assert output(capsys, "book", "learn", "me", games).startswith("0 games learned, 2 known already, ")
    assert [game.owner for game in mind.games()] == [None, None]
    assert output(capsys, "experience", "list") == "me: 2 games of reversi6\n"
    text = output(capsys, "experience", "show", "me")
    assert "reversi6: 2 games, " in text
    assert "it would play " in text
    moves = random_game(1).board().transcript()[:4]
    assert "value " in output(capsys, "experience", "show", "me", moves, "--variant", BOARD)
    assert main(["experience", "show", "me", "f5d6"]) == 1
    assert "this position is not in the book" in capsys.readouterr().out
    assert "say --yes" in complaint(capsys, "experience", "reset", "me")
    assert mind.counts()
    assert output(capsys, "experience", "reset", "me", "--yes") == "me: forgotten\n"
    assert output(capsys, "experience", "list") == "no experience yet\n"


def test_it_is_told_whose_games_they_are(mind: sk.Experience, tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "mine.jsonl"
    games = (replace(random_game(1), black="Ann"), replace(random_game(2), white="Ann"))
    notation.write(file, [game.to_text() for game in games], "json")
    output(capsys, "book", "learn", "me", str(file), "--player", "Ann")
    assert [game.owner for game in mind.games()] == [sk.BLACK, sk.WHITE]


def test_an_experience_keeps_its_effort(games: str, capsys: Captured) -> None:
    assert "began with 200" in complaint(capsys, "book", "learn", "me", games, "--nodes", "300")
    output(capsys, "book", "learn", "new", games, "--nodes", "300", "--solved", "5", "--positions", "1")
    assert sk.Experience("new").effort == sk.LearningEffort(300, 5, 1)
    assert "a whole number, 1…24" in complaint(capsys, "book", "learn", "other", games, "--solved", "40")


def test_all_of_it_goes_out_and_in(games: str, mind: sk.Experience, tmp_path: Path, capsys: Captured) -> None:
    output(capsys, "book", "learn", "me", games)
    whole, book, records = (str(tmp_path / f"out.{suffix}") for suffix in ("sqlite", "book", "jsonl"))
    for file in (whole, book, records, whole):
        assert output(capsys, "experience", "export", "me", file) == ""
    assert output(capsys, "experience", "import", "again", whole) == "again: 2 games new\n"
    assert sk.Experience("again").book(BOARD) == mind.book(BOARD) == sk.Book.load(book)
    assert sk.Experience("again").effort == QUICK
    assert output(capsys, "experience", "import", "again", whole) == "again: 0 games new\n"
    assert [game.moves for game in sk.read(records)] == [game.record.moves for game in mind.games()]
    assert output(capsys, "book", "show", book).startswith("a book of reversi6: ")


def test_wrong_input_is_one_line(games: str, mind: sk.Experience, tmp_path: Path, capsys: Captured) -> None:
    assert "did you mean 'me'?" in complaint(capsys, "experience", "show", "mee")
    assert "no such file" in complaint(capsys, "experience", "import", "me", str(tmp_path / "none.sqlite"))
    assert "no experience" in complaint(capsys, "experience", "import", "me", games)
    assert ".book" in complaint(capsys, "experience", "export", "me", str(tmp_path / "a.txt"))
    assert "small letters" in complaint(capsys, "book", "learn", "Me", games)
    assert "small letters" in complaint(capsys, "match", "engine:experience=A", "random")
    mind.path.write_bytes(b"no database" * 1000)
    said = complaint(capsys, "play", "--opponent", "engine:experience=me")
    assert "no experience, or it is damaged" in said
    assert "no experience, or it is damaged" in output(capsys, "experience", "list")


OPPONENT = "engine:level=3,experience=me"


@pytest.mark.parametrize("taken_back", [False, True])
def test_a_game_in_the_terminal_is_learned(typed: Typed, mind: sk.Experience, taken_back: bool) -> None:
    """Unless a move was taken back."""
    moves = [*script("reversi4", sk.BLACK, OPPONENT)]
    lines = [moves[0], "undo", *moves] if taken_back else moves
    typed(*lines, "quit", options=f"reversi4 --opponent {OPPONENT}")
    assert [game.owner for game in mind.games()] == [sk.WHITE] * (not taken_back)


def test_a_game_that_was_left_is_not_learned(typed: Typed, mind: sk.Experience) -> None:
    typed("resign", "quit", options=f"reversi4 --opponent {OPPONENT}")
    assert mind.games() == []


def test_a_match_in_the_terminal_learns_with_memory(mind: sk.Experience, capsys: Captured) -> None:
    players = (OPPONENT, "random", "--games", "2", "--variant", "reversi4")
    output(capsys, "match", *players)
    assert mind.games() == []
    output(capsys, "match", *players, "--memory")
    assert len(mind.games()) == 2
