"""What Monte Carlo for reversi comes to: each sentence is said only where the figures bear it out."""

from __future__ import annotations

from collections.abc import Iterator

from shirokuro.lab.report.entries import listed, scored, tally_of, total
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.studies.monte_carlo.cells import (
    FAMILIES,
    FORMS,
    PUBLISHED,
    PublishedRow,
    cell_name,
    growth,
    matches,
)
from shirokuro.lab.studies.replication import Verdict, replication, verdict
from shirokuro.rating import Tally

BY_WINS, BY_DISCS, _ = FORMS
PROGRAMS = {BY_WINS: "montAI(500) judging by wins", BY_DISCS: "montAI(500) judging by discs"}


def answer(results: Results) -> str:
    """To the study's question, as far as the figures go."""
    return " ".join([*_against_random(results), *_steps(results), *_against_uct(results)])


def _against_random(results: Results) -> Iterator[str]:
    rows = (row for row in PUBLISHED if row.opponent == "random")
    share = Proportion.won(total(tally_of(results, cell_name(row, BY_WINS)) for row in rows))
    if share.whole:
        yield f"montAI(500) wins {share} against random."


def _steps(results: Results) -> Iterator[str]:
    found = {family: growth(results, family) for family in FAMILIES}
    counts = [f"{_better(steps)} of {len(steps)} steps for {name}" for name, steps in found.items() if steps]
    if counts:
        yield f"Four times the playouts are surely stronger in {listed(counts)}."


def _against_uct(results: Results) -> Iterator[str]:
    tally = total(result.tally for _, player, _, result in matches(results) if player.startswith("uct"))
    if tally.games:
        yield f"UCT with as many random games takes {scored(tally)} of the points against it."


def _better(steps: dict[int, Tally]) -> int:
    return sum(Proportion.scored(tally).interval(len(steps)).low > 0.5 for tally in steps.values())


def findings(results: Results) -> Iterator[str]:
    for form, program in PROGRAMS.items():
        yield from replication(program, (row_verdict(results, row, form) for row in PUBLISHED))


def row_verdict(results: Results, row: PublishedRow, form: str) -> Verdict | None:
    ours = Proportion.won(tally_of(results, cell_name(row, form)))
    return verdict(ours, Proportion.won(row.published), len(PUBLISHED))
