"""A position as a frozen value: the discs and the side to move."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.notation.position_line import parse_position
from shirokuro.notation.values import PositionText
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import SquareSet
from shirokuro.squares.variant import VARIANTS, variant_of_size


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Hashable, and equal to another of the same variant, discs and turn. `str` gives its position line."""

    variant: str
    black: SquareSet
    white: SquareSet
    turn: Colour

    @classmethod
    def parse(cls, line: str, variant: str | None = None) -> Position:
        """Reads a position line or a drawn board; `variant` tells `nip` from `nip+loop`."""
        return cls.from_text(parse_position(line, variant))

    @classmethod
    def from_text(cls, text: PositionText) -> Position:
        cells = VARIANTS[text.variant].cells
        black = SquareSet(square for square, disc in zip(cells, text.cells, strict=True) if disc == "X")
        white = SquareSet(square for square, disc in zip(cells, text.cells, strict=True) if disc == "O")
        return cls(text.variant, black, white, Colour("XO".index(text.turn)))

    def to_text(self) -> PositionText:
        return PositionText(self.variant, self.cells(), self.turn.symbol)

    def cells(self) -> str:
        """X, O or - for each cell of the variant, row by row."""
        cells = VARIANTS[self.variant].cells
        return "".join("X" if cell in self.black else "O" if cell in self.white else "-" for cell in cells)

    @property
    def own(self) -> SquareSet:
        """The discs of the side to move."""
        return self.white if self.turn else self.black

    @property
    def opp(self) -> SquareSet:
        """The discs of the other side."""
        return self.black if self.turn else self.white

    def _repr_svg_(self) -> str:
        from shirokuro.squares.svg import Picture, draw  # only pictures need it

        return draw(Picture(VARIANTS[self.variant], self.black, self.white, title=str(self)))

    def __str__(self) -> str:
        return f"{self.cells()} {self.turn.symbol}"

    def __repr__(self) -> str:
        plain = variant_of_size(len(VARIANTS[self.variant].cells))
        named = "" if plain and plain.name == self.variant else f", {self.variant!r}"
        return f"Position.parse({str(self)!r}{named})"
