"""`shirokuro book show`: what a book knows of a position, or what it holds in all."""

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

NOT_THERE = 1
"""What the command returns for a position that the book does not have."""


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "show",
        help="what a book knows of a position",
        description="The values of a position's moves and how sure they are, best first; how often each was "
        "played in imported games and what it scored; the names of openings.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the book")
    parser.add_argument(
        "position", nargs="?", help=f"{GAMES}; without one: the start and what there is in all"
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
    """What a book holds."""
    entries = [entry for _, entry in book.items()]
    kinds = Counter(least.badge() for entry in entries if (least := entry.least_certain))
    yield f"a book of {book.variant}: {counted(len(book), 'position')}"
    yield from (f"  {count} {badge}" for badge, count in sorted(kinds.items()))
    if played := sum(bool(entry.played) for entry in entries):
        yield f"  {played} met in imported games"


def described(board: Board, entry: BookEntry | None) -> Iterator[str]:
    """What is known of a position."""
    if entry is None:
        yield "the book does not have this position"
        return
    if (least := entry.least_certain) is not None:
        when = datetime.fromtimestamp(entry.searched, UTC).strftime(", searched %Y-%m-%d")
        yield f"value {entry.value:+d} ({least.badge()}{when if entry.searched else ''})"
    # A line for each move: its value, what was played, and what the very position after it is called.
    played = {each.move: each for each in entry.played}
    values = {each.move: f"{each.value:+3d}  {each.badge():15}" for each in entry.moves}
    for move in dict.fromkeys((*values, *played)):
        after, games = board.copy(), " " * 22
        after.push(move)
        if (counts := played.get(move)) is not None:
            games = f"{counts.games:7} {plural(counts.games, 'game')}, {100 * counts.score:3.0f} % "
        found = opening(after)
        name = "" if found is None or found.since else opening_text(after)
        yield f"{move_name(move):4} {values.get(move, ' ' * 20)}  {games}  {name}".rstrip()
