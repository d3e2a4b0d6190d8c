"""What is proven about a position: the bounds of its value and of its moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.board.position_key import following
from shirokuro.books.book_file import Book
from shirokuro.books.entry import BookEntry

Bounds = tuple[int, int]
"""The least and the most that a value can be, in discs, for the side to move."""


@dataclass(frozen=True, slots=True)
class Proven:
    """The proven bounds of a position and of each of its moves, for the side to move.

    The winner gets the empties. A bound as large as the board claims nothing.
    """

    lower: int
    upper: int
    moves: Mapping[int, Bounds]
    """The bounds of every legal move, or of the pass."""

    @property
    def value(self) -> int | None:
        """The exact value; None if it is not proven."""
        return self.lower if self.lower == self.upper else None

    @property
    def is_decided(self) -> bool:
        """Whether it is known who wins."""
        return self.lower > 0 or self.upper < 0 or self.value == 0

    @property
    def best_moves(self) -> tuple[int, ...]:
        """The moves proven to reach the lower bound; if that is the value, no move is better."""
        return tuple(move for move, (lower, _) in self.moves.items() if lower >= self.lower)


def everything(board: Board) -> Bounds:
    """The bounds of a position about which nothing is known."""
    cells = len(board.variant.cells)
    return -cells, cells


def best_of(board: Board, found: Proven) -> tuple[int, int] | None:
    """A move that keeps the proven lower bound, and that bound; None if it claims nothing."""
    if not found.best_moves or found.lower == everything(board)[0]:
        return None
    return found.best_moves[0], found.lower


def concluded(own: Bounds, moves: Mapping[int, Bounds]) -> Proven | None:
    """Combines the bounds of a position and of all its moves; None if they contradict each other.

    A position is worth as much as its best move, so each restricts the other.
    """
    lower = max(own[0], *(least for least, _ in moves.values()))
    upper = min(own[1], max(most for _, most in moves.values()))
    if lower > upper:
        return None
    known = {move: (least, min(most, upper)) for move, (least, most) in moves.items()}
    candidates = [move for move, (_, most) in known.items() if most >= lower]
    if len(candidates) == 1:  # no other move can be the best
        known[candidates[0]] = (lower, upper)
    return Proven(lower, upper, known)


def proven_by_book(book: Book, board: Board) -> Proven | None:
    """What the exact values of a book prove; None if it has none for the position or its moves."""
    if board.is_over():
        return None
    entry, unknown = _exact(book, board), everything(board)
    if entry is not None and entry.value is not None:
        values = {each.move: each.value for each in entry.moves}
        moves = {
            move: (values[move], values[move]) if move in values else (unknown[0], entry.value)
            for move, _ in following(board)
        }
        return concluded((entry.value, entry.value), moves)
    moves = {}
    for move, after in following(board):
        if after.is_over():
            moves[move] = turned(ended_bounds(after))
        elif (found := _exact(book, after)) is None or found.value is None:
            moves[move] = unknown
        else:
            moves[move] = -found.value, -found.value
    return None if set(moves.values()) == {unknown} else concluded(unknown, moves)


def ended_bounds(board: Board) -> Bounds:
    """The bounds of a game that is over, for the side that would be to move."""
    value = board.final_value()
    return value, value


def turned(bounds: Bounds) -> Bounds:
    """The bounds for the other side."""
    return -bounds[1], -bounds[0]


def _exact(book: Book, board: Board) -> BookEntry | None:
    """The book's entry of a position if it was solved to the end; moves missing from it are no better."""
    entry = book.find(board)
    return entry if entry is not None and all(each.kind == "exact" for each in entry.moves) else None
