"""What study E's cells come to: each sentence is said only where the figures bear it out."""

from __future__ import annotations

from collections.abc import Iterator

from shirokuro.lab.share import Share
from shirokuro.lab.side_by_side import agreement, listed, tally_of
from shirokuro.lab.studies.monte_carlo.cells import (
    FACTOR,
    FAMILIES,
    FORMS,
    PUBLISHED,
    cell_name,
    growth,
    matches,
)
from shirokuro.lab.study import Results


def findings(results: Results) -> Iterator[str]:
    for form in list(FORMS)[:2]:
        yield from _replication(results, form)
    yield from _strength(results)
    yield from _decided(results)


def _replication(results: Results, form: str) -> Iterator[str]:
    found = [(row, tally_of(results, cell_name(row, form))) for row in PUBLISHED]
    words = [(row, tally, agreement(tally, row.published, len(found))) for row, tally in found]
    agreeing = [f"{row.opponent}, moving {row.turn}" for row, _, word in words if word == "agrees"]
    if agreeing:
        yield f"{form.capitalize()}, chance can explain what was published against {listed(agreeing)}."
    for row, tally, word in words:
        if word == "differs":
            better = "better" if Share.won(tally).value > Share.won(row.published).value else "worse"
            yield (
                f"{form.capitalize()}, montAI(500) does {better} than published against {row.opponent}, "
                f"moving {row.turn}: {Share.won(tally)} against {Share.won(row.published)}."
            )


def _strength(results: Results) -> Iterator[str]:
    for family in FAMILIES:
        tallies = growth(results, family)
        found = {n: tally.interval(len(tallies)) for n, tally in tallies.items()}
        better = [f"{FACTOR * n} over {n}" for n, interval in found.items() if interval.low > 0.5]
        rest = [f"{FACTOR * n} over {n}" for n, interval in found.items() if interval.low <= 0.5]
        if better:
            yield f"{family}: more playouts are stronger, {listed(better)}."
        if rest:
            yield f"{family}: it is not decided whether more playouts are stronger, {listed(rest)}."


def _decided(results: Results) -> Iterator[str]:
    played = list(matches(results))
    for board, player, opponent, result in played:
        interval = result.tally.interval(len(played))
        if 0.5 in interval:
            continue
        verb = "beats" if interval.low > 0.5 else "loses to"
        yield f"On {board} {player} {verb} {opponent}: {Share.scored(result.tally)} points."
