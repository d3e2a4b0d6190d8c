"""Entries of tables that set published figures beside our own, and what may be said of the two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shirokuro.lab.exhibit import Entry, Point
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics import rounding
from shirokuro.lab.statistics.share import Share
from shirokuro.lab.statistics.tally import Tally


def tally_of(results: Results, name: str) -> Tally:
    """How the games of a cell went; an empty tally where the plan has no such cell, or nothing was played."""
    return results[name].tally if name in results else Tally()


def value_of(results: Results, name: str) -> Any:
    """What a cell measured, if it did."""
    return results[name].value if name in results else None


def total(tallies: Iterable[Tally]) -> Tally:
    return sum(tallies, Tally())


def won(tally: Tally | None) -> Entry:
    """Wins, losses and draws, and the interval of the share won; nothing for no games."""
    return f"{tally} ({tally.win_interval()})" if tally and tally.games else None


def in_per_cent(share: Share) -> Entry:
    """A share in per cent with its interval, and of how many; nothing of nothing."""
    if not share.whole:
        return None
    return rounding.in_per_cent(share.value, *share.interval(), of=f" of {rounding.number(share.whole)}")


def scored(tally: Tally) -> Entry:
    """The points in per cent, a draw being half of one, with their interval."""
    return rounding.in_per_cent(Share.scored(tally).value, *tally.interval()) if tally.games else None


def score_point(x: float | str, tally: Tally) -> Point:
    """The score in per cent, for a plot."""
    low, high = tally.interval()
    return Point(x, 100 * Share.scored(tally).value, 100 * low, 100 * high)


def listed(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
