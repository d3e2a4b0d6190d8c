"""The key of a position, which all its images by symmetry share, with either colour to move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from struct import Struct

from shirokuro.board.board import Board
from shirokuro.squares.square import PASS, SquareSet, Symmetry
from shirokuro.squares.variant import VARIANTS

KEY = Struct(">QQ")
"""The least image's discs: those of the side to move, then the opponent's. Keys sort as positions do."""


def canonical_key(board: Board) -> tuple[bytes, int]:
    """The key, and the symmetry that leads to the least image, which the key stands for."""
    symmetry = board.canonical_symmetry()
    image = Board(board.variant_name)
    image.set_transformed(board, symmetry)
    return KEY.pack(image.own, image.opp), symmetry


def key_of(board: Board) -> bytes:
    return canonical_key(board)[0]


def board_of_key(variant: str, key: bytes) -> Board:
    """The position of a key, black to move."""
    own, opp = KEY.unpack(key)
    board = Board(variant)
    board.set_cells(SquareSet(own), SquareSet(opp), False)
    return board


def following(board: Board) -> Iterator[tuple[int, Board]]:
    """Each move with the board after it."""
    for move in board.choices():
        after = board.copy(stack=False)
        after.push(move)
        yield move, after


def equal_moves(board: Board) -> list[tuple[int, ...]]:
    """All moves, grouped by the position that they lead to, symmetries apart."""
    groups: dict[bytes, list[int]] = {}
    for move, after in following(board):
        groups.setdefault(key_of(after), []).append(move)
    return [tuple(group) for group in groups.values()]


@cache
def moved_places(variant: str, symmetry: int) -> tuple[int, ...]:
    """Where a symmetry takes each square and the pass; squares that are no cells stay."""
    board = VARIANTS[variant]
    return tuple(
        board.image(place, Symmetry(symmetry)) if place in board.cells else place for place in range(PASS + 1)
    )
