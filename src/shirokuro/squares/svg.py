"""Draws a board as one self-contained SVG; knows squares, discs and what is drawn on them, but no rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from shirokuro.squares import geometry
from shirokuro.squares.geometry import Coordinates, geometry_of
from shirokuro.squares.marks import Arrow, arrows_on, attribute, mark
from shirokuro.squares.square import Symmetry, parse_square, square_name
from shirokuro.squares.variant import Variant

CELL = 60.0
DISC = geometry.DISC * CELL
SLIVER = 0.06 * CELL
"""How much of a disc's other side is seen."""

FELT = "#2a7d59"
RIM = "#34895f"
LINES = "#155239"
WOOD = "#17231d"
LABEL = "#b6c4bc"
MARK = "#d8401f"
FACES = {"black": "#171b19", "white": "#fbfbf8"}

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Svg(str):
    """The text of an SVG, which notebooks show as the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Picture:
    """What to draw. Marks on squares that are not cells, such as a pass, are left out."""

    variant: Variant
    black: Collection[int] = ()
    white: Collection[int] = ()
    legal: Collection[int] = ()
    last_move: int | None = None
    hints: Mapping[int, str] = field(default_factory=dict)
    """A short text by square; it replaces the dot of a legal move."""
    title: str = "Reversi board"
    coordinates: bool = True
    size: int = 400
    """Width and height in pixels."""
    arrows: Collection[Arrow] = ()
    fills: Mapping[int, str] = field(default_factory=dict)
    """The colour of a cell."""
    marks: Mapping[int, str] = field(default_factory=dict)
    """The colour of a ring around a cell's disc."""
    orientation: Symmetry = Symmetry.IDENTITY
    """How the board is turned or mirrored; squares keep their names."""


def draw(picture: Picture) -> Svg:
    """The picture as SVG; it has no ids, so that many pictures can share a page."""
    places, parts = centres(picture.variant, picture.orientation), [*empty_board(picture)]
    for colour, squares in (("black", picture.black), ("white", picture.white)):
        for x, y in (places[square] for square in squares):
            parts.append(f'<g class="disc {colour}" transform="translate({x:g} {y:g})">{faces(colour)}</g>')
    for square in sorted(places.keys() & {*picture.legal} - picture.hints.keys()):
        parts.append(_dot("legal", places[square], f'r="{CELL * 0.1:g}" fill="#000" opacity="0.45"'))
    last = picture.last_move
    if last is not None and last in places and last not in picture.hints:
        parts.append(_dot("last-move", places[last], last_mark()))
    for square in sorted(places.keys() & picture.hints.keys()):
        (x, y), hint = places[square], picture.hints[square]
        height = min(CELL * 0.36, CELL * 1.15 / max(len(hint), 1))
        colour = "#111" if square in picture.white else "#fff"
        parts.append(
            f'<text class="hint" x="{x:g}" y="{y:g}" dy="0.35em" font-size="{height:.1f}"'
            f' font-weight="bold" fill="{colour}">{_text(hint)}</text>'
        )
    if picture.marks or picture.arrows:
        parts += [f'<g transform="scale({CELL:g})">', *_signs(picture), "</g>"]
    return Svg("\n".join([*parts, "</svg>"]))


def centres(variant: Variant, orientation: Symmetry = Symmetry.IDENTITY) -> dict[int, Coordinates]:
    """The centre of each square's disc in a picture."""
    return {square: _scaled(place) for square, place in _places(variant, orientation).items()}


def empty_board(picture: Picture) -> Iterator[str]:
    """A picture without discs and end tag: the opening tag, the title and the board."""
    shape, variant = geometry_of(picture.variant.name), picture.variant
    left, top, width, height = (CELL * length for length in shape.view)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{left:g} {top:g} {width:g} {height:g}"'
        f' width="{picture.size}" height="{picture.size}" font-family="Verdana, DejaVu Sans, sans-serif"'
        ' text-anchor="middle">'
    )
    yield f"<title>{_text(picture.title)}</title>"
    if variant.is_round:
        yield f'<circle class="frame" cx="0" cy="0" r="{width / 2:g}" fill="{WOOD}"/>'
    else:
        yield (
            f'<rect class="frame" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
            f' rx="{0.22 * CELL:g}" fill="{WOOD}"/>'
        )
    yield f'<g stroke="{LINES}" stroke-width="0.035" stroke-linejoin="round" transform="scale({CELL:g})">'
    rim = [cell.path for cell in shape.cells if cell.square in variant.ring]
    inner = [cell.path for cell in shape.cells if cell.square not in variant.ring]
    yield from (f'<path class="cell" d="{path}" fill="{RIM}"/>' for path in rim)
    if rim:  # with a thick line around the inner cells
        yield f'<path class="ring" d="{"".join(inner)}" fill="none" stroke-width="0.13"/>'
    yield from (f'<path class="cell" d="{path}" fill="{FELT}"/>' for path in inner)
    paths = {cell.square: cell.path for cell in shape.cells}
    for square in sorted(paths.keys() & picture.fills.keys()):
        path, colour = paths[variant.image(square, picture.orientation)], attribute(picture.fills[square])
        yield f'<path class="fill" d="{path}" fill="{colour}"/>'
    yield "</g>"
    for x, y in map(_scaled, shape.stars):
        yield f'<circle class="star" cx="{x:g}" cy="{y:g}" r="4" fill="{LINES}"/>'
    if picture.coordinates:
        yield f'<g class="coordinates" fill="{LABEL}" font-size="{CELL * 0.195:g}">'
        for text, place in _labels(picture):
            x, y = _scaled(place)
            yield f'<text x="{x:g}" y="{y:g}" dy="0.35em">{text}</text>'
        yield "</g>"


def _places(variant: Variant, orientation: Symmetry) -> dict[int, Coordinates]:
    """The centre of each square's disc; one unit is one cell."""
    centre = {cell.square: cell.centre for cell in geometry_of(variant.name).cells}
    return {square: centre[variant.image(square, orientation)] for square in centre}


def _labels(picture: Picture) -> Iterator[tuple[str, Coordinates]]:
    """The names of columns and rows, or of the cells of a rim, where they stand on a board that is turned."""
    variant, turned = picture.variant, picture.orientation
    places = dict(geometry_of(variant.name).labels)
    for text in places:
        if variant.is_round:
            there = square_name(variant.image(parse_square(text), turned))
        else:
            square = parse_square(f"{text}1" if text.isalpha() else f"a{text}")
            there = square_name(variant.image(square, turned))[text.isalpha() == turned.swaps]
        yield text, places[there]


def _signs(picture: Picture) -> Iterator[str]:
    """The marks and, above them, the arrows; one unit is one cell."""
    places = _places(picture.variant, picture.orientation)
    yield from (
        mark(places[square], picture.marks[square]) for square in sorted(places.keys() & picture.marks)
    )
    yield from arrows_on(picture.variant, picture.arrows, places)


def _text(text: str) -> str:
    return escape(NOT_XML.sub("\ufffd", text))


def _scaled(point: Coordinates) -> Coordinates:
    return round(point[0] * CELL, 2), round(point[1] * CELL, 2)


def faces(colour: str) -> str:
    """A disc at the origin: its face, and a sliver of its other side."""
    other = "white" if colour == "black" else "black"
    up = SLIVER / 4
    return (
        f'<circle cy="{SLIVER - up:g}" r="{DISC:g}" fill="{FACES[other]}"/>'
        f'<circle cy="{-up:g}" r="{DISC:g}" fill="{FACES[colour]}"/>'
    )


def last_mark() -> str:
    """The attributes of the mark on the last move."""
    return f'r="{CELL * 0.13:g}" fill="{MARK}" stroke="{FACES["white"]}" stroke-width="{CELL * 0.03:g}"'


def _dot(name: str, place: Coordinates, look: str) -> str:
    return f'<circle class="{name}" cx="{place[0]:g}" cy="{place[1]:g}" {look}/>'
