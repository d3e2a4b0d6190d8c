"""The ratio of two sums over the same samples, and its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, sqrt
from typing import Literal

from shirokuro.lab.statistics.rounding import in_per_cent, with_interval
from shirokuro.matches.rating import NORMAL_95

FEW_DEGREES = (12.706, 4.303, 3.182, 2.776, 2.571)
"""Student's t for 1, 2, … degrees of freedom, for which the series is too inexact."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A value with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> Ratio:
        return Ratio(self.value * factor, self.low * factor, self.high * factor)

    def side_of(self, value: float, slack: float = 0.0) -> Literal["below", "around", "above"]:
        """Whether the interval is below or above the value, or comes within the slack of it (around)."""
        if self.high < value * (1 - slack):
            return "below"
        return "above" if self.low > value * (1 + slack) else "around"

    def __str__(self) -> str:
        return with_interval(self.value, self.low, self.high)

    def in_per_cent(self) -> str:
        return in_per_cent(self.value, self.low, self.high)


def ratio_of_sums(parts: Sequence[float], wholes: Sequence[float]) -> Ratio:
    """r = Σy/Σx with the usual estimate of its variance, n/(n−1) Σ(y−rx)² / (Σx)².

    The interval is that of log r, since times and counts are never negative: r·e^(±t·σ/r), with Student's t
    for n−1 degrees of freedom. One sample alone has no known spread.
    """
    count, total = len(wholes), sum(wholes)
    ratio = sum(parts) / total
    if count < 2:
        return Ratio(ratio, 0.0, inf)
    if not ratio:
        return Ratio(0.0, 0.0, 0.0)
    rest = sum((part - ratio * whole) ** 2 for part, whole in zip(parts, wholes, strict=True))
    reach = exp(student_95(count - 1) * sqrt(rest * count / (count - 1)) / total / ratio)
    return Ratio(ratio, ratio / reach, ratio * reach)


def student_95(freedom: int) -> float:
    """The number of standard errors around the mean that contain 95 % of Student's distribution."""
    if freedom <= len(FEW_DEGREES):
        return FEW_DEGREES[freedom - 1]
    z, n = NORMAL_95, freedom  # Cornish and Fisher's series
    return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)


def mean(values: Sequence[float]) -> Ratio:
    """The mean, with its interval."""
    return ratio_of_sums(values, [1.0] * len(values))
