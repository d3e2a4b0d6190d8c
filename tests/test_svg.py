"""Pictures: well-formed on every board, every cell and disc drawn once, round boards round, text escaped."""

from __future__ import annotations

import re
from math import hypot
from xml.etree import ElementTree

import pytest

from shirokuro.squares.geometry import geometry_of
from shirokuro.squares.square import PASS, parse_square, square_name
from shirokuro.squares.svg import Picture, centres, draw
from shirokuro.squares.variant import VARIANTS, Variant

SVG = "{http://www.w3.org/2000/svg}"


def start_picture(variant: Variant, **marks: object) -> Picture:
    return Picture(variant, variant.black, variant.white, **marks)  # type: ignore[arg-type]


def drawn(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(draw(picture))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get("class") == name]


def centre_of(variant: str, square: str) -> tuple[float, float]:
    return centres(VARIANTS[variant])[parse_square(square)]


def place_of(element: ElementTree.Element) -> tuple[float, float]:
    x, y = ("cx", "cy") if element.tag == SVG + "circle" else ("x", "y")
    return float(element.attrib[x]), float(element.attrib[y])


def moved_to(element: ElementTree.Element) -> tuple[float, float]:
    x, y = re.findall(r"[-\d.]+", element.attrib["transform"])
    return float(x), float(y)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_every_cell_and_disc_is_drawn_once_where_the_page_draws_it(variant: Variant) -> None:
    root = drawn(start_picture(variant))
    paths = [cell.attrib["d"] for cell in of_class(root, "cell")]
    assert len(paths) == len(set(paths)) == len(variant.cells)
    assert {*paths} == {cell.path for cell in geometry_of(variant.name).cells}
    assert len(of_class(root, "disc black")) == len(of_class(root, "disc white")) == 2
    (labels,) = of_class(root, "coordinates")
    names = sorted(text.text or "" for text in labels)
    square = [*"abcdefgh"[: variant.width], *"12345678"[: variant.width]]
    assert names == sorted(square if not variant.is_round else map(square_name, variant.ring))
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
def test_the_rim_of_a_round_board_lies_on_a_circle(variant: Variant) -> None:
    root = drawn(start_picture(variant))
    (frame,) = of_class(root, "frame")
    assert frame.tag == SVG + "circle"
    places = centres(variant)
    reaches = {round(hypot(*places[square]), 1) for square in variant.ring}
    assert len(reaches) == 1
    assert reaches.pop() < float(frame.attrib["r"])


def test_square_boards_have_no_arcs() -> None:
    root = drawn(start_picture(VARIANTS["reversi"]))
    assert of_class(root, "frame")[0].tag == SVG + "rect"
    assert not [path for path in of_class(root, "cell") if "A" in path.attrib["d"]]


def test_discs_lie_on_their_squares() -> None:
    root = drawn(start_picture(VARIANTS["reversi"]))
    places = {moved_to(disc) for disc in of_class(root, "disc white")}
    assert places == {(210, 210), (270, 270)}


def test_marks_lie_on_their_squares() -> None:
    legal = [parse_square("d3"), parse_square("c4"), parse_square("f5")]
    picture = start_picture(
        VARIANTS["nip"], legal=legal, last_move=parse_square("e4"), hints={parse_square("f5"): "+2"}
    )
    root = drawn(picture)
    assert {place_of(dot) for dot in of_class(root, "legal")} == {
        centre_of("nip", "d3"),
        centre_of("nip", "c4"),
    }
    assert [place_of(mark) for mark in of_class(root, "last-move")] == [centre_of("nip", "e4")]
    assert [(hint.text, place_of(hint)) for hint in of_class(root, "hint")] == [
        ("+2", centre_of("nip", "f5"))
    ]


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
