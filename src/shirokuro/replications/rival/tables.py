"""Tables of `rival` on a ladder: its scores in both modes, and how it got them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from shirokuro.explanation.reviewer import EXACT_FROM
from shirokuro.lab.exhibit import Entry, Table
from shirokuro.lab.judging import DEPTH, PROVEN_EMPTIES
from shirokuro.lab.report.entries import in_per_cent
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.proportion import Interval, Proportion
from shirokuro.lab.statistics.rounding import per_cent
from shirokuro.matches.rating import Tally
from shirokuro.replications.rival import playing
from shirokuro.replications.rival.ladders import Ladder, called
from shirokuro.replications.rival.playing import EQUAL, EVEN, MODES, RivalMode, SeriesGame

AIM = Interval(0.45, 0.55)
"""The range that counts as about half in the study."""
RANGES: Mapping[RivalMode, Interval] = {EQUAL: Interval(0.40, 0.60), EVEN: AIM}
"""The range in which the rival of today is asked to score, by its mode."""
TITLES: Mapping[RivalMode, str] = {EQUAL: "equal strength", EVEN: "even score"}


def half(points: Tally, aim: Interval = AIM) -> str | None:
    """Whether a player wins half: yes, open, or on which side it misses."""
    if not points.games:
        return None
    interval = Proportion.scored(points).interval()
    if interval.low in aim and interval.high in aim:
        return "yes"
    if interval.overlaps(aim):
        return "open"
    return "no, more" if interval.low > aim.high else "no, less"


def ladder_tables(results: Results, ladder: Ladder) -> Iterator[Table]:
    """The tables of a ladder; none if the run does not have it."""
    opponents = ladder.planned(results)
    if opponents:
        yield _scores(results, ladder, opponents)
        yield from (_play(results, ladder, opponents, mode) for mode in MODES)


def _scores(results: Results, ladder: Ladder, opponents: Sequence[str]) -> Table:
    columns = [column for mode in MODES for column in (TITLES[mode], f"{RANGES[mode]}?")]
    rows = []
    for opponent in opponents:
        games = {mode: playing.played(results, ladder.series(opponent, mode)) for mode in MODES}
        row: list[Entry] = [called(opponent)]
        for mode in MODES:
            points = playing.tally_of_games(games[mode])
            row += [in_per_cent(Proportion.scored(points)), half(points, RANGES[mode])]
        z = playing.runs(games[EVEN])
        rows.append((*row, None if z is None else f"{z:+.1f}".replace("-", "−")))
    return Table(
        f"The rival of today: scores on {ladder.title}",
        ("opponent", *columns, "runs, z"),
        tuple(rows),
        (
            "Colours alternate. With equal strength each game begins without memory; for an even score the "
            "memory is blank at first and carried through the series. The interval is that of independent "
            "games; memory makes scores vary less. “yes”: the whole interval lies in the range.",
            "Runs: how many standard deviations more runs of wins or losses the even series has than chance "
            "makes; beyond 2 a series looks steered.",
        ),
    )


def _play(results: Results, ladder: Ladder, opponents: Sequence[str], mode: RivalMode) -> Table:
    rows: list[tuple[Entry, ...]] = []
    for opponent in opponents:
        games = playing.played(results, ladder.series(opponent, mode))
        rows.append((called(opponent), *(_figures(games) if games else (None,) * 8)))
    return Table(
        f"The rival of today: play with {TITLES[mode]} on {ladder.title}",
        (
            "opponent",
            "loss a move",
            "the opponent's",
            "ratio",
            "lost games thrown",
            "the opponent's, thrown",
            "median margin",
            f"within {playing.CLOSE} discs",
            "draws",
        ),
        tuple(rows),
        (
            f"Losses are in discs, by searches of {DEPTH} plies, exact from {EXACT_FROM} empties on; forced "
            "moves do not count.",
            "Thrown: of the games that a side lost, those in which it turned a proven win into a proven loss "
            f"with {PROVEN_EMPTIES} empties or fewer.",
        ),
    )


def _figures(games: Sequence[SeriesGame]) -> tuple[Entry, ...]:
    margins, ratio = [abs(game.margin) for game in games], playing.loss_ratio(games)
    return (
        f"{playing.lost_a_move(games):.2f}",
        f"{playing.opponent_lost_a_move(games):.2f}",
        None if ratio is None else str(ratio),
        in_per_cent(playing.thrown(games)),
        in_per_cent(playing.thrown_to_it(games)),
        f"{median(margins):g}",
        per_cent(playing.share(margin <= playing.CLOSE for margin in margins).value),
        per_cent(playing.share(margin == 0 for margin in margins).value),
    )
