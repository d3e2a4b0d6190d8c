"""`shirokuro book build`: makes a book, or a larger or deeper one of what is there."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import closing
from pathlib import Path

from shirokuro import Board
from shirokuro.book.book_file import Book
from shirokuro.book_building.builder import build
from shirokuro.book_building.growth import Extent, Growth
from shirokuro.book_building.search import SearchSettings
from shirokuro.book_building.store import SearchStore
from shirokuro.cli.arguments import POSITIONS, Subparsers, add_jobs, add_variant, check_page, read_board
from shirokuro.cli.long_work import ProgressBar
from shirokuro.executors import work_on

BUILD, SEARCHES = Extent(), SearchSettings()


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "build",
        help="make a book, or make one larger",
        description="Searches positions, those first that games are likely to reach. Every search is kept in "
        "FILE.work as it is done: whatever ends the command, it goes on where it was, and with other wishes "
        "it searches only what is new.",
    )
    parser.add_argument("board", help=f"where the book begins: {POSITIONS}")
    parser.add_argument("file", type=Path, metavar="FILE", help="the book; what it knows already stays")
    parser.add_argument(
        "--positions",
        type=_count,
        default=BUILD.positions,
        metavar="N",
        help=f"how many (default {BUILD.positions}), or all",
    )
    for name, kind, default, words in (
        ("depth", int, SEARCHES.depth, "plies that positions are searched ahead"),
        ("solved", int, SEARCHES.solved, "empties from which on they are read to the end"),
        ("loss", float, None, "discs that the moves of a line may lose, all together"),
        ("plies", int, None, "how long lines may be"),
        ("ply-cost", float, BUILD.ply_cost, "discs that a ply counts: more makes the book broader"),
    ):
        told = "any" if default is None else default
        parser.add_argument(
            f"--{name}", type=kind, default=default, metavar="N", help=f"{words} (default {told})"
        )
    add_variant(parser)
    add_jobs(parser, "searches")
    parser.set_defaults(run=run)


def _count(text: str) -> int | None:
    """A number; None for `all`."""
    try:
        return None if text == "all" else int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number or 'all' is needed, not {text!r}") from None


def run(arguments: argparse.Namespace) -> None:
    extent = Extent(arguments.positions, arguments.loss, arguments.plies, arguments.ply_cost)
    settings = SearchSettings(arguments.depth, arguments.solved)
    root = read_board(arguments.board, arguments.variant)
    _known_book(arguments.file, root)
    with SearchStore(Path(f"{arguments.file}.work")) as store, ProgressBar(extent.positions) as bar:
        growth = None
        try:
            with (
                work_on(arguments.jobs, arguments.cluster) as pool,
                closing(build(root, extent, settings, store, pool)) as building,
            ):
                for progress in building:
                    growth = progress.growth
                    bar.show(growth.size, share=progress.share)
        except KeyboardInterrupt:
            print(f"\ninterrupted; to go on: {shlex.join(['shirokuro', *arguments.words])}", file=sys.stderr)
            raise
        finally:
            if growth is not None:
                _write(growth, root, arguments.file)


def _known_book(file: Path, root: Board) -> Book:
    """The book that is there; an empty one where none is. Complains now rather than after long work."""
    check_page(str(file))
    book = Book.load(file) if file.exists() else Book(root.variant_name)
    if book.variant != root.variant_name:
        raise ValueError(f"{file} is a book of {book.variant}, not of {root.variant_name}")
    return book


def _write(growth: Growth, root: Board, file: Path) -> None:
    """Adds to what the file holds now: games may have been imported meanwhile."""
    book = _known_book(file, root).joined(growth.entries())
    book.save(file)
    ending = "" if growth.is_done else "; the build has not come to its end"
    print(f"{file}: {len(book)} positions, {growth.size} of this build{ending}")
