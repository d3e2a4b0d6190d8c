"""`shirokuro book show`: what a book knows of a position, or what it holds in all."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from shirokuro import Board, move_name, opening
from shirokuro.books.book_file import Book
from shirokuro.books.entry import BookEntry, PlayedMove
from shirokuro.cli.arguments import GAMES, Subparsers, read_board
from shirokuro.cli.opening_view import opening_lines, opening_text
from shirokuro.words.counted import counted, plural
from shirokuro.words.message import Message

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
    kinds = Counter(value.badge() for entry in entries if (value := entry.as_value()))
    yield f"a book of {book.variant}: {counted(len(book), 'position')}"
    yield from (f"  {count} {badge}" for badge, count in sorted(kinds.items()))
    if played := sum(bool(entry.played) for entry in entries):
        yield f"  {played} met in imported games"


def described(board: Board, entry: BookEntry | None) -> Iterator[str]:
    """What is known of a position."""
    if entry is None:
        yield str(Message("openings.not_in_book"))
        return
    if (value := entry.as_value()) is not None:
        when = datetime.fromtimestamp(entry.searched, UTC).strftime(", searched %Y-%m-%d")
        yield f"value {value} ({value.badge()}{when if entry.searched else ''})"
    yield from _moves(board, entry)


def _moves(board: Board, entry: BookEntry) -> Iterator[str]:
    """A line for each move: its value, what was played, and what the opening is called then."""
    played = {each.move: each for each in entry.played}
    values = {each.move: f"{each.value:+3d}  {each.badge():15}" for each in entry.moves}
    for move in dict.fromkeys((*values, *played)):
        after = board.copy()
        after.push(move)
        cells = (values.get(move, " " * 20), _played(played.get(move)), _name(after))
        yield f"{move_name(move):4} {'  '.join(cells)}".rstrip()


def _name(board: Board) -> str:
    """What players call the very position."""
    found = opening(board)
    return "" if found is None or found.since else opening_text(board)


def _played(played: PlayedMove | None) -> str:
    return (
        " " * 22
        if played is None
        else f"{played.games:7} {plural(played.games, 'game')}, {100 * played.score:3.0f} % "
    )
