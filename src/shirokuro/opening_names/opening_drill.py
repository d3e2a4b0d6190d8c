"""A drill in an opening: the book plays good moves for one side and judges the answers of the other."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from shirokuro.board.board import Board
from shirokuro.books.book_file import Book
from shirokuro.books.entry import BookEntry, BookMove
from shirokuro.squares.colour import Colour
from shirokuro.words.message import Message

NEAR = 1
"""A good move is at most this many discs worse than the best one."""


@dataclass(frozen=True, slots=True)
class BookVerdict:
    """What the book says about an answer."""

    move: int
    value: int | None
    """None for a move that the book does not have."""
    good: tuple[BookMove, ...]
    """The moves that are accepted, best first."""

    @property
    def is_accepted(self) -> bool:
        return any(each.move == self.move for each in self.good)

    @property
    def loss(self) -> int | None:
        return None if self.value is None else self.good[0].value - self.value


@dataclass(frozen=True, slots=True)
class DrillStep:
    """How a drill goes on from a position."""

    verdict: BookVerdict | None
    moves: tuple[int, ...]
    """The answer, or the best move in place of a wrong one, then the moves of the book and forced ones."""
    asks: bool
    """Whether the next answer is expected then; if not, the book ends here."""


class OpeningDrill:
    """The rules of a drill."""

    def __init__(self, book: Book, side: Colour, random: Random) -> None:
        """`side` is the side that answers."""
        self._book, self._side, self._random = book, side, random

    def step(self, board: Board, move: int | None = None) -> DrillStep:
        """Goes on from a position, with an answer if one is expected there."""
        board, verdict = board.copy(), None
        moves: list[int] = []
        if move is not None:
            if not self._asks(board):
                raise ValueError(Message("refusals.book_asks_nothing"))
            entry = self._entry(board)
            values = {each.move: each.value for each in entry.moves}
            verdict = BookVerdict(move, values.get(move), good_moves(entry))
            moves.append(move if verdict.is_accepted else verdict.good[0].move)
            board.push(moves[0])
        while not self._asks(board):
            # The only move, or a move of the book while the line lasts.
            possible, good = board.choices(), good_moves(self._entry(board))
            if len(possible) == 1:
                moves.append(possible[0])
            elif good and board.turn != self._side:
                moves.append(self._random.choice(good).move)
            else:
                break
            board.push(moves[-1])
        return DrillStep(verdict, tuple(moves), self._asks(board))

    def _asks(self, board: Board) -> bool:
        """Whether there is a choice that the book knows."""
        return board.turn == self._side and len(board.choices()) > 1 and bool(self._entry(board).moves)

    def _entry(self, board: Board) -> BookEntry:
        return self._book.find(board) or BookEntry()


def good_moves(entry: BookEntry) -> tuple[BookMove, ...]:
    """The best moves, and those that are at most a disc worse."""
    return tuple(each for each in entry.moves if each.value >= entry.moves[0].value - NEAR)
