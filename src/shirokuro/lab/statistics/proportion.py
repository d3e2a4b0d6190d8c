"""Proportions of games, their intervals, and whether two differ."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from statistics import NormalDist
from typing import Literal, NamedTuple

from shirokuro.lab.statistics.rounding import number, per_cents, points
from shirokuro.matches.rating import Tally, score_interval


class Interval(NamedTuple):
    """A 95 % confidence interval of a share."""

    low: float
    high: float

    def __contains__(self, share: object) -> bool:
        return isinstance(share, int | float) and self.low <= share <= self.high

    def side_of(self, share: float) -> Literal["below", "around", "above"]:
        """Whether the interval is below or above the share, or contains it (around)."""
        if self.high < share:
            return "below"
        return "above" if self.low > share else "around"

    def overlaps(self, other: Interval) -> bool:
        return self.low <= other.high and other.low <= self.high

    def __str__(self) -> str:
        return f"{'–'.join(per_cents(*self))} %"


@dataclass(frozen=True, slots=True)
class Proportion:
    """A count out of a total, as games won of games played."""

    part: float
    whole: int

    @classmethod
    def won(cls, tally: Tally) -> Proportion:
        """The games won, as the studies count."""
        return cls(tally.wins, tally.games)

    @classmethod
    def scored(cls, tally: Tally) -> Proportion:
        """The points; a draw counts half."""
        return cls(tally.points, tally.games)

    @property
    def value(self) -> float:
        """From 0 to 1; ½ if the total is 0."""
        return self.part / self.whole if self.whole else 0.5

    def interval(self, among: int = 1) -> Interval:
        """Wilson's interval, or one of `among` that hold together with 95 %; 0…1 if the total is 0.

        For points it is slightly too wide, since a draw counts as half a success.
        """
        if not self.whole:
            return Interval(0.0, 1.0)
        # Bonferroni: the probability that any of n is wrong is at most n times that of one.
        return Interval(*score_interval(self.value, self.whole, NormalDist().inv_cdf(1 - 0.025 / among)))

    def minus(self, other: Proportion, among: int = 1) -> Interval:
        """The interval of the difference, by Newcombe's method, which combines the two Wilson intervals."""
        own, others = self.interval(among), other.interval(among)
        difference = self.value - other.value
        return Interval(
            difference - hypot(self.value - own.low, others.high - other.value),
            difference + hypot(own.high - self.value, other.value - others.low),
        )

    def differs_from(self, other: Proportion, among: int = 1) -> bool:
        """Whether chance is unlikely to make one of `among` such pairs differ so much."""
        return 0.0 not in self.minus(other, among)

    def __add__(self, other: Proportion) -> Proportion:
        return Proportion(self.part + other.part, self.whole + other.whole)

    def __str__(self) -> str:
        return f"{points(self.part)} of {number(self.whole)} ({self.interval()})"
