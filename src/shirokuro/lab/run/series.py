"""The games of a cell: one fixture repeated with other seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, overload

from shirokuro.matches.fixture import Fixture
from shirokuro.opening_names.level_openings import openings
from shirokuro.seed import derive

Turn: TypeAlias = Literal["first", "second"]
TURNS: tuple[Turn, Turn] = ("first", "second")


@dataclass(frozen=True, slots=True)
class GameSeries(Sequence[Fixture]):
    """Games that differ only in seed, colours and opening; made on demand, since plans can be long."""

    pattern: Fixture
    games: int
    paired: bool = False
    """Whether the two games of a pair share their seed, the second with the colours swapped."""
    openings: tuple[str, ...] = ()
    """The openings of games or pairs, in turn; if empty, all have the pattern's."""

    def __len__(self) -> int:
        return self.games

    @overload
    def __getitem__(self, index: int) -> Fixture: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Fixture, ...]: ...
    def __getitem__(self, index: int | slice) -> Fixture | tuple[Fixture, ...]:
        if isinstance(index, slice):
            return tuple(self._game(number) for number in range(self.games)[index])
        return self._game(range(self.games)[index])

    def _game(self, number: int) -> Fixture:
        place = number // 2 if self.paired else number
        opening = self.openings[place % len(self.openings)] if self.openings else self.pattern.opening
        game = replace(self.pattern, seed=derive(self.pattern.seed, place), opening=opening)
        return game.numbered(number) if self.paired else game


def series(fixture: Fixture, games: int) -> GameSeries:
    """Games of the same two players in the same colours; a longer series begins with the shorter."""
    return GameSeries(fixture, games)


def one_sided(fixture: Fixture, turn: Turn, games: int) -> GameSeries:
    """A series in which the fixture's black player always moves first, or always second."""
    own = replace(fixture, seed=derive(fixture.seed, turn))
    return series(own if turn == "first" else own.swapped(), games)


def both_colours(fixture: Fixture, games: int) -> GameSeries:
    """Likewise, with the colours swapped in every second game; the two games of a pair share their seed."""
    return GameSeries(fixture, games, paired=True)


def from_openings(fixture: Fixture, games: int) -> GameSeries:
    """Likewise, each pair from another of the shipped openings: for players that play without randomness."""
    known = openings(fixture.variant)
    start = derive(fixture.seed, "openings") % len(known)
    return GameSeries(fixture, games, paired=True, openings=known[start:] + known[:start])


def in_runs(games: Sequence[Fixture], length: int) -> tuple[Fixture, ...]:
    """Divides games into runs of that length; learning players carry their memory through each run."""
    made: list[Fixture] = []
    for number, game in enumerate(games):
        made.append(replace(game, after=made[-1].digest() if number % length else ""))
    return tuple(made)
