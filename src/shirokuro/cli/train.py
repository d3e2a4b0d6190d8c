"""`shirokuro train`: weights of one's own for the trained evaluation, from self-play to a match."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shirokuro.cli.arguments import Subparsers, check_page
from shirokuro.cli.interrupt import INTERRUPTED
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.engine.evaluation import FALLBACK
from shirokuro.matches.sprt import Sprt

if TYPE_CHECKING:  # NumPy takes longer to import than the other commands take to run
    from shirokuro.matches.match_runner import Standing
    from shirokuro.training.weights import Row

BOARDS = "reversi, reversi6, nip, nip40 or nip32"
GO_ON = "the same command goes on where it ended"
RUN = {
    "rounds": (3, "rounds of self-play, fit and match"),
    "games": (100_000, "games of self-play in each round"),
    "depth": (6, "plies looked ahead in them"),
    "selective": (16, "empties from which on a selective search to the end moves"),
    "solved": (14, "empties from which on they are read to the end"),
    "outcome": (0.6, "how much results count, the rest is what searches found"),
    "epochs": (0, "train networks, with so many passes over the positions; 0: numbers"),
    "match-games": (400, "the most games of a match"),
    "seed": (1, "another seed, other games"),
}
GENERATE = {
    "games": (1000, "games in all"),
    "depth": (6, "plies looked ahead"),
    "selective": (16, "empties from which on a selective search moves"),
    "solved": (14, "empties from which on games are read to the end"),
    "seed": (1, "another seed, other games"),
}
FIT = {
    "iterations": (50, "of the fit"),
    "least-positions": (2000, "for a phase to be fitted"),
    "reach": (2, "phases before and after that count for it too"),
    "outcome": (0.6, "how much of a label is the game's result; the rest is what the search found"),
    "epochs": (0, "train vectors under a network, with so many passes over the positions; 0: numbers"),
}
MATCH = {
    "games": (400, "the most games"),
    "nodes": (20_000, "for a move"),
    "seed": (1, "another seed, other games"),
    "jobs": (1, "games at a time"),
}


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "train",
        help="make weights of your own for the trained evaluation",
        description="Plays games against itself, fits weights of patterns to them and tries them in a match: "
        "step by step, or all of it with `run`. docs/evaluation.md says what it takes.",
    )
    steps = parser.add_subparsers(dest="step", metavar="STEP", required=True)
    run = _step(steps, "run", run_all, "all steps for a board, round after round while it gets better")
    run.add_argument("folder", type=Path, help="where what each step makes is kept")
    run.add_argument("--small", action="store_true", help="a minute's work, to see that it works")
    _add_numbers(run, RUN, only_asked=True)  # the small course has other defaults
    played = _step(steps, "generate", run_generate, "self-play: a file of labelled positions, or more of it")
    played.add_argument("out", type=Path, metavar="FILE", help="goes on where the file ends")
    played.add_argument("--weights", default="", metavar="FILE", help=f"whose games (default: {FALLBACK}'s)")
    _add_numbers(played, GENERATE)
    for each in (run, played):
        each.add_argument("--threads", type=int, default=0, metavar="N", help="threads (default: all cores)")
    fit = _step(steps, "fit", run_fit, "weights out of labelled positions")
    fit.add_argument("out", type=Path, metavar="WEIGHTS", help="the file to write; .gz packs it")
    fit.add_argument("positions", type=Path, nargs="+", metavar="FILE", help="what generate wrote")
    fit.add_argument(
        "--ridge", type=float, default=16, metavar="X", help="keeps rare weights small (default 16)"
    )
    _add_numbers(fit, FIT)
    fit.add_argument(
        "--begin", default="", metavar="WEIGHTS", help="networks to go on from (default: from nothing)"
    )
    match = _step(steps, "match", run_match, "new weights against others, until a test has decided")
    match.add_argument("new", type=Path, metavar="WEIGHTS")
    match.add_argument("old", type=Path, nargs="?", metavar="OTHERS", help=f"without them: {FALLBACK}")
    _add_numbers(match, MATCH)
    match.add_argument("--sprt", type=Sprt.parse, default=Sprt(0, 20), metavar="TEST", help="elo0=0,elo1=20")
    match.add_argument("--json", action="store_true", help="one JSON object")


def _add_numbers(
    parser: argparse.ArgumentParser, numbers: Mapping[str, tuple[float, str]], *, only_asked: bool = False
) -> None:
    for name, (usual, words) in numbers.items():
        parser.add_argument(
            f"--{name}",
            type=type(usual),
            default=None if only_asked else usual,
            metavar="N",
            help=f"{words} (default {usual})",
        )


def _step(
    steps: Subparsers, name: str, run: Callable[[argparse.Namespace], int], words: str
) -> argparse.ArgumentParser:
    parser = steps.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
    parser.add_argument("board", help=BOARDS)
    parser.set_defaults(run=run)
    return parser


def run_generate(arguments: argparse.Namespace) -> int:
    from shirokuro.engine.evaluation import TRAINED
    from shirokuro.training.self_play import SelfPlay, generate, read_positions

    evaluator = TRAINED if arguments.weights else FALLBACK
    depths = (arguments.depth, arguments.selective, arguments.solved)
    how = SelfPlay(arguments.board, evaluator, arguments.weights, arguments.seed, *depths)
    try:
        with ProgressBar(arguments.games, "games") as bar:
            generate(how, arguments.games, arguments.out, _threads(arguments), bar.show)
    except KeyboardInterrupt:
        return _interrupted()
    print(f"{arguments.out}: {len(read_positions(arguments.board, [arguments.out])):,} positions")
    return 0


def run_fit(arguments: argparse.Namespace) -> int:
    from shirokuro.training.fit import Settings
    from shirokuro.training.weights import make_weights

    settings = Settings(**{each.name: getattr(arguments, each.name) for each in fields(Settings)})
    check_page(str(arguments.out))
    with ProgressBar(words="fitting"):
        make_weights(arguments.board, arguments.positions, arguments.out, settings, _Rows())
    print(f"{arguments.out}: {arguments.out.stat().st_size / 2**20:.1f} MiB")
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
            progress=lambda standing: bar.show(standing.played),
        )
    print(json.dumps(result.summary()) if arguments.json else f"{result.first} - {result.second}\n{result}")
    return INTERRUPTED if result.is_interrupted else 0


def run_all(arguments: argparse.Namespace) -> int:
    from shirokuro.training.pipeline import SMALL, Training, TrainingPlan, Watcher

    class Teller(Watcher):
        """Prints each step, the rows of a fit, and a bar for what takes long."""

        step = staticmethod(_print)

        def games(self, done: int, total: int) -> None:
            bar.show(done, "games", total)

        def phase(self, row: Row) -> None:
            rows(row)

        def standing(self, standing: Standing) -> None:
            bar.show(standing.played, "match", standing.total)

    rows = _Rows()
    base = SMALL if arguments.small else TrainingPlan()
    asked: dict[str, Any] = {each.name: getattr(arguments, each.name, None) for each in fields(base)}
    asked = {name: value for name, value in asked.items() if value is not None}
    course = replace(base, variant=arguments.board, **asked)
    try:
        with ProgressBar() as bar:
            Training(course, arguments.folder, _threads(arguments), Teller()).run()
    except KeyboardInterrupt:
        return _interrupted()
    return 0


class _Rows:
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
