"""Elo: the difference in strength from a score, and one fit over the results of many players.

A player x Elo stronger is expected to score s = 1/(1 + 10^(-x/400)). Intervals are at 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

NORMAL_95 = 1.959964
"""How many standard deviations on both sides of the mean hold 95 % of a normal distribution."""
ELO_PER_NAT = 400 / math.log(10)
MOST_STEPS = 1000


@dataclass(frozen=True, slots=True)
class Estimate:
    """A difference in Elo with its 95 % interval; infinite if every game was won or lost."""

    elo: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        if math.isinf(self.elo):
            bound = f"> {self.low:.1f}" if self.elo > 0 else f"< {self.high:.1f}"
            return f"{self.elo}, {bound} (95%)"
        return f"{self.elo:.1f} +- {self.error:.1f} (95%)"


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins, draws and losses of one player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, margins: Iterable[float]) -> Tally:
        """The tally of these margins of the player."""
        signs = [(margin > 0) - (margin < 0) for margin in margins]
        return cls(signs.count(1), signs.count(0), signs.count(-1))

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is one point, a draw half."""
        return self.wins + self.draws / 2

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        """Wins, losses and draws, as the studies write them: 67/29/4."""
        return f"{self.wins}/{self.losses}/{self.draws}"


def score_of(elo: float) -> float:
    """The expected score of a player that is `elo` stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in Elo for a score."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def moments(counts: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of scores; i/(len(counts) - 1) occurred `counts[i]` times."""
    total, most = sum(counts), len(counts) - 1
    mean = sum(count * i / most for i, count in enumerate(counts)) / total
    return mean, sum(count * (i / most - mean) ** 2 for i, count in enumerate(counts)) / total


def score_interval(score: float, count: float, z: float = NORMAL_95) -> tuple[float, float]:
    """Wilson's score interval, (s + z²/2n ± z √(s(1−s)/n + z²/4n²)) / (1 + z²/n)."""
    weight = z**2 / count
    centre = (score + weight / 2) / (1 + weight)
    reach = math.sqrt(weight * (score * (1 - score) + weight / 4)) / (1 + weight)
    # For scores of 0 and 1 the interval ends there exactly; rounding would miss it.
    return (centre - reach if score > 0 else 0.0), (centre + reach if score < 1 else 1.0)


def estimate(games: Sequence[int], pairs: Sequence[int] = ()) -> Estimate:
    """Elo from counts of lost, drawn and won games; the interval from pairs if there are at least two.

    Both games of a pair have the same opening, so their scores depend on each other; those of pairs (0, ½, 1,
    1½, 2) do not. The interval is Wilson's, for the number of decided games with the same variance; if the
    variance is 0, for the number of games played.
    """
    count = sum(games)
    if count == 0:
        return Estimate(0.0, -math.inf, math.inf)
    score, variance = moments(games)
    if (number := sum(pairs)) > 1:
        variance = 2 * moments(pairs)[1] * number / (number - 1)
    low, high = score_interval(score, count * score * (1 - score) / variance if variance else count)
    return Estimate(elo_of(score), elo_of(low), elo_of(high))


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating; the mean of all players is 0."""

    name: str
    elo: float
    error: float
    """To both sides, for 95 %."""
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one player against another; a draw is half a point."""

    first: str
    second: str
    points: float
    games: int


def fit(scores: Iterable[Score]) -> list[Rating]:
    """The most likely ratings of all players (Bradley and Terry's model), strongest first.

    Each player also gets one draw against a virtual player of rating 0: so no rating is infinite, and players
    without common opponents can be compared, if badly. The errors come from the curvature of the likelihood
    at its maximum.
    """
    scores = list(scores)
    names = sorted({name for score in scores for name in (score.first, score.second)})
    table = _CrossTable(names, scores)
    strengths = table.climb()
    covariance = _inverse(table.curvature(strengths))
    size = max(len(names), 1)
    mean, variance_of_mean = sum(strengths) / size, sum(map(sum, covariance)) / size**2
    variances = [row[i] - 2 * sum(row) / size + variance_of_mean for i, row in enumerate(covariance)]
    ratings = [
        Rating(
            name,
            ELO_PER_NAT * (strengths[i] - mean),
            ELO_PER_NAT * NORMAL_95 * math.sqrt(max(variances[i], 0.0)),
            *table.total(i),
        )
        for i, name in enumerate(names)
    ]
    return sorted(ratings, key=lambda rating: -rating.elo)


class _CrossTable:
    """The games of each pair of players, and the log-likelihood of their strengths."""

    def __init__(self, names: list[str], scores: list[Score]) -> None:
        number = {name: i for i, name in enumerate(names)}
        size = len(names)
        self._games = [[0.0] * size for _ in names]
        self._points = [0.0] * size
        for score in scores:
            i, j = number[score.first], number[score.second]
            self._games[i][j] += score.games
            self._games[j][i] += score.games
            self._points[i] += score.points
            self._points[j] += score.games - score.points

    def total(self, i: int) -> tuple[float, int]:
        """Points and games of a player."""
        return self._points[i], int(sum(self._games[i]))

    def climb(self) -> list[float]:
        """Newton's method; steps of at most 1 keep it from overshooting if a player won every game."""
        strengths = [0.0] * len(self._points)
        for _ in range(MOST_STEPS):
            inverse = _inverse(self.curvature(strengths))
            slope = [  # the first derivatives
                points
                + 0.5
                - _chance(own)
                - sum(n * _chance(own - other) for n, other in zip(row, strengths, strict=True))
                for points, row, own in zip(self._points, self._games, strengths, strict=True)
            ]
            steps = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
            strengths = [s + max(-1.0, min(1.0, step)) for s, step in zip(strengths, steps, strict=True)]
            if all(abs(step) < 1e-9 for step in steps):
                break
        return strengths

    def curvature(self, strengths: list[float]) -> list[list[float]]:
        """The negated second derivatives."""
        rows = []
        for i, own in enumerate(strengths):
            row = [-n * _spread(own - s) for n, s in zip(self._games[i], strengths, strict=True)]
            row[i] += _spread(own) - sum(row)
            rows.append(row)
        return rows


def _chance(difference: float) -> float:
    """The chance of winning, by a formula that never overflows."""
    return 0.5 + math.tanh(difference / 2) / 2


def _spread(difference: float) -> float:
    chance = _chance(difference)
    return max(chance * (1 - chance), 1e-12)


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Gauss-Jordan elimination; the matrix is symmetric and positive definite, so it needs no pivoting."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
