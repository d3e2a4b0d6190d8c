"""Searches one position for a book, in any worker: a value for each of its moves."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from shirokuro.board.board import Board
from shirokuro.board.position_key import board_of_key, equal_moves
from shirokuro.books.entry import CLOSE, BookMove, best_first
from shirokuro.engine.engine import table_for
from shirokuro.engine.limits import Limits
from shirokuro.engine.pool import ENGINES
from shirokuro.engine.result import Result
from shirokuro.parameters.parameter import check_parameters, parameter

MOST_PLIES = 64
SELECTIVE = 1
"""The level of confidence of searches; it plays best in the same time."""
Wanted = Literal["close", "all", "best"]
"""The moves to search to the full depth: those near the best, all, or only the best, which is solved."""


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
        """The limits of a position's search; none if it is solved."""
        empties = len(board.empties())
        return Limits() if empties <= max(self.solved, self.depth) else Limits(depth=self.depth)

    @property
    def first_depth(self) -> int:
        """About half the depth, odd or even like it: values alternate from ply to ply."""
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
    """The result of such a search."""

    moves: tuple[BookMove, ...]
    """Best first: all moves, unless only the best was wanted."""
    seconds: float
    """Wall time."""


def search(task: BookSearch) -> BookFinding:
    """Searches a position on one thread; the result does not depend on earlier searches."""
    began, settings = time.perf_counter(), task.settings
    board = board_of_key(task.variant, task.key)
    groups = {group[0]: group for group in equal_moves(board)}
    limits = Limits() if task.wanted == "best" else settings.limits(board)
    with ENGINES.lend(1, table_for(board, limits)) as engine:
        if task.wanted == "best":
            best = engine.solve(board)
            results = {best.pv[0]: best}
        elif task.wanted == "all" or limits.depth is None:
            results = engine.compare(board, [*groups], limits, confidence=SELECTIVE)
        else:
            # All moves first; then, best first, those again that may still be near the best.
            first = engine.compare(board, [*groups], Limits(depth=settings.first_depth), confidence=SELECTIVE)
            found: dict[int, Result] = {}
            for move, result in first.items():
                most = max((each.value for each in found.values()), default=result.value)
                if result.value < most - CLOSE:
                    break
                found |= engine.compare(board, [move], Limits(depth=settings.depth), confidence=SELECTIVE)
            results = first | found
    moves = []
    for move, result in results.items():
        equal = next(group for group in groups.values() if move in group)
        moves += [BookMove.of(each, result.as_value()) for each in equal]
    return BookFinding(best_first(moves), time.perf_counter() - began)
