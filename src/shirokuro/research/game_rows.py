"""Games as rows of an array: how they are made, and the exact values of their endings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shirokuro.board.board import Board
from shirokuro.engine import batch
from shirokuro.matches.fixture import Fixture
from shirokuro.matches.game import GameOptions, play_fixture
from shirokuro.players.opponents import Opponents
from shirokuro.research.data_plan import RANDOM, DataPlan
from shirokuro.research.replay import replay
from shirokuro.seed import derive
from shirokuro.squares.square import PASS, move_name

_REPLAYED_AT_ONCE = 10_000
"""The positions of so many games are in memory at a time."""


class GameRows(NamedTuple):
    """Some games of a data set."""

    moves: NDArray[np.uint8]
    """A row of squares each, without passes, filled up with `batch.NO_MOVE`."""
    margins: NDArray[np.int8]
    """Black's margins at the end; the winner has the empty cells."""
    exact: NDArray[np.int8] | None = None
    """Black's margins under perfect play with N, N-1, … 1 empties; after the end of a game its margin."""


def make_games(plan: DataPlan, numbers: range) -> GameRows:
    """The games of these numbers."""
    made = _random_games(plan, numbers) if plan.by == RANDOM else _played_games(plan, numbers)
    if not plan.exact:
        return made
    parts = [
        _exact_values(plan, GameRows(made.moves[first:last], made.margins[first:last]))
        for first in range(0, len(numbers), _REPLAYED_AT_ONCE)
        for last in [first + _REPLAYED_AT_ONCE]
    ]
    return made._replace(exact=np.concatenate(parts))


def _random_games(plan: DataPlan, numbers: range) -> GameRows:
    found = batch.random_games(
        len(numbers), seed=plan.seed, first=numbers.start, variant=plan.variant, threads=1
    )
    return GameRows(found.moves, found.margins)


def _played_games(plan: DataPlan, numbers: range) -> GameRows:
    moves = np.full((len(numbers), len(Board(plan.variant).empties())), batch.NO_MOVE, dtype=np.uint8)
    margins = np.empty(len(numbers), dtype=np.int8)
    with Opponents(plan.by, plan.by) as players:
        for row, fixture in enumerate(_fixtures(plan, numbers)):
            board = play_fixture(fixture, players, GameOptions(strict=True)).record.board()
            squares = [int(move) for move in board.move_stack if move != PASS]
            moves[row, : len(squares)] = squares
            margins[row] = board.margin()
    return GameRows(moves, margins)


def _fixtures(plan: DataPlan, numbers: range) -> Iterator[Fixture]:
    """Each game begins with the first moves of the random game of its number."""
    openings = _random_games(plan, numbers).moves[:, : plan.opening]
    for number, opening in zip(numbers, openings.tolist(), strict=True):
        seed = derive("data", plan.seed, number)
        names = [move_name(square) for square in opening if square != batch.NO_MOVE]
        yield Fixture(plan.by, plan.by, plan.variant, "".join(names), seed)


def _exact_values(plan: DataPlan, games: GameRows) -> NDArray[np.int8]:
    seen = replay(games.moves, variant=plan.variant)
    values = games.margins[:, None].repeat(plan.exact, axis=1)
    late = slice(games.moves.shape[1] - plan.exact, games.moves.shape[1])
    going = games.moves[:, late] != batch.NO_MOVE
    solved = batch.solve(seen.positions[:, late][going], variant=plan.variant, threads=1).values
    values[going] = np.where(seen.turns[:, late][going] == 0, solved, -solved)
    return values
