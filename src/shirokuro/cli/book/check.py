"""`shirokuro book check`: searches a sample of a book again, deeper, and reports the differences."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from statistics import mean

from shirokuro.board.position_key import board_of_key
from shirokuro.books.book_file import Book
from shirokuro.books.building.checker import CheckedPosition, CheckSettings, check, sample
from shirokuro.cli.arguments import Subparsers, add_flags, add_jobs, given
from shirokuro.cli.long_work import ProgressBar
from shirokuro.words.counted import counted
from shirokuro.workers.executors import work_on


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "check",
        help="search a sample again, deeper",
        description="Searches a sample of the book's positions again, deeper, and prints by how much the "
        "values were off and how often the best move was confirmed.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the book")
    add_flags(parser, CheckSettings)
    add_jobs(parser, "searches")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    settings = CheckSettings(**given(arguments, CheckSettings))
    book = Book.load(arguments.file)
    tasks = sample(book, settings)
    checked = list[CheckedPosition]()
    with (
        ProgressBar(len(tasks)) as bar,
        work_on(arguments.jobs, arguments.cluster) as pool,
        closing(check(tasks, pool)) as checking,
    ):
        for each in checking:
            checked.append(each)
            bar.show(len(checked))
    print("\n".join(verdict(book, checked)))


def verdict(book: Book, checked: list[CheckedPosition]) -> list[str]:
    """The summary of the searches."""
    if not checked:
        return [f"{counted(len(book), 'position')}, none of them with values that could be searched again"]
    off = [each.difference for each in checked]
    confirmed = sum(each.is_confirmed for each in checked)
    worst = max(checked, key=lambda each: (each.difference, each.key))
    lines = [
        f"{len(checked)} of {counted(len(book), 'position')} searched again",
        f"values: off by {mean(off):.2f} discs on average, {max(off)} at most",
        f"best moves: {confirmed} of {len(checked)} confirmed ({100 * confirmed / len(checked):.1f} %)",
    ]
    if worst.difference:
        was, found = worst.entry.value, worst.finding.moves[0].value
        lines.append(f"the worst: {board_of_key(book.variant, worst.key).line()}: {was:+d}, now {found:+d}")
    return lines
