"""Players that the rival is tried on: one whose level changes, one that wants corners, one that mirrors."""

from __future__ import annotations

from dataclasses import replace

import pytest

import shirokuro as sk
from shirokuro.players.uneven import Uneven


def boards(variant: str = "reversi") -> list[sk.Board]:
    """Those of a random game, each before a move."""
    record = sk.play("random", "random", seed=2, variant=variant)
    return [board for board in record.boards() if not board.is_over()]


def levels(player: Uneven) -> list[int]:
    return [player.level(board) for board in boards()]


def test_a_level_that_changes_little_by_little() -> None:
    found = levels(Uneven(start=9, end=3))
    assert found[0] == 9
    assert found[-1] == 3
    assert found == sorted(found, reverse=True)
    assert {*found} == {*range(3, 10)}


def test_a_level_that_changes_at_once() -> None:
    found = levels(Uneven(start=2, end=12, course="sudden"))
    assert found[:31] == [2] * 31
    assert {*found[31:]} == {12}


def test_a_level_that_goes_back_and_forth() -> None:
    found = levels(Uneven(start=0, end=12, course="swinging"))
    turns = [0, *(place for place in range(1, len(found) - 1) if found[place] == 12 != found[place - 1])]
    assert found[0] == 0
    assert len(turns) == 1 + 3


def test_a_level_that_is_drawn_for_each_move() -> None:
    player = Uneven(start=1, end=1, spread=3, seed=5)
    found = levels(player)
    assert {*found} == {0, 1, 2, 3, 4}
    assert found == levels(player)
    assert found != levels(replace(player, seed=6))


@pytest.mark.parametrize("variant", ["reversi", "nip"])
def test_it_plays_as_the_engine_at_that_level(variant: str) -> None:
    player = Uneven(start=4, end=1, seed=3)
    for board in boards(variant)[::7]:
        as_engine = sk.player(f"engine:level={player.level(board)},seed=3")
        assert player.choose(board).move == as_engine.choose(board).move


def test_a_corner_is_taken_and_else_the_cells_beside_it() -> None:
    for board in boards():
        if board.legal_moves:
            move = sk.player("corner-maniac").choose(board).move
            assert _ring(move) == min(map(_ring, board.legal_moves))
    with pytest.raises(ValueError, match="corner-maniac does not play nip"):
        sk.player("corner-maniac").choose(sk.Board("nip"))


def _ring(move: int) -> int:
    """Steps to the nearest corner of 8x8."""
    x, y = min(move % 8, 7 - move % 8), min(move // 8, 7 - move // 8)
    return max(x, y)


@pytest.mark.parametrize(("variant", "last"), [("reversi", 63), ("reversi6", 45)])
def test_the_mirror_answers_opposite_wherever_it_can(variant: str, last: int) -> None:
    """The numbers of two opposite squares add up to that of the last one."""
    mirrored = 0
    for board in boards(variant)[1:]:
        if board.legal_moves:
            opposite = last - next(move for move in reversed(board.move_stack) if move != sk.PASS)
            move = sk.player("mirror").choose(board).move
            assert move == opposite or opposite not in board.legal_moves
            mirrored += move == opposite
    assert mirrored
    first = {sk.player("mirror").with_seed(seed).choose(sk.Board()).move for seed in range(20)}
    assert len(first) == 4
