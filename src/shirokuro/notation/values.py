"""What every format is read into and written from: a position or a game, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from shirokuro.squares.square import move_repr


@dataclass(frozen=True, slots=True)
class PositionText:
    """A position as it is written; nothing says that it can arise in play."""

    variant: str
    cells: str
    """X, O or - for each cell that exists, row by row."""
    turn: str
    """X or O."""
    scores: tuple[tuple[int, int], ...] = ()
    """Moves and their values for the side to move, best first."""


class GameText(NamedTuple):
    """A game as it is written; nothing says that its moves are legal.

    A tuple rather than a dataclass: archives hold a hundred thousand games, and tuples are made three times
    as fast.
    """

    variant: str = "reversi"
    start: PositionText | None = None
    """None stands for the variant's own start."""
    moves: bytes = b""
    """One byte a move, a square or PASS; passes may have been left out."""
    values: tuple[float | None, ...] = ()
    """What the players thought of each move, if anyone wrote it down."""
    seconds: tuple[float | None, ...] = ()
    black: str = ""
    white: str = ""
    place: str = ""
    date: str = ""
    result: float | None = None
    """Black minus white, like `theoretical`, the margin had both played the end perfectly."""
    theoretical: float | None = None
    nodes: tuple[int | None, ...] = ()
    """Positions looked at for each move; it, `seed` and `note` are written in JSON alone."""
    seed: int | None = None
    note: str = ""

    def __repr__(self) -> str:
        return move_repr(self)


Notated = PositionText | GameText
"""What a reader finds."""
