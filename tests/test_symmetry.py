"""The eight symmetries: where each takes the cells, that they form a group, that the rules do not notice."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import random_board

import shirokuro as sk
from shirokuro import Symmetry

# Where a cell in column x and row y goes, counted from 0 to `last`.
IMAGES: dict[Symmetry, Callable[[int, int, int], tuple[int, int]]] = {
    Symmetry.IDENTITY: lambda x, y, last: (x, y),
    Symmetry.MIRROR_COLUMNS: lambda x, y, last: (last - x, y),
    Symmetry.MIRROR_ROWS: lambda x, y, last: (x, last - y),
    Symmetry.ROTATE_180: lambda x, y, last: (last - x, last - y),
    Symmetry.TRANSPOSE: lambda x, y, last: (y, x),
    Symmetry.ROTATE_90: lambda x, y, last: (last - y, x),
    Symmetry.ROTATE_270: lambda x, y, last: (y, last - x),
    Symmetry.ANTITRANSPOSE: lambda x, y, last: (last - y, last - x),
}

randoms = st.randoms(use_true_random=False)


def image_of(square: int, symmetry: Symmetry, variant: str) -> int:
    x, y = IMAGES[symmetry](square % 8, square // 8, sk.VARIANTS[variant].width - 1)
    return 8 * y + x


def some_board(variant: str, random: Random) -> sk.Board:
    """A board some way into a random game."""
    return random_board(variant, random.randint(0, len(sk.VARIANTS[variant].cells)), random.getrandbits(32))


def test_each_cell_goes_where_the_name_says(every_variant: str) -> None:
    for square, symmetry in product(sk.VARIANTS[every_variant].cells, Symmetry):
        image = sk.Board.from_cells([square], [], variant=every_variant).transform(symmetry)
        assert list(image.discs(sk.BLACK)) == [image_of(square, symmetry, every_variant)]
        assert sk.VARIANTS[every_variant].image(square, symmetry) == image_of(square, symmetry, every_variant)


def test_a_board_is_turned_in_place(every_variant: str) -> None:
    for symmetry in Symmetry:
        board = random_board(every_variant, 9, 1)
        image, moves = board.transform(symmetry), board.move_stack
        board.apply_transform(symmetry)
        assert (board, board.move_stack) == (image, image.move_stack)
        assert board.move_stack == [board.variant.image(move, symmetry) for move in moves]
    with pytest.raises(ValueError, match="symmetries are 0…7"):
        board.apply_transform(8)  # type: ignore[arg-type]
    assert board.move_stack == image.move_stack


@settings(max_examples=5)
@given(random=randoms)
def test_symmetries_form_a_group_and_have_one_canonical_board(variant: str, random: Random) -> None:
    board = some_board(variant, random)
    canonical = board.canonical()
    images = [board.transform(symmetry) for symmetry in Symmetry]
    assert images[Symmetry.IDENTITY] == board
    for a, b in product(Symmetry, Symmetry):
        assert images[a].transform(b) in images
    for symmetry in Symmetry:
        assert images[symmetry].transform(symmetry.inverse) == board
    assert canonical in images
    assert all(image.canonical() == canonical for image in images)


@settings(max_examples=5)
@given(random=randoms, symmetry=st.sampled_from(Symmetry))
def test_the_rules_do_not_notice(variant: str, random: Random, symmetry: Symmetry) -> None:
    board = some_board(variant, random)
    image = board.transform(symmetry)
    there = {square: image_of(square, symmetry, variant) for square in sk.VARIANTS[variant].cells}
    assert set(image.legal_moves) == {there[move] for move in board.legal_moves}
    for move in board.legal_moves:
        assert set(image.flips(there[move])) == {there[square] for square in board.flips(move)}
    for told in (lambda each: each.turn, sk.Board.must_pass, sk.Board.outcome):
        assert told(image) == told(board)
    assert sk.perft(image, 3) == sk.perft(board, 3)


@settings(max_examples=5)
@given(random=randoms)
def test_symmetries_of_a_board_leave_it_alone(variant: str, random: Random) -> None:
    board = some_board(variant, random)
    own = board.symmetries()
    assert [symmetry for symmetry in Symmetry if board.transform(symmetry).line() == board.line()] == own
    assert len(own) in (1, 2, 4, 8)


def test_symmetries_of_the_start(variant: str) -> None:
    """The mirrors swap the colours of the centre; turning it round and both diagonals do not."""
    half_turns = [Symmetry.IDENTITY, Symmetry.ROTATE_180, Symmetry.TRANSPOSE, Symmetry.ANTITRANSPOSE]
    assert sk.Board(variant).symmetries() == half_turns


@settings(max_examples=5)
@given(random=randoms, symmetry=st.sampled_from(Symmetry))
def test_the_moves_come_along(variant: str, random: Random, symmetry: Symmetry) -> None:
    board = some_board(variant, random)
    image = board.transform(symmetry)
    there = [move if move == sk.PASS else image_of(move, symmetry, variant) for move in board.move_stack]
    assert (image.move_stack, image.root()) == (there, board.root().transform(symmetry))


def test_unknown_symmetries_are_refused() -> None:
    with pytest.raises(ValueError, match="symmetries are 0…7"):
        sk.Board().set_transformed(sk.Board(), 8)
