"""The discs that a move turns in the order in which a viewer sees them turn: line by line, outward."""

from __future__ import annotations

from functools import cache
from itertools import takewhile

from shirokuro._core import Board
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import DIRECTIONS, VARIANTS


def turned_lines(board: Board, move: int) -> list[list[int]]:
    """Every disc that a move turns, once, in lines outward from the move; arcs of the rim come last."""
    if move == PASS:
        return []
    flipped = set(board.flips(move))
    ends = {*board.own, move}
    left, lines = set(flipped), list[list[int]]()
    for walk in _walks(board.variant_name, move):
        if not walk or walk[0] not in flipped:
            continue
        run = [*takewhile(flipped.__contains__, walk)]
        is_enclosed = len(run) < len(walk) and walk[len(run)] in ends  # else another line turns them
        if is_enclosed and (line := [square for square in run if square in left]):
            lines.append(line)
            left.difference_update(line)
    return lines


@cache
def _walks(variant: str, move: int) -> list[list[int]]:
    """The lines along which discs may turn, from a square outward."""
    board = VARIANTS[variant]
    walks = [board.ray(move, *direction) for direction in DIRECTIONS]
    if move in board.ring:
        place = board.ring.index(move)
        after = [*board.ring[place + 1 :], *board.ring[:place]]
        # Under the loop rule a disc may enclose all the others with itself.
        walks += [[*after, move], [*after[::-1], move]]
    return walks
