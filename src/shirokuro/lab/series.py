"""The games of a cell: one fixture again and again, each time with other luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal, TypeAlias

from shirokuro.book.openings import openings
from shirokuro.fixture import Fixture, derive

Turn: TypeAlias = Literal["first", "second"]
TURNS: tuple[Turn, Turn] = ("first", "second")


def series(fixture: Fixture, games: int) -> tuple[Fixture, ...]:
    """So many games of the same two players in the same colours; a longer series begins with the shorter."""
    return tuple(replace(fixture, seed=derive(fixture.seed, number)) for number in range(games))


def one_sided(fixture: Fixture, turn: Turn, games: int) -> tuple[Fixture, ...]:
    """A series in which the fixture's black player always moves first, or always second."""
    lucky = replace(fixture, seed=derive(fixture.seed, turn))
    return series(lucky if turn == "first" else swapped(lucky), games)


def both_colours(fixture: Fixture, games: int) -> tuple[Fixture, ...]:
    """Likewise, with the colours swapped in every second game; the two games of a pair share their seed."""
    return _pairs(series(fixture, (games + 1) // 2), games)


def from_openings(fixture: Fixture, games: int) -> tuple[Fixture, ...]:
    """Likewise, each pair from another of the shipped openings: for players that leave nothing to chance."""
    known = openings(fixture.variant)
    start = derive(fixture.seed, "openings") % len(known)
    pairs = series(fixture, (games + 1) // 2)
    opened = (replace(pair, opening=known[(start + i) % len(known)]) for i, pair in enumerate(pairs))
    return _pairs(opened, games)


def swapped(fixture: Fixture) -> Fixture:
    """The same game with the colours the other way round."""
    return replace(fixture, black=fixture.white, white=fixture.black, limits=fixture.limits[::-1])


def _pairs(fixtures: Iterable[Fixture], games: int) -> tuple[Fixture, ...]:
    return tuple(_alternating(fixtures))[:games]


def _alternating(fixtures: Iterable[Fixture]) -> Iterator[Fixture]:
    for fixture in fixtures:
        yield fixture
        yield swapped(fixture)
