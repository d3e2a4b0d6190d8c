"""How learning programs see a board: planes of discs, actions, and masks of legal actions.

An action is a place of the board's square, row by row from the top left, and the last one is the pass: 0…63
and 64 on 8x8, 0…35 and 36 on 6x6. Places that are no cells of a round board are never legal.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from shirokuro.board.board import Board
from shirokuro.engine.batch import Positions
from shirokuro.errors import InvalidMoveError, shown
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import Variant, find_variant

Planes = NDArray[np.int8]
"""Zeros and ones: own discs and the opponent's."""
Masks = NDArray[np.int8]
"""Zeros and ones of shape (…, actions): what is legal."""


class Encoding:
    """Planes, actions and masks of one board; `encoding_of` has one for each."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.width = variant.width
        self.shape = (self.width, self.width, 2)
        """That of the planes of one position."""
        self.actions = self.width**2 + 1
        self.pass_action = self.width**2
        """The last action."""
        self.squares = np.array([square for row in variant.rows for square in row] + [PASS], dtype=np.uint8)
        """The move that each action is: a square, or PASS."""
        self.action_of = np.full(PASS + 1, self.pass_action, dtype=np.uint8)
        """The action that each square of the 8-wide grid is, and PASS; meaningless off the board."""
        self.action_of[self.squares] = np.arange(self.actions)
        self._moves: list[int] = self.squares.tolist()

    def action(self, move: int) -> int:
        """The action that a square or PASS is."""
        if move not in self._moves:
            raise InvalidMoveError(f"{self.variant} has no square {shown(move)}")
        return int(self.action_of[move])

    def move(self, action: int) -> int:
        """The square that an action is, or PASS."""
        if not 0 <= action < self.actions:
            raise InvalidMoveError(f"actions of {self.variant} are 0…{self.pass_action}, not {shown(action)}")
        return self._moves[action]

    def planes(self, positions: Positions) -> Planes:
        """The planes of many positions, of shape (n, 2, width, width), as convolutions take them."""
        bits = np.unpackbits(positions.view(np.uint8).reshape(-1, 16), axis=1, bitorder="little")
        grid = bits.view(np.int8).reshape(-1, 2, 8, 8)[:, :, : self.width, : self.width]
        return np.ascontiguousarray(grid)

    def masks(self, legal: NDArray[np.uint64], must_pass: NDArray[np.bool_]) -> Masks:
        """The masks for sets of legal squares; the pass is legal where it is forced."""
        found = np.empty((len(legal), self.actions), dtype=np.int8)
        bits = np.unpackbits(legal.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
        grid = found[:, :-1].reshape(-1, self.width, self.width)
        grid[:] = bits.reshape(-1, 8, 8)[:, : self.width, : self.width]
        found[:, -1] = must_pass
        return found

    def seen(self, board: Board, *, by_mover: bool = True) -> Planes:
        """The planes of one board as either side sees them, of shape (width, width, 2)."""
        words = int(board.own).to_bytes(8, "little"), int(board.opp).to_bytes(8, "little")
        both = words[0] + words[1] if by_mover else words[1] + words[0]
        bits = np.unpackbits(np.frombuffer(both, np.uint8), bitorder="little").view(np.int8)
        return bits.reshape(2, 8, 8)[:, : self.width, : self.width].transpose(1, 2, 0)

    def mask(self, board: Board) -> Masks:
        """What is legal on one board; nothing where the game is over."""
        found = np.zeros(self.actions, dtype=np.int8)
        legal = int(board.legal_moves)
        if legal:
            bits = np.unpackbits(np.frombuffer(legal.to_bytes(8, "little"), np.uint8), bitorder="little")
            found[:-1] = bits.reshape(8, 8)[: self.width, : self.width].ravel()
        elif not board.is_over():
            found[-1] = 1
        return found


@cache
def _encoding(variant: Variant) -> Encoding:
    return Encoding(variant)


def encoding_of(variant: str | Variant) -> Encoding:
    """The encoding of a board."""
    return _encoding(find_variant(variant))
