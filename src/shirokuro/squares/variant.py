"""The variants as plain values: cells, rows, lines of cells, the rim and the starting discs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from shirokuro._core import SquareSet, shapes
from shirokuro.errors import UnknownVariantError, nearest
from shirokuro.squares.square import PASS, Symmetry, place_of
from shirokuro.words.message import Message

DIRECTIONS = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)
"""The eight directions as steps by columns and rows."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One board and its rules; all of them are in `VARIANTS`."""

    name: str
    width: int
    """The board fills width x width squares at the top left of the 8-wide grid."""
    cells: SquareSet
    ring: tuple[int, ...]
    """The rim in order, where it flanks; empty on square boards."""
    loop: bool
    """Whether a disc flanks the whole rest of the rim with itself."""
    black: SquareSet
    """Black's discs at the start; black moves first."""
    white: SquareSet

    @property
    def is_round(self) -> bool:
        return bool(self.ring)

    @property
    def columns(self) -> str:
        """The letters of the columns."""
        return "abcdefgh"[: self.width]

    @property
    def rows(self) -> tuple[range, ...]:
        """The squares of each row, including those that are not cells of a round board."""
        return tuple(range(8 * row, 8 * row + self.width) for row in range(self.width))

    @property
    def corners(self) -> SquareSet:
        """The four corners of a square board; a round one has none."""
        ends = (0, self.width - 1)
        return SquareSet(() if self.is_round else [self.rows[row][column] for row in ends for column in ends])

    def handicap(self, corners: int) -> SquareSet:
        """The corners that Black holds at the start of a handicap game: a1, h8, h1, a8, in this order."""
        ends = self.width - 1
        order = (0, 9 * ends, ends, 8 * ends)
        if not 0 <= corners <= len(order):
            raise ValueError(Message("errors.handicap_range", most=len(order), number=corners))
        if corners and self.is_round:
            raise ValueError(Message("errors.no_corners", board=self.name))
        return SquareSet(order[:corners])

    def ray(self, square: int, dx: int, dy: int) -> list[int]:
        """The cells in one direction from a square, nearest first, up to the edge or a missing cell."""
        found: list[int] = []
        column, row = square % 8 + dx, square // 8 + dy
        while 0 <= column < 8 and 0 <= row < 8 and 8 * row + column in self.cells:
            found.append(8 * row + column)
            column, row = column + dx, row + dy
        return found

    def neighbours(self, square: int) -> SquareSet:
        """The cells next to a square, diagonally too."""
        return SquareSet(cell for direction in DIRECTIONS for cell in self.ray(square, *direction)[:1])

    def image(self, square: int, symmetry: Symmetry) -> int:
        """Where a symmetry takes a cell; a pass stays one."""
        if square == PASS:
            return PASS
        (column, row), last = place_of(square), self.width - 1
        if symmetry.swaps:
            column, row = row, column
        column = last - column if symmetry & Symmetry.MIRROR_COLUMNS else column
        row = last - row if symmetry & Symmetry.MIRROR_ROWS else row
        return 8 * row + column

    def __str__(self) -> str:
        return self.name


VARIANTS: Mapping[str, Variant] = MappingProxyType({row[0]: Variant(*row) for row in shapes()})
"""Every variant by its name."""


def find_variant(name: str | Variant) -> Variant:
    """The variant of that name; the error for an unknown name suggests the nearest one."""
    if isinstance(name, Variant):
        return name
    if name in VARIANTS:
        return VARIANTS[name]
    raise UnknownVariantError(
        Message("errors.no_variant", name=repr(name), near=nearest(str(name), VARIANTS))
    )


def variant_of_size(cells: int) -> Variant | None:
    """The variant without the loop rule that has so many cells, as position lines name it."""
    return next((v for v in VARIANTS.values() if len(v.cells) == cells and not v.loop), None)
