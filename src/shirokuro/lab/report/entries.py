"""Makes entries of tables and points of plots: shares with intervals, readable player and board names."""

from __future__ import annotations

from collections.abc import Iterable
from math import isinf
from typing import Any

from shirokuro.lab.exhibit import Entry, Point
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics import rounding
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.ratio import Ratio
from shirokuro.lab.statistics.rounding import number
from shirokuro.matches.rating import Tally

BOARDS = {"reversi": "8x8", "nip": "Nip"}
_NAMES = {
    "montai": "montAI",
    "msai": "MSAI",
    "rvlai": "RvlAI",
    "ssai": "SSAI",
    "uct": "UCT",
}
_PARAMETERS = {
    "as_printed=true": " as printed",
    "last_six=best": " best last six",
    "last_six=worst": " worst last six",
    "match=share": " by shares",
    "match=value": " by values",
    "mended=true": " mended",
    "score=discs": " by discs",
}


def readable(spec: str) -> str:
    """`uct:playouts=16000` as UCT(16 000), `engine:level=4` as engine level 4."""
    name, _, parameters = spec.partition(":")
    said: list[str] = []
    for each in filter(None, parameters.split(",")):
        parameter, _, value = each.partition("=")
        if parameter == "playouts":
            said.insert(0, f"({number(int(value))})")
        elif parameter == "x":
            said.append(f" X={value}")
        else:
            said.append(_PARAMETERS.get(each, f" {parameter} {value}"))
    return _NAMES.get(name, name) + "".join(said)


def tally_of(results: Results, name: str) -> Tally:
    """The tally of a cell; empty if the plan has no such cell or nothing was played."""
    return results[name].tally if name in results else Tally()


def value_of(results: Results, name: str) -> Any:
    """The measured value of a cell; None if there is none yet."""
    return results[name].value if name in results else None


def total(tallies: Iterable[Tally]) -> Tally:
    return sum(tallies, Tally())


def won(tally: Tally | None) -> Entry:
    """Wins, losses and draws, and the interval of the share won; None without games."""
    return f"{tally} ({Proportion.won(tally).interval()})" if tally and tally.games else None


def in_per_cent(share: Proportion) -> Entry:
    """A percentage with its total and interval; None if the total is 0."""
    if not share.whole:
        return None
    return rounding.in_per_cent(share.value, *share.interval(), of=f" of {rounding.number(share.whole)}")


def published_share(share: Proportion) -> Entry:
    """A published percentage, with a decimal if it needs one: 60.5 % of 1200 (58–63 %)."""
    per_cent = f"{100 * share.value:.1f}".removesuffix(".0")
    return f"{per_cent} % of {number(share.whole)} ({share.interval()})"


def scored(tally: Tally) -> Entry:
    """The score in per cent with its interval; a draw counts half."""
    share = Proportion.scored(tally)
    return rounding.in_per_cent(share.value, *share.interval()) if tally.games else None


def is_stronger(tally: Tally, among: int = 1) -> Entry:
    """Whether the player is stronger: yes, no, or open if chance can explain the score."""
    if not tally.games:
        return None
    side = Proportion.scored(tally).interval(among).side_of(0.5)
    return {"above": "yes", "around": "open", "below": "no"}[side]


def ratio_point(x: float | str, ratio: Ratio) -> Point:
    return Point(x, ratio.value) if isinf(ratio.high) else Point(x, ratio.value, ratio.low, ratio.high)


def score_point(x: float | str, tally: Tally) -> Point:
    """The score in per cent, for a plot."""
    low, high = Proportion.scored(tally).interval()
    return Point(x, 100 * Proportion.scored(tally).value, 100 * low, 100 * high)


def listed(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
