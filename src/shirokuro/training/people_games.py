"""Positions of tournament games with the move played, the ratings of both sides, and values of the moves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shirokuro import _core
from shirokuro.board.board import Board
from shirokuro.engine import batch
from shirokuro.engine.evaluation import Evaluator
from shirokuro.errors import NotationError
from shirokuro.notation.wthor import read_wthor
from shirokuro.people.ratings import RatedGame, rate
from shirokuro.squares.square import PASS

LAST_YEAR = 2013
"""Games of later years are for tests."""
VALIDATION_YEARS = (2012, 2013)
VALIDATION_SHARE = 8
"""One game in so many of those years is kept to watch the training."""
UNKNOWN = "???"
PIECE = 20_000
"""Positions whose moves are valued at a time."""

POSITION = np.dtype(
    [
        ("own", "<u8"),
        ("opp", "<u8"),
        ("move", "u1"),
        ("last", "u1", 4),
        ("is_black", "?"),
        ("year", "<i2"),
        ("game", "<u4"),
        ("ratings", "<f4", 4),
        ("values", "i1", (3, 64)),
    ]
)
"""A choice somebody had: `ratings` are own, its error, the opponent's, its error."""


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A game as the files have it: moves without passes."""

    year: int
    black: str
    white: str
    score: float
    moves: bytes


def read_games(folder: Path) -> list[TournamentGame]:
    """The games of all .wtb files of a folder, in the order of their years."""
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() == ".wtb")
    if not files:
        raise ValueError(f"{folder}: there are no games here, WTHOR files (.wtb) are needed")
    games = []
    for file in files:
        for text in read_wthor(file):
            if not text.date:
                raise NotationError(f"{file}: the games have no year")
            margin = text.result or 0
            score = (1 + (margin > 0) - (margin < 0)) / 2
            games.append(TournamentGame(int(text.date), text.black, text.white, score, bytes(text.moves)))
    return sorted(games, key=lambda game: game.year)


def is_program(name: str) -> bool:
    """The files write a program with its author in brackets: `Logistello (buro)`."""
    return "(" in name


def rating_columns(games: Iterable[TournamentGame]) -> NDArray[np.float32]:
    """For each game black's rating and its error, then white's, from the games before it."""
    rated = (
        RatedGame(_known(game.black, number), _known(game.white, -number), game.year, game.score)
        for number, game in enumerate(games, 1)
    )
    columns = [(black.value, black.error, white.value, white.error) for black, white in rate(rated)]
    return np.array(columns, np.float32).reshape(-1, 4)


def _known(name: str, number: int) -> str:
    """Somebody whose name is not known is somebody else in every game."""
    return f"{name} {number}" if name == UNKNOWN else name


def positions_of(games: list[TournamentGame]) -> NDArray[Any]:
    """All choices that people had, without values; a game counts up to its first illegal move."""
    ratings = rating_columns(games)
    people = np.array([[not is_program(game.black), not is_program(game.white)] for game in games])
    moves = np.full((len(games), 60), PASS, np.uint8)
    for number, game in enumerate(games):
        moves[number, : len(game.moves)] = np.frombuffer(game.moves, np.uint8)[:60]
    years = np.array([game.year for game in games])
    boards = np.tile(batch.from_boards([Board()]), (len(games), 1))
    last = np.full((len(games), 4), PASS, np.uint8)
    is_black = np.ones(len(games), bool)
    rows, left = [], np.arange(len(games))
    for ply in range(60):
        legal = batch.legal(boards[left])
        passes = left[legal == 0]
        boards[passes], is_black[passes] = boards[passes][:, ::-1], ~is_black[passes]
        last[passes] = np.concatenate([np.full((len(passes), 1), PASS, np.uint8), last[passes, :3]], 1)
        legal = batch.legal(boards[left])
        move = moves[left, ply]
        bit = np.uint64(1) << np.minimum(move, 63).astype(np.uint64)
        is_legal = (move < PASS) & (legal & bit != 0)
        left, legal, move = left[is_legal], legal[is_legal], move[is_legal]
        if not len(left):
            break
        choices = (legal & (legal - np.uint64(1)) != 0) & people[left, np.where(is_black[left], 0, 1)]
        rows.append(_rows(left[choices], move[choices], boards, last, is_black, years, ratings))
        boards[left] = batch.play(boards[left], move)
        last[left] = np.concatenate([move[:, None], last[left, :3]], 1)
        is_black[left] = ~is_black[left]
    return np.concatenate(rows) if rows else np.zeros(0, POSITION)


def _rows(
    which: NDArray[Any],
    move: NDArray[Any],
    boards: NDArray[Any],
    last: NDArray[Any],
    is_black: NDArray[Any],
    years: NDArray[Any],
    ratings: NDArray[Any],
) -> NDArray[Any]:
    rows = np.zeros(len(which), POSITION)
    rows["own"], rows["opp"], rows["move"] = boards[which, 0], boards[which, 1], move
    rows["last"], rows["is_black"] = last[which], is_black[which]
    rows["year"], rows["game"] = years[which], which
    swapped = ratings[which][:, [2, 3, 0, 1]]
    rows["ratings"] = np.where(is_black[which][:, None], ratings[which], swapped)
    return rows


def add_values(positions: NDArray[Any], threads: int = 0, done: Callable[[int], object] = int) -> None:
    """Fills in the engine's values of the moves, the package's weights on 8x8."""
    evaluation = Evaluator().on("reversi")
    for begin in range(0, len(positions), PIECE):
        rows = positions[begin : begin + PIECE]
        boards = np.stack([rows["own"], rows["opp"]], 1).tobytes()
        found = _core.move_values_of_many("reversi", boards, evaluation, threads or os.cpu_count() or 1)
        rows["values"] = np.frombuffer(found, np.int8).reshape(-1, 3, 64)
        done(begin + len(rows))


def validation_of(positions: NDArray[Any]) -> NDArray[np.bool_]:
    """Which positions are kept to watch the training, game by game."""
    is_late = np.isin(positions["year"], VALIDATION_YEARS)
    return np.asarray(is_late & (positions["game"] % VALIDATION_SHARE == 0))
