"""The boards one can play on, as plain values: which cells exist, how the rim runs, where the discs start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from shirokuro._core import SquareSet, shapes
from shirokuro.errors import UnknownVariantError, nearest
from shirokuro.words.message import Message


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

    def __str__(self) -> str:
        return self.name


VARIANTS: Mapping[str, Variant] = MappingProxyType({row[0]: Variant(*row) for row in shapes()})
"""Every variant by its name."""


def find_variant(name: str | Variant) -> Variant:
    """The variant of that name; an unknown name gets the nearest one in the error."""
    if isinstance(name, Variant):
        return name
    if name in VARIANTS:
        return VARIANTS[name]
    raise UnknownVariantError(
        Message("errors.no_variant", name=repr(name), near=nearest(str(name), VARIANTS))
    )


def variant_of_size(cells: int) -> Variant | None:
    """The plain-rule variant with that many cells, which is what a position line's length names."""
    return next((v for v in VARIANTS.values() if len(v.cells) == cells and not v.loop), None)
