"""`corner-maniac`: goes for the corners, whatever it costs."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.engine.engine import Limits, Stop
from shirokuro.explanation.consequence import corners
from shirokuro.parameters.parameter import seed_parameter
from shirokuro.players.player import BuiltinPlayer, Choice, dice
from shirokuro.players.ssai import SQUARE_BOARDS
from shirokuro.words.message import Message


@dataclass(frozen=True)
class CornerManiac(BuiltinPlayer):
    """Plays the move that is fewest steps away from a corner, ties at random.

    So it takes every corner it can, and gives as many away, since the cells beside them come next. A step
    leads to any of the eight neighbours.
    """

    spec_name = "corner-maniac"
    summary = Message("players.corner-maniac")
    origin = "this project, to try the rival on"
    answers_at_once = True
    variants = SQUARE_BOARDS

    seed: int = seed_parameter()

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        steps = {move: _steps(board, move) for move in board.legal_moves}
        nearest = [move for move, distance in steps.items() if distance == min(steps.values())]
        return Choice(dice(self.seed, board).choice(nearest))


def _steps(board: Board, move: int) -> int:
    """To the nearest corner."""
    return min(
        max(abs(move % 8 - corner % 8), abs(move // 8 - corner // 8)) for corner in corners(board.variant)
    )
