"""Plays the rival against a list of opponents and measures whether games are even, close and natural."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean, median

import shirokuro as sk
from shirokuro.engine_pool import ENGINES
from shirokuro.players.rival.allowance import EXACT_EMPTIES
from shirokuro.players.rival.report import RivalReport
from shirokuro.players.rival.rival import Rival
from shirokuro.players.rival.steering import gives_a_corner

TUNED_ON = (
    "random greedy value-map strong:depth=1 strong:depth=3 engine:level=5 montai:playouts=100 weak:depth=1"
)
GIFT_LOSS = 6
"""A move that lets a corner go loses so many discs, else it gives nothing away."""
COLUMNS = (
    "opponent",
    "score as black/white, %",
    "won where it aimed to",
    "lost where it aimed to",
    "its loss a move",
    "times the opponent's",
    "median margin",
    "within 10",
    "draws",
    "corners given a game",
    "runs, z",
    "ms a move",
)


@dataclass(frozen=True)
class Series:
    """Games of the rival against one opponent."""

    rival: str
    opponent: str
    variant: str
    games: int
    """With each colour."""
    remembers: bool
    seed: int


@dataclass(frozen=True)
class Played:
    """One game of a series."""

    report: RivalReport
    corners_given: int
    seconds: float
    """A move of the rival, on average."""


def main() -> None:
    arguments = _arguments()
    listed = [
        Series(
            f"rival:nodes={arguments.nodes}",
            each,
            arguments.variant,
            arguments.games,
            arguments.memory,
            arguments.seed,
        )
        for each in arguments.opponents
    ]
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for series, games in zip(listed, pool.map(play, listed), strict=True):
            print(f"| {series.opponent} | {' | '.join(figures(games))} |", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("opponents", nargs="*", default=TUNED_ON.split(), help=f"(default {TUNED_ON})")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games a colour (default 20)")
    parser.add_argument("--nodes", type=int, default=20_000, metavar="N", help="of the rival (default 20000)")
    parser.add_argument("--variant", default="reversi", choices=sk.VARIANTS)
    parser.add_argument("--memory", action="store_true", help="carry the memory through a series")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the first game (default 0)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="series at a time (default 2)")
    return parser.parse_args()


def play(series: Series) -> list[Played]:
    """All games of a series, in which the colours alternate."""
    rival, played = sk.player(series.rival), []
    assert isinstance(rival, Rival)
    for number in range(2 * series.games):
        colour, seed = sk.Colour(number % 2), series.seed + number
        sides = (rival, series.opponent) if colour == sk.BLACK else (series.opponent, rival)
        record = sk.play(*sides, variant=series.variant, seed=seed, strict=True)
        report = rival.report(record, colour)
        played.append(Played(report, corners_given(record, report), _seconds(record, colour)))
        if series.remembers:
            rival = rival.with_memory(report.memory)
    return played


def corners_given(record: sk.Record, report: RivalReport) -> int:
    """Moves of the rival that let a corner go at a loss, where another move did not."""
    boards, given = list(record.boards()), 0
    for ply, loss in report.losses.items():
        board, move = boards[ply - 1], record.moves[ply - 1]
        if loss < GIFT_LOSS / 2 or not gives_a_corner(board, move):
            continue
        limits = sk.Limits() if len(board.empties()) <= EXACT_EMPTIES else sk.Limits(depth=8)
        with ENGINES.lend(1, 16) as engine:
            values = {each: result.value for each, result in engine.analyze(board, limits).items()}
        best = max(values.values())
        others = (each for each, value in values.items() if best - value < GIFT_LOSS)
        is_given = best - values[move] >= GIFT_LOSS
        given += is_given and any(not gives_a_corner(board, each) for each in others)
    return given


def _seconds(record: sk.Record, colour: sk.Colour) -> float:
    return mean(seconds or 0.0 for seconds in record.seconds[colour::2])


def figures(games: Sequence[Played]) -> Iterator[str]:
    reports = [game.report for game in games]
    margins = [abs(report.margin) for report in reports]
    own = mean(loss for report in reports for loss in report.losses.values())
    theirs = mean(loss for report in reports for loss in report.opponent_losses.values())
    yield "/".join(f"{score([each for each in reports if each.colour == side]):.0f}" for side in sk.Colour)
    yield from (reached([each for each in reports if each.aim == aim]) for aim in ("win", "lose"))
    yield f"{own:.2f}"
    yield f"{own / theirs:.2f}"
    yield f"{median(margins):g}"
    yield f"{100 * mean(margin <= 10 for margin in margins):.0f} %"
    yield f"{100 * mean(margin == 0 for margin in margins):.0f} %"
    yield f"{mean(game.corners_given for game in games):.1f}"
    yield "/".join(f"{runs([each for each in reports if each.colour == side]):+.1f}" for side in sk.Colour)
    yield f"{1000 * mean(game.seconds for game in games):.0f}"


def score(reports: Sequence[RivalReport]) -> float:
    """Per cent of the points."""
    return 100 * mean((each.margin > 0) + (each.margin == 0) / 2 for each in reports)


def reached(reports: Sequence[RivalReport]) -> str:
    return f"{sum(each.is_reached for each in reports)} of {len(reports)}"


def runs(reports: Sequence[RivalReport]) -> float:
    """How many standard deviations more runs of equal results there are than chance makes; draws left out."""
    won = [each.margin > 0 for each in reports if each.margin]
    wins, losses = sum(won), len(won) - sum(won)
    if wins * losses == 0:
        return 0.0
    found = 1 + sum(one != other for one, other in pairwise(won))
    expected = 1 + 2 * wins * losses / len(won)
    variance = (expected - 1) * (expected - 2) / (len(won) - 1)
    return (found - expected) / math.sqrt(variance) if variance else 0.0


if __name__ == "__main__":
    main()
