"""`person`: plays like a tournament player of a rating, mistakes included."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.engine.engine import Engine
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.pool import ENGINES
from shirokuro.parameters.parameter import parameter, seed_parameter
from shirokuro.people.foresight import LIKELY, limits_of_foresight, with_foresight
from shirokuro.people.model import HIGHEST, LOWEST, NEWCOMER_RATING, Question
from shirokuro.players.answer import Choice
from shirokuro.players.player import BuiltinPlayer, dice
from shirokuro.words.message import Message

TABLE_MIB = 1
"""Of the engine that looks ahead for it."""


@dataclass(frozen=True)
class PersonPlayer(BuiltinPlayer):
    """Draws each move by its chance under the model of people and by what it loses six plies ahead.

    Strong people see more than the model, weak ones less. Below 1100 and above 2000 the model is
    extrapolated; on boards without games of people it goes by the engine's values alone.
    """

    spec_name = "person"
    summary = Message("players.person")
    origin = "this project, after tournament games"
    answers_at_once = True

    rating: int = parameter(NEWCOMER_RATING, Message("parameters.rating"), least=LOWEST, most=HIGHEST)
    seed: int = seed_parameter()

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if len(board.legal_moves) == 1:
            return Choice(board.legal_moves[0], note=Message("notes.only_move"))
        with ENGINES.lend(1, TABLE_MIB) as engine:
            return choose_as_person(engine, board, self.rating, self.seed, limits, stop)


def choose_as_person(
    engine: Engine, board: Board, rating: float, seed: int, limits: Limits, stop: Stop | None
) -> Choice:
    """The move that somebody of the rating plays, with what it is worth to them."""
    question = Question(board)
    chances = question.chances(rating)
    likely = [move for move, chance in chances.items() if chance >= LIKELY]
    allowed = limits_of_foresight(len(board.empties()), limits)
    seen = engine.compare(board, likely, allowed, stop)
    played = with_foresight(chances, question.values(), seen, rating)
    move = dice(seed, board).choices([*played], [*played.values()])[0]
    if move not in seen:
        return Choice(move)
    nodes = sum(result.nodes for result in seen.values())
    return Choice(move, seen[move].value, seen[move].pv, nodes, note=seen[move].badge())
