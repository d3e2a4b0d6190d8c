"""`greedy`: the move that turns most discs."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits, Stop
from shirokuro.parameters.parameter import seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.player import BuiltinPlayer, dice
from shirokuro.words.message import Message


@dataclass(frozen=True)
class Greedy(BuiltinPlayer):
    """Turns as many discs as it can, ties at random. Its value is the margin after the move."""

    spec_name = "greedy"
    summary = Message("players.greedy")
    origin = "the usual first opponent"
    answers_at_once = True

    seed: int = seed_parameter()

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        gains = {move: len(board.flips(move)) for move in board.legal_moves}
        most = max(gains.values())
        best = [move for move, gain in gains.items() if gain == most]
        margin = len(board.own) - len(board.opp) + 2 * most + 1
        return Choice(dice(self.seed, board).choice(best), margin, nodes=len(gains))
