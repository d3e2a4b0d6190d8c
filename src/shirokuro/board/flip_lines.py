"""The discs that a move turns in the order in which people see them turn: line by line, outward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile

from shirokuro.board.board import Board
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import VARIANTS

_STEPS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]


def turned_lines(board: Board, move: int) -> list[list[int]]:
    """Every disc that a move turns, once, in lines outward from the move; arcs of the rim come last."""
    if move == PASS:
        return []
    flipped = set(board.flips(move))
    ends = {*board.discs(board.turn), move}
    left, lines = set(flipped), list[list[int]]()
    for walk in _walks(board.variant_name, move):
        if not walk or walk[0] not in flipped:
            continue
        run = list(takewhile(flipped.__contains__, walk))
        if len(run) == len(walk) or walk[len(run)] not in ends:
            continue  # these turn for the sake of another line
        if line := [square for square in run if square in left]:
            lines.append(line)
            left.difference_update(line)
    return lines


@cache
def _walks(variant: str, move: int) -> tuple[list[int], ...]:
    """The ways that discs may turn, from a square outward."""
    return (*_rays(move), *_arcs(VARIANTS[variant].ring, move))


def _rays(move: int) -> Iterator[list[int]]:
    x, y = move % 8, move // 8
    for dx, dy in _STEPS:
        places = [(x + i * dx, y + i * dy) for i in range(1, 8)]
        yield [8 * row + column for column, row in places if 0 <= column < 8 and 0 <= row < 8]


def _arcs(ring: Sequence[int], move: int) -> Iterator[list[int]]:
    if move in ring:
        place = ring.index(move)
        after = [*ring[place + 1 :], *ring[:place]]
        yield [*after, move]  # by the loop rule a disc may enclose all the others with itself
        yield [*after[::-1], move]
