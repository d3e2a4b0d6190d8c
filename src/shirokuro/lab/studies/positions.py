"""Random positions to measure on, the same for the same sample."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from shirokuro.board import Board
from shirokuro.square import PASS


@dataclass(frozen=True, slots=True)
class Sample:
    """Which positions: of what board, how far into the game, and with what luck."""

    variant: str
    empties: int
    seed: int


def random_boards(sample: Sample, number: int, first: int = 0) -> list[Board]:
    """So many boards of a sample, from its board `first` on."""
    random = Random(f"{sample.seed} {sample.variant} {sample.empties}")
    return [_random_board(sample, random) for _ in range(first + number)][first:]


def _random_board(sample: Sample, random: Random) -> Board:
    """A board out of a random game that is not over."""
    while True:
        board = Board(sample.variant)
        while len(board.empties()) > sample.empties and not board.is_over():
            board.push(random.choice(board.legal_moves) if board.legal_moves else PASS)
        if not board.is_over():
            return board
