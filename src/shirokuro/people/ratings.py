"""Ratings of players over time from the results of their games, each with its error.

Glicko (Glickman 1999, "Parameter estimation in large dynamic paired comparison experiments"), one game at a
time: a rating is a guess with a standard error, the error shrinks with each game and grows with the years.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_Q = math.log(10) / 400
NEWCOMER = 1500.0
NEWCOMER_ERROR = 200.0
DRIFT_A_YEAR = 60.0
"""The standard deviation of what a player's strength changes by within a year."""


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A rating as known at some time: its standard error, and the games that it rests on."""

    value: float = NEWCOMER
    error: float = NEWCOMER_ERROR
    games: int = 0
    year: int = 0

    def in_year(self, year: int) -> PlayerRating:
        """The same after years without a game; nobody is known less than a newcomer."""
        if not self.games or year <= self.year:
            return PlayerRating(self.value, self.error, self.games, max(year, self.year))
        error = math.hypot(self.error, DRIFT_A_YEAR * math.sqrt(year - self.year))
        return PlayerRating(self.value, min(error, NEWCOMER_ERROR), self.games, year)

    def after(self, opponent: PlayerRating, score: float) -> PlayerRating:
        """The rating after one more game, with 1, ½ or 0 points."""
        weight = 1 / math.sqrt(1 + 3 * (_Q * opponent.error / math.pi) ** 2)
        expected = 1 / (1 + 10 ** (-weight * (self.value - opponent.value) / 400))
        precision = 1 / self.error**2 + (_Q * weight) ** 2 * expected * (1 - expected)
        value = self.value + _Q * weight * (score - expected) / precision
        return PlayerRating(value, 1 / math.sqrt(precision), self.games + 1, self.year)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """Who played whom in a year, and black's score: 1, ½ or 0."""

    black: str
    white: str
    year: int
    score: float


def rate(games: Iterable[RatedGame]) -> Iterator[tuple[PlayerRating, PlayerRating]]:
    """Black's and white's rating before each game; the games must be in the order of time."""
    known: dict[str, PlayerRating] = {}
    for game in games:
        black, white = (
            known.get(name, PlayerRating()).in_year(game.year) for name in (game.black, game.white)
        )
        yield black, white
        known[game.black] = black.after(white, game.score)
        known[game.white] = white.after(black, 1 - game.score)
