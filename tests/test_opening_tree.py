"""The tree of openings: names, values and games of a position and of what follows, in any symmetry."""

from __future__ import annotations

import pytest

import shirokuro as sk
from shirokuro.books.book_text import parse_book
from shirokuro.opening_names.named_openings import all_openings, passed_openings
from shirokuro.opening_names.opening_search import find_openings, nearest_names, openings_with
from shirokuro.opening_names.opening_tree import NamedLine, OpeningTree

BOOK = parse_book("""\
shirokuro book 1 reversi
f5; d6 -1 depth 16; f6 -2 depth 16; f4 -9 depth 14
f5d6; c3 +1 depth 16; c4 -1 depth 16
f5d6c3; d3 -1 depth 16; g5 -3 selective 95
f5d6c3d3; c4 +1 depth 16
""")
GAMES = parse_book("""\
shirokuro book 1 reversi
f5; played d6 10 4 2; played f4 2 0 0
f5d6; played c3 6 3 0
""")
TREE = OpeningTree(BOOK, GAMES)


def at(moves: str) -> sk.Board:
    return sk.Board.parse(moves, "reversi")


def lines(named: tuple[NamedLine, ...]) -> list[NamedLine]:
    return [each for line in named for each in (line, *lines(line.below))]


def test_every_opening_is_in_the_tree_once() -> None:
    found = lines(OpeningTree().named(sk.Board()))
    assert {line.opening.moves for line in found} == {each.moves for each in all_openings()}
    assert len(found) == len(all_openings())
    assert sum(line.count for line in OpeningTree().named(sk.Board())) == len(found)


@pytest.mark.parametrize("symmetry", sk.Symmetry)
def test_the_moves_of_the_tree_lead_to_the_names_on_any_image_of_a_board(symmetry: sk.Symmetry) -> None:
    def check(board: sk.Board, named: tuple[NamedLine, ...]) -> None:
        for line in named:
            after = board.copy()
            after.extend(line.moves, insert_passes=False)
            found = sk.opening(after)
            assert found is not None
            assert (found.moves, found.since) == (line.opening.moves, 0)
            check(after, line.below)

    board = sk.Board.parse("f5d6c3").transform(symmetry)
    named = OpeningTree().named(board)
    assert sum(line.count for line in named) > 30
    check(board, named)


def test_a_position() -> None:
    found = TREE.at(at("f5d6"))
    assert [each.english for each in found.passed] == [("Perpendicular Opening",)]
    first, second = sk.Value(1, "depth", 16), sk.Value(-1, "depth", 16)
    assert (found.stats.value, found.stats.games, found.stats.score) == (first, 6, 0.5)
    best, other, *unknown = found.continuations
    assert (sk.move_name(best.move), best.stats.value, best.stats.games) == ("c3", first, 6)
    assert [*map(sk.move_name, best.line)] == ["d3", "c4"]
    assert (sk.move_name(other.move), other.stats.value, other.stats.games) == ("c4", second, 0)
    assert {sk.move_name(each.move) for each in unknown} == {"c5", "c6", "c7"}  # only their names are known
    assert all(each.opening and each.stats.value is None for each in unknown)


def test_what_a_move_led_to_is_known_by_the_position_before_it() -> None:
    """A leaf of the book has no entry of its own."""
    stats = TREE.stats(at("f5f4"))
    assert (stats.value, stats.games, stats.score) == (sk.Value(9, "depth", 14), 2, 1.0)
    assert TREE.stats(at("f5f4").copy(stack=False)).value is None
    tiger = next(line for line in TREE.named(at("f5d6c3")) if "Tiger" in line.opening.english)
    assert tiger.stats.value == sk.Value(1, "depth", 16)  # for black
    assert [*map(sk.move_name, tiger.moves)] == ["d3", "c4"]


def test_moves_that_are_the_same_by_symmetry_are_one() -> None:
    (first,) = TREE.at(sk.Board()).continuations
    assert (sk.move_name(first.move), {*map(sk.move_name, first.equal)}) == ("f5", {"c4", "d3", "e6"})


def test_without_books_there_are_names_and_on_other_boards_values() -> None:
    assert OpeningTree().at(at("f5d6c3d3c4")).named
    assert not OpeningTree().at(at("f5d6c3d3c4")).stats.is_known
    nip = OpeningTree(sk.Book.shipped("nip12")).at(sk.Board("nip12"))
    assert (nip.named, nip.passed) == ((), ())
    assert nip.continuations[0].stats.value == nip.stats.value
    assert nip.continuations[0].line


def test_the_openings_on_the_way() -> None:
    names = [each.usual_name() for each in passed_openings("f5d6c3d3c4b3")]
    assert names == ["Perpendicular Opening", "Tiger family", "Tiger", "Aubrey"]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("tiger", ["f5d6c3d3c4"]),
        ("TIGER", ["f5d6c3d3c4"]),
        ("虎", ["f5d6c3d3c4"]),
        ("no kung", ["f5d6c3d3c4f4f6g5"]),
        ("ose-bill", ["f5d6c3d3c4f4c5b3c2", "f5d6c3d3c4f4c5b3c2b4"]),
        ("ローズビル", ["f5d6c3d3c4f4c5b3c2"]),
        ("ganglion", ["f5d6c4g5"]),  # the usual name of one, another name of the other
        ("stephens", ["f5d6c3d3c4f4f6"]),
        ("tigr", []),
        ("", []),
        ("!", []),
    ],
)
def test_openings_by_name(text: str, moves: list[str]) -> None:
    assert [each.moves for each in find_openings(text)] == moves


def test_every_opening_with_a_part_of_a_name_is_found() -> None:
    found = [each.usual_name() for each in openings_with("tiger")]
    assert found[0] == "Tiger"
    assert len(found) == len({*found}) > 4
    assert "Tiger" in [each.usual_name() for each in openings_with("虎")]
    assert openings_with("") == openings_with("tigr") == ()


def test_names_that_several_have_and_names_that_are_nearly_right() -> None:
    assert len(find_openings("兎")) > 3
    assert nearest_names("tigr")[0] == "Tiger"
    assert nearest_names("xxxxxxxx") == []
