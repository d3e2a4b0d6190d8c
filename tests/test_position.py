"""Position: a value that compares, hashes, prints and reads back."""

from __future__ import annotations

import dataclasses
import pickle
from random import Random

import pytest

import shirokuro as sk
from shirokuro import Position


def some_positions(variant: str) -> list[Position]:
    """All positions of one random game."""
    random, board = Random(variant), sk.Board(variant)
    positions = [board.position]
    while not board.is_over():
        board.push(random.choice(board.legal_moves) if board.legal_moves else sk.PASS)
        positions.append(board.position)
    return positions


def test_the_start_is_the_variants(variant: str) -> None:
    position, shape = sk.Board(variant).position, sk.VARIANTS[variant]
    assert position == Position(variant, shape.black, shape.white, sk.BLACK)
    assert position.cells().count("-") == len(shape.cells) - 4


def test_text_reads_back(variant: str) -> None:
    for position in some_positions(variant):
        assert Position.parse(str(position), variant) == position
        assert Position.from_text(position.to_text()) == position
        assert str(sk.Board.from_position(position).position) == str(position)


def test_the_length_of_a_line_names_the_plain_variant(variant: str) -> None:
    position = sk.Board(variant).position
    assert Position.parse(str(position)).variant == variant.removesuffix("+loop")


def test_repr_evaluates(variant: str) -> None:
    for position in some_positions(variant):
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
    ("line", "message"),
    [
        ("-" * 65 + " X", "65 cells"),
        ("-" * 63 + " X", "63 cells"),
        ("", "0 cells"),
        ("-" * 63 + "? X", r"line 1, column 64: '\?' is not a cell"),
        ("-" * 64 + " -", "neither black nor white"),
    ],
)
def test_bad_lines_name_the_place(line: str, message: str) -> None:
    with pytest.raises(sk.NotationError, match=message):
        Position.parse(line)


def test_a_line_must_fit_the_variant_asked_for() -> None:
    with pytest.raises(sk.NotationError, match="64 cells, but nip has 52"):
        Position.parse("-" * 64 + " X", "nip")


def test_a_board_refuses_a_position_that_cannot_lie_on_it() -> None:
    both = Position("reversi", sk.SquareSet(["a1"]), sk.SquareSet(["a1"]), sk.BLACK)
    with pytest.raises(sk.InvalidPositionError, match="two discs"):
        sk.Board.from_position(both)
    outside = Position("nip", sk.SquareSet(["a1"]), sk.SquareSet(), sk.BLACK)
    with pytest.raises(sk.InvalidPositionError, match="outside"):
        sk.Board.from_position(outside)
