"""The plain values that every format is read into and written from: a position or a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from shirokuro.squares.square import move_repr


@dataclass(frozen=True, slots=True)
class PositionText:
    """A position as it is written; it need not be legal."""

    variant: str
    cells: str
    """X, O or - for each cell that exists, row by row."""
    turn: str
    """X or O."""
    scores: tuple[tuple[int, int], ...] = ()
    """Moves and their values for the side to move, best first."""


class GameText(NamedTuple):
    """A game as it is written; its moves need not be legal.

    It is a tuple because archives hold a hundred thousand games, and making a dataclass takes three times
    as long.
    """

    variant: str = "reversi"
    start: PositionText | None = None
    """None for the variant's own start."""
    moves: bytes = b""
    """One byte a move, a square or PASS; passes may be left out."""
    values: tuple[float | None, ...] = ()
    """The players' values of their moves, where they are written."""
    seconds: tuple[float | None, ...] = ()
    black: str = ""
    white: str = ""
    place: str = ""
    date: str = ""
    result: float | None = None
    """Black minus white; `theoretical` is the same if both had played the end perfectly."""
    theoretical: float | None = None
    nodes: tuple[int | None, ...] = ()
    """Positions searched for each move; only JSON has this field, `seed` and `note`."""
    seed: int | None = None
    note: str = ""
    handicap_discs: float = 0
    """Discs added to black's count at the end; `result` includes them."""

    def __repr__(self) -> str:
        return move_repr(self)


Notated = PositionText | GameText
"""What a reader finds."""
