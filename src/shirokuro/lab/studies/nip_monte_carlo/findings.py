"""What Monte Carlo for Nip comes to: what the random opening costs, and where each player stands."""

from __future__ import annotations

from collections.abc import Iterator

from shirokuro.lab.report.entries import listed, tally_of
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.studies.nip_monte_carlo.cells import (
    CHALLENGERS,
    LEVELS,
    PUBLISHED,
    PublishedPairing,
    engine,
    form_tally,
    match_name,
)
from shirokuro.lab.studies.replication import Verdict, replication, verdict

_NAMED = ("Monte Carlo as described", "UCT with 10 000 playouts a move")
"""Whose strength is in the answer."""
MEASURED = ("as printed", "as described")
"""The forms that may be the program of the study."""


def answer(results: Results) -> str:
    """To the study's question, as far as the figures go."""
    shares = {opponent: won_of(results, "as described", opponent) for opponent in ("random", "Nipevt")}
    known = [f"{share} against {opponent}" for opponent, share in shares.items() if share.whole]
    games = [f"As described Monte Carlo wins {listed(known)}."] if known else []
    places = {name: place(results, CHALLENGERS[name]) for name in _NAMED}
    return " ".join([*games, *(f"{name} is {where}." for name, where in places.items() if where)])


def findings(results: Results) -> Iterator[str]:
    for form in MEASURED:
        verdicts = (row_verdict(results, row, form) for row in PUBLISHED)
        yield from replication(f"Monte Carlo {form}", verdicts)
    yield from _random_opening(results)


def won_of(results: Results, form: str, opponent: str) -> Proportion:
    """What Monte Carlo won of an opponent in both colours."""
    met = (row for row in PUBLISHED if opponent in (row.black, row.white))
    return sum((row.won(form_tally(results, row, form)) for row in met), Proportion(0, 0))


def row_verdict(results: Results, row: PublishedPairing, form: str) -> Verdict | None:
    ours = row.won(form_tally(results, row, form))
    return verdict(ours, row.won(row.published), len(PUBLISHED))


def _random_opening(results: Results) -> Iterator[str]:
    """Monte Carlo's share of the wins against Nipevt, both colours, with and without it."""
    forms = "as described", "without the random opening"
    with_it, without = (won_of(results, form, "Nipevt") for form in forms)
    if not with_it.whole or not without.whole:
        return
    figures = f"{with_it} against Nipevt with it, {without} without"
    if not without.differs_from(with_it):
        yield f"Whether the random opening costs anything is not decided: Monte Carlo wins {figures}."
    elif without.value > with_it.value:
        yield f"The random opening costs games: Monte Carlo wins {figures}."
    else:
        yield f"The random opening helps: Monte Carlo wins {figures}."


def place(results: Results, player: str) -> str:
    """Between which of the engine's levels a player stands."""
    tallies = {level: tally_of(results, match_name(player, engine(level))) for level in LEVELS}
    sides = {
        level: Proportion.scored(tally).interval(len(LEVELS)).side_of(0.5) for level, tally in tallies.items()
    }
    beaten = [level for level, side in sides.items() if side == "above"]
    beats = [level for level, side in sides.items() if side == "below"]
    if beaten and beats:
        return f"between the engine's levels {beaten[-1]} and {beats[0]}"
    if beaten:
        return f"above the engine's level {beaten[-1]}"
    return f"below the engine's level {beats[0]}" if beats else ""
