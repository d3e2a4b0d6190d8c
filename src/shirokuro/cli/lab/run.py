"""`shirokuro lab run`: runs or continues a study and prints its tables."""

from __future__ import annotations

import argparse

from shirokuro.cli.arguments import Subparsers
from shirokuro.cli.lab.options import add_work
from shirokuro.cli.lab.report import add_files, check_files, print_chapter, write_files
from shirokuro.cli.lab.work import at_work, complete
from shirokuro.lab import study_index
from shirokuro.lab.report.chapter import chapter_of
from shirokuro.lab.run.plan import Scale

ALL = "all"


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "run",
        help="play what a study needs and show its tables",
        description="Plays the games of a study that are not in the store yet, then prints its tables and, "
        "with --out, writes a report. If it is interrupted or killed, run it again to continue.",
    )
    parser.add_argument(
        "names",
        nargs="+",
        metavar="NAME",
        help=f"studies (`lab list` shows them), one of your own as mymodule.STUDY, or {ALL}",
    )
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--quick", dest="size", action="store_const", const="quick", help="a first impression, in minutes"
    )
    size.add_argument(
        "--full", dest="size", action="store_const", const="full", help="many more games, in hours"
    )
    parser.add_argument("--games", type=int, metavar="N", help="games for every cell of the tables")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="another seed, other games")
    parser.set_defaults(size="default")
    add_work(parser)
    add_files(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    scale = Scale(arguments.size, arguments.games, arguments.seed)
    runs = [study_index.run_of(name, scale) for name in choose(arguments.names)]
    places: dict[str, str] = {}  # a store keeps one run per name
    for each in runs:
        each.plan  # noqa: B018  # raises an error before the store is touched
        if (other := places.setdefault(each.study.name, each.module)) != each.module:
            raise ValueError(f"two studies are called {each.study.name!r}: {other} and {each.module}")
    check_files(arguments)
    with at_work(arguments) as work:
        chapters = []
        for asked in runs:
            results = complete(asked, work)
            chapters.append(chapter_of(asked, results, work.store.provenance(asked.plan)))
            print_chapter(chapters[-1])
    write_files(chapters, arguments)
    return 0


def choose(names: list[str]) -> list[str]:
    """The names of the requested studies, each once."""
    return list(study_index.studies() if ALL in names else dict.fromkeys(names))
