"""How somebody of a rating plays: by the model's chances, and by what they see beyond its four plies.

The model knows what the moves are worth after four plies. Strong people see more, weak ones less, so players
that draw moves by its chances alone are too much alike. Here a chance is multiplied by a factor for each disc
that the move loses six plies ahead; the factor falls with the rating (docs/people.md says how it was chosen).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

from shirokuro.engine.limits import Limits
from shirokuro.engine.result import Result
from shirokuro.people.model import LOWEST, STRONGEST, WEAKEST, MoveChances

PLIES = 6
EXACT_FROM = 12
"""With so few empties the ending is solved instead."""
LIKELY = 0.01
"""Moves with less of a chance are not looked at: what they lose at four plies has to do."""
MOST_LOSS = 24
"""Discs; a move that loses more is no less likely still."""
_WHOLE = 1024
_FACTORS = {LOWEST: 1024, WEAKEST: 1070, 1500: 998, 1700: 916, STRONGEST: 760}
"""For each disc, in 1/1024; in between along straight lines."""


def limits_of_foresight(empties: int, limits: Limits) -> Limits:
    """How far people are taken to see, within limits."""
    # Solving is a single step, which no cap of nodes would end.
    solves = empties <= EXACT_FROM and limits.nodes is None
    return (Limits() if solves else Limits(depth=PLIES)).tightened(limits)


def with_foresight(
    chances: MoveChances, values: Mapping[int, int], seen: Mapping[int, Result], rating: float
) -> dict[int, float]:
    """How likely each move is played; they do not add up to 1.

    `values` are those that the model knows, `seen` has the results for the moves that were looked at.
    """
    losses = {move: max(values.values()) - value for move, value in values.items()}
    best = max((result.value for result in seen.values()), default=0)
    losses |= {move: best - result.value for move, result in seen.items()}
    factor = Fraction(round(_factor(rating)), _WHOLE)
    # Powers of a fraction are exact, so that every machine plays the same games.
    return {move: chance * float(factor ** min(losses[move], MOST_LOSS)) for move, chance in chances.items()}


def _factor(rating: float) -> float:
    for (low, at_low), (high, at_high) in pairwise(_FACTORS.items()):
        if rating <= high:
            return at_low + (rating - low) / (high - low) * (at_high - at_low)
    return _FACTORS[STRONGEST]
