"""docs/features.md: what is known by hand of its boards, and its pictures; as a script, this draws them."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from test_features import check_features

import shirokuro as sk
from shirokuro.engine.features import Feature, Features

DOC = Path(__file__).parent.parent / "docs" / "features.md"
Hints = dict[int | str, object]


def doc_boards() -> dict[str, sk.Board]:
    """The boards that the code of the doc makes, by the name it gives them."""
    test = doctest.DocTestParser().get_doctest(DOC.read_text(encoding="utf-8"), {}, "features", None, 0)
    names: dict[str, object] = {}
    for example in test.examples:
        if re.match(r"\w+ = |import ", example.source):
            exec(example.source, names)
    return {name: value for name, value in names.items() if isinstance(value, sk.Board)}


def doc_features() -> dict[str, Features]:
    return {name: sk.features(board) for name, board in doc_boards().items()}


def both(feature: Feature) -> tuple[int, int]:
    return feature.black.number, feature.white.number


def test_openness_and_mobility() -> None:
    """Counted by hand: after f5 the discs e4 d5 e5 f5 have 4 + 5 + 4 + 6 empty neighbours, d4 has 5."""
    found = doc_features()
    assert both(found["opened"].openness) == (19, 5)
    assert found["opened"].openness.hints(sk.BLACK) == {sk.E4: 4, sk.D5: 5, sk.E5: 4, sk.F5: 6}
    assert found["lines"].mobility.hints(sk.BLACK) == {sk.E4: 3, sk.E2: 1}
    assert found["rim"].mobility.hints(sk.BLACK)[sk.C1] == 2
    assert not found["rim"].stable.is_defined


def test_corners_and_edges() -> None:
    found = doc_features()
    assert found["corner"].stable.black.squares.names() == ["a1", "b1", "c1", "a2"]
    assert found["corner"].stable.white.squares.names() == ["h8"]
    assert (both(found["winged"].wing), both(found["winged"].c)) == ((0, 1), (0, 0))
    assert (both(found["heaped"].mountain), both(found["heaped"].c)) == ((1, 0), (0, 0))
    assert found["risky"].c.black.squares.names() == ["b1", "h7"]
    assert found["risky"].x.black.squares.names() == ["b7"]
    assert found["risky"].x.white.squares.names() == ["g7"]


def test_walls_and_moves_that_leave_them_standing() -> None:
    """By hand: black cannot play beside c3–c6; from column b white turns some of them, from g4 only f4."""
    found = doc_features()
    black, white = found["walled"].wall.black, found["walled"].wall.white
    assert [part.squares.names() for part in black.parts] == [["c3", "c4", "c5", "c6"]]
    assert white.squares.names() == ["d3", "d4", "e4", "d5", "d6"]
    assert found["walled"].pull.hints(sk.WHITE) == {sk.G4: "P"}
    assert both(found["walled"].pull) == (0, 1)  # black's moves open white's wall, or break it


def test_moves_and_regions() -> None:
    found, board = doc_features(), doc_boards()["sparing"]
    single = [move for move in board.legal_moves if len(board.flips(move)) == 1]
    assert found["sparing"].single.hints(sk.BLACK) == dict.fromkeys(single, 1)
    assert sk.E6 in {*board.legal_moves} - {*single}  # it turns d5 and e5
    assert found["quiet"].move_openness[sk.E6] == 0
    assert [region.size for region in found["late"].regions] == [1, 3, 1, 4, 2]
    assert [region.size for region in found["late"].odd_regions] == [1, 3, 1]


def test_the_slow_count_agrees() -> None:
    for board in doc_boards().values():
        check_features(board)


def on_both_sides(feature: Feature) -> Hints:
    return {**feature.hints(sk.BLACK), **feature.hints(sk.WHITE)}


def pictures() -> dict[str, str]:
    """The doc's pictures, drawn from its boards."""
    found = doc_features()
    hints: dict[str, Hints] = {
        "opened": on_both_sides(found["opened"].openness),
        "corner": on_both_sides(found["corner"].stable),
        "lines": found["lines"].mobility.hints(sk.BLACK),
        "rim": found["rim"].mobility.hints(sk.BLACK),
        "winged": on_both_sides(found["winged"].wing),
        "heaped": on_both_sides(found["heaped"].mountain),
        "risky": {**on_both_sides(found["risky"].c), **on_both_sides(found["risky"].x)},
        "sparing": found["sparing"].single.hints(sk.BLACK),
        "walled": {**on_both_sides(found["walled"].wall), **found["walled"].pull.hints(sk.WHITE)},
        "quiet": dict(found["quiet"].move_openness.items()),
        "late": {square: region.size for region in found["late"].regions for square in region.squares},
    }
    return {name: doc_boards()[name].svg(size=260, hints=hints[name]) + "\n" for name in hints}


def test_pictures_show_the_boards_of_the_doc() -> None:
    shown = re.findall(r"\(pictures/(\w+)\.svg\)", DOC.read_text(encoding="utf-8"))
    drawn = pictures()
    assert set(shown) == drawn.keys() == doc_boards().keys()
    for name, svg in drawn.items():
        assert (DOC.parent / "pictures" / f"{name}.svg").read_text(encoding="utf-8") == svg


if __name__ == "__main__":
    for name, svg in pictures().items():
        (DOC.parent / "pictures" / f"{name}.svg").write_text(svg, encoding="utf-8")
