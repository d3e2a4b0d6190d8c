"""What a coach says of the moves of a position: which to think over once more, and which deserve praise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from shirokuro.board.board import Board
from shirokuro.engine.engine import table_for
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.pool import ENGINES
from shirokuro.people.model import HIGHEST, LOWEST, Question

LIMITS = Limits(depth=8, seconds=0.25)
"""Some hundredths of a second on 8x8; the cap is for slow machines."""
MUCH = 8
"""Discs that a move must lose to be asked about."""
UNUSUAL = 1.5
"""A move must also lose so many times what people of the rating lose in the position on average."""
SMALL = 2
"""Discs that a good move may lose."""
RARE = 0.3
"""Good moves are praised if people of the rating find one at most this often."""


@dataclass(frozen=True, slots=True)
class CoachedMove:
    """What a coach says of a move."""

    loss: int
    """The discs that it loses beside the best."""
    advice: Literal["ask", "praise"]
    """Whether to ask before it is made, or to praise it afterwards."""


def coached_moves(board: Board, rating: float, stop: Stop | None = None) -> dict[int, CoachedMove]:
    """The moves that somebody of a rating should think over, and those that they would rarely find.

    A praised move keeps the result, as far as the coach sees. Most moves are neither.
    """
    moves = list(board.legal_moves)
    if len(moves) < 2:
        return {}
    chances = Question(board).chances(min(max(rating, LOWEST), HIGHEST))
    with ENGINES.lend(1, table_for(board, LIMITS)) as engine:
        values = {move: found.value for move, found in engine.analyze(board, LIMITS, stop).items()}
    best = max(values.values())
    usual = sum(chance * (best - values[move]) for move, chance in chances.items())
    asked = [move for move in moves if best - values[move] >= max(MUCH, UNUSUAL * usual)]
    good = [move for move in moves if best - values[move] <= SMALL and _keeps(values[move], best)]
    praised = good if sum(chances[move] for move in good) <= RARE else []
    return {
        move: CoachedMove(best - values[move], "ask" if move in asked else "praise")
        for move in (*asked, *praised)
    }


def _keeps(value: int, best: int) -> bool:
    """Whether a move keeps the win or the draw; in a lost position every move does."""
    return value >= 0 if best == 0 else value > 0 or best < 0
