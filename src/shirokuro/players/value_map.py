"""`value-map`: the move after which its own squares are worth most."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.engine.features import square_value
from shirokuro.engine.limits import Limits, Stop
from shirokuro.parameters.parameter import seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.player import BuiltinPlayer, after, dice
from shirokuro.words.message import Message


@dataclass(frozen=True)
class ValueMap(BuiltinPlayer):
    """Looks one ply ahead: its square weights less the opponent's, ties at random. Square boards have the
    weights of the rival, round ones those of nipevt. Its value is in the units of the weights."""

    spec_name = "value-map"
    summary = Message("players.value-map")
    origin = "the square weights of Matsumura 2017 (square boards) and Nakamura 2014 (round ones)"
    answers_at_once = True

    seed: int = seed_parameter()

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        worth = {move: -square_value(after(board, move)) for move in board.legal_moves}
        most = max(worth.values())
        best = [move for move, value in worth.items() if value == most]
        return Choice(dice(self.seed, board).choice(best), most, nodes=len(worth))
