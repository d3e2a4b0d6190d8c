"""Boards that tests ask for by what they show, on any variant."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
import reference

import shirokuro as sk

USUAL = ("reversi", "reversi4", "nip", "nip24+loop")
"""One board of each kind: square, large and small; round, and round where one disc may flank all the rim."""


def on_usual_boards(*values: str) -> Any:
    """A case whose last value is a variant; unless that is one of the usual ones, the case is long."""
    marks = () if values[-1] in USUAL else pytest.mark.long
    return pytest.param(*values, id="-".join(values), marks=marks)


def reference_game(board: sk.Board) -> reference.Game:
    """The same position in the slow rules."""
    rules = reference.RULES[board.variant_name]
    discs = dict(zip(rules.cells, board.line().split()[0], strict=True))
    return reference.Game(rules, discs, board.turn.symbol)


def endgame(variant: str, empties: int, dice: random.Random) -> sk.Board:
    """A board out of a random game that is not over, with so many empty cells."""
    while True:
        board = sk.Board(variant)
        while len(board.empties()) > empties and not board.is_over():
            board.push(dice.choice(board.legal_moves) if board.legal_moves else sk.PASS)
        if not board.is_over():
            return board


def random_board(variant: str, plies: int, seed: int) -> sk.Board:
    """The board after some random moves, passes among them."""
    dice = random.Random(seed)
    board = sk.Board(variant)
    while len(board.move_stack) < plies and not board.is_over():
        board.push(dice.choice(list(board.legal_moves)) if board.legal_moves else sk.PASS)
    return board


@cache
def _found(variant: str, what: str) -> str:
    """The moves of a random game up to a board of which something holds."""
    for seed in range(10_000):
        board = random_board(variant, 128, seed)
        while True:
            if _HOLDS[what](board):
                return board.transcript()
            if not board.move_stack:
                break
            board.pop()
    raise AssertionError(f"no {what} on {variant}")


_HOLDS = {
    "pass": lambda board: board.must_pass(),
    "one empty": lambda board: len(board.empties()) == 1 and bool(board.legal_moves),
    "end": lambda board: board.is_over(),
}


def forced_pass(variant: str) -> sk.Board:
    return sk.Board.parse(_found(variant, "pass"), variant)


def one_empty(variant: str) -> sk.Board:
    return sk.Board.parse(_found(variant, "one empty"), variant)


def finished(variant: str) -> sk.Board:
    return sk.Board.parse(_found(variant, "end"), variant)


def boards_with_a_choice(variant: str, plies: range, count: int) -> list[sk.Board]:
    """Boards of random games, so many plies on, that leave more than one move."""
    found: list[sk.Board] = []
    seed = 0
    while len(found) < count:
        board = random_board(variant, plies[seed % len(plies)], seed)
        if len(board.legal_moves) > 1:
            found.append(board)
        seed += 1
    return found


def margin(black: str, white: str, seed: int, plies: int = 0) -> int:
    """Of a game of 8x8 between two players, after some random moves; a player that fails is a failure."""
    record = sk.play(black, white, random_board("reversi", plies, seed), seed=seed)
    assert record.board().is_over(), record.note
    return record.margin()
