"""Pictures: well-formed on every board, every cell and disc drawn once, round boards round, text escaped."""

from __future__ import annotations

import re
from math import dist
from xml.etree import ElementTree

import pytest

from shirokuro.square import PASS, parse_square
from shirokuro.svg import Picture, draw
from shirokuro.variant import VARIANTS, Variant

SVG = "{http://www.w3.org/2000/svg}"


def start_picture(variant: Variant, **marks: object) -> Picture:
    values: dict[str, object] = {"black": variant.black, "white": variant.white, "ring": variant.ring} | marks
    return Picture(variant.width, variant.cells, **values)  # type: ignore[arg-type]


def drawn(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(draw(picture))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get("class") == name]


def centre_of(square: str) -> tuple[float, float]:
    number = parse_square(square)
    return number % 8 * 60 + 30, number // 8 * 60 + 30


def place_of(element: ElementTree.Element) -> tuple[float, float]:
    x, y = ("cx", "cy") if element.tag == SVG + "circle" else ("x", "y")
    return float(element.attrib[x]), float(element.attrib[y])


def points_of(path: ElementTree.Element) -> list[tuple[float, float]]:
    """The corners of a rim cell's path; an arc's end is one, its radii are not."""
    without_radii = re.sub(r"A\S+ \S+ 0 0 1 ", "L", path.attrib["d"])
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](\S+?) ([-\d.]+)", without_radii)]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_every_cell_and_disc_is_drawn_once(variant: Variant) -> None:
    root = drawn(start_picture(variant))
    paths = [cell.attrib["d"] for cell in of_class(root, "cell")]
    assert len(paths) == len(set(paths)) == len(variant.cells)
    assert len(of_class(root, "disc black")) == len(of_class(root, "disc white")) == 2


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_coordinates_name_columns_and_rows(variant: Variant) -> None:
    (labels,) = of_class(drawn(start_picture(variant)), "coordinates")
    names = sorted(text.text or "" for text in labels)
    assert names == sorted("abcdefgh"[: variant.width] + "12345678"[: variant.width])
    assert not of_class(drawn(start_picture(variant, coordinates=False)), "coordinates")


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_everything_lies_inside_the_view(variant: Variant) -> None:
    for coordinates in (True, False):
        root = drawn(start_picture(variant, coordinates=coordinates))
        low, _, side, _ = map(float, root.attrib["viewBox"].split())
        (frame,) = of_class(root, "frame")
        if variant.is_round:
            x, y = place_of(frame)
            reach = float(frame.attrib["r"])
            edges = [x - reach, x + reach, y - reach, y + reach]
        else:
            edges = [float(frame.attrib["x"]), float(frame.attrib["x"]) + float(frame.attrib["width"])]
        assert all(low - 0.01 <= edge <= low + side + 0.01 for edge in edges)


@pytest.mark.parametrize("variant", [v for v in VARIANTS.values() if v.is_round], ids=str)
def test_the_rim_of_a_round_board_closes_along_a_circle(variant: Variant) -> None:
    root = drawn(start_picture(variant))
    (frame,) = of_class(root, "frame")
    assert frame.tag == SVG + "circle"
    rim = [path for path in of_class(root, "cell") if "A" in path.attrib["d"]]
    assert len(rim) == len(variant.ring)
    # Each rim cell touches the circle at two points, and each such point belongs to two cells.
    radius = float(frame.attrib["r"]) - 12
    on_circle = [
        point
        for path in rim
        for point in points_of(path)
        if abs(dist(point, place_of(frame)) - radius) < 0.05
    ]
    assert len(on_circle) == 2 * len(set(on_circle)) == 2 * len(rim)


def test_square_boards_have_no_arcs() -> None:
    root = drawn(start_picture(VARIANTS["reversi"]))
    assert of_class(root, "frame")[0].tag == SVG + "rect"
    assert not [path for path in of_class(root, "cell") if "A" in path.attrib["d"]]


def test_discs_lie_on_their_squares() -> None:
    root = drawn(start_picture(VARIANTS["reversi"]))
    places = {place_of(disc[1]) for disc in of_class(root, "disc white")}
    assert places == {centre_of("d4"), centre_of("e5")}


def test_marks_lie_on_their_squares() -> None:
    legal = [parse_square("d3"), parse_square("c4"), parse_square("f5")]
    picture = start_picture(
        VARIANTS["nip"], legal=legal, last_move=parse_square("e4"), hints={parse_square("f5"): "+2"}
    )
    root = drawn(picture)
    assert {place_of(dot) for dot in of_class(root, "legal")} == {centre_of("d3"), centre_of("c4")}
    assert [place_of(mark) for mark in of_class(root, "last-move")] == [centre_of("e4")]
    assert [(hint.text, place_of(hint)) for hint in of_class(root, "hint")] == [("+2", centre_of("f5"))]


def test_marks_beside_the_board_are_left_out() -> None:
    corner = parse_square("a1")
    root = drawn(start_picture(VARIANTS["nip"], last_move=PASS, legal=[corner], hints={corner: "no"}))
    assert not of_class(root, "last-move") + of_class(root, "legal") + of_class(root, "hint")


def test_text_is_escaped() -> None:
    wild = "</text><script>&'\""
    root = drawn(start_picture(VARIANTS["reversi"], hints={0: wild}, title=wild + "\x00\x1b\ud800"))
    (hint,) = of_class(root, "hint")
    assert hint.text == wild
    assert root[0].text == wild + "\ufffd" * 3
    assert not list(root.iter(SVG + "script"))


def test_it_is_an_image_with_a_title_and_a_size() -> None:
    root = drawn(start_picture(VARIANTS["nip"], title="Nip after f5", size=123))
    assert root.get("role") == "img"
    assert (root.get("width"), root.get("height")) == ("123", "123")
    assert (root[0].tag, root[0].text) == (SVG + "title", "Nip after f5")


def test_pictures_share_a_page_without_ids() -> None:
    assert not [element for element in drawn(start_picture(VARIANTS["nip"])).iter() if "id" in element.attrib]
