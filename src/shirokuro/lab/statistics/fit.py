"""How likely a published figure is under a variant of the program, whose own figure is a sample too.

Counts: after s wins of m games, the wins k of n further games follow the beta-binomial distribution
P(k) = C(n, k) B(k+a, n-k+b) / B(a, b), with a = s+½ and b = m-s+½ (Jeffreys' prior). It includes the
sampling error of both. Two-sided: the probability of all counts no likelier than the published one.
Means: the logarithms of theirs and ours differ by a normal error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from math import exp, lgamma, log, pi, sqrt
from statistics import NormalDist

from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.ratio import Ratio
from shirokuro.matches.rating import NORMAL_95

_TIE = 1 + 1e-9
"""Probabilities within this factor count as equal: the difference is rounding."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a variant fits a published figure."""

    probability: float
    """The probability of a figure no likelier than the published one, under the variant."""
    log_likelihood: float
    """The log-likelihood of the published figure itself, to compare variants."""


def predicted(measured: Proportion, games: int) -> list[float]:
    """The probability of each count from 0 to `games`."""
    return [exp(_log_probability(measured, games, count)) for count in range(games + 1)]


@cache
def fit_of_count(published: Proportion, measured: Proportion) -> Fit:
    """The fit of a whole count, under a variant measured in any number of games."""
    count, games = round(published.part), published.whole
    return Fit(
        two_sided(predicted(measured, games), count),
        _log_probability(measured, games, count),
    )


@cache
def probability_of_sum(published: tuple[Proportion, ...], measured: tuple[Proportion, ...]) -> float:
    """The two-sided probability of the published counts' sum: small differences to one side add up.

    Cells with the same measured figure come from one measurement, and share its error.
    """
    games: dict[Proportion, int] = {}
    for cell, variant in zip(published, measured, strict=True):
        games[variant] = games.get(variant, 0) + cell.whole
    parts = (predicted(variant, count) for variant, count in games.items())
    return two_sided(reduce(_of_sums, parts), round(sum(cell.part for cell in published)))


def fit_of_mean(published: float, measured: Ratio, samples_beside_ours: float = 1.0) -> Fit:
    """The fit of a positive mean with unpublished spread, which is assumed to be that of our samples.

    `samples_beside_ours` is the number of their samples divided by that of ours, which is not 0.
    """
    error = log(measured.high / measured.low) / (2 * NORMAL_95) * sqrt(1 + 1 / samples_beside_ours)
    distance = log(published / measured.value) / error
    return Fit(2 * NormalDist().cdf(-abs(distance)), -(distance**2) / 2 - log(error * sqrt(2 * pi)))


def two_sided(probabilities: Sequence[float], count: int) -> float:
    """The probability of all counts that are no likelier than this one."""
    return min(1.0, sum(each for each in probabilities if each <= probabilities[count] * _TIE))


def _of_sums(one: Sequence[float], other: Sequence[float]) -> Sequence[float]:
    """The probabilities of the sum of two independent counts."""
    sums = [0.0] * (len(one) + len(other) - 1)
    for first, chance in enumerate(one):
        for second, beside in enumerate(other, first):
            sums[second] += chance * beside
    return sums


def _log_probability(measured: Proportion, games: int, count: int) -> float:
    won, lost = measured.part + 0.5, measured.whole - measured.part + 0.5
    ways = lgamma(games + 1) - lgamma(count + 1) - lgamma(games - count + 1)
    return ways + _log_beta(count + won, games - count + lost) - _log_beta(won, lost)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)
