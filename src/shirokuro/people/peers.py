"""A move beside what people of a rating would have done in its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.people.model import MoveChances, Question


@dataclass(frozen=True, slots=True)
class Peers:
    """What people of a rating play in a position."""

    rating: float
    chances: MoveChances
    loss: float
    """The discs that they lose on average."""


def peers(board: Board, rating: float, losses: Mapping[int, int]) -> Peers:
    """What people of a rating play on a board and lose by it; `losses` has what is known of some moves.

    The other moves lose what they are worth four plies ahead. So a trap that few see costs the others as much
    as the one who fell into it.
    """
    question = Question(board)
    chances, values = question.chances(rating), question.values()
    most = max(values.values(), default=0)
    all_losses = {move: most - value for move, value in values.items()} | dict(losses)
    return Peers(rating, chances, sum(chance * all_losses[move] for move, chance in chances.items()))
