"""The key of a position, the same for all its images by symmetry and for both colours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from struct import Struct

from shirokuro.board.board import Board
from shirokuro.squares.square import PASS, SquareSet, Symmetry

KEY = Struct(">QQ")
"""The discs of the side to move and of the other, of the least image: keys sort as positions do."""


def canonical_key(board: Board) -> tuple[bytes, int]:
    """The key, and the symmetry that leads to the image that it stands for."""
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
    """All moves; those that lead to the same position by symmetry are together."""
    groups: dict[bytes, list[int]] = {}
    for move, after in following(board):
        groups.setdefault(key_of(after), []).append(move)
    return [tuple(group) for group in groups.values()]


def moved_places(variant: str, symmetry: int) -> tuple[int, ...]:
    """Where a symmetry takes each square, and the pass; squares that are no cells stay."""
    return _all_places(variant)[symmetry]


@cache
def _all_places(variant: str) -> tuple[tuple[int, ...], ...]:
    cells = Board(variant).variant.cells
    found = []
    for symmetry in Symmetry:
        places = list(range(PASS + 1))
        for cell in cells:
            (places[cell],) = Board.from_cells([cell], [], variant=variant).transform(symmetry).black()
        found.append(tuple(places))
    return tuple(found)
