"""A demonstration without people: players that err as people do, each in a series against the rival."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, starmap

from shirokuro.lab.exhibit import Entry, Exhibit, Plot, Point, Series, Table
from shirokuro.lab.report.entries import scored
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.replications.rival import playing
from shirokuro.replications.rival.playing import RivalSeries, SeriesGame

GAMES = 40
BLOCK = 5
"""Games that the curves of losses are averaged over."""


@dataclass(frozen=True, slots=True)
class Person:
    """A simulated person whose level changes within a game and from game to game."""

    name: str
    about: str
    """Which of the engine's levels, in words."""
    first: int
    """The level in the first game of the series."""
    last: int
    """The level in the last one."""
    fall: int = 0
    """By how many levels play drops from the start of a game to its end."""
    spread: int = 1
    """By how many levels single moves are better or worse."""

    def series(self, game: int) -> RivalSeries:
        """The series with the opponent of one game."""
        level = round(self.first + (self.last - self.first) * game / (GAMES - 1))
        opponent = f"uneven:start={level},end={max(level - self.fall, 0)},spread={self.spread}"
        return RivalSeries(opponent, "in turn")


PEOPLE = (
    Person("moody", "1 to 9, drawn for each move", 5, 5, spread=4),
    Person("tires in each game", "from 9 to 3 in each game", 9, 9, fall=6),
    Person("tires over the series", "from 9 to 3 over the series", 9, 3, spread=2),
    Person("the first games of a life", "from 0 to 6 over the series", 0, 6, spread=3),
)


def demonstration_cells(scale: Scale) -> list[Cell]:
    """Each person's series, one game per cell, since the next game may have another level."""
    games = min(scale.count(4, GAMES, GAMES), GAMES)
    parts = [
        [(person.series(game).seeded(scale.seed), game, 1) for game in range(games)] for person in PEOPLE
    ]
    return [cell for each in parts for cell in playing.chained(each)]


def seen(results: Results, person: Person) -> list[SeriesGame]:
    """The games of a person so far, from the first on."""
    found: list[SeriesGame] = []
    while len(found) < GAMES:
        cell = results.get(playing.leg_name(person.series(len(found)), len(found)))
        if cell is None or cell.value is None:
            break
        found += playing.read_leg(cell.value)
    return found


def demonstration(results: Results) -> Iterator[Exhibit]:
    """A table of all, a plot of how the series went, and for each person one of what moves lost."""
    found = {person: seen(results, person) for person in PEOPLE}
    rows: list[tuple[Entry, ...]] = []
    for person, games in found.items():
        figures: tuple[Entry, ...] = (None, None, None)
        if games:
            lost = (f"{playing.lost_a_move(games):.1f}", f"{playing.opponent_lost_a_move(games):.1f}")
            figures = (scored(playing.tally_of_games(games)), *lost)
        rows.append((person.name, person.about, len(games), *figures))
    yield Table(
        "Players that err as people do, 40 games each",
        (
            "player",
            "level",
            "games",
            "points of the rival",
            "its loss a move",
            "the player's",
        ),
        tuple(rows),
        (
            "The rival remembers; colours alternate. Levels are the engine's; those of single moves lie "
            "up to three higher or lower.",
        ),
    )
    balances = {
        person.name: accumulate((game.margin > 0) - (game.margin < 0) for game in games)
        for person, games in found.items()
    }
    yield Plot(
        "Wins less losses of the rival in the course of a series",
        "game",
        "wins less losses so far",
        tuple(Series(name, tuple(starmap(Point, enumerate(each, 1)))) for name, each in balances.items()),
        reference=0,
    )
    for person, games in found.items():
        yield _losses(person, games)


def _losses(person: Person, games: Sequence[SeriesGame]) -> Plot:
    blocks = [games[first : first + BLOCK] for first in range(0, len(games), BLOCK)]
    last = [(number * BLOCK + len(block), block) for number, block in enumerate(blocks)]
    curves = {"the rival": playing.lost_a_move, "its opponent": playing.opponent_lost_a_move}
    return Plot(
        f"What moves lose: {person.name}",
        "games so far",
        f"discs a move, means of {BLOCK} games",
        tuple(Series(side, tuple(Point(x, of(block)) for x, block in last)) for side, of in curves.items()),
    )
