"""`shirokuro openings`: the openings by name, with their values and what was played."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from shirokuro import VARIANTS, Board, Opening
from shirokuro.books.book_file import Book
from shirokuro.cli.arguments import Subparsers, add_language, exists, read_board
from shirokuro.cli.openings_view import (
    families_text,
    list_text,
    opening_fields,
    position_fields,
    position_text,
)
from shirokuro.errors import shown
from shirokuro.library.library_file import own_library_file
from shirokuro.opening_names.named_openings import VARIANT
from shirokuro.opening_names.opening_search import find_openings, nearest_names
from shirokuro.opening_names.opening_tree import OpeningTree, PlayedSource
from shirokuro.squares.square import narrow
from shirokuro.storage.sqlite_file import SIGNATURE
from shirokuro.words.message import Message

WHAT = (
    "a name or a part of one, in English or Japanese; or moves, a position or a file; without: the families"
)
_MOVES = re.compile(r"\s*(?:[a-h][1-8]\s*)+", re.IGNORECASE)


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "openings",
        description="Shows the families of openings; or an opening, by its name or its moves: its value, the "
        "moves that are known, the openings that follow, and how the games that you imported ended.",
    )
    parser.add_argument("what", nargs="*", metavar="NAME|MOVES", help=WHAT)
    parser.add_argument("--book", type=Path, metavar="FILE", help="a book instead of the package's")
    parser.add_argument(
        "--games",
        type=Path,
        metavar="FILE",
        help="a library, or a book that `shirokuro book import` made of games (default: your library)",
    )
    parser.add_argument("--variant", metavar="NAME", help=f"the board; one of {', '.join(VARIANTS)}")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_language(parser, "what is printed")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    book = None if arguments.book is None else Book.load(arguments.book)
    if book and arguments.variant not in (None, book.variant):
        raise ValueError(f"{arguments.book} is a book of {book.variant}, not of {arguments.variant}")
    variant = book.variant if book else arguments.variant
    words = " ".join(arguments.what).strip()
    plain, found = narrow(words), tuple[Opening, ...]()
    if words and not _MOVES.fullmatch(plain) and variant in (None, VARIANT):
        found = find_openings(plain)
    if len(found) > 1:
        if arguments.json:
            print(json.dumps({"openings": [*map(opening_fields, found)]}, ensure_ascii=False))
        else:
            print("\n".join(list_text(found, arguments.lang)))
        return
    if found:
        board = Board.parse(found[0].moves, VARIANT)
    else:
        board = _position(plain, variant) if words else Board(variant or VARIANT)
    games = _games(arguments.games)
    for source, other in ((arguments.book, book), (arguments.games, games)):
        if isinstance(other, Book) and other.variant != board.variant_name:
            raise ValueError(f"{source} is a book of {other.variant}, not of {board.variant_name}")
    tree = OpeningTree(book or Book.shipped(board.variant_name), games)
    position = tree.at(board)
    if arguments.json:
        print(json.dumps(position_fields(position), ensure_ascii=False))
        return
    text = families_text if not words and board.variant_name == VARIANT else position_text
    print("\n".join(text(position, arguments.lang)))
    if tree.book is None:
        print(Message("openings.no_book", board=board.variant_name).text(arguments.lang))


def _games(file: Path | None) -> PlayedSource | None:
    """The games to count: of a library or a book, by default of the user's own library, if there is one."""
    from shirokuro.library.library import Library  # with NumPy, which takes a moment

    if file is not None:
        with file.open("rb") as opened:
            is_library = opened.read(len(SIGNATURE)) == SIGNATURE
        return Library(file) if is_library else Book.load(file)
    return Library() if own_library_file().exists() else None


def _position(words: str, variant: str | None) -> Board:
    try:
        return read_board(words, variant)
    except ValueError:
        if exists(words) or words == "-" or not words[0].isalpha() or _MOVES.match(words):
            raise
        near = ", ".join(nearest_names(words)) if variant in (None, VARIANT) else ""
        if near:
            raise ValueError(Message("openings.no_opening_nearest", name=shown(words), names=near)) from None
        raise ValueError(Message("openings.no_opening", name=shown(words))) from None
