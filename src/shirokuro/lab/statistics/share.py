"""Part of a whole, as games won of games played, and whether two such parts differ."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from shirokuro.lab.statistics.rounding import number, points
from shirokuro.lab.statistics.tally import Interval, Tally, wilson


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: float
    whole: int

    @classmethod
    def won(cls, tally: Tally) -> Share:
        """The games won, as the studies count."""
        return cls(tally.wins, tally.games)

    @classmethod
    def scored(cls, tally: Tally) -> Share:
        """The points, a draw being half of one."""
        return cls(tally.wins + tally.draws / 2, tally.games)

    @property
    def value(self) -> float:
        """From 0 to 1; a half where nothing is known."""
        return self.part / self.whole if self.whole else 0.5

    def interval(self, among: int = 1) -> Interval:
        return wilson(self.part, self.whole, among)

    def minus(self, other: Share, among: int = 1) -> Interval:
        """Where the difference lies, by Newcombe's method: the two Wilson intervals, squared and added."""
        own, others = self.interval(among), other.interval(among)
        difference = self.value - other.value
        return Interval(
            difference - hypot(self.value - own.low, others.high - other.value),
            difference + hypot(own.high - self.value, other.value - others.low),
        )

    def differs_from(self, other: Share, among: int = 1) -> bool:
        """Whether chance alone would hardly set one of `among` such pairs so far apart."""
        return 0.0 not in self.minus(other, among)

    def __add__(self, other: Share) -> Share:
        return Share(self.part + other.part, self.whole + other.whole)

    def __str__(self) -> str:
        return f"{points(self.part)} of {number(self.whole)} ({self.interval()})"
