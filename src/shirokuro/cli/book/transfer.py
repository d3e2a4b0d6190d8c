"""`shirokuro book import` and `export`: adds games or plain text to a book, and writes it as plain text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from shirokuro import NotationError, Record
from shirokuro.books.book_file import Book
from shirokuro.books.book_text import HEAD, format_book, is_book_text, parse_book
from shirokuro.books.played_games import PlayedGames
from shirokuro.cli.arguments import Subparsers, check_page, naming_game, read_values
from shirokuro.cli.long_work import ProgressBar
from shirokuro.storage.file_lock import changing
from shirokuro.storage.whole_file import whole_file
from shirokuro.words.counted import counted

PLIES = 24
FOR_OPENINGS = (
    "`shirokuro openings` and the page count the games of your library (`shirokuro library import`)"
)


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "import",
        help="add played games, or values in plain text",
        description="Counts the moves of games (WTHOR, GGF, transcripts, JSON lines) and how they ended, "
        "beside the values; or adds the values of a plain text that `export` or another program wrote. Games "
        "that are imported twice count twice.",
    )
    parser.add_argument(
        "file", type=Path, metavar="FILE", help=f"the book, created if it does not exist. {FOR_OPENINGS}"
    )
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="a file, or - for standard input")
    parser.add_argument("--variant", metavar="NAME", help="the board, if neither book nor games say it")
    parser.add_argument(
        "--plies", type=int, default=PLIES, metavar="N", help=f"moves of each game to count (default {PLIES})"
    )
    parser.add_argument(
        "--least", type=int, default=1, metavar="N", help="fewest games with a position (default 1)"
    )
    parser.set_defaults(run=run_import)
    parser = verbs.add_parser(
        "export", help="write a book as plain text", description="Writes a book as plain text (docs/book.md)."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the book")
    parser.add_argument("-o", "--output", metavar="TEXT", help="write there instead of to the screen")
    parser.set_defaults(run=run_export)


def run_import(arguments: argparse.Namespace) -> None:
    for name in ("plies", "least"):
        if getattr(arguments, name) < 1:
            raise ValueError(f"--{name}: at least 1 is needed, not {getattr(arguments, name)}")
    check_page(str(arguments.file))
    known = _known(arguments.file)
    if known and arguments.variant not in (None, known.variant):
        raise ValueError(f"{arguments.file} is a book of {known.variant}, not of {arguments.variant}")
    variant = known.variant if known else arguments.variant
    lines, added = [], list[Book]()
    for source in arguments.sources:
        book, words = _added(source, variant, arguments)
        variant = book.variant
        added.append(book)
        lines.append(f"{source}: {words}")
    with changing(arguments.file):  # other imports and builds may add to it too
        book = _known(arguments.file) or Book(added[0].variant)
        for each in added:
            if book.variant != each.variant:
                raise ValueError(f"{arguments.file} is a book of {book.variant}, not of {each.variant}")
            book = book.joined(dict(each.items()))
        book.save(arguments.file)
    print("\n".join([*lines, f"{arguments.file}: {counted(len(book), 'position')}"]))


def _known(file: Path) -> Book | None:
    return Book.load(file) if file.exists() else None


def run_export(arguments: argparse.Namespace) -> None:
    book = Book.load(arguments.file)
    if not arguments.output:
        sys.stdout.writelines(f"{line}\n" for line in format_book(book))
        return
    with whole_file(Path(arguments.output)) as place, place.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in format_book(book))


def _added(source: str, variant: str | None, arguments: argparse.Namespace) -> tuple[Book, str]:
    """The entries that a source adds, and a summary in words."""
    head = ""
    if source != "-":
        with Path(source).open("rb") as file:
            head = file.read(len(HEAD) + 3).decode("utf-8", "replace")
    if is_book_text(head):
        try:
            added = parse_book(Path(source).read_text(encoding="utf-8", errors="replace"))
        except NotationError as error:
            raise error.at(source) from None
        if added.variant != (variant or added.variant):
            raise ValueError(f"{source} is a book of {added.variant}, not of {variant}")
        return added, counted(len(added), "position")
    values = read_values(source, variant)
    if not values:
        raise ValueError(f"{source}: there is no game in it")
    games = PlayedGames(variant or values[0].variant, arguments.plies)
    with ProgressBar(len(values), source) as bar:
        for number, value in enumerate(values, 1):
            with naming_game(source, number):
                games.add(Record.from_text(value))
            bar.show(number)
    words = counted(games.games, "game") + f", {games.left_out} without a result left out" * bool(
        games.left_out
    )
    return Book(games.variant, games.entries(arguments.least)), words
