"""The lines that a move turns: together all its flips, each enclosed, an arc of the rim whole."""

from __future__ import annotations

from samples import random_board

import shirokuro as sk
from shirokuro.board.flip_lines import turned_lines


def names(board: sk.Board, move: str) -> list[list[str]]:
    lines = turned_lines(board, sk.parse_square(move))
    return [[sk.square_name(square) for square in line] for line in lines]


def test_every_disc_turns_in_one_line(variant: str) -> None:
    for seed in range(100):
        board = random_board(variant, seed % 50, seed)
        for move in board.legal_moves:
            turned = [square for line in turned_lines(board, move) for square in line]
            assert sorted(turned) == sorted(board.flips(move))


def test_an_arc_of_the_rim_stays_whole_where_it_begins_in_a_row() -> None:
    board = sk.Board.parse("d3c5d6e3b5b6b7c6d7a5c4b4c3e2a3e8d8c8f8e6a4a6c7c2c1b2e7d1", "nip")
    column, rim = ["e2", "e3", "e4", "e5", "e6"], ["d1", "c1", "b2", "a3", "a4", "a5", "a6"]
    assert names(board, "e1") == [column, rim]


def test_by_the_loop_rule_the_whole_rim_turns_in_one_line() -> None:
    board = sk.Board.parse("------------ X", "nip12+loop")
    first, *rest = [sk.square_name(square) for square in sk.VARIANTS["nip12+loop"].ring]
    for square in rest:
        board.set_disc(square, sk.WHITE)
    assert names(board, first) == [rest]
