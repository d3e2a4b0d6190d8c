"""`shirokuro book show`: a position of a book, or a summary of the book."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from shirokuro import Board, move_name, opening
from shirokuro.books.book_file import Book
from shirokuro.books.entry import BookEntry
from shirokuro.cli.arguments import GAMES, Subparsers, read_board
from shirokuro.cli.opening_view import opening_lines, opening_text
from shirokuro.words.counted import counted, plural
from shirokuro.words.message import Message

NOT_THERE = 1
"""Exit code for a position that is not in the book."""


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "show",
        help="what a book knows of a position",
        description="The values of a position's moves and how sure they are, best first; how often each was "
        "played in imported games and what it scored; the names of openings.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the book")
    parser.add_argument(
        "position", nargs="?", help=f"{GAMES} (default: the start, after a summary of the book)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    book = Book.load(arguments.file)
    if arguments.position is None:
        print("\n".join(summary(book)), end="\n\n")
        board = Board(book.variant)
    else:
        board = read_board(arguments.position, book.variant)
    entry = book.find(board)
    print("\n".join([str(board), *opening_lines(board), *described(board, entry)]))
    return 0 if entry or arguments.position is None else NOT_THERE


def summary(book: Book) -> Iterator[str]:
    """How many positions a book has, by the certainty of their values."""
    entries = [entry for _, entry in book.items()]
    kinds = Counter(value.badge() for entry in entries if (value := entry.as_value()))
    yield f"a book of {book.variant}: {counted(len(book), 'position')}"
    yield from (f"  {count} {badge}" for badge, count in sorted(kinds.items()))
    if played := sum(bool(entry.played) for entry in entries):
        yield f"  {played} met in imported games"


def described(board: Board, entry: BookEntry | None) -> Iterator[str]:
    """The value of a position, then a line per move: value, games, and name of the opening it leads to."""
    if entry is None:
        yield str(Message("openings.not_in_book"))
        return
    if (value := entry.as_value()) is not None:
        when = datetime.fromtimestamp(entry.searched, UTC).strftime(", searched %Y-%m-%d")
        yield f"value {value} ({value.badge()}{when if entry.searched else ''})"
    played = {
        each.move: f"{each.games:7} {plural(each.games, 'game')}, {100 * each.score:3.0f} % "
        for each in entry.played
    }
    values = {each.move: f"{each.value:+3d}  {each.badge():15}" for each in entry.moves}
    for move in dict.fromkeys((*values, *played)):
        after = board.copy()
        after.push(move)
        found = opening(after)
        name = opening_text(after) if found is not None and not found.since else ""
        cells = (values.get(move, " " * 20), played.get(move, " " * 22), name)
        yield f"{move_name(move):4} {'  '.join(cells)}".rstrip()
