"""`shirokuro train`: trains your own weights for the evaluation, and the model of how people play."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from shirokuro.cli.arguments import Subparsers, add_flags, check_page, given
from shirokuro.cli.interrupt import INTERRUPTED
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.engine.evaluation import FALLBACK
from shirokuro.matches.sprt import Sprt
from shirokuro.training.settings import (
    SMALL,
    FitSettings,
    Lookahead,
    PeopleSettings,
    Settings,
    TrainingPlan,
)

if TYPE_CHECKING:  # NumPy takes longer to import than the other commands take to run
    from shirokuro.training.weights import Row

BOARDS = "reversi, reversi6, nip, nip40 or nip32"
GO_ON = "run the same command to continue"


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "train",
        description="Plays games against itself, fits pattern weights to them and tests these in a match: "
        "step by step, or all at once with `run`. See docs/evaluation.md.",
    )
    steps = parser.add_subparsers(dest="step", metavar="STEP", required=True)
    parser = _step(steps, "run", run_all, "all steps for a board, repeated while the weights improve")
    parser.add_argument("folder", type=Path, help="where the results of each step are kept")
    parser.add_argument("--small", action="store_true", help="a test run of about a minute")
    add_flags(parser, TrainingPlan)
    _add_threads(parser)
    parser = _step(
        steps, "generate", run_generate, "write labelled positions from self-play to a file, or append to it"
    )
    parser.add_argument(
        "out", type=Path, metavar="FILE", help="the file of positions; an existing one is continued"
    )
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="games in all (default 1000)")
    parser.add_argument(
        "--weights", default="", metavar="FILE", help=f"weights that play (default: evaluator {FALLBACK})"
    )
    add_flags(parser, Lookahead)
    _add_threads(parser)
    parser = _step(steps, "fit", run_fit, "fit weights to labelled positions")
    parser.add_argument(
        "out", type=Path, metavar="WEIGHTS", help="the file to write; compressed if it ends in .gz"
    )
    parser.add_argument("positions", type=Path, nargs="+", metavar="FILE", help="files that `generate` wrote")
    add_flags(parser, FitSettings)
    parser.add_argument(
        "--begin", default="", metavar="WEIGHTS", help="weights whose networks to start from (default: none)"
    )
    parser = _step(steps, "match", run_match, "play new weights against others until a test decides")
    parser.add_argument("new", type=Path, metavar="WEIGHTS")
    parser.add_argument(
        "old", type=Path, nargs="?", metavar="OTHERS", help=f"their opponent (default: evaluator {FALLBACK})"
    )
    parser.add_argument("--games", type=int, default=400, metavar="N", help="most games (default 400)")
    parser.add_argument(
        "--nodes", type=int, default=20_000, metavar="N", help="nodes per move (default 20000)"
    )
    parser.add_argument("--sprt", type=Sprt.parse, default=Sprt(0, 20), metavar="TEST", help="elo0=0,elo1=20")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed, other games")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    _add_people(steps)


def _add_people(steps: Subparsers) -> None:
    parser = steps.add_parser(
        "people",
        help="the model of how people play, from tournament games",
        description="Rates the players of WTHOR files, values the moves of games up to 2013 and trains the "
        "model of people. It needs PyTorch and uses a GPU if there is one; docs/people.md says more.",
    )
    parser.add_argument("folder", type=Path, help="where the WTHOR files (.wtb) and their .jou lie")
    parser.add_argument("out", type=Path, metavar="FILE", help="the file to write; .gz packs it")
    add_flags(parser, PeopleSettings)
    _add_threads(parser)
    parser.set_defaults(run=run_people)


def _step(
    steps: Subparsers, name: str, run: Callable[[argparse.Namespace], int], words: str
) -> argparse.ArgumentParser:
    parser = steps.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
    parser.add_argument("board", help=BOARDS)
    parser.set_defaults(run=run)
    return parser


def _add_threads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--threads", type=int, default=0, metavar="N", help="threads (default: all cores)")


def run_generate(arguments: argparse.Namespace) -> int:
    from shirokuro.engine.evaluation import TRAINED
    from shirokuro.training.self_play import SelfPlay, generate, read_positions

    evaluator = TRAINED if arguments.weights else FALLBACK
    how = SelfPlay(arguments.board, evaluator, arguments.weights, **given(arguments, Lookahead))
    try:
        with ProgressBar(arguments.games, "games") as bar:
            generate(how, arguments.games, arguments.out, _threads(arguments), bar.show)
    except KeyboardInterrupt:
        return _interrupted()
    print(f"{arguments.out}: {len(read_positions(arguments.board, [arguments.out])):,} positions")
    return 0


def run_fit(arguments: argparse.Namespace) -> int:
    from shirokuro.training.weights import make_weights

    settings = Settings(begin=arguments.begin, **given(arguments, FitSettings))
    check_page(str(arguments.out))
    with ProgressBar(words="fitting"):
        make_weights(arguments.board, arguments.positions, arguments.out, settings, _RowPrinter())
    print(f"{arguments.out}: {arguments.out.stat().st_size / 2**20:.1f} MiB")
    return 0


def run_people(arguments: argparse.Namespace) -> int:
    from shirokuro.training.people import train_people

    settings = PeopleSettings(**given(arguments, PeopleSettings))
    check_page(str(arguments.out))
    with ProgressBar() as bar:
        trained = train_people(arguments.folder, arguments.out, settings, _threads(arguments), bar.show)
    print(f"{arguments.out}: {trained}; {arguments.out.stat().st_size / 2**20:.1f} MiB")
    return 0


def run_match(arguments: argparse.Namespace) -> int:
    from shirokuro.training.pipeline import compare

    with stop_on_interrupt() as stop, ProgressBar(arguments.games) as bar:
        result = compare(
            arguments.board,
            arguments.new,
            arguments.old,
            games=arguments.games,
            nodes=arguments.nodes,
            seed=arguments.seed,
            sprt=arguments.sprt,
            jobs=arguments.jobs,
            stop=stop,
            progress=lambda standing: bar.show(standing.done),
        )
    print(json.dumps(result.summary()) if arguments.json else f"{result.first} - {result.second}\n{result}")
    return INTERRUPTED if result.is_interrupted else 0


def run_all(arguments: argparse.Namespace) -> int:
    from shirokuro.training.pipeline import Training, TrainingProgress

    def show(progress: TrainingProgress) -> None:
        """Prints each step and the rows of a fit; shows a progress bar for long steps."""
        if progress.row is not None:
            rows(progress.row)
        elif progress.total is None:
            _print(progress.step)
        else:
            bar.show(progress.done, progress.step, progress.total)

    rows = _RowPrinter()
    base = SMALL if arguments.small else TrainingPlan()
    plan = replace(base, variant=arguments.board, **given(arguments, TrainingPlan))
    try:
        with ProgressBar() as bar:
            Training(plan, arguments.folder, _threads(arguments), show).run()
    except KeyboardInterrupt:
        return _interrupted()
    return 0


class _RowPrinter:
    """Prints the rows of a table as they come, under its heading."""

    def __init__(self) -> None:
        self._empties = 0

    def __call__(self, row: Row) -> None:
        most = row.error.empties[1]
        if most > self._empties:
            print(row.HEADING)
        self._empties = most
        _print(row)


def _print(words: object) -> None:
    print(words, flush=True)


def _threads(arguments: argparse.Namespace) -> int:
    if not 0 <= arguments.threads <= 1024:
        raise ValueError(f"threads: 1…1024, or 0 for all cores, not {arguments.threads}")
    return int(arguments.threads)


def _interrupted() -> int:
    print(f"shirokuro train: interrupted; {GO_ON}", file=sys.stderr)
    return INTERRUPTED
