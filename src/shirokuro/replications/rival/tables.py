"""The tables of `rival`: its scores on a ladder, and statistics of its games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from statistics import mean, median

from shirokuro.lab.exhibit import Entry, Table
from shirokuro.lab.report.entries import scored
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS
from shirokuro.lab.statistics.proportion import Interval, Proportion
from shirokuro.lab.statistics.rounding import per_cent
from shirokuro.matches.rating import Tally
from shirokuro.replications.rival import playing
from shirokuro.replications.rival.ladders import Ladder, called
from shirokuro.replications.rival.playing import CLOSE, SeriesGame

AIM = Interval(0.45, 0.55)
"""The range that counts as about half in the study."""


def half(points: Tally) -> str | None:
    """Whether a player wins half: yes, open, or on which side it misses."""
    if not points.games:
        return None
    interval = Proportion.scored(points).interval()
    if interval.low in AIM and interval.high in AIM:
        return "yes"
    if interval.overlaps(AIM):
        return "open"
    return "no, more" if interval.low > AIM.high else "no, less"


def ladder_tables(results: Results, ladder: Ladder) -> Iterator[Table]:
    """The tables of a ladder; none if the run does not have it."""
    opponents = ladder.planned(results)
    if opponents:
        yield _scores(results, ladder, opponents)
        yield _conduct(results, ladder, opponents)


def _scores(results: Results, ladder: Ladder, opponents: Sequence[str]) -> Table:
    modes = [f"{turn}, {memory}" for memory in ("with memory", "without") for turn in TURNS]
    columns = [column for mode in modes for column in (mode, "half?")]
    rows = []
    for opponent in opponents:
        groups = [
            playing.played(results, ladder.series(opponent, turn, remembers))
            for remembers, turn in product((True, False), TURNS)
        ]
        tallies = [playing.tally_of_games(games) for games in groups]
        scores = [entry for points in tallies for entry in (scored(points), half(points))]
        steered = (playing.runs(games) for games in groups[:2])
        signed = (None if z is None else f"{z:+.1f}".replace("-", "−") for z in steered)
        rows.append((called(opponent), *scores, *signed))
    return Table(
        f"The rival of today: scores on {ladder.title}",
        ("opponent", *columns, "runs first, z", "runs second, z"),
        tuple(rows),
        (
            "Its memory is blank at the beginning of a column and carried through its games, or blank in "
            "each game. The interval is that of independent games; memory makes scores vary less.",
            "Runs: how many standard deviations more runs of wins or losses the series with memory has than "
            "chance makes; beyond 2 a series looks steered.",
        ),
    )


def _conduct(results: Results, ladder: Ladder, opponents: Sequence[str]) -> Table:
    rows: list[tuple[Entry, ...]] = []
    for opponent in opponents:
        games = all_games(results, ladder, opponent)
        if not games:
            rows.append((called(opponent), *(None,) * 6))
            continue
        margins, ratio = [abs(game.margin) for game in games], playing.loss_ratio(games)
        rows.append(
            (
                called(opponent),
                f"{playing.lost_a_move(games):.2f}",
                None if ratio is None else str(ratio),
                f"{median(margins):g}",
                per_cent(playing.share(margin <= CLOSE for margin in margins).value),
                per_cent(playing.share(margin == 0 for margin in margins).value),
                f"{mean(game.corners for game in games):.1f}",
            )
        )
    return Table(
        f"The rival of today: play on {ladder.title}",
        (
            "opponent",
            "loss a move",
            "times the opponent's",
            "median margin",
            f"within {CLOSE} discs",
            "draws",
            "corners given a game",
        ),
        tuple(rows),
        (
            "All games of the table before, in both colours, with memory and without. Losses are in discs, "
            "by the rival's own judgement.",
            "A corner is given if the opponent can take it at once, the move loses 6 discs or more (8 plies "
            "deep, exact from 12 empties) and another move did neither.",
        ),
    )


def all_games(results: Results, ladder: Ladder, opponent: str) -> list[SeriesGame]:
    """All games against one opponent, in both colours, with memory and without."""
    modes = product(TURNS, (True, False))
    return [game for mode in modes for game in playing.played(results, ladder.series(opponent, *mode))]
