"""The positions of many games at once, from rows of moves without passes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shirokuro.board.board import Board
from shirokuro.engine import batch
from shirokuro.errors import IllegalMoveError
from shirokuro.squares.square import PASS


class Replayed(NamedTuple):
    """Every position of some games; the last of a row is the end of its game, and fills up the rest."""

    positions: NDArray[np.uint64]
    """Of shape (games, moves + 1, 2): before each move, as its mover sees it, passes made."""
    turns: NDArray[np.int8]
    """Of shape (games, moves + 1): who is to move, 0 for black and 1 for white."""


def replay(moves: NDArray[np.uint8], *, variant: str = "reversi", threads: int = 1) -> Replayed:
    """Plays rows of squares from the start; NO_MOVE ends a row, and forced passes are put in."""
    games, most = moves.shape
    positions = np.empty((games, most + 1, 2), dtype=np.uint64)
    turns = np.empty((games, most + 1), dtype=np.int8)
    now = batch.from_boards([Board(variant)]).repeat(games, axis=0)
    turn = np.zeros(games, dtype=np.int8)
    for ply in range(most):
        going = np.flatnonzero(moves[:, ply] != batch.NO_MOVE)
        stuck = going[batch.legal(now[going], variant=variant, threads=threads) == 0]
        try:
            passes = np.full(len(stuck), PASS)
            now[stuck] = batch.play(now[stuck], passes, variant=variant, threads=threads)
            turn[stuck] ^= 1
            positions[:, ply], turns[:, ply] = now, turn
            now[going] = batch.play(now[going], moves[going, ply], variant=variant, threads=threads)
        except IllegalMoveError:
            raise IllegalMoveError(f"move {ply + 1} of some game is illegal on {variant}") from None
        turn[going] ^= 1
    positions[:, most], turns[:, most] = now, turn
    return Replayed(positions, turns)
