"""Monte Carlo reversi: tables 2 and 3 and what explains them, strength over playouts, and UCT."""

from __future__ import annotations

from collections.abc import Sequence

from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Plot, Series, Table
from shirokuro.lab.report.entries import (
    BOARDS,
    is_stronger,
    listed,
    readable,
    score_point,
    scored,
    tally_of,
    total,
    won,
)
from shirokuro.lab.report.standings import elo_plot
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.rounding import margin
from shirokuro.lab.study import Paper
from shirokuro.replications.fitting import all_fitting, fit_tables, verdict, with_verdicts
from shirokuro.replications.monte_carlo import cells
from shirokuro.replications.monte_carlo.cells import PROGRAM_VARIANTS
from shirokuro.replications.monte_carlo.program_variants import PUBLISHED, fitted_group, kept_table
from shirokuro.words.message import Message

BY_WINS, BY_DISCS, _ = PROGRAM_VARIANTS
CERTAINTY = (
    "Our games can be repeated move for move; the intervals allow for chance alone. The listing does not "
    "compile, so which program was measured is our inference: variants that fit were found knowing the "
    "published figures, and a variant that fits need not be the one measured."
)
PROGRAMS = (BY_WINS, BY_DISCS)
"""The variants that may be the study's program."""


class MonteCarloStudy:
    """How strong play by random games is on the square board."""

    name = "monte-carlo"
    title = Message("studies.monte_carlo")
    question = Message("studies.monte_carlo_question")
    method = (
        "montAI(500) plays a random player and montAI(100) with both colours, in the variants that the text "
        "allows, and so do programs that keep only one, five or 25 of their random games. Then 4N random "
        "games play N, and a tree search (UCT) plays montAI with as many random games."
    )
    paper = Paper(
        "Fujita (藤田 竜平)",
        "2016",
        "モンテカルロ法を用いたオセロ AI",
        "An Othello AI that uses the Monte Carlo method",
        "Graduation thesis, Kindai University",
        "Of 100 games moving first and 100 moving second, montAI(500), which plays 500 random games for each "
        "move that it may choose, won 83 and 86 against a random player, 73 and 79 against montAI(100).",
    )

    plan = staticmethod(cells.plan)

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        group = fitted_group(results)
        square = [
            result
            for result in results.values()
            if any(game.fixture.variant == "reversi" for game in result.games)
        ]
        return [
            _published_table(results),
            kept_table(results),
            *fit_tables([group]),
            _growth_plot(results),
            _match_table(results),
            elo_plot("The players on 8x8", square),
            Findings(tuple(all_fitting(group)), _answer(results), CERTAINTY),
        ]


STUDY = MonteCarloStudy()


def _published_table(results: Results) -> Table:
    rows = []
    for row in PUBLISHED:
        ours: list[Entry] = []
        for variant in PROGRAM_VARIANTS:
            tally = tally_of(results, cells.cell_name(row, variant))
            ours.append(won(tally))
            if variant in PROGRAMS:
                published = Proportion.won(row.published)
                ours.append(verdict(Proportion.won(tally), published, len(PUBLISHED)))
        rows.append((row.turn, row.opponent, won(row.published), *ours))
    return Table(
        "Games of montAI(500) (tables 2 and 3)",
        ("moves", "opponent", "published", *with_verdicts(PROGRAM_VARIANTS, PROGRAMS)),
        tuple(rows),
        (
            "montAI(N) plays N random games after each legal move and takes the move with the most wins, or "
            "with the most discs: the text says both.",
            "There is no player as printed: the listing does not compile and lacks the loop over candidates.",
            f"UCT plays {500 * cells.CANDIDATES} random games in all for a move, about as many as "
            "montAI(500). Its opponent montAI(100) judges by wins.",
        ),
    )


def _growth_plot(results: Results) -> Plot:
    series = (
        Series(name, tuple(score_point(n, tally) for n, tally in cells.growth(results, name).items()))
        for name in cells.FAMILIES
    )
    return Plot(
        f"Strength over playouts: {cells.FACTOR}N against N",
        "N",
        f"score of {cells.FACTOR}N, %",
        tuple(series),
        log_x=True,
        reference=50,
        in_per_cent=True,
        notes=(
            "Both colours. Above 50 %, more playouts are stronger.",
            f"montAI plays N random games after each legal move, UCT {cells.CANDIDATES}N in all.",
        ),
    )


def _match_table(results: Results) -> Table:
    found = list(cells.matches(results))
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
        ("Both colours. A draw is half a point; the margin is in discs.",),
    )


def _answer(results: Results) -> str:
    """The answer to the study's question, as far as the figures allow."""
    sentences = []
    rows = (row for row in PUBLISHED if row.opponent == "random")
    share = Proportion.won(total(tally_of(results, cells.cell_name(row, BY_WINS)) for row in rows))
    if share.whole:
        sentences.append(f"montAI(500) wins {share} against random.")
    counts = []
    for family in cells.FAMILIES:
        if steps := cells.growth(results, family):
            better = sum(Proportion.scored(each).interval(len(steps)).low > 0.5 for each in steps.values())
            counts.append(f"{better} of {len(steps)} steps for {family}")
    if counts:
        sentences.append(f"Four times as many playouts are significantly stronger in {listed(counts)}.")
    tally = total(result.tally for _, player, _, result in cells.matches(results) if player.startswith("uct"))
    if tally.games:
        sentences.append(f"UCT with as many random games scores {scored(tally)} against it.")
    return " ".join(sentences)
