"""A fact: what happens on the board in one of two expected lines and not in the other, as a player sees it.

A fact costs one side something, its *loser*: the side that moved in the line of its own move, or the
opponent in the line of the better move, which is then *missed*. Every fact is true of its line and not, or
less, of the other one, as far as both are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from shirokuro.board.board import Board
from shirokuro.board.flip_lines import turned_lines
from shirokuro.explanation.expected_line import ExpectedLine
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import SquareSet, move_name

LONGEST_LINE = 8
"""Longest line that a sentence has in full."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happens in a line."""

    kind: str
    loser: Colour
    line: tuple[int, ...]
    """The moves up to where it happens, or to where it can be seen."""
    squares: SquareSet
    """The cells that it is about."""
    size: float = 1
    """How much more it is than in the other line: of facts of one kind the greatest is told."""
    values: Mapping[str, object] = field(default_factory=dict)
    """What its sentence says besides."""
    arrows: tuple[tuple[int, int], ...] = ()

    @property
    def ply(self) -> int:
        return len(self.line)


@dataclass(frozen=True, slots=True)
class Contrast:
    """A line that may cost a side something, beside one that does not."""

    line: ExpectedLine
    other: ExpectedLine
    loser: Colour

    @property
    def winner(self) -> Colour:
        return self.loser.opponent

    @property
    def plies(self) -> int:
        """How far the line is looked at: as far as the other one, unless that ends the game."""
        length = len(self.line.moves)
        return length if self.other.end.is_over() else min(length, len(self.other.moves))

    @property
    def is_missed(self) -> bool:
        """Whether the line is that of the better move, in which the opponent loses something."""
        return self.line.side == self.winner

    @property
    def are_over(self) -> bool:
        return self.line.end.is_over() and self.other.end.is_over()

    def fact(self, kind: str, ply: int, squares: SquareSet, size: float = 1, **values: object) -> Fact:
        before, move = self.line.boards[ply - 1], self.line.moves[ply - 1]
        arrows = _arrows(before, move) if move in squares else ()
        return Fact(kind, self.loser, self.line.moves[:ply], squares, size, values, arrows)


def _arrows(board: Board, move: int) -> tuple[tuple[int, int], ...]:
    """From a move to the last disc that it turns in each direction."""
    return tuple((move, line[-1]) for line in turned_lines(board, move))


def line_text(line: tuple[int, ...]) -> str:
    """Moves in a sentence; of a long line only its beginning and its end."""
    names = [*map(move_name, line)]
    return " ".join(names if len(names) <= LONGEST_LINE else [*names[:3], "…", *names[-3:]])


Look = Callable[[Contrast], Iterator[Fact]]
"""Finds the facts of one kind."""
