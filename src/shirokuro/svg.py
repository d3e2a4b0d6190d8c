"""Draws a board as one self-contained SVG text; knows squares, discs and marks, but no rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from math import dist, hypot

from shirokuro.square import square_name

Point = tuple[float, float]

CELL = 60.0
DISC = 0.41 * CELL
FRAME = 0.2 * CELL
LABELS = 0.42 * CELL
RIM = 0.64 * CELL
"""How far the rim of a round board lies outside the centre of its farthest cell."""

FELT = "#23864f"
LINES = "#0c4628"
WOOD = "#33261d"
LABEL = "#85817c"  # outside the board, so it must be readable on white and on black
MARK = "#e5484d"
FACES = {"black": ("#050505", "#262626", "#4a4a4a"), "white": ("#b9b7ae", "#f4f3ee", "#ffffff")}
"""Edge, face and shine of a disc."""

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Picture:
    """What to draw. Marks on squares that are no cells, a pass for one, are left out."""

    width: int
    cells: Collection[int]
    black: Collection[int]
    white: Collection[int]
    ring: tuple[int, ...] = ()
    """The rim, clockwise, if the board is round."""
    legal: Collection[int] = ()
    last_move: int | None = None
    hints: Mapping[int, str] = field(default_factory=dict)
    """A short text for a square; on an empty one it takes the place of the legal move's dot."""
    title: str = "Reversi board"
    coordinates: bool = True
    size: int = 400
    """Width and height in pixels."""


def draw(picture: Picture) -> str:
    """The picture as SVG; nothing in it has an id, so many pictures can share a page."""
    low, side = _view(picture)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{low:g} {low:g} {side:g} {side:g}"'
        f' width="{picture.size}" height="{picture.size}" font-family="Verdana, DejaVu Sans, sans-serif"'
        ' text-anchor="middle">',
        f"<title>{_text(picture.title)}</title>",
        _frame(picture),
        *(_labels(picture, low) if picture.coordinates else ()),
        f'<g fill="{FELT}" stroke="{LINES}" stroke-width="1.5" stroke-linejoin="round">',
        *(f'<path class="cell" d="{_outline(picture, square)}"/>' for square in picture.cells),
        "</g>",
        *_star_points(picture),
        *(_disc(square, "black") for square in picture.black),
        *(_disc(square, "white") for square in picture.white),
        *_marks(picture),
        "</svg>",
    ]
    return "\n".join(parts)


def _text(text: str) -> str:
    return escape(NOT_XML.sub("\ufffd", text))


def _corner(square: int) -> Point:
    return square % 8 * CELL, square // 8 * CELL


def _centre(square: int) -> Point:
    x, y = _corner(square)
    return x + CELL / 2, y + CELL / 2


def _middle(picture: Picture) -> Point:
    return picture.width * CELL / 2, picture.width * CELL / 2


def _radius(picture: Picture) -> float:
    """Of the round board's felt."""
    return max(dist(_middle(picture), _centre(square)) for square in picture.ring) + RIM


def _overhang(picture: Picture) -> float:
    """How far the felt reaches beyond the squares of the grid."""
    return _radius(picture) - picture.width * CELL / 2 if picture.ring else 0.0


def _view(picture: Picture) -> tuple[float, float]:
    """Top left corner and side of the square that everything lies in."""
    margin = _overhang(picture) + FRAME
    labels = LABELS if picture.coordinates else 0.0
    return -margin - labels, picture.width * CELL + 2 * margin + labels


def _frame(picture: Picture) -> str:
    x, y = _middle(picture)
    if picture.ring:
        return (
            f'<circle class="frame" cx="{x:g}" cy="{y:g}" r="{_radius(picture) + FRAME:.2f}" fill="{WOOD}"/>'
        )
    side = picture.width * CELL + 2 * FRAME
    return (
        f'<rect class="frame" x="{-FRAME:g}" y="{-FRAME:g}" width="{side:g}" height="{side:g}"'
        f' rx="{FRAME:g}" fill="{WOOD}"/>'
    )


def _labels(picture: Picture, low: float) -> Iterator[str]:
    yield f'<g class="coordinates" fill="{LABEL}" font-size="{CELL * 0.32:g}">'
    line = low + LABELS / 2
    for i in range(picture.width):
        along = (i + 0.5) * CELL
        yield f'<text x="{along:g}" y="{line:g}" dy="0.35em">{square_name(i)[0]}</text>'
        yield f'<text x="{line:g}" y="{along:g}" dy="0.35em">{i + 1}</text>'
    yield "</g>"


def _outline(picture: Picture, square: int) -> str:
    """A cell's path: a square, or on the rim of a round board a piece that reaches out to the circle."""
    x, y = _corner(square)
    if square not in picture.ring:
        return f"M{x:g} {y:g}h{CELL:g}v{CELL:g}h{-CELL:g}z"
    place = picture.ring.index(square)
    before = _wall(picture, picture.ring[place - 1], square)
    after = _wall(picture, square, picture.ring[(place + 1) % len(picture.ring)])
    radius = _radius(picture)
    arc = f"A{radius:.2f} {radius:.2f} 0 0 1 {_point(_outward(picture, after))}"
    inside = "".join(f"L{_point(corner)}" for corner in _clockwise(square, after, before))
    return f"M{_point(_outward(picture, before))}{arc}{inside}z"


def _corners(square: int) -> list[Point]:
    x, y = _corner(square)
    return [(x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL)]


def _wall(picture: Picture, square: int, neighbour: int) -> Point:
    """The outermost corner that two neighbours on the rim share."""
    shared = set(_corners(square)) & set(_corners(neighbour))
    return max(shared, key=lambda corner: dist(_middle(picture), corner))


def _outward(picture: Picture, corner: Point) -> Point:
    """Where the line from the middle through this corner meets the circle."""
    x, y = _middle(picture)
    stretch = _radius(picture) / hypot(corner[0] - x, corner[1] - y)
    return x + (corner[0] - x) * stretch, y + (corner[1] - y) * stretch


def _clockwise(square: int, start: Point, stop: Point) -> list[Point]:
    """The cell's corners from one to another, both included."""
    corners = _corners(square)
    first = corners.index(start)
    turned = corners[first:] + corners[:first]
    return turned[: turned.index(stop) + 1]


def _point(point: Point) -> str:
    return f"{point[0]:.2f} {point[1]:.2f}"


def _star_points(picture: Picture) -> Iterator[str]:
    """The four points of a tournament board, two cells in from each corner."""
    if picture.width < 8:
        return
    near, far = 2 * CELL, (picture.width - 2) * CELL
    for x, y in ((near, near), (far, near), (near, far), (far, far)):
        yield f'<circle class="star" cx="{x:g}" cy="{y:g}" r="4" fill="{LINES}"/>'


def _disc(square: int, colour: str) -> str:
    x, y = _centre(square)
    edge, face, shine = FACES[colour]
    return (
        f'<g class="disc {colour}">'
        f'<circle cx="{x + 1.5:g}" cy="{y + 2.5:g}" r="{DISC:g}" fill="#000" opacity="0.3"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{DISC:g}" fill="{edge}"/>'
        f'<circle cx="{x:g}" cy="{y - 1:g}" r="{DISC - 1.5:g}" fill="{face}"/>'
        f'<path d="M{x - 17:g} {y - 6:g}A18 18 0 0 1 {x + 6:g} {y - 18:g}" fill="none" stroke="{shine}"'
        ' stroke-width="2" stroke-linecap="round" opacity="0.8"/></g>'
    )


def _marks(picture: Picture) -> Iterator[str]:
    cells = set(picture.cells)
    for square in sorted(cells.intersection(picture.legal).difference(picture.hints)):
        yield _dot("legal", square, f'r="{CELL * 0.1:g}" fill="#000" opacity="0.4"')
    if picture.last_move in cells and picture.last_move not in picture.hints:
        yield _dot("last-move", picture.last_move, f'r="{CELL * 0.09:g}" fill="{MARK}"')
    for square in sorted(cells.intersection(picture.hints)):
        yield _hint(square, picture.hints[square], "#111" if square in picture.white else "#fff")


def _dot(name: str, square: int, look: str) -> str:
    x, y = _centre(square)
    return f'<circle class="{name}" cx="{x:g}" cy="{y:g}" {look}/>'


def _hint(square: int, text: str, colour: str) -> str:
    x, y = _centre(square)
    height = min(CELL * 0.36, CELL * 1.15 / max(len(text), 1))
    return (
        f'<text class="hint" x="{x:g}" y="{y:g}" dy="0.35em" font-size="{height:.1f}" font-weight="bold"'
        f' fill="{colour}">{_text(text)}</text>'
    )
