"""The model of an opponent, learned from its moves: how likely each move is, and how much its moves lose.

The probability of a move is proportional to exp(β·value), values in discs for the opponent. β is unknown: the
model has a weight for each of a few β, negative ones for an opponent who plays to lose. Each move updates the
weights by Bayes' rule, and earlier moves count less with every move.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

BETAS = (-1.5, -0.7, -0.35, -0.18, -0.09, 0.0, 0.04, 0.08, 0.14, 0.2, 0.28, 0.4, 0.6, 0.9, 1.4, 2.2)
"""From one who picks the worst move, over one who plays at random, to one who hardly errs."""
DECAY = 0.93
"""What a move still counts when the next one is seen: some fourteen moves count together."""
LARGEST_DECAY = 0.97
"""The same for the largest loss, which is forgotten more slowly."""
USUAL_LOSS = 4.0
"""Discs that a move of somebody unknown is taken to lose: as a keen player's does."""
USUAL_MOVES = 2.0
"""How many seen moves that assumption is worth."""

Values = Mapping[int, float]
"""What each legal move is worth to the side that makes it, in discs."""


@dataclass(frozen=True, slots=True)
class OpponentModel:
    """An opponent, as far as its moves tell. It never changes: `after` gives the next one."""

    logs: tuple[float, ...] = (0.0,) * len(BETAS)
    """The logarithm of the weight of each β; the greatest is 0."""
    moves: float = 0.0
    """Moves that were seen, earlier ones counting less."""
    lost: float = 0.0
    """Discs that these lost, likewise."""
    largest: float = 0.0
    """The largest loss of a move, fading."""

    def after(self, values: Values, played: int) -> OpponentModel:
        """What is known once it has played one of its moves; a single legal move tells nothing."""
        if len(values) < 2:
            return self
        loss = max(values.values()) - values[played]
        place = [*values].index(played)
        # Never quite 0: anybody slips once in a while.
        seen = [max(chances(beta, values.values())[place], 1e-4) for beta in BETAS]
        logs = [DECAY * log + math.log(chance) for log, chance in zip(self.logs, seen, strict=True)]
        most = max(logs)
        return OpponentModel(
            tuple(log - most for log in logs),
            DECAY * self.moves + 1,
            DECAY * self.lost + loss,
            max(LARGEST_DECAY * self.largest, loss),
        )

    def is_possible(self) -> bool:
        """Whether these can be logarithms of weights."""
        return max(self.logs) == 0

    @property
    def beta(self) -> float:
        """How much it prefers good moves, on average over what is possible."""
        return sum(weight * beta for weight, beta in zip(self._weights(), BETAS, strict=True))

    @property
    def plays_to_lose(self) -> float:
        """How likely it is that it prefers bad moves."""
        return sum(weight for weight, beta in zip(self._weights(), BETAS, strict=True) if beta < 0)

    @property
    def mean_loss(self) -> float:
        """Discs that a move of it loses on average, as far as is known."""
        return (self.lost + USUAL_LOSS * USUAL_MOVES) / (self.moves + USUAL_MOVES)

    def _weights(self) -> list[float]:
        return normed(math.exp(log) for log in self.logs)


UNSEEN = OpponentModel()
"""Somebody of whom no move was seen."""


def chances(beta: float, values: Iterable[float]) -> list[float]:
    """How likely each move of somebody with this β is, by what the moves are worth to them."""
    exponents = [beta * value for value in values]
    most = max(exponents)
    return normed(math.exp(each - most) for each in exponents)


def normed(weights: Iterable[float]) -> list[float]:
    """The weights as parts of one."""
    listed = list(weights)
    total = sum(listed)
    return [weight / total for weight in listed]
