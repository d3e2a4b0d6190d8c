"""`shirokuro book build`: builds a book, or extends or deepens an existing one."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from shirokuro import Board, Record
from shirokuro.books.book_file import Book
from shirokuro.books.building.builder import GrowingBook, build
from shirokuro.books.building.growth import Extent, Growth
from shirokuro.books.building.perfect_lines import PerfectLines
from shirokuro.books.building.search import SearchSettings
from shirokuro.books.building.store import SearchStore
from shirokuro.cli.arguments import (
    POSITIONS,
    Subparsers,
    add_flags,
    add_jobs,
    add_variant,
    check_page,
    given,
    naming_game,
    read_board,
    read_values,
)
from shirokuro.cli.long_work import ProgressBar
from shirokuro.opening_names.named_openings import named_positions
from shirokuro.storage.file_lock import changing
from shirokuro.words.counted import counted
from shirokuro.workers.executors import work_on

BUILD = Extent()
GAME_PLIES = 24
"""The same number as `book import` counts."""


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "build",
        help="build a book or extend one",
        description="Searches positions, starting with those that games are likely to reach. Every finished "
        "search is saved in FILE.work: if the command is interrupted, run it again to continue; with other "
        "options it searches only new positions.",
    )
    parser.add_argument("board", help=f"the root of the book: {POSITIONS}")
    parser.add_argument("file", type=Path, metavar="FILE", help="the book; existing entries are kept")
    parser.add_argument(
        "--positions",
        type=_count,
        default=BUILD.positions,
        metavar="N",
        help=f"number of positions (default {BUILD.positions}), or all",
    )
    add_flags(parser, SearchSettings)
    add_flags(parser, Extent, ("loss", "plies", "ply_cost"))
    parser.add_argument(
        "--named",
        action="store_true",
        help="also every named opening and the positions leading to it",
    )
    parser.add_argument(
        "--games",
        nargs="+",
        default=[],
        metavar="SOURCE",
        help=f"also the first {GAME_PLIES} plies of these games (WTHOR, GGF, transcripts, JSON lines)",
    )
    parser.add_argument(
        "--perfect",
        action="store_true",
        help="instead, exactly the positions that a perfect player meets who solves the endgame from "
        "--solved empties on: of each only its best move, solved to the end",
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
    root = read_board(arguments.board, arguments.variant)
    _known_book(arguments.file, root)
    with SearchStore(Path(f"{arguments.file}.work")) as store:
        growing, begun = _growing(arguments, root, store), False
        try:
            with (
                ProgressBar(None if arguments.perfect else arguments.positions) as bar,
                work_on(arguments.jobs, arguments.cluster) as pool,
                closing(build(growing, store, pool)) as building,
            ):
                for progress in building:
                    begun = True
                    bar.show(growing.size, share=progress.share)
        except KeyboardInterrupt:
            print(f"\ninterrupted; to go on: {shlex.join(['shirokuro', *arguments.words])}", file=sys.stderr)
            raise
        finally:
            if begun:
                with changing(arguments.file):  # games may have been imported meanwhile
                    book = _known_book(arguments.file, root).joined(growing.entries())
                    book.save(arguments.file)
                ending = "" if growing.is_done else "; the build is not finished"
                size = counted(len(book), "position")
                print(f"{arguments.file}: {size}, {growing.size} of this build{ending}")


def _growing(arguments: argparse.Namespace, root: Board, store: SearchStore) -> GrowingBook:
    """The book to build, with the searches that were stored before."""
    also = (*(named_positions() if arguments.named else ()), *_positions_of(arguments.games, root))
    if also and root.variant_name != also[0].variant_name:
        raise ValueError(f"openings have names on {also[0].variant_name}, not on {root.variant_name}")
    extent = Extent(**given(arguments, Extent) | {"positions": arguments.positions}, also=also)
    settings = SearchSettings(**given(arguments, SearchSettings))
    found = store.found(root.variant_name, settings)
    return PerfectLines(root, settings, found) if arguments.perfect else Growth(root, extent, settings, found)


def _positions_of(sources: Iterable[str], root: Board) -> Iterator[Board]:
    """The first positions of each game of the sources."""
    for source in sources:
        for number, value in enumerate(read_values(source, root.variant_name), 1):
            with naming_game(source, number):
                game = Record.from_text(value)
                if game.variant != root.variant_name:
                    raise ValueError(f"a game on {game.variant}, where the book is of {root.variant_name}")
                for board in islice(game.boards(), GAME_PLIES + 1):
                    yield board.copy(stack=False)


def _known_book(file: Path, root: Board) -> Book:
    """The existing book, or an empty one; raises ValueError before the long work rather than after it."""
    check_page(str(file))
    book = Book.load(file) if file.exists() else Book(root.variant_name)
    if book.variant != root.variant_name:
        raise ValueError(f"{file} is a book of {book.variant}, not of {root.variant_name}")
    return book
