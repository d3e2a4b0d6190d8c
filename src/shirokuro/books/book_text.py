"""A book as plain text that anybody can write: a head, then one line for each position.

    shirokuro book 1 reversi
    # a comment
    f5d6; c3 +0 depth 16; c4 -1 selective 95; c5 -2; searched 2026-11-16 12:00:00; played c3 120 61 4

A position is a position line, or the moves that lead to it. Each move has its value for the side that makes
it and its certainty, which is exact by default. `played` has the number of games with a move, and how many of
them its side won and drew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from shirokuro.board.board import Board
from shirokuro.board.position_key import canonical_key, equal_moves, moved_places
from shirokuro.books.book_file import Book
from shirokuro.books.entry import BookEntry, BookKind, BookMove, PlayedMove, best_first, most_played_first
from shirokuro.errors import NotationError, message_of, shown
from shirokuro.squares.square import move_name, parse_move
from shirokuro.squares.variant import find_variant
from shirokuro.words.message import Message

HEAD = "shirokuro book"
TEXT_VERSION = 1
MOST_GAMES = 2**32 - 1
_WHEN = "%Y-%m-%d %H:%M:%S"
_VALUE = re.compile(r"[+-]?[0-9]{1,2}", re.ASCII)
_COUNT = re.compile(r"[0-9]{1,10}", re.ASCII)


def is_book_text(text: str) -> bool:
    return text.removeprefix("\ufeff").startswith(HEAD)


def format_book(book: Book) -> Iterator[str]:
    """The lines of the text."""
    yield f"{HEAD} {TEXT_VERSION} {book.variant}"
    for board, entry in book.entries():
        fields = [board.line()]
        for move, value, kind, degree in entry.moves:
            certainty = "exact" if kind == "exact" else f"{kind} {degree}"
            fields.append(f"{move_name(move)} {value:+d} {certainty}")
        if entry.searched:
            fields.append(f"searched {datetime.fromtimestamp(entry.searched, UTC).strftime(_WHEN)}")
        fields += (f"played {move_name(move)} {n} {won} {drawn}" for move, n, won, drawn in entry.played)
        yield "; ".join(fields)


def parse_book(text: str) -> Book:
    """Reads a book from its text; a NotationError names the wrong line."""
    head, *lines = text.removeprefix("\ufeff").splitlines() or [""]
    words = head.split()
    if words[:2] != HEAD.split() or len(words) != 4:
        raise NotationError(f"the first line is {HEAD!r}, a version and a board: {HEAD} 1 reversi", "line 1")
    if words[2] != str(TEXT_VERSION):
        raise NotationError(f"version {shown(words[2])}; this program reads {TEXT_VERSION}", "line 1")
    try:
        variant = find_variant(words[3]).name
    except ValueError as error:
        raise NotationError(message_of(error), Message("places.line", line=1)) from None
    entries: dict[bytes, BookEntry] = {}
    for number, line in enumerate(lines, 2):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                key, entry = _entry(variant, line)
            except ValueError as error:
                raise NotationError(message_of(error), Message("places.line", line=number)) from None
            entries[key] = entries.get(key, BookEntry()).joined(entry)
    return Book(variant, entries)


def _entry(variant: str, line: str) -> tuple[bytes, BookEntry]:
    """The key of a line's position and its entry, completed with the moves that are equal by symmetry."""
    place, *fields = (field.strip() for field in line.split(";"))
    board = Board(variant) if place == variant else Board.parse(place, variant)
    entry = BookEntry()
    for words in (field.split() for field in fields if field):
        entry = _FIELDS.get(words[0], _with_move)(entry, words)
    groups = {move: group for group in equal_moves(board) for move in group}
    for move in (*(each.move for each in entry.moves), *(each.move for each in entry.played)):
        if move not in groups:
            raise ValueError(f"{move_name(move)} is no legal move there")
    values = {move: each for each in entry.moves for move in groups[each.move]}
    played = {move: each for each in entry.played for move in groups[each.move]}
    completed = replace(
        entry,
        moves=best_first(each._replace(move=move) for move, each in values.items()),
        played=most_played_first(each._replace(move=move) for move, each in played.items()),
    )
    key, symmetry = canonical_key(board)
    return key, completed.moved(moved_places(variant, symmetry))


def _with_move(entry: BookEntry, words: list[str]) -> BookEntry:
    move = parse_move(words[0])
    if move in (each.move for each in entry.moves):
        raise ValueError(f"{words[0]} has two values")
    if len(words) < 2 or not _VALUE.fullmatch(words[1]) or abs(int(words[1])) > 64:
        raise ValueError(f"{words[0]} needs a value of -64…+64 discs")
    certainty: tuple[BookKind, int]
    match words[2:]:
        case [] | ["exact"]:
            certainty = "exact", 0
        case ["depth", plies] if _COUNT.fullmatch(plies) and 1 <= int(plies) <= 64:
            certainty = "depth", int(plies)
        case ["selective", per_cent] if _COUNT.fullmatch(per_cent) and 1 <= int(per_cent) <= 100:
            certainty = "selective", int(per_cent)
        case _:
            raise ValueError(
                f"{shown(' '.join(words[2:]))} is no certainty: it is exact, depth and 1…64 plies, or "
                "selective and 1…100 per cent"
            )
    return replace(entry, moves=(*entry.moves, BookMove(move, int(words[1]), *certainty)))


def _with_date(entry: BookEntry, words: list[str]) -> BookEntry:
    try:
        when = datetime.strptime(" ".join(words[1:]), _WHEN).replace(tzinfo=UTC)
    except ValueError:
        raise ValueError("searched needs a date and a time: searched 2026-11-16 12:00:00") from None
    if not 0 <= when.timestamp() < 2**32:
        raise ValueError("searched needs a date of the years 1970 to 2105")
    return replace(entry, searched=int(when.timestamp()))


def _with_played(entry: BookEntry, words: list[str]) -> BookEntry:
    if len(words) != 5 or not all(map(_COUNT.fullmatch, words[2:])):
        raise ValueError("played needs a move and three numbers: games, wins, draws")
    move, (games, wins, draws) = parse_move(words[1]), map(int, words[2:])
    if move in (each.move for each in entry.played):
        raise ValueError(f"played: {words[1]} is there twice")
    if not 1 <= games <= MOST_GAMES or wins + draws > games:
        raise ValueError(f"played: {games} games with {wins} wins and {draws} draws cannot be")
    return replace(entry, played=(*entry.played, PlayedMove(move, games, wins, draws)))


_FIELDS: dict[str, Callable[[BookEntry, list[str]], BookEntry]] = {
    "searched": _with_date,
    "played": _with_played,
}
