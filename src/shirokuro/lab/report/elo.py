"""Elo with bars: one fit over all games of some cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from shirokuro.fixture import Game
from shirokuro.lab.exhibit import Plot, Point, Series
from shirokuro.lab.report.names import readable
from shirokuro.lab.run.result import CellResult
from shirokuro.rating import Rating, Score, fit


def ratings(results: Iterable[CellResult]) -> list[Rating]:
    """All players of the cells, strongest first; games against oneself say nothing."""
    games = (game for result in results for game in result.games)
    return fit(_score(game) for game in games if game.fixture.black != game.fixture.white)


def elo_plot(title: str, results: Iterable[CellResult], name_of: Callable[[str], str] = readable) -> Plot:
    """The players by their names for people."""
    note = "One most likely fit over all their games, with 95 % intervals; the mean of all players is 0."
    points = (elo_point(rating, name_of(rating.name)) for rating in ratings(results))
    return Plot(title, "player", "Elo", (Series("Elo", tuple(points)),), "bar", notes=(note,))


def elo_point(rating: Rating, name: str) -> Point:
    """In whole Elo: nobody is surer than that."""
    low, high = round(rating.elo - rating.error), round(rating.elo + rating.error)
    return Point(name, round(rating.elo), low, high)


def _score(game: Game) -> Score:
    margin = game.margin()
    points = 0.5 + ((margin > 0) - (margin < 0)) / 2
    return Score(game.fixture.black, game.fixture.white, points, 1)
