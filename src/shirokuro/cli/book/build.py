"""`shirokuro book build`: makes a book, or a larger or deeper one of what is there."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from shirokuro import Board, NotationError, Record
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
    read_board,
    read_values,
)
from shirokuro.cli.long_work import ProgressBar
from shirokuro.errors import message_of
from shirokuro.opening_names.named_openings import named_positions
from shirokuro.storage.file_lock import changing
from shirokuro.words.counted import counted
from shirokuro.words.message import Message
from shirokuro.workers.executors import work_on

BUILD = Extent()
GAME_PLIES = 24
"""As many as `book import` counts."""


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "build",
        help="make a book, or make one larger",
        description="Searches positions, those first that games are likely to reach. Every search is kept in "
        "FILE.work as it is done: whatever ends the command, it goes on where it was, and with other options "
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
    add_flags(parser, SearchSettings)
    add_flags(parser, Extent, ("loss", "plies", "ply_cost"))
    parser.add_argument(
        "--named",
        action="store_true",
        help="besides, every opening that has a name, and the positions on the way there",
    )
    parser.add_argument(
        "--games",
        nargs="+",
        default=[],
        metavar="SOURCE",
        help=f"besides, the first {GAME_PLIES} plies of these games (WTHOR, GGF, transcripts, JSON lines)",
    )
    parser.add_argument(
        "--perfect",
        action="store_true",
        help="instead, exactly the positions that a perfect player meets who reads the end with --solved "
        "empties or fewer: of each its best move alone, read to the end",
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
                _write(growing, root, arguments.file)


def _growing(arguments: argparse.Namespace, root: Board, store: SearchStore) -> GrowingBook:
    """The book that is wanted, with what was searched for it before."""
    also = (*(named_positions() if arguments.named else ()), *_positions_of(arguments.games, root))
    if also and root.variant_name != also[0].variant_name:
        raise ValueError(f"openings have names on {also[0].variant_name}, not on {root.variant_name}")
    extent = Extent(**given(arguments, Extent) | {"positions": arguments.positions}, also=also)
    settings = SearchSettings(**given(arguments, SearchSettings))
    found = store.found(root.variant_name, settings)
    return PerfectLines(root, settings, found) if arguments.perfect else Growth(root, extent, settings, found)


def _positions_of(sources: Iterable[str], root: Board) -> Iterator[Board]:
    """Where the games of the sources came by."""
    for source in sources:
        for number, value in enumerate(read_values(source, root.variant_name), 1):
            try:
                yield from _first_boards(Record.from_text(value), root)
            except ValueError as error:
                raise NotationError(message_of(error), Message("places.game", number=number)).at(
                    source
                ) from None


def _first_boards(game: Record, root: Board) -> Iterator[Board]:
    if game.variant != root.variant_name:
        raise ValueError(f"a game on {game.variant}, where the book is of {root.variant_name}")
    board = game.root()
    for move in game.moves[:GAME_PLIES]:
        yield board.copy(stack=False)
        board.push(move)
    yield board


def _known_book(file: Path, root: Board) -> Book:
    """The book that is there; an empty one where none is. Complains now rather than after long work."""
    check_page(str(file))
    book = Book.load(file) if file.exists() else Book(root.variant_name)
    if book.variant != root.variant_name:
        raise ValueError(f"{file} is a book of {book.variant}, not of {root.variant_name}")
    return book


def _write(growing: GrowingBook, root: Board, file: Path) -> None:
    """Adds to what the file holds now: games may have been imported meanwhile."""
    with changing(file):
        book = _known_book(file, root).joined(growing.entries())
        book.save(file)
    ending = "" if growing.is_done else "; the build has not come to its end"
    print(f"{file}: {counted(len(book), 'position')}, {growing.size} of this build{ending}")
