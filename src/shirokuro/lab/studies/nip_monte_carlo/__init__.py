"""Monte Carlo Nip: tables 1 and 3, without the random opening, and against the engine."""

from __future__ import annotations

from collections.abc import Sequence

from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Table
from shirokuro.lab.report.entries import scored, tally_of, won
from shirokuro.lab.report.standings import elo_plot
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import CellResult, Results
from shirokuro.lab.studies.nip_monte_carlo.cells import (
    CHALLENGERS,
    FORMS,
    LEVELS,
    PUBLISHED,
    PublishedPairing,
    engine,
    form_tally,
    label,
    match_name,
    pair_name,
    plan,
)
from shirokuro.lab.studies.nip_monte_carlo.findings import MEASURED, answer, findings, place, row_verdict
from shirokuro.lab.studies.replication import with_verdicts


class NipMonteCarloStudy:
    """How far random games carry on the round board."""

    name = "nip-monte-carlo"
    title = "Monte Carlo for Nip"
    question = "How far do random games carry on the round board?"
    source = "Nakamura 2014, モンテカルロ法によるニッププログラム (A Nip program by the Monte Carlo method)"

    def plan(self, scale: Scale) -> Sequence[Cell]:
        return plan(scale)

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        return [
            _published_table(results),
            _engine_table(results),
            elo_plot("The players of Nip", _engine_results(results), label),
            Findings(tuple(findings(results)), answer(results)),
        ]


STUDY = NipMonteCarloStudy()


def _published_table(results: Results) -> Table:
    return Table(
        "Black's wins, losses and draws (tables 1 and 3)",
        ("black – white", "published", *with_verdicts(FORMS, MEASURED)),
        tuple(_published_row(results, row) for row in PUBLISHED),
        (
            "MC plays at random until 16 moves remain, then judges each move by 100 random games. Nipevt "
            "reads four plies and values squares. As printed Nipevt is as printed too.",
            "In brackets is the share that black won. Whether it is as published is said of Monte Carlo.",
        ),
    )


def _published_row(results: Results, row: PublishedPairing) -> tuple[Entry, ...]:
    ours: list[Entry] = []
    for form in FORMS:
        ours.append(won(form_tally(results, row, form)))
        ours += [row_verdict(results, row, form)] if form in MEASURED else []
    return (pair_name(row.black, row.white), won(row.published), *ours)


def _engine_results(results: Results) -> list[CellResult]:
    names = (match_name(player, engine(level)) for player in CHALLENGERS.values() for level in LEVELS)
    return [results[name] for name in names if name in results]


def _engine_table(results: Results) -> Table:
    rows = (
        (
            name,
            *(scored(tally_of(results, match_name(player, engine(level)))) for level in LEVELS),
            place(results, player) or None,
        )
        for name, player in CHALLENGERS.items()
    )
    return Table(
        "Points against the engine, in both colours",
        ("player", *(f"level {level}" for level in LEVELS), "strength"),
        tuple(rows),
        ("A draw is half a point. The engine's levels go from 0, the weakest, to 20, its full strength.",),
    )
