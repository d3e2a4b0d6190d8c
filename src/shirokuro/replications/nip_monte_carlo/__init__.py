"""Monte Carlo Nip: tables 1 and 3, what explains them, the study's proposals, games against the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Table
from shirokuro.lab.report.entries import listed, scored, won
from shirokuro.lab.report.standings import elo_plot
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.study import Paper
from shirokuro.replications.fitting import all_fitting, fit_tables, verdict, with_verdicts
from shirokuro.replications.nip_monte_carlo import cells, program_variants
from shirokuro.replications.nip_monte_carlo.cells import PROGRAM_VARIANTS
from shirokuro.replications.nip_monte_carlo.program_variants import PUBLISHED
from shirokuro.replications.nip_monte_carlo.proposals import proposal_findings, proposal_table
from shirokuro.words.message import Message

MEASURED = ("as printed", "as described")
"""The variants that may be the study's program."""
CERTAINTY = (
    "Our games can be repeated move for move; the intervals allow for chance alone. The published rows have "
    "100 games each, so chance alone moves them by about ten points. Variants of the program that fit were "
    "found knowing the published figures, and a variant that fits need not be the one measured."
)
NAMED = ("Monte Carlo as described", "UCT with 10 000 playouts a move")
"""The players whose strength the answer gives."""


class NipMonteCarloStudy:
    """How strong play by random games is on the round board."""

    name = "nip-monte-carlo"
    title = Message("studies.nip_monte_carlo")
    question = Message("studies.nip_monte_carlo_question")
    method = (
        "Monte Carlo and Nipevt, as the text describes them, as their printed program computes and with "
        "that program mended, play a random player and each other, every variant against every variant. The "
        "study's proposals play too: an opening by knowledge, and an opponent that takes the rim late. Then "
        "Monte Carlo plays four levels of our engine, also without its random opening, with more random "
        "games and as a tree search (UCT)."
    )
    paper = Paper(
        "Nakamura (中村 佳亮)",
        "2014",
        "モンテカルロ法によるニッププログラム",
        "A Nip program by the Monte Carlo method",
        "Graduation thesis, Kindai University",
        "Of 100 games as black and 100 as white, Monte Carlo won 81 and 71 against a random player, 63 and "
        "55 against Nipevt, which looks four plies ahead on a map of square values.",
    )

    plan = staticmethod(cells.plan)

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        group = program_variants.fitted_group(results)
        findings = (*all_fitting(group), *_random_opening(results), *proposal_findings(results))
        shares = {opponent: _won_of(results, "as described", opponent) for opponent in ("random", "Nipevt")}
        known = [f"{share} against {opponent}" for opponent, share in shares.items() if share.whole]
        answer = [f"As described, Monte Carlo wins {listed(known)}."] if known else []
        places = {name: _place(results, cells.CHALLENGERS[name]) for name in NAMED}
        answer += [f"{name} is {where}." for name, where in places.items() if where]
        met = (
            cells.match_name(player, cells.engine(level))
            for player in cells.CHALLENGERS.values()
            for level in cells.LEVELS
        )
        return [
            _published_table(results),
            program_variants.crossed_table(results),
            *fit_tables([group]),
            proposal_table(results),
            _engine_table(results),
            elo_plot("The players of Nip", [results[name] for name in met if name in results], cells.label),
            Findings(findings, " ".join(answer), CERTAINTY),
        ]


STUDY = NipMonteCarloStudy()


def _published_table(results: Results) -> Table:
    rows = []
    for row in PUBLISHED:
        ours: list[Entry] = []
        for variant in PROGRAM_VARIANTS:
            tally = cells.variant_tally(results, row, variant)
            ours.append(won(tally))
            if variant in MEASURED:
                ours.append(verdict(row.won(tally), row.won(row.published), len(PUBLISHED)))
        rows.append((program_variants.pair_name(row.black, row.white), won(row.published), *ours))
    return Table(
        "Black's wins, losses and draws (tables 1 and 3)",
        ("black – white", "published", *with_verdicts(PROGRAM_VARIANTS, MEASURED)),
        tuple(rows),
        (
            "MC plays at random until 16 moves remain, then tries each move in 100 random games. Nipevt "
            "looks four plies ahead on square weights; in the column as printed, it is as printed too.",
            "In brackets: black's win rate. The verdicts are about Monte Carlo.",
        ),
    )


def _engine_table(results: Results) -> Table:
    rows = (
        (name, *map(scored, cells.against_engine(results, player).values()), _place(results, player) or None)
        for name, player in cells.CHALLENGERS.items()
    )
    return Table(
        "Points against the engine, in both colours",
        ("player", *(f"level {level}" for level in cells.LEVELS), "strength"),
        tuple(rows),
        ("A draw is half a point. The engine's levels go from 0, the weakest, to 20, its full strength.",),
    )


def _place(results: Results, player: str) -> str:
    """The two engine levels between which a player ranks."""
    sides = {
        level: Proportion.scored(tally).interval(len(cells.LEVELS)).side_of(0.5)
        for level, tally in cells.against_engine(results, player).items()
    }
    beaten = [level for level, side in sides.items() if side == "above"]
    beats = [level for level, side in sides.items() if side == "below"]
    if beaten and beats:
        return f"between the engine's levels {beaten[-1]} and {beats[0]}"
    if beaten:
        return f"above the engine's level {beaten[-1]}"
    return f"below the engine's level {beats[0]}" if beats else ""


def _random_opening(results: Results) -> Iterator[str]:
    """Monte Carlo's win rate against Nipevt in both colours, with and without the random opening."""
    variants = "as described", "without the random opening"
    with_it, without = (_won_of(results, variant, "Nipevt") for variant in variants)
    if not with_it.whole or not without.whole:
        return
    figures = f"{with_it} against Nipevt with it, {without} without"
    if not without.differs_from(with_it):
        yield f"It is open whether the random opening costs anything: Monte Carlo wins {figures}."
    elif without.value > with_it.value:
        yield f"The random opening costs games: Monte Carlo wins {figures}."
    else:
        yield f"The random opening helps: Monte Carlo wins {figures}."


def _won_of(results: Results, variant: str, opponent: str) -> Proportion:
    """The games that Monte Carlo won against an opponent, in both colours."""
    met = (row for row in PUBLISHED if opponent in (row.black, row.white))
    return sum((row.won(cells.variant_tally(results, row, variant)) for row in met), Proportion(0, 0))
