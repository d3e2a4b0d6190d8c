"""Pictures: well-formed on every board, every cell and disc drawn once, round boards round, text escaped."""

from __future__ import annotations

import re
from math import hypot
from xml.etree import ElementTree

import pytest

import shirokuro as sk
from shirokuro.squares.geometry import geometry_of
from shirokuro.squares.marks import Drawing
from shirokuro.squares.square import PASS, Symmetry, parse_square, square_name
from shirokuro.squares.svg import Picture, centres, draw
from shirokuro.squares.variant import VARIANTS, Variant

SVG = "{http://www.w3.org/2000/svg}"


def start_picture(variant: Variant, **marks: object) -> Picture:
    return Picture(variant, variant.black, variant.white, **marks)  # type: ignore[arg-type]


def drawn(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(draw(picture))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get("class") == name]


def place_of(element: ElementTree.Element) -> tuple[float, float]:
    x, y = ("cx", "cy") if element.tag == SVG + "circle" else ("x", "y")
    return float(element.attrib[x]), float(element.attrib[y])


def moved_to(element: ElementTree.Element) -> tuple[float, float]:
    x, y = re.findall(r"[-\d.]+", element.attrib["transform"])
    return float(x), float(y)


each_board = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)


@each_board
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


@each_board
def test_everything_lies_inside_the_view(variant: Variant) -> None:
    for coordinates in (True, False):
        root = drawn(start_picture(variant, coordinates=coordinates))
        low, _, side, _ = map(float, root.attrib["viewBox"].split())
        (frame,) = of_class(root, "frame")
        x, y = place_of(frame)
        if variant.is_round:
            reach = float(frame.attrib["r"])
            edges = [x - reach, x + reach, y - reach, y + reach]
        else:
            edges = [x, x + float(frame.attrib["width"])]
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
    c4, d3, e4, f5 = map(parse_square, ("c4", "d3", "e4", "f5"))
    root = drawn(start_picture(VARIANTS["nip"], legal=[d3, c4, f5], last_move=e4, hints={f5: "+2"}))
    places = centres(VARIANTS["nip"])
    assert {place_of(dot) for dot in of_class(root, "legal")} == {places[d3], places[c4]}
    assert [place_of(mark) for mark in of_class(root, "last-move")] == [places[e4]]
    assert [(hint.text, place_of(hint)) for hint in of_class(root, "hint")] == [("+2", places[f5])]


def test_marks_beside_the_board_are_left_out() -> None:
    corner = parse_square("a1")
    beside = {"marks": {corner: "red"}, "fills": {corner: "red"}, "arrows": [sk.Arrow(corner, "d4")]}
    picture = start_picture(VARIANTS["nip"], last_move=PASS, legal=[corner], hints={corner: "no"}, **beside)
    root = drawn(picture)
    assert not of_class(root, "mark") + of_class(root, "fill") + of_class(root, "arrow")
    assert not of_class(root, "last-move") + of_class(root, "legal") + of_class(root, "hint")


def test_text_is_escaped() -> None:
    wild = "</text><script>&'\""
    root = drawn(start_picture(VARIANTS["reversi"], hints={0: wild}, title=wild + "\x00\x1b\ud800"))
    (hint,) = of_class(root, "hint")
    assert hint.text == wild
    assert root[0].text == wild + "\ufffd" * 3
    assert not list(root.iter(SVG + "script"))


def test_it_is_an_image_with_a_title_and_a_size() -> None:
    """Pictures share a page, so they have no ids."""
    root = drawn(start_picture(VARIANTS["nip"], title="Nip after f5", size=123))
    assert [root.get(name) for name in ("role", "width", "height")] == ["img", "123", "123"]
    assert not [element for element in root.iter() if "id" in element.attrib]
    assert (root[0].tag, root[0].text) == (SVG + "title", "Nip after f5")


def numbers(text: str) -> list[float]:
    return [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?", text)]


@each_board
def test_a_turned_board_keeps_its_names(variant: Variant) -> None:
    """All of a square is drawn where a board drawn the usual way has its image."""
    square, board = variant.cells[1], sk.Board.from_cells(variant.cells, (), variant=variant)
    plain, names = (
        centres(variant),
        {"arrows": [(square, square)], "fills": [square], "marks": {square: "red"}},
    )
    labels = dict(geometry_of(variant.name).labels)
    for symmetry in Symmetry:
        root = ElementTree.fromstring(board.svg(orientation=symmetry, hints={square: "!"}, **names))
        there = variant.image(square, symmetry)
        assert place_of(of_class(root, "hint")[0]) == pytest.approx(plain[there])
        for ring in (*of_class(root, "mark"), *of_class(root, "arrow")):
            assert place_of(ring) == pytest.approx([each / 60 for each in plain[there]], abs=0.001)
        (fill,) = of_class(root, "fill")
        assert fill.get("d") == next(c.path for c in geometry_of(variant.name).cells if c.square == there)
        (drawn_labels,) = of_class(root, "coordinates")
        found = {text.text: place_of(text) for text in drawn_labels}
        assert found.keys() == labels.keys()
        if variant.is_round:
            assert found[square_name(square)] == pytest.approx(
                [60 * x for x in labels[square_name(there)]], abs=0.01
            )
        else:  # b1: its column's letter stands in line with it
            assert min(abs(a - b) for a, b in zip(found["b"], plain[there], strict=True)) < 0.01


def test_white_sees_the_board_from_the_other_side() -> None:
    board = sk.Board.parse("f5d6")
    assert board.svg(orientation=sk.WHITE) == board.svg(orientation=Symmetry.ROTATE_180) != board.svg()
    assert board.svg(orientation=sk.BLACK) == board.svg()


def test_an_arrow_points_from_square_to_square() -> None:
    board = sk.Board()
    root = ElementTree.fromstring(board.svg(arrows=[("f5", "d5"), sk.Arrow("a1", "a4", "lost")]))
    one, other = of_class(root, "arrow")
    line, head = (path.attrib["d"] for path in one)
    assert numbers(line)[:2] == [5.5, 4.5]
    assert numbers(line)[3] == numbers(head)[1] == 4.5
    assert numbers(head)[0] == 3.5 < numbers(line)[2] < 5.5
    assert other[0].get("stroke") == other[1].get("fill") == "#c8503c"


def test_an_arrow_between_rim_cells_follows_the_rim() -> None:
    """The shorter way round, unless the cells stand in one line."""
    variant = VARIANTS["nip"]
    ring, radius = variant.ring, hypot(*centres(variant)[variant.ring[0]]) / 60
    for first, last, along, sweep in ((0, 6, True, 1), (6, 0, True, 0), (0, 19, False, 0), (1, 16, True, 0)):
        svg = sk.Board("nip").svg(arrows=[(ring[first], ring[last])], orientation=Symmetry.ROTATE_90)
        ((line, head),) = of_class(ElementTree.fromstring(svg), "arrow")
        assert ("A" in line.attrib["d"]) == along
        if along:
            *_, bow_radius, _, _, large, bow_sweep, x, y = numbers(line.attrib["d"].replace("A", " A"))
            assert (bow_radius, large, bow_sweep) == (pytest.approx(radius, abs=0.001), 0, sweep)
            assert hypot(x, y) == pytest.approx(radius, abs=0.001)
        tip = [each / 60 for each in centres(variant)[variant.image(ring[last], Symmetry.ROTATE_90)]]
        assert numbers(head.attrib["d"])[:2] == pytest.approx(tip, abs=0.001)


def test_colours_are_escaped_and_squares_read() -> None:
    wild = '"/><script>'
    root = ElementTree.fromstring(
        sk.Board().svg(fills={"a1": wild}, marks=[("b2", wild)], arrows=[(1, 2, wild)])
    )
    assert not list(root.iter(SVG + "script"))
    assert of_class(root, "fill")[0].get("fill") == of_class(root, "mark")[0].get("stroke") == wild
    for wrong in ({"fills": ["z9"]}, {"marks": {65: "red"}}, {"arrows": [("a1", "i1")]}, {"orientation": 8}):
        with pytest.raises(ValueError, match=r"z9|65|i1|8"):
            sk.Board().svg(**wrong)  # type: ignore[arg-type]


def test_records_and_reasons_are_drawn_alike() -> None:
    record = sk.Record.from_board("f5d6c3d3c4f4c5b3c2e3d2c1")
    look: Drawing = {"arrows": [("f5", "d5")], "size": 90, "orientation": sk.WHITE}
    assert record.svg(3, **look) == sk.Board.parse("f5d6c3").svg(legal=False, **look)
    board = record.board()
    reason = sk.explain(board, "b2", depth=4).reasons[0]
    root = ElementTree.fromstring(reason.svg(board))
    assert {fill.get("fill") for fill in of_class(root, "fill")} == {"#c8503c"}
    assert len(of_class(root, "fill")) == len(reason.cells)
    assert len(of_class(root, "arrow")) == len(reason.arrows)
    assert record.board() == board
    assert 'width="90"' in reason.svg(board.line(), size=90)
