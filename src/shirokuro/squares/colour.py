"""The two sides."""

from __future__ import annotations

from enum import IntEnum

from shirokuro.words.message import Message


class Colour(IntEnum):
    """A side; black moves first."""

    BLACK = 0
    WHITE = 1

    @property
    def opponent(self) -> Colour:
        return Colour(1 - self)

    @property
    def symbol(self) -> str:
        """X for black, O for white, as in position lines."""
        return "XO"[self]

    @property
    def message(self) -> Message:
        return Message(f"sides.{self}")

    def __str__(self) -> str:
        return self.name.lower()

    def __repr__(self) -> str:
        return self.name


BLACK = Colour.BLACK
"""The side that moves first, `X` in text."""
WHITE = Colour.WHITE
"""The other side, `O` in text."""
