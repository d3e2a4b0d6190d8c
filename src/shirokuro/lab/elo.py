"""Elo with bars: one fit over all games of some cells."""

from __future__ import annotations

from collections.abc import Iterable

from shirokuro.lab.exhibit import Plot, Point, Series
from shirokuro.lab.result import CellResult, Game
from shirokuro.rating import Rating, Score, fit


def ratings(results: Iterable[CellResult]) -> list[Rating]:
    """All players of the cells, strongest first; games against oneself say nothing."""
    games = (game for result in results for game in result.games)
    return fit(_score(game) for game in games if game.fixture.black != game.fixture.white)


def elo_plot(title: str, results: Iterable[CellResult]) -> Plot:
    points = tuple(
        Point(rating.name, rating.elo, rating.elo - rating.error, rating.elo + rating.error)
        for rating in ratings(results)
    )
    note = "One most likely fit over all their games; the mean of all players is 0."
    return Plot(title, "player", "Elo", (Series("Elo", points),), "bar", notes=(note,))


def _score(game: Game) -> Score:
    margin = game.margin()
    points = 0.5 + ((margin > 0) - (margin < 0)) / 2
    return Score(game.fixture.black, game.fixture.white, points, 1)
