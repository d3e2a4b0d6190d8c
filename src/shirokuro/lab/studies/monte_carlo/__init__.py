"""Monte Carlo reversi: tables 2 and 3, strength over playouts, and UCT."""

from __future__ import annotations

from collections.abc import Sequence

from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Plot, Series, Table
from shirokuro.lab.report.entries import BOARDS, is_stronger, readable, score_point, scored, tally_of, won
from shirokuro.lab.report.standings import elo_plot
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import CellResult, Results
from shirokuro.lab.statistics.rounding import margin
from shirokuro.lab.studies.monte_carlo.cells import (
    CANDIDATES,
    FACTOR,
    FAMILIES,
    FORMS,
    PUBLISHED,
    PublishedRow,
    cell_name,
    growth,
    matches,
    plan,
)
from shirokuro.lab.studies.monte_carlo.findings import PROGRAMS, answer, findings, row_verdict
from shirokuro.lab.studies.replication import with_verdicts


class MonteCarloStudy:
    """How far random games carry on the square board."""

    name = "monte-carlo"
    title = "Monte Carlo for reversi"
    question = "How far do random games carry on the square board?"
    source = "Fujita 2016, モンテカルロ法を用いたオセロ AI (An Othello AI that uses the Monte Carlo method)"

    def plan(self, scale: Scale) -> Sequence[Cell]:
        return plan(scale)

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        square = [result for result in results.values() if _is_square(result)]
        return [
            _published_table(results),
            _growth_plot(results),
            _match_table(results),
            elo_plot("The players on 8x8", square),
            Findings(tuple(findings(results)), answer(results)),
        ]


STUDY = MonteCarloStudy()


def _is_square(result: CellResult) -> bool:
    return any(game.fixture.variant == "reversi" for game in result.games)


def _published_table(results: Results) -> Table:
    return Table(
        "Games of montAI(500) (tables 2 and 3)",
        ("moves", "opponent", "published", *with_verdicts(FORMS, PROGRAMS)),
        tuple(_published_row(results, row) for row in PUBLISHED),
        (
            "montAI(N) plays N random games for each of its moves and takes the one with the most wins, or "
            "with the most discs: the text says both.",
            "As printed there is no player: the listing does not compile and lacks the loop over candidates.",
            f"UCT has {500 * CANDIDATES} random games for all its moves together, about as many as "
            "montAI(500), and meets montAI(100) by wins.",
        ),
    )


def _published_row(results: Results, row: PublishedRow) -> tuple[Entry, ...]:
    ours: list[Entry] = []
    for form in FORMS:
        ours.append(won(tally_of(results, cell_name(row, form))))
        ours += [row_verdict(results, row, form)] if form in PROGRAMS else []
    return (row.turn, row.opponent, won(row.published), *ours)


def _growth_plot(results: Results) -> Plot:
    series = (
        Series(name, tuple(score_point(n, tally) for n, tally in growth(results, name).items()))
        for name in FAMILIES
    )
    return Plot(
        f"Strength over playouts: {FACTOR}N against N",
        "N",
        f"score of {FACTOR}N, %",
        tuple(series),
        log_x=True,
        reference=50,
        in_per_cent=True,
        notes=(
            "Both colours. Above 50 more playouts are stronger.",
            f"N is montAI's, for each move; UCT has {CANDIDATES}N for all of them together.",
        ),
    )


def _match_table(results: Results) -> Table:
    found = list(matches(results))
    return Table(
        "UCT, and montAI by discs, against montAI by wins with about as many random games",
        ("board", "player", "opponent", "score", "stronger?", "mean margin"),
        tuple(
            (
                BOARDS[board],
                readable(player),
                readable(opponent),
                scored(result.tally),
                is_stronger(result.tally, len(found)),
                margin(result.mean_margin),
            )
            for board, player, opponent, result in found
        ),
        ("Both colours. Points, a draw being half of one; the margin in discs.",),
    )
