"""The sequential probability ratio test (SPRT), which ends a match as soon as it has decided.

Two hypotheses, elo0 and elo1, are compared on the scores of pairs of games: lost-lost, lost-drawn, level,
won-drawn, won-won. The generalised log-likelihood ratio compares the most likely distributions with the means
of the two hypotheses (M. Van den Bergh's notes on the GSPRT); the test ends when it leaves Wald's bounds,
ln(beta/(1-alpha)) and ln((1-beta)/alpha).

Elo is `logistic`, which follows from the score alone, or `normalized`: the score's distance from a half in
standard deviations of a game, times 800/ln 10. A test in normalised Elo takes about as many games whatever
the share of draws.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from shirokuro.matches.rating import moments, score_of
from shirokuro.parameters.parameter import check_parameters, parameter, read_settings

NELO_PER_DEVIATION = 800 / math.log(10)
"""Normalised Elo of a score that lies one standard deviation of a game above a half."""
STEPS = 10
"""Steps towards the most likely distribution for a normalised Elo; they change little after the third."""
NOT_SEEN = 1e-3
"""The count of a result that never occurred, so that its logarithm exists."""
MOST_ELO = 4000
"""Beyond it expected scores round to 0 and 1, and nothing can be tested."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test whether a player is elo1 stronger rather than elo0; alpha and beta are the risks of error."""

    elo0: float = parameter(0.0, "the weaker hypothesis")
    elo1: float = parameter(5.0, "the stronger hypothesis")
    alpha: float = parameter(0.05, "the risk of accepting elo1 if elo0 is true")
    beta: float = parameter(0.05, "the risk of accepting elo0 if elo1 is true")
    model: Literal["logistic", "normalized"] = parameter("logistic", "which Elo is meant")

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ValueError(
                f"a test needs elo0 < elo1, both within ±{MOST_ELO}, not {self.elo0:g} and {self.elo1:g}"
            )
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise ValueError(
                f"alpha and beta are risks, together below 1, not {self.alpha:g} and {self.beta:g}"
            )
        check_parameters(self)

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic`, or some of it."""
        return read_settings(cls, text, "a test")

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Sequence[int]) -> float:
        """The log-likelihood ratio of elo1 to elo0, by the counts of pairs that scored 0, ½, 1, 1½ and 2."""
        if sum(pairs) == 0:
            return 0.0
        counts = [count or NOT_SEEN for count in pairs]
        total = sum(counts)
        seen = [count / total for count in counts]
        find = _most_likely if self.model == "logistic" else _most_likely_normalized
        under0, under1 = find(seen, self.elo0), find(seen, self.elo1)
        return total * sum(p * math.log(q1 / q0) for p, q0, q1 in zip(seen, under0, under1, strict=True))

    def accepted(self, pairs: Sequence[int]) -> str | None:
        """`elo0` or `elo1` once the test has decided."""
        low, high = self.bounds
        llr = self.llr(pairs)
        return "elo1" if llr >= high else "elo0" if llr <= low else None

    def line(self, pairs: Sequence[int]) -> str:
        """`2.96 (-2.94, 2.94) [0.00, 5.00]`, as testing frameworks print it."""
        low, high = self.bounds
        return f"{self.llr(pairs):.2f} ({low:.2f}, {high:.2f}) [{self.elo0:.2f}, {self.elo1:.2f}]"


class OngoingTest:
    """A test while its match goes on.

    It takes pairs of games in the order of their numbers, not as they finish, so that its verdict does not
    depend on which games were faster.
    """

    def __init__(self, sprt: Sprt) -> None:
        self._sprt = sprt
        self._half_points: dict[int, int] = {}
        self._pairs = [0] * 5
        self._seen = 0
        self.end: int | None = None
        """The number of games it needed, once it has decided."""

    @property
    def llr(self) -> float:
        return self._sprt.llr(self._pairs)

    def add(self, number: int, half_points: int) -> None:
        """Adds a game by its number, from 0, with the first player's half points: 0, 1 or 2."""
        self._half_points[number] = half_points
        while self.end is None and {self._seen, self._seen + 1} <= self._half_points.keys():
            self._pairs[self._half_points[self._seen] + self._half_points[self._seen + 1]] += 1
            self._seen += 2
            if self._sprt.accepted(self._pairs):
                self.end = self._seen


def _most_likely(seen: list[float], elo: float) -> list[float]:
    """The distribution with the score of that Elo under which the results seen are most likely."""
    return _tilted(seen, [score - score_of(elo) for score in _scores(seen)])


def _most_likely_normalized(seen: list[float], elo: float) -> list[float]:
    """The same for a normalised Elo, whose condition is made linear at the distribution found before."""
    deviations = math.sqrt(2) * elo / NELO_PER_DEVIATION  # of a pair, which varies less than a game
    found = [1 / len(seen)] * len(seen)
    for _ in range(STEPS):
        mean, variance = moments(found)
        slope = deviations * math.sqrt(variance) / 2
        offsets = [score - 0.5 - slope * (1 + (score - mean) ** 2 / variance) for score in _scores(seen)]
        if max(offsets) <= 0 or min(offsets) >= 0:
            break  # no distribution can meet the condition as it stands
        found = _tilted(seen, offsets)
    return found


def _scores(seen: list[float]) -> list[float]:
    return [i / (len(seen) - 1) for i in range(len(seen))]


def _tilted(seen: list[float], offsets: list[float]) -> list[float]:
    """The most likely distribution p with sum(p_i * offset_i) = 0.

    By Lagrange it is seen_i/(1 + x offset_i), with the one x that gives that sum, which falls from +oo to -oo
    between the two poles next to 0.
    """
    low, high = -1 / max(offsets), -1 / min(offsets)
    while True:
        x = (low + high) / 2
        if x in (low, high):
            return [p / (1 + x * offset) for p, offset in zip(seen, offsets, strict=True)]
        if sum(p * offset / (1 + x * offset) for p, offset in zip(seen, offsets, strict=True)) > 0:
            low = x
        else:
            high = x
