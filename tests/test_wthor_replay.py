"""Archives of tournament games replayed: every move legal, every finished score right."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from samples import random_board

from shirokuro import Board, Record, notation
from shirokuro.notation import GameText

DATA = os.environ.get("SHIROKURO_DATA")
GAMES_IN_THE_ARCHIVE = 117_435
GAMES_OF_OUR_OWN = 200


def random_game(seed: int) -> GameText:
    """A finished game, or one that somebody left after 30 moves, with a result all the same."""
    text = Record.from_board(random_board("reversi", 128 if seed % 10 else 30, seed)).to_text()
    result = 10.0 if text.result is None else text.result
    names = {"black": f"player {seed % 7}", "white": f"player {seed % 9}", "place": "here", "date": "2001"}
    return text._replace(**names, result=result, theoretical=result)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of WTHOR files, or one with a small file that we wrote ourselves."""
    if DATA:
        return Path(DATA) / "wthor"
    folder = tmp_path_factory.mktemp("wthor")
    notation.write(folder / "own.wtb", [random_game(seed) for seed in range(GAMES_OF_OUR_OWN)], "wthor")
    return folder


def games_in(folder: Path) -> list[GameText]:
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() == ".wtb")
    return [game for file in files for game in notation.read(file) if isinstance(game, GameText)]


def test_every_game_replays_to_its_score(archive: Path) -> None:
    games = games_in(archive)
    assert len(games) == (GAMES_IN_THE_ARCHIVE if DATA else GAMES_OF_OUR_OWN)
    wrong, finished = [], 0
    for number, game in enumerate(games, 1):
        board = Board()
        board.extend(game.moves)
        if board.is_over():
            finished += 1
            if board.margin() != game.result:
                wrong.append((number, board.transcript(), game.result))
    assert wrong == []
    # A few hundred of the archive's games are unfinished, and every tenth of ours.
    assert 0 < len(games) - finished < len(games) / 5


def test_what_we_write_is_what_we_read(tmp_path: Path) -> None:
    games = [random_game(seed) for seed in range(GAMES_OF_OUR_OWN)]
    notation.write(tmp_path / "own.wtb", games, "wthor")
    read = games_in(tmp_path)
    for before, after in zip(games, read, strict=True):
        assert Record.from_text(after) == Record.from_text(before)
    notation.write(tmp_path / "again.wtb", read, "wthor")
    assert (tmp_path / "again.wtb").read_bytes() == (tmp_path / "own.wtb").read_bytes()
