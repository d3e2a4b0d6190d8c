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
from shirokuro.opening_names.named_openings import VARIANT
from shirokuro.opening_names.opening_search import find_openings, nearest_names
from shirokuro.opening_names.opening_tree import OpeningTree, own_games_file
from shirokuro.words.translation import filled
from shirokuro.words.width import narrow

WHAT = (
    "a name or a part of one, in English or Japanese; or moves, a position or a file; without: the families"
)
OWN_GAMES = "books/BOARD.book in the folder of your data ($SHIROKURO_HOME, else ~/.local/share/shirokuro)"
_MOVES = re.compile(r"\s*(?:[a-h][1-8]\s*)+", re.IGNORECASE)


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "openings",
        help="openings by name, their values and what was played",
        description="Shows the families of openings; or an opening, by its name or its moves: its value, the "
        "moves that are known, the openings that follow, and how the games that you imported ended.",
    )
    parser.add_argument("what", nargs="*", metavar="NAME|MOVES", help=WHAT)
    parser.add_argument("--book", type=Path, metavar="FILE", help="a book instead of the package's")
    parser.add_argument(
        "--games",
        type=Path,
        metavar="FILE",
        help=f"a book that `shirokuro book import` made of games (default: {OWN_GAMES}, if it is there)",
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
    asked = _asked(narrow(words), variant) if words else Board(variant or VARIANT)
    if isinstance(asked, tuple):
        _show_list(asked, arguments)
    else:
        tree = OpeningTree(*_books(arguments, asked.variant_name, book))
        _show(tree, asked, arguments, are_families=not words and asked.variant_name == VARIANT)


def _asked(words: str, variant: str | None) -> Board | tuple[Opening, ...]:
    """A position, or the openings that may be meant by a name."""
    if _MOVES.fullmatch(words) or variant not in (None, VARIANT):
        return _position(words, variant)
    found = find_openings(words)
    if len(found) == 1:
        return Board.parse(found[0].moves, VARIANT)
    return found or _position(words, variant)


def _position(words: str, variant: str | None) -> Board:
    try:
        return read_board(words, variant)
    except ValueError:
        if exists(words) or words == "-" or not words[0].isalpha() or _MOVES.match(words):
            raise
        near = ", ".join(nearest_names(words)) if variant in (None, VARIANT) else ""
        if near:
            raise ValueError(f"no opening is called {shown(words)}; the nearest: {near}") from None
        raise ValueError(f"no opening is called {shown(words)}") from None


def _books(arguments: argparse.Namespace, variant: str, book: Book | None) -> tuple[Book | None, Book | None]:
    """The book of values and that of games."""
    file = arguments.games or own_games_file(variant)
    games = Book.load(file) if arguments.games or file.exists() else None
    for source, other in ((arguments.book, book), (file, games)):
        if other is not None and other.variant != variant:
            raise ValueError(f"{source} is a book of {other.variant}, not of {variant}")
    return book or Book.shipped(variant), games


def _show_list(found: tuple[Opening, ...], arguments: argparse.Namespace) -> None:
    if arguments.json:
        print(json.dumps({"openings": [*map(opening_fields, found)]}, ensure_ascii=False))
    else:
        print("\n".join(list_text(found, arguments.lang)))


def _show(tree: OpeningTree, board: Board, arguments: argparse.Namespace, *, are_families: bool) -> None:
    position = tree.at(board)
    if arguments.json:
        print(json.dumps(position_fields(position), ensure_ascii=False))
        return
    text = families_text if are_families else position_text
    print("\n".join(text(position, arguments.lang)))
    if tree.book is None:
        template = "no book of {board} comes with the package; --book FILE names one"
        print(filled(template, arguments.lang, board=board.variant_name))
