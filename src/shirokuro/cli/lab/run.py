"""`shirokuro lab run`: a study, from where it was left to its tables."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from shirokuro.cli.arguments import Subparsers
from shirokuro.cli.lab.options import add_scale, add_work, scale_of
from shirokuro.cli.lab.report import add_files, check_files, print_chapter, write_files

if TYPE_CHECKING:
    from shirokuro.lab.study import Study

ALL = "all"


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "run",
        help="play what a study needs and show its tables",
        description="Plays the games of a study that are not in the store yet, then prints its tables and, "
        "with --out, writes a report to show. Interrupted or killed, it goes on where it was when it is run "
        "again.",
    )
    parser.add_argument("names", nargs="+", metavar="NAME", help=f"studies (`lab list` shows them), or {ALL}")
    add_scale(parser)
    add_work(parser)
    add_files(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from shirokuro.cli.lab.work import at_work, complete
    from shirokuro.lab.report.chapter import chapter_of
    from shirokuro.lab.study import Run

    runs = [Run(study, scale_of(arguments)) for study in choose(arguments.names)]
    check_files(arguments)
    with at_work(arguments) as work:
        chapters = []
        for asked in runs:
            results = complete(asked, work)
            chapters.append(chapter_of(asked, results, work.store.provenance(asked.plan)))
            print_chapter(chapters[-1])
    write_files(chapters, arguments)
    return 0


def choose(names: list[str]) -> list[Study]:
    """The studies of these names, each once."""
    from shirokuro.lab.studies import catalogue

    if ALL in names:
        return list(catalogue.studies().values())
    return [catalogue.study(name) for name in dict.fromkeys(names)]
