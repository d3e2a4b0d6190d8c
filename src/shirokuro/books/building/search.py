"""The search of one position for a book: a value for each of its moves, wherever it was sent."""

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
            # First all moves, then, from the best on, again those that may still be near the best.
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
