"""`person`: plays like a tournament player of a rating, mistakes included."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits, Stop
from shirokuro.parameters.parameter import parameter, seed_parameter
from shirokuro.people.model import HIGHEST, LOWEST, NEWCOMER_RATING, predict
from shirokuro.players.answer import Choice
from shirokuro.players.player import BuiltinPlayer, dice
from shirokuro.words.message import Message


@dataclass(frozen=True)
class PersonPlayer(BuiltinPlayer):
    """Draws each move by its chance under the model of people.

    Below 1100 and above 2000 the model is extrapolated; on boards without games of people it goes by the
    engine's values alone.
    """

    spec_name = "person"
    summary = Message("players.person")
    origin = "this project, after tournament games"
    answers_at_once = True

    rating: int = parameter(NEWCOMER_RATING, Message("parameters.rating"), least=LOWEST, most=HIGHEST)
    seed: int = seed_parameter()

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        chances = predict(board, self.rating)
        return Choice(dice(self.seed, board).choices([*chances], [*chances.values()])[0])
