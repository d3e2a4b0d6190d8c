"""The cells of every board as paths and centres: unit squares, and round boards for Nip.

On a round board the centre is (0, 0), y points down and an inner cell has width 1. The n cells of the rim lie
between the circles of radius r and R, each with an angle of θ = 2π/n. The inner cells are unit squares, but
corners at which two rim cells meet are moved onto the inner circle, to the wall between the two. A rim cell
with two inner neighbours reaches in to the corner between them. So two cells share a wall exactly if they are
neighbours in a row, in a column or along the rim.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import atan2, cos, hypot, pi, sin

from shirokuro.squares.square import place_of, square_name
from shirokuro.squares.variant import VARIANTS, Variant, find_variant

Coordinates = tuple[float, float]

DISC = 0.41
"""The radius of a disc."""
RIM = 1.06
"""The width of the rim."""
FRAME = 0.3
"""The width of the frame around a square board."""
ROUND_FRAME = 0.35
"""The width of the frame around a round board, which holds its labels."""
DISC_ROOM = 0.45
"""The least distance of an inner disc's centre from the inner circle."""


@dataclass(frozen=True, slots=True)
class CellShape:
    """One cell as it is drawn."""

    square: int
    path: str
    """The data of an SVG path."""
    centre: Coordinates
    corners: tuple[Coordinates, ...]
    """Clockwise; the wall between two corners on one circle is an arc."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board as it is drawn; one unit is one cell."""

    view: tuple[float, float, float, float]
    """Left, top, width and height of the picture."""
    cells: tuple[CellShape, ...]
    labels: tuple[tuple[str, Coordinates], ...]
    stars: tuple[Coordinates, ...]


@cache
def geometry_of(variant: str) -> Geometry:
    """The geometry of a board."""
    found = find_variant(variant)
    return _RoundBoard(found).geometry() if found.is_round else _square_board(found)


# Square boards


def _square_board(variant: Variant) -> Geometry:
    width = variant.width
    cells = []
    for square in variant.cells:
        x, y = place_of(square)
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        cells.append(CellShape(square, f"M{x} {y}h1v1h-1z", (x + 0.5, y + 0.5), corners))
    labels = [(column, (i + 0.5, -FRAME / 2)) for i, column in enumerate(variant.columns)]
    labels += [(str(i + 1), (-FRAME / 2, i + 0.5)) for i in range(width)]
    stars = tuple((float(x), float(y)) for y in (2, 6) for x in (2, 6)) if width == 8 else ()
    view = (-FRAME, -FRAME, width + 2 * FRAME, width + 2 * FRAME)
    return Geometry(view, tuple(cells), tuple(labels), stars)


# Round boards


_INNER = {52: 3.34, 40: 3.0, 32: 2.46, 24: 2.10, 12: 1.26}
"""The radius of the inner circle, by the number of cells."""
_WALLS = {
    (0, 1): ((-0.5, 0.5), (0.5, 0.5)),
    (-1, 0): ((-0.5, -0.5), (-0.5, 0.5)),
    (0, -1): ((0.5, -0.5), (-0.5, -0.5)),
    (1, 0): ((0.5, 0.5), (0.5, -0.5)),
}
"""The wall between a rim cell and an inner neighbour, clockwise, relative to the rim cell's centre."""


class _RoundBoard:
    """Draws one round board."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._inner = _INNER[len(variant.cells)]
        self._outer = self._inner + RIM
        self._angle = 2 * pi / len(variant.ring)
        places = [self._place(square) for square in variant.ring]
        from_top = [atan2(x, -y) % (2 * pi) for x, y in places]  # clockwise, as angles
        start = from_top.index(min(from_top))
        self._ring = variant.ring[start:] + variant.ring[:start]
        self._nodes: dict[Coordinates, int] = {}
        """The lattice corners that are moved onto the inner circle, and to which wall of the rim."""
        for i, square in enumerate(self._ring):
            first, *_, last = self._inner_wall(square)
            self._nodes |= {first: i, last: (i + 1) % len(self._ring)}

    def geometry(self) -> Geometry:
        edge = self._outer + ROUND_FRAME
        cells = tuple(
            self._rim_cell(square) if square in self._ring else self._inner_cell(square)
            for square in self._variant.cells
        )
        labels = tuple(
            (square_name(square), self._node(i + 0.5, self._outer + ROUND_FRAME / 2))
            for i, square in enumerate(self._ring)
        )
        return Geometry((-edge, -edge, 2 * edge, 2 * edge), cells, labels, ())

    def _node(self, steps: float, radius: float) -> Coordinates:
        """The point `steps` cells clockwise from the top."""
        return radius * sin(steps * self._angle), -radius * cos(steps * self._angle)

    def _rim_cell(self, square: int) -> CellShape:
        i = self._ring.index(square)
        outer = self._node(i, self._outer), self._node(i + 1, self._outer)
        inner = self._node(i + 1, self._inner), self._node(i, self._inner)
        centre = self._node(i + 0.5, self._inner + RIM / 2)
        between = next(iter(self._inner_wall(square)[1:-1]), None)
        path = f"M{_text(outer[0])}{_arc(self._outer, 1, outer[1])}L{_text(inner[0])}"
        path += f"L{_text(between)}L{_text(inner[1])}z" if between else f"{_arc(self._inner, 0, inner[1])}z"
        return CellShape(square, path, centre, (*outer, inner[0], *([between] if between else []), inner[1]))

    def _inner_wall(self, square: int) -> list[Coordinates]:
        """The lattice corners between a rim cell and its inner neighbours, clockwise."""
        x, y = self._place(square)
        inside = set(self._variant.cells) - set(self._variant.ring)
        inner = [step for step in _WALLS if inside.intersection(self._variant.ray(square, *step)[:1])]
        walls = [[(x + dx, y + dy) for dx, dy in _WALLS[step]] for step in inner]
        one, other = walls[0], walls[-1]
        if one[0] == other[1]:
            one, other = other, one
        return list(dict.fromkeys([*one, *other]))

    def _place(self, square: int) -> Coordinates:
        """The centre of a cell in the lattice."""
        (column, row), half = place_of(square), self._variant.width / 2
        return column + 0.5 - half, row + 0.5 - half

    def _inner_cell(self, square: int) -> CellShape:
        x, y = self._place(square)
        lattice = [(x + dx, y + dy) for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]
        nodes = [self._nodes.get(corner) for corner in lattice]
        corners = [  # those at a wall of the rim are moved onto the inner circle
            corner if node is None else self._node(node, self._inner)
            for corner, node in zip(lattice, nodes, strict=True)
        ]
        on_circle = [corner != before for corner, before in zip(corners, lattice, strict=True)]
        path = f"M{_text(corners[0])}"
        for number in (1, 2, 3, 0):
            is_arc = on_circle[number] and on_circle[number - 1]
            path += _arc(self._inner, 1, corners[number]) if is_arc else f"L{_text(corners[number])}"
        if any(on_circle):
            mean = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
            x, y = (x + mean[0]) / 2, (y + mean[1]) / 2
            shrink = min(1.0, (self._inner - DISC_ROOM) / hypot(x, y))
            x, y = x * shrink, y * shrink
        return CellShape(square, f"{path}z", (x, y), tuple(corners))


def _text(point: Coordinates) -> str:
    x, y = (round(each, 3) + 0.0 for each in point)  # -0.0 becomes 0.0
    return f"{x:.3f} {y:.3f}"


def _arc(radius: float, clockwise: int, end: Coordinates) -> str:
    return f"A{radius:g} {radius:g} 0 0 {clockwise} {_text(end)}"


# Neighbours


def neighbours(variant: str, square: int) -> dict[str, str]:
    """The cells that the arrow keys lead to, and the neighbours along the rim."""
    board = VARIANTS[variant]
    steps = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
    near = {key: board.ray(square, *step)[:1] for key, step in steps.items()}
    if square in board.ring:
        place = board.ring.index(square)
        near["clockwise"] = [board.ring[(place + 1) % len(board.ring)]]
        near["anticlockwise"] = [board.ring[place - 1]]
    return {key: square_name(cells[0]) for key, cells in near.items() if cells}
