"""`random`: any legal move, all equally likely."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits, Stop
from shirokuro.parameters.parameter import seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.player import BuiltinPlayer, dice
from shirokuro.words.message import Message


@dataclass(frozen=True)
class RandomMove(BuiltinPlayer):
    """Plays any legal move, all equally likely."""

    spec_name = "random"
    summary = Message("players.random")
    origin = "the opponent of Maeda 2012 (RAI), Nakamura 2014, Matsumura 2017 and Fujita 2016 (randomAI)"
    answers_at_once = True

    seed: int = seed_parameter()

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        return Choice(dice(self.seed, board).choice(list(board.legal_moves)))
