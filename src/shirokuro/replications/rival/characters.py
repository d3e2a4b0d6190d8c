"""Whether the rival's characters can be told apart by their play over the same number of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import combinations
from math import hypot, sqrt
from statistics import NormalDist, mean, stdev

from shirokuro.lab.exhibit import Entry, Table
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.players.rival.character import CHARACTERS
from shirokuro.replications.rival.playing import EQUAL, RivalSeries, legs, played, rival_of
from shirokuro.replications.rival.style_measures import Style

OPPONENTS = ("random", "value-map", "strong:depth=3", "engine:level=5")
MEASURES = {
    "mobility": "moves to choose from",
    "discs": "share of discs held",
    "edges": "moves on the rim",
    "sharpness": "discs a random reply loses",
}
assert [each.name for each in fields(Style)] == [*MEASURES]
PAIRS = tuple(combinations(CHARACTERS, 2))
TOLD = NormalDist().inv_cdf(1 - 0.025 / (len(PAIRS) * len(MEASURES)))
"""The standard errors that tell two characters apart, so that all verdicts hold together with 95 %."""


def character_cells(scale: Scale) -> list[Cell]:
    """A hundred games of each character, or as many as a cell has, against four opponents in turn."""
    games = max(scale.count(4, 24, 200) // len(OPPONENTS), 1)
    return [
        cell for name in CHARACTERS for each in _series(name) for cell in legs(each.seeded(scale.seed), games)
    ]


def _series(character: str) -> list[RivalSeries]:
    rival = rival_of(EQUAL, more=f",character={character}")
    return [RivalSeries(opponent, rival, remembers=False) for opponent in OPPONENTS]


def styles(results: Results) -> dict[str, list[Style]]:
    """The styles in each character's games so far."""
    return {
        name: [game.style for series in _series(name) for game in played(results, series)]
        for name in CHARACTERS
    }


def character_tables(results: Results) -> Iterator[Table]:
    found = styles(results)
    rows = []
    for name, seen in found.items():
        measured = (_values(seen, each) for each in MEASURES)
        means = (f"{mean(each):.3g} ± {_error(each):.2g}" if len(each) > 1 else None for each in measured)
        rows.append((name, len(seen), *means))
    yield Table(
        "The characters",
        ("character", "games", *MEASURES.values()),
        tuple(rows),
        (
            "Means over games ± their standard errors, until 20 cells are empty. The loss of a random reply "
            "is the mean over all replies, judged 4 plies deep.",
        ),
    )
    yield Table(
        "The characters two by two, standard errors apart",
        ("characters", *MEASURES.values(), "told apart by"),
        tuple(_pair_row(found, *pair) for pair in PAIRS),
        (
            f"Two characters count as told apart at {TOLD:.1f} standard errors or more, so that all verdicts "
            "hold together in 95 % of cases.",
        ),
    )


def _pair_row(found: dict[str, list[Style]], one: str, other: str) -> tuple[Entry, ...]:
    """By measure, the difference of the two means in its standard errors; then how many tell them apart."""
    if min(len(found[one]), len(found[other])) < 2:
        return (f"{one} – {other}", *(None for _ in MEASURES), None)
    apart = []
    for measure in MEASURES:
        ours, theirs = _values(found[one], measure), _values(found[other], measure)
        error = hypot(_error(ours), _error(theirs))
        apart.append((mean(ours) - mean(theirs)) / error if error else 0.0)
    entries = (f"{each:+.1f}".replace("-", "−") for each in apart)
    return (f"{one} – {other}", *entries, sum(abs(each) >= TOLD for each in apart))


def told_apart(results: Results) -> dict[tuple[str, str], int]:
    """The number of measures that tell each pair apart, for pairs that have played."""
    found = styles(results)
    rows = {pair: _pair_row(found, *pair)[-1] for pair in PAIRS}
    return {pair: told for pair, told in rows.items() if isinstance(told, int)}


def _values(seen: Sequence[Style], measure: str) -> list[float]:
    return [float(getattr(each, measure)) for each in seen]


def _error(values: Sequence[float]) -> float:
    """The standard error of the mean."""
    return stdev(values) / sqrt(len(values))
