"""The search of one position for a book: a value for each of its moves, wherever it was sent."""

from __future__ import annotations

import time
from dataclasses import dataclass

from shirokuro.board import Board
from shirokuro.book.canonical import board_of_key, equal_moves
from shirokuro.book.entry import BookKind, BookMove, best_first
from shirokuro.engine import Limits, Result, table_for
from shirokuro.engine_pool import ENGINES

MOST_PLIES = 64


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How far positions are searched."""

    depth: int = 12
    """Plies ahead."""
    solved: int = 18
    """Empties from which on they are read to the end instead."""

    def __post_init__(self) -> None:
        for name, least in (("depth", 1), ("solved", 0)):
            if not least <= getattr(self, name) <= MOST_PLIES:
                raise ValueError(f"{name}: {least}…{MOST_PLIES} are possible, not {getattr(self, name)}")

    def limits(self, board: Board) -> Limits:
        """Of the search of a position; none where it is read to the end."""
        empties = len(board.empties())
        return Limits() if empties <= max(self.solved, self.depth) else Limits(depth=self.depth)


@dataclass(frozen=True, slots=True)
class BookSearch:
    """A position to search."""

    variant: str
    key: bytes
    settings: SearchSettings


@dataclass(frozen=True, slots=True)
class BookFinding:
    """What its search found."""

    moves: tuple[BookMove, ...]
    """All of its moves, best first."""
    seconds: float
    """What it took, by the clock."""


def search(task: BookSearch) -> BookFinding:
    """Searches a position on one thread; the same anywhere, whatever was searched before."""
    began = time.perf_counter()
    board = board_of_key(task.variant, task.key)
    groups = {group[0]: group for group in equal_moves(board)}
    limits = task.settings.limits(board)
    with ENGINES.lend(1, table_for(board, limits)) as engine:
        results = engine.compare(board, groups, limits)
    moves = (_book_move(move, result) for first, result in results.items() for move in groups[first])
    return BookFinding(best_first(moves), time.perf_counter() - began)


def _book_move(move: int, result: Result) -> BookMove:
    kinds: dict[str, tuple[BookKind, int]] = {
        "exact": ("exact", 0),
        "selective": ("selective", result.confidence or 0),
        "depth": ("depth", result.depth),
    }
    return BookMove(move, result.value, *kinds[result.kind])
