"""Position: a value that compares, hashes, prints and reads back."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

import shirokuro as sk
from shirokuro import Position


def some_positions(variant: str) -> list[Position]:
    """All positions of one random game."""
    return [board.position for board in sk.play("random", "random", variant=variant, seed=1).boards()]


def test_the_start_is_the_variants(variant: str) -> None:
    position, shape = sk.Board(variant).position, sk.VARIANTS[variant]
    assert position == Position(variant, shape.black, shape.white, sk.BLACK)
    assert position.cells().count("-") == len(shape.cells) - 4


def test_text_and_repr_read_back(variant: str) -> None:
    """The length of a line names the variant without the loop rule."""
    for position in some_positions(variant):
        assert Position.parse(str(position), variant) == position
        assert Position.from_text(position.to_text()) == position
        assert str(sk.Board.from_position(position).position) == str(position)
        assert Position.parse(str(position)).variant == variant.removesuffix("+loop")
        assert eval(repr(position), {"Position": Position}) == position


def test_equal_positions_hash_alike(variant: str) -> None:
    positions = some_positions(variant)
    again = [Position.parse(str(position), variant) for position in positions]
    assert [hash(position) for position in positions] == [hash(position) for position in again]
    assert set(positions) == set(again)
    assert len(set(positions)) == len(positions)


def test_variant_discs_and_turn_all_count() -> None:
    start = sk.Board("nip").position
    assert start != sk.Board("nip+loop").position
    assert start != dataclasses.replace(start, turn=sk.WHITE)
    assert start != dataclasses.replace(start, black=start.black | sk.SquareSet(["c1"]))
    assert start != object()


def test_positions_are_frozen_and_pickle() -> None:
    position = sk.Board("nip").position
    with pytest.raises(dataclasses.FrozenInstanceError):
        position.turn = sk.WHITE  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(position)) == position


def test_own_and_opp_follow_the_turn() -> None:
    black = sk.Board.parse("f5d6").position
    white = dataclasses.replace(black, turn=sk.WHITE)
    assert (black.own, black.opp) == (black.black, black.white)
    assert (white.own, white.opp) == (black.white, black.black)


@pytest.mark.parametrize(
    ("line", "variant", "message"),
    [
        ("-" * 65 + " X", None, "65 cells"),
        ("-" * 63 + " X", None, "63 cells"),
        ("", None, "0 cells"),
        ("-" * 63 + "? X", None, r"line 1, column 64: '\?' is not a cell"),
        ("-" * 64 + " -", None, "neither black nor white"),
        ("-" * 64 + " X", "nip", "64 cells, but nip has 52"),
    ],
)
def test_bad_lines_name_the_place(line: str, variant: str | None, message: str) -> None:
    with pytest.raises(sk.NotationError, match=message):
        Position.parse(line, variant)


def test_a_board_refuses_a_position_that_cannot_lie_on_it() -> None:
    corner, nothing = sk.SquareSet(["a1"]), sk.SquareSet()
    for variant, white, complaint in (("reversi", corner, "two discs"), ("nip", nothing, "outside")):
        with pytest.raises(sk.InvalidPositionError, match=complaint):
            sk.Board.from_position(Position(variant, corner, white, sk.BLACK))
