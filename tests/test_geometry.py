"""The cells of every board as they are drawn: neighbours share a wall, nobody else does, discs fit."""

from __future__ import annotations

from itertools import combinations, product
from math import dist, hypot

import pytest

import shirokuro as sk
from shirokuro.squares.geometry import DISC, CellShape, geometry_of, neighbours

Point = tuple[float, float]


def share_a_wall(one: CellShape, other: CellShape) -> bool:
    """Both go along it, in opposite directions, since corners run clockwise."""
    pairs = product(walls(one), walls(other))
    return any(max(dist(a, d), dist(b, c)) < 1e-9 for (a, b), (c, d) in pairs)


def walls(cell: CellShape) -> list[tuple[Point, Point]]:
    return [(cell.corners[i - 1], corner) for i, corner in enumerate(cell.corners)]


def inside(point: Point, corners: tuple[Point, ...]) -> bool:
    """Right of every wall that runs clockwise, as seen with y downwards; a rim cell may be concave inside."""
    crossings = 0
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > point[1]) != (by > point[1]):
            crossings += point[0] < ax + (point[1] - ay) / (by - ay) * (bx - ax)
    return crossings % 2 == 1


@pytest.mark.parametrize("name", sk.VARIANTS)
def test_cells_share_a_wall_exactly_if_they_are_neighbours(name: str) -> None:
    cells = geometry_of(name).cells
    assert {cell.square for cell in cells} == set(sk.VARIANTS[name].cells)
    for one, other in combinations(cells, 2):
        beside = sk.square_name(other.square) in neighbours(name, one.square).values()
        assert share_a_wall(one, other) == beside, (sk.square_name(one.square), sk.square_name(other.square))


@pytest.mark.parametrize("name", sk.VARIANTS)
def test_centres_lie_in_their_cells_and_discs_do_not_touch(name: str) -> None:
    geometry = geometry_of(name)
    left, top, width, height = geometry.view
    for cell in geometry.cells:
        assert inside(cell.centre, cell.corners)
        assert (cell.path[0], cell.path[-1]) == ("M", "z")
        for x, y in (*cell.corners, cell.centre):
            assert left <= x <= left + width
            assert top <= y <= top + height
    for one, other in combinations(geometry.cells, 2):
        assert dist(one.centre, other.centre) > 2 * DISC


@pytest.mark.parametrize("name", [name for name in sk.VARIANTS if sk.VARIANTS[name].is_round])
def test_the_rim_of_a_round_board_is_a_circle_in_the_order_of_its_ring(name: str) -> None:
    variant, geometry = sk.VARIANTS[name], geometry_of(name)
    radius = max(hypot(*corner) for cell in geometry.cells for corner in cell.corners)
    on_rim = {
        cell.square
        for cell in geometry.cells
        if sum(abs(hypot(*corner) - radius) < 1e-9 for corner in cell.corners) == 2
    }
    assert on_rim == set(variant.ring)
    assert len(geometry.labels) == len(variant.ring)


def test_the_keys_know_the_way_round_the_rim() -> None:
    ways = {"down": "f2", "left": "e1", "clockwise": "g2", "anticlockwise": "e1"}
    assert neighbours("nip", sk.F1) == ways
    assert neighbours("reversi", sk.A1) == {"down": "a2", "right": "b1"}
