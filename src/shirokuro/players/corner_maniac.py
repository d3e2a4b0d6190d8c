"""`corner-maniac`: goes for the corners, whatever it costs."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits, Stop
from shirokuro.parameters.parameter import seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.player import SQUARE_BOARDS, BuiltinPlayer, dice
from shirokuro.squares.square import place_of
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
        def steps(move: int) -> int:
            """To the nearest corner."""
            column, row = place_of(move)
            return min(max(abs(column - x), abs(row - y)) for x, y in map(place_of, board.variant.corners))

        least = min(map(steps, board.legal_moves))
        nearest = [move for move in board.legal_moves if steps(move) == least]
        return Choice(dice(self.seed, board).choice(nearest))
