"""The games of a cell: one fixture again and again, each time with other luck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from shirokuro.game import Fixture, derive


def series(fixture: Fixture, games: int) -> tuple[Fixture, ...]:
    """So many games of the same two players in the same colours; a longer series begins with the shorter."""
    return tuple(replace(fixture, seed=derive(fixture.seed, number)) for number in range(games))


def both_colours(fixture: Fixture, games: int) -> tuple[Fixture, ...]:
    """Likewise, with the colours swapped in every second game; the two games of a pair share their seed."""
    return tuple(_alternating(series(fixture, (games + 1) // 2)))[:games]


def swapped(fixture: Fixture) -> Fixture:
    """The same game with the colours the other way round."""
    return replace(fixture, black=fixture.white, white=fixture.black, limits=fixture.limits[::-1])


def _alternating(fixtures: tuple[Fixture, ...]) -> Iterator[Fixture]:
    for fixture in fixtures:
        yield fixture
        yield swapped(fixture)
