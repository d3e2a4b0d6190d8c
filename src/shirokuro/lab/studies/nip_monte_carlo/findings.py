"""What study B's games say: who was measured, what the random opening costs, and where each player stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from shirokuro.lab.report.entries import listed, tally_of
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.share import Share
from shirokuro.lab.studies.nip_monte_carlo.cells import (
    CHALLENGERS,
    LEVELS,
    PUBLISHED,
    engine,
    form_tally,
    match_name,
)
from shirokuro.lab.studies.replication import Replica, replication

_NAMED = ("Monte Carlo as described", "UCT with 10 000 playouts a move")
"""Whose strength is in the answer."""


def answer(results: Results) -> str:
    """To the study's question, as far as the figures go."""
    replicas = [each for each in _replicas(results, "as described") if each.ours.whole]
    shares = {opponent: _won_of(replicas, opponent) for opponent in ("random", "Nipevt")}
    known = [f"{share} against {opponent}" for opponent, share in shares.items() if share.whole]
    games = [f"As described Monte Carlo wins {listed(known)}."] if known else []
    return " ".join([*games, *_places(results, _NAMED)])


def _won_of(replicas: Sequence[Replica], opponent: str) -> Share:
    """In both colours."""
    return sum((each.ours for each in replicas if each.opponent == opponent), Share(0, 0))


def findings(results: Results) -> Iterator[str]:
    for form in ("as printed", "as described"):
        yield from replication(f"Monte Carlo {form}", _replicas(results, form))
    yield from _random_opening(results)
    yield from _places(results, CHALLENGERS)


def _replicas(results: Results, form: str) -> list[Replica]:
    """Monte Carlo's games, whichever colour it had."""
    return [pairing.replica(form_tally(results, pairing, form)) for pairing in PUBLISHED]


def _random_opening(results: Results) -> Iterator[str]:
    """Monte Carlo's share of the wins against Nipevt, both colours, with and without it."""
    with_it, without = (
        _won_of(_replicas(results, form), "Nipevt") for form in ("as described", "without the random opening")
    )
    if not with_it.whole or not without.whole:
        return
    figures = f"{with_it} against Nipevt with it, {without} without"
    if not without.differs_from(with_it):
        yield f"Whether the random opening costs anything is not decided: Monte Carlo wins {figures}."
    elif without.value > with_it.value:
        yield f"The random opening costs games: Monte Carlo wins {figures}."
    else:
        yield f"The random opening helps: Monte Carlo wins {figures}."


def _places(results: Results, labels: Iterable[str]) -> Iterator[str]:
    """Between which levels of the engine each stands, those of the same strength together."""
    groups: dict[str, list[str]] = {}
    for label in labels:
        if place := _place(results, CHALLENGERS[label]):
            groups.setdefault(place, []).append(label)
    for place, alike in groups.items():
        yield f"{listed(alike)} {'are' if alike[1:] else 'is'} {place}."


def _place(results: Results, player: str) -> str:
    tallies = {level: tally_of(results, match_name(player, engine(level))) for level in LEVELS}
    sides = {level: tally.interval(len(LEVELS)).side_of(0.5) for level, tally in tallies.items()}
    beaten = [level for level, side in sides.items() if side == "above"]
    beats = [level for level, side in sides.items() if side == "below"]
    if beaten and beats:
        return f"between the engine's levels {beaten[-1]} and {beats[0]}"
    if beaten:
        return f"above the engine's level {beaten[-1]}"
    return f"below the engine's level {beats[0]}" if beats else ""
