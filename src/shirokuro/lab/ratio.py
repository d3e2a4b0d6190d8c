"""The ratio of two sums over the same samples, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Literal

from shirokuro.lab.exhibit import Point
from shirokuro.lab.rounding import with_interval
from shirokuro.lab.tally import Z95, Interval


@dataclass(frozen=True, slots=True)
class Ratio:
    """A value that lies between two others with 95 % confidence."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> Ratio:
        return Ratio(self.value * factor, self.low * factor, self.high * factor)

    def side_of(self, value: float) -> Literal["below", "around", "above"]:
        """Where it lies for certain; around, if the interval holds the value."""
        return Interval(self.low, self.high).side_of(value)

    def point(self, x: float | str) -> Point:
        return Point(x, self.value, self.low, self.high)

    def __str__(self) -> str:
        return with_interval(self.value, self.low, self.high)

    def in_per_cent(self) -> str:
        return with_interval(100 * self.value, 100 * self.low, 100 * self.high, " %")


def ratio_of_sums(parts: Sequence[float], wholes: Sequence[float]) -> Ratio:
    """r = Σy/Σx with the usual estimate of its variance, n/(n−1) Σ(y−rx)² / (Σx)².

    The interval is taken of log r, since times and counts are never negative: r·e^(±z·σ/r).
    """
    count, total = len(wholes), sum(wholes)
    ratio = sum(parts) / total
    if not ratio:
        return Ratio(0.0, 0.0, 0.0)
    rest = sum((part - ratio * whole) ** 2 for part, whole in zip(parts, wholes, strict=True))
    reach = exp(Z95 * sqrt(rest * count / max(count - 1, 1)) / total / ratio)
    return Ratio(ratio, ratio / reach, ratio * reach)


def mean(values: Sequence[float]) -> Ratio:
    """The mean, with its interval."""
    return ratio_of_sums(values, [1.0] * len(values))
