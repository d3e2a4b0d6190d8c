"""Playing to lose against somebody who plays to lose as well: a short look-ahead with everything reversed.

To end with fewer discs one wants a bad position and many moves: among many there is a bad one, while with few
the opponent leaves only good ones.
"""

from __future__ import annotations

from random import Random

from shirokuro.board.board import Board
from shirokuro.engine.engine import evaluate
from shirokuro.squares.square import PASS

PLIES, LATE_PLIES = 3, 5
LATE_EMPTIES = 12
"""From here on it looks ahead as far as `LATE_PLIES` say."""
A_MOVE = 5.0
"""Discs that one move more to choose from is worth."""
AT_THE_END = 10.0
"""A disc at the end counts as so many before it."""
WHIM = 2.0
"""By how much moves seem better or worse than they are, at most."""
LIMIT = 1e9


def choose_to_lose(board: Board, throw: Random) -> int:
    """The move that serves best to lose the game, against somebody who wants the same."""
    tried, plies = board.copy(stack=False), LATE_PLIES if len(board.empties()) <= LATE_EMPTIES else PLIES
    worth = {move: _after(tried, move, plies - 1, (-LIMIT, LIMIT)) for move in board.legal_moves}
    return max(worth, key=lambda move: worth[move] + throw.triangular(-WHIM, WHIM))


def _after(board: Board, move: int, plies: int, window: tuple[float, float]) -> float:
    """What a move is worth to the side that makes it."""
    board.push(move)
    value = -_best(board, plies, (-window[1], -window[0]))
    board.pop()
    return value


def _best(board: Board, plies: int, window: tuple[float, float]) -> float:
    """Alpha-beta: exact only inside the window."""
    if board.is_over():
        return -AT_THE_END * board.final_value()
    if plies == 0:
        other = board.copy(stack=False)
        other.turn = board.turn.opponent
        return A_MOVE * (len(board.legal_moves) - len(other.legal_moves)) - evaluate(board)
    if board.must_pass():
        return _after(board, PASS, plies, window)
    best, (low, high) = -LIMIT, window
    for move in board.legal_moves:
        best = max(best, _after(board, move, plies - 1, (max(low, best), high)))
        if best >= high:
            break
    return best
