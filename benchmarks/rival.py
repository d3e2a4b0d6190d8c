"""How even a game the rival gives to each opponent of its ladder, on all processors, within a limit of time.

    benchmarks/rival.py --mode even --games 400 --nodes 5000 --jobs 16 --seconds 480 --store rival.sqlite

It plays the series of the study `rival` (`shirokuro lab run rival`) in one mode, all opponents alike, stores
every five games, and prints what there is when they are over, when the time is over, or after Ctrl-C. The
same command goes on with them.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from statistics import mean

from shirokuro.lab.exhibit import Entry, Findings, Table
from shirokuro.lab.report.entries import in_per_cent
from shirokuro.lab.report.markdown import markdown
from shirokuro.lab.run.plan import Cell
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.runner import fill
from shirokuro.lab.run.store import Store
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.replications.rival import playing
from shirokuro.replications.rival.findings import of_ladder
from shirokuro.replications.rival.ladders import CALLED, HELD_OUT, ITSELF, LADDER, SOME_ON_NIP, Ladder, called
from shirokuro.replications.rival.playing import EVEN, MODES, NODES, RivalMode
from shirokuro.replications.rival.tables import RANGES, half
from shirokuro.workers.executors import work_on


def main() -> None:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    parser.add_argument("--mode", choices=MODES, default=EVEN)
    parser.add_argument("--games", type=int, default=400, metavar="N", help="against each opponent")
    parser.add_argument("--nodes", type=int, default=NODES, metavar="N", help="of the rival for a position")
    parser.add_argument("--nip", action="store_true", help="the ladder on Nip")
    parser.add_argument(
        "--opponents",
        nargs="*",
        metavar="NAME",
        help="specifications, or names as in the table (default all)",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--seconds", type=float, default=480, metavar="N", help="the limit")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--store", type=Path, default=Path("rival.sqlite"), metavar="FILE")
    arguments = parser.parse_args()
    ladder = ladder_of(arguments)
    series = [ladder.series(each, arguments.mode).seeded(arguments.seed) for each in ladder.opponents]
    rounds = zip_longest(*(playing.legs(each, arguments.games) for each in series))
    plan = [cell for one in rounds for cell in one if cell is not None]
    # The end of the time is a Ctrl-C, which the pool and the store survive at any moment.
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    with Store(arguments.store) as store:
        try:
            signal.setitimer(signal.ITIMER_REAL, arguments.seconds)
            play(plan, store, arguments.jobs)
            signal.setitimer(signal.ITIMER_REAL, 0)
        except KeyboardInterrupt:
            print("the time is over: the same command goes on")
        results = store.results(plan)
    print(markdown([table_of(results, ladder, arguments.mode)]))
    print(markdown([Findings(tuple(of_ladder(results, ladder, arguments.mode)))]))


def ladder_of(arguments: argparse.Namespace) -> Ladder:
    """The chosen opponents, in the order of the study's ladder."""
    known = SOME_ON_NIP if arguments.nip else (*(each for each in LADDER if each != ITSELF), *HELD_OUT)
    specs = {name: spec for spec, name in CALLED.items()}
    wanted = [specs.get(name, name) for name in arguments.opponents or known]
    title, variant = ("Nip", "nip") if arguments.nip else ("8x8", "reversi")
    return Ladder(title, tuple(wanted), variant, nodes=arguments.nodes)


def play(plan: Sequence[Cell], store: Store, jobs: int) -> None:
    """Plays what is missing; the series go on side by side, so that all get equally far."""
    with store.reserved(), work_on(jobs) as pool, closing(fill(plan, store, pool)) as filling:
        for progress in filling:
            if sys.stderr.isatty():
                print(f"\r{progress.done} of {progress.total}", end=" ", file=sys.stderr, flush=True)


def table_of(results: Results, ladder: Ladder, mode: RivalMode) -> Table:
    rows = tuple(rows_of(results, ladder, mode))
    columns = ("score", f"{RANGES[mode]}?", "runs, z", "thrown", "the opponent's", "loss", "the opponent's")
    return Table(
        f"{mode}, {ladder.nodes} nodes, {ladder.title}",
        ("opponent", *columns, "ms a move"),
        rows,
        (
            "Thrown: of the games that a side lost, those in which it turned a proven win into a proven loss "
            "with 12 empties or fewer. Losses are discs a move. Milliseconds are those of busy processors.",
        ),
    )


def rows_of(results: Results, ladder: Ladder, mode: RivalMode) -> Iterator[tuple[Entry, ...]]:
    for opponent in ladder.opponents:
        if games := playing.played(results, ladder.series(opponent, mode)):
            points, z = playing.tally_of_games(games), playing.runs(games)
            spent = [game.seconds for game in games if game.seconds is not None]
            yield (
                called(opponent),
                in_per_cent(Proportion.scored(points)),
                half(points, RANGES[mode]),
                None if z is None else f"{z:+.1f}",
                in_per_cent(playing.thrown(games)),
                in_per_cent(playing.thrown_to_it(games)),
                f"{playing.lost_a_move(games):.2f}",
                f"{playing.opponent_lost_a_move(games):.2f}",
                f"{1000 * mean(spent):.0f}" if spent else None,
            )


if __name__ == "__main__":
    try:
        main()
    except ValueError as error:
        sys.exit(f"benchmarks/rival.py: {error}")
