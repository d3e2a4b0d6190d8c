"""`mirror`: answers each move with the one opposite."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits, Stop
from shirokuro.parameters.parameter import seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.player import BuiltinPlayer, dice
from shirokuro.squares.square import PASS
from shirokuro.words.message import Message


@dataclass(frozen=True)
class Mirror(BuiltinPlayer):
    """Plays the cell that lies opposite to the last move, through the middle of the board, if that is legal;
    else any legal move, all equally likely."""

    spec_name = "mirror"
    summary = Message("players.mirror")
    origin = "this project, to try the rival on"
    answers_at_once = True

    seed: int = seed_parameter()

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        last = next((move for move in reversed(board.move_stack) if move != PASS), None)
        if last is not None and (opposite := 9 * (board.variant.width - 1) - last) in board.legal_moves:
            return Choice(opposite)
        return Choice(dice(self.seed, board).choice(list(board.legal_moves)))
