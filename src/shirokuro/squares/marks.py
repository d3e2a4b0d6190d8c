"""What is drawn on a board besides discs: arrows, filled cells and marks, each in a colour of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from math import atan2, cos, hypot, pi, sin
from typing import Any, NamedTuple, TypeAlias, TypedDict

from shirokuro.squares.colour import Colour
from shirokuro.squares.geometry import Coordinates
from shirokuro.squares.square import SquareSet, Symmetry
from shirokuro.squares.variant import Variant

ARROW = "#e9a23b"
FILL = "#d9b84a"
MARK = "#4aa3df"
ROLES = {"lost": "#c8503c", "gained": "#4f9fd8", "left": "#d9b84a", "opened": "#b779c9"}
"""The colours of the squares of a reason, which may be named by their roles."""
WIDTH, HEAD_LENGTH, HEAD_WIDTH = 0.11, 0.34, 0.42
"""Of an arrow, in cells."""
MARK_RADIUS = 0.45
MARK_WIDTH = 0.07


class Arrow(NamedTuple):
    """An arrow between two squares of a picture; from a square to itself it is a circle.

    Between two squares of a rim that do not stand in one row, column or diagonal it follows the rim.
    """

    tail: int | str
    head: int | str
    colour: str = ARROW
    """Any colour of CSS, or one of the roles of a reason's squares: `lost`, `gained`, `left`, `opened`."""


Arrows: TypeAlias = Iterable[Arrow | tuple[int | str, int | str] | tuple[int | str, int | str, str]]
"""Arrows, or pairs of squares."""
Coloured: TypeAlias = Mapping[Any, str] | Iterable[int | str | tuple[int | str, str]]
"""Squares, with their colours or in the usual one: `["a1"]`, `{"a1": "red"}` or `[("a1", "lost")]`."""


class Drawing(TypedDict, total=False):
    """What `Board.svg` takes, as keyword arguments of other pictures of a board."""

    size: int
    coordinates: bool
    legal: bool
    hints: Mapping[int | str, object] | None
    arrows: Arrows
    fills: Coloured
    marks: Coloured
    orientation: Symmetry | Colour


def coloured(given: Coloured, usual: str) -> dict[int, str]:
    """The colour of each square."""
    pairs = given.items() if isinstance(given, Mapping) else given
    found = (pair if isinstance(pair, tuple) else (pair, usual) for pair in pairs)
    return {SquareSet([square])[0]: colour for square, colour in found}


def attribute(colour: str) -> str:
    """A colour as it stands in an attribute of SVG."""
    return escape(ROLES.get(colour, str(colour)))


class ArrowPath(NamedTuple):
    """An arrow between the centres of two cells, in units of a cell."""

    tail: Coordinates
    head: Coordinates
    is_along_rim: bool

    def svg(self, colour: str) -> str:
        """The arrow's line and head."""
        if self.tail == self.head:
            x, y = self.tail
            return f'<circle class="arrow" cx="{x:.3f}" cy="{y:.3f}" r="{MARK_RADIUS}" {_stroke(colour)}/>'
        (x, y), neck = self.tail, self._neck()
        if self.is_along_rim:
            radius = hypot(x, y)
            way = f"A{radius:.3f} {radius:.3f} 0 0 {int(self._turn() > 0)} "
        else:
            way = "L"
        return (
            f'<g class="arrow"><path d="M{x:.3f} {y:.3f}{way}{_text(neck)}" {_stroke(colour)}/>'
            f'<path d="M{"L".join(map(_text, self._tip(neck)))}z" fill="{colour}"/></g>'
        )

    def _turn(self) -> float:
        """The angle from tail to head round the centre, the shorter way; clockwise is positive."""
        turn = atan2(self.head[1], self.head[0]) - atan2(self.tail[1], self.tail[0])
        return (turn + pi) % (2 * pi) - pi

    def _neck(self) -> Coordinates:
        """Where the line ends and the arrow's head begins."""
        (x, y), (end_x, end_y) = self.tail, self.head
        if self.is_along_rim:
            radius, angle = hypot(x, y), atan2(end_y, end_x)
            angle -= HEAD_LENGTH / radius * (1 if self._turn() > 0 else -1)
            return radius * cos(angle), radius * sin(angle)
        share = HEAD_LENGTH / hypot(end_x - x, end_y - y)
        return end_x + (x - end_x) * share, end_y + (y - end_y) * share

    def _tip(self, neck: Coordinates) -> tuple[Coordinates, Coordinates, Coordinates]:
        """The triangle at the end."""
        (x, y), (end_x, end_y) = neck, self.head
        wide = HEAD_WIDTH / 2 / hypot(end_x - x, end_y - y)
        aside = (y - end_y) * wide, (end_x - x) * wide
        return self.head, (x + aside[0], y + aside[1]), (x - aside[0], y - aside[1])


def arrows_on(variant: Variant, arrows: Iterable[Arrow], places: Mapping[int, Coordinates]) -> Iterator[str]:
    """The arrows between cells of a board, with the centre of each cell; others are left out."""
    for tail, head, colour in arrows:
        one, other = SquareSet([tail])[0], SquareSet([head])[0]
        if one in places and other in places:
            along = {one, other} <= {*variant.ring} and not _stand_in_line(one, other)
            yield ArrowPath(places[one], places[other], along).svg(attribute(colour))


def mark(place: Coordinates, colour: str) -> str:
    """A ring around the centre of a cell."""
    x, y = place
    return (
        f'<circle class="mark" cx="{x:.3f}" cy="{y:.3f}" r="{MARK_RADIUS}" fill="none"'
        f' stroke="{attribute(colour)}" stroke-width="{MARK_WIDTH}"/>'
    )


def _stand_in_line(one: int, other: int) -> bool:
    """Whether two squares stand in a row, a column or a diagonal."""
    across, down = other % 8 - one % 8, other // 8 - one // 8
    return across == 0 or down == 0 or abs(across) == abs(down)


def _stroke(colour: str) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{WIDTH}" stroke-linecap="round"'


def _text(point: Coordinates) -> str:
    return f"{point[0]:.3f} {point[1]:.3f}"
