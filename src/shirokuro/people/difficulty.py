"""How hard a position is for somebody of a rating."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board, board_of
from shirokuro.engine.engine import table_for
from shirokuro.engine.limits import Limits
from shirokuro.engine.pool import ENGINES
from shirokuro.people.model import NEWCOMER_RATING, Question

DEFAULT_DEPTH = 8
"""Plies that the moves are looked ahead for where nobody says."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What somebody of a rating is likely to make of a position."""

    keeps: float
    """The chance of a move that keeps the result: a win, a draw, or in a lost position the best loss."""
    loss: float
    """The discs that the move loses on average, beside the best."""
    blunder: float
    """The chance of a move that loses eight discs or more."""
    by_values: bool
    """Whether no games of people are known on the board."""
    is_exact: bool
    """Whether the values of the moves are exact; else they look some plies ahead."""


BLUNDER = 8
"""Discs."""


def difficulty(
    board: Board | str, rating: float = NEWCOMER_RATING, limits: Limits | None = None
) -> Difficulty:
    """How likely somebody of a rating finds a move that keeps the result, and what they lose on average.

    Moves are valued by `analyze` within the limits; without them eight plies ahead.
    """
    board = board_of(board)
    limits = limits or Limits(depth=DEFAULT_DEPTH)
    chances = Question(board).chances(rating)
    with ENGINES.lend(1, table_for(board, limits)) as engine:
        results = engine.analyze(board, limits)
    best = max(result.value for result in results.values())
    losses = {move: best - result.value for move, result in results.items()}
    kept = _sign(best)
    keeps = (losses[move] == 0 if kept < 0 else _sign(results[move].value) == kept for move in chances)
    return Difficulty(
        keeps=sum((chance for chance, keep in zip(chances.values(), keeps, strict=True) if keep), 0.0),
        loss=sum(chance * losses[move] for move, chance in chances.items()),
        blunder=sum((chance for move, chance in chances.items() if losses[move] >= BLUNDER), 0.0),
        by_values=chances.by_values,
        is_exact=all(result.kind == "exact" for result in results.values()),
    )


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
