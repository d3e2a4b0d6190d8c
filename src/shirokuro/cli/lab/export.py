"""`shirokuro lab export`: writes games of the store to a file for other programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from shirokuro.cli.arguments import Subparsers
from shirokuro.cli.lab.options import add_store, reading
from shirokuro.cli.long_work import ProgressBar
from shirokuro.lab.run.export import FORMATS, export
from shirokuro.lab.study_index import recall
from shirokuro.matches.fixture import Game
from shirokuro.words.counted import counted


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "export",
        help="write games to a file",
        description="Writes all games of the store, or those of one run. Times are left out unless "
        "--times is given, so that equal runs give equal files, byte for byte.",
    )
    parser.add_argument("file", metavar="FILE", help="the file to write")
    parser.add_argument("--to", choices=FORMATS, help="the format to write (default: by the file's name)")
    parser.add_argument("--study", metavar="NAME", help="only the games of the last run of this name")
    parser.add_argument("--times", action="store_true", help="include the time of each move")
    add_store(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    form = arguments.to or Path(arguments.file).suffix[1:].lower()
    if form not in FORMATS:
        raise ValueError(
            f"{arguments.file}: no format has this name: end it in {', '.join(FORMATS)}, or use --to"
        )
    with reading(arguments.store) as store:
        if arguments.study is None:
            total, games = store.counts()[0], store.games()
        else:
            plan = recall(store, arguments.study).plan
            total, games = sum(len(cell.fixtures) for cell in plan), store.played(plan)
        with ProgressBar(total) as bar:

            def counting() -> Iterator[Game]:
                for number, game in enumerate(games):
                    bar.show(number)
                    yield game

            count = export(counting(), Path(arguments.file), form, times=arguments.times)
    print(f"{arguments.file}: {counted(count, 'game')}", file=sys.stderr)
