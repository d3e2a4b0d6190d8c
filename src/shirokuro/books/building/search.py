"""The search of one position for a book: a value for each of its moves, wherever it was sent."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from shirokuro.board.board import Board
from shirokuro.board.position_key import board_of_key, equal_moves
from shirokuro.books.entry import CLOSE, BookMove, best_first
from shirokuro.engine.engine import Engine, Limits, Result, table_for
from shirokuro.engine.pool import ENGINES
from shirokuro.parameters.parameter import check_parameters, parameter

MOST_PLIES = 64
SELECTIVE = 1
"""The level of confidence at which positions are searched ahead: what plays best in the same time."""
Wanted = Literal["close", "all", "best"]
"""Which moves are searched to the full depth: those near the best, all, or the best alone, to the end."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How far positions are searched."""

    depth: int = parameter(
        16, "plies that positions are searched ahead, selectively", least=1, most=MOST_PLIES
    )
    solved: int = parameter(
        18, "empties from which on positions are solved instead", least=0, most=MOST_PLIES
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    def limits(self, board: Board) -> Limits:
        """Of the search of a position; none where it is read to the end."""
        empties = len(board.empties())
        return Limits() if empties <= max(self.solved, self.depth) else Limits(depth=self.depth)

    @property
    def first_depth(self) -> int:
        """Half as deep, odd or even as the whole: values swing from ply to ply."""
        return max(self.depth - 2 * round(self.depth / 4), 1)


@dataclass(frozen=True, slots=True)
class BookSearch:
    """A position to search."""

    variant: str
    key: bytes
    settings: SearchSettings
    wanted: Wanted = "close"


@dataclass(frozen=True, slots=True)
class BookFinding:
    """What its search found."""

    moves: tuple[BookMove, ...]
    """Best first: all of its moves, unless only the best was wanted."""
    seconds: float
    """What it took, by the clock."""


def search(task: BookSearch) -> BookFinding:
    """Searches a position on one thread; the same anywhere, whatever was searched before."""
    began = time.perf_counter()
    board = board_of_key(task.variant, task.key)
    groups = equal_moves(board)
    limits = Limits() if task.wanted == "best" else task.settings.limits(board)
    with ENGINES.lend(1, table_for(board, limits)) as engine:
        results = _results(engine, board, [group[0] for group in groups], task)
    moves = (
        BookMove.of(each, result.as_value())
        for move, result in results.items()
        for group in groups
        if move in group
        for each in group
    )
    return BookFinding(best_first(moves), time.perf_counter() - began)


def _results(engine: Engine, board: Board, moves: Iterable[int], task: BookSearch) -> dict[int, Result]:
    """By move; of moves that are the same by symmetry, for one."""
    if task.wanted == "best":
        best = engine.solve(board)
        return {best.pv[0]: best}
    limits = task.settings.limits(board)
    if task.wanted == "all" or limits.depth is None:
        return engine.compare(board, moves, limits, level=SELECTIVE)
    return _near_best(engine, board, moves, task.settings)


def _near_best(
    engine: Engine, board: Board, moves: Iterable[int], settings: SearchSettings
) -> dict[int, Result]:
    """First a look at all moves, then, from the best on, at those again that may still be near the best."""
    first = engine.compare(board, moves, Limits(depth=settings.first_depth), level=SELECTIVE)
    found: dict[int, Result] = {}
    for move, result in first.items():
        best = max((each.value for each in found.values()), default=result.value)
        if result.value < best - CLOSE:
            break
        found |= engine.compare(board, [move], Limits(depth=settings.depth), level=SELECTIVE)
    return first | found
