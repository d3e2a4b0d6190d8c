"""`Book`: positions of a board with their values, and its file.

The file has little-endian numbers, except in the keys:

    8 bytes     SKBOOK\\r\\n
    u16 u16     version; length of the variant's name
    u32         positions, n
    name        of the variant, in ASCII
    n × 16      keys, ascending: discs of the side to move and of the other, big-endian
    (n+1) × u32 where each record begins; the last is where they all end
    records     u32 seconds since 1970, u8 moves, u8 played moves,
                moves: u8 square (64 passes), i8 value, u8 kind, u8 degree,
                played moves: u8 square, u32 games, u32 wins, u32 draws
    32 bytes    SHA-256 of all before it

The core checks keys, offsets and records once and looks positions up (cpp/board/book_table.hpp). This module
checks the head and the checksum, and unpacks a record when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from struct import Struct
from typing import Self

from shirokuro import _core
from shirokuro.board.board import Board, board_of
from shirokuro.board.position_key import board_of_key
from shirokuro.books.entry import (
    BOOK_KINDS,
    BookEntry,
    BookMove,
    PlayedMove,
    best_first,
    most_played_first,
)
from shirokuro.errors import BookError, shown
from shirokuro.squares.variant import VARIANTS, find_variant
from shirokuro.storage.whole_file import whole_file
from shirokuro.words.counted import counted

MAGIC = b"SKBOOK\r\n"
VERSION = 1
BOOKS = Path(__file__).parent
"""The folder of the package's books, one file a board."""
_HEAD = Struct("<8sHHI")
_OFFSET = Struct("<I")
_RECORD = Struct("<IBB")
_MOVE = Struct("<BbBB")
_PLAYED = Struct("<BIII")
_DIGEST_SIZE = sha256().digest_size


class Book:
    """An immutable opening book of one board. Symmetric positions share an entry, and so do both colours."""

    def __init__(self, variant: str, entries: Mapping[bytes, BookEntry] | None = None) -> None:
        """Makes a book of `entries` by their canonical keys; `Book.load` reads a file."""
        entries = dict(sorted((entries or {}).items()))
        records = [pack_entry(entry) for entry in entries.values()]
        offsets = map(_OFFSET.pack, accumulate(map(len, records), initial=0))
        self.variant = find_variant(variant).name
        self._table = _core.BookTable(self.variant, len(entries), b"".join((*entries, *offsets, *records)))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Reads and checks a file; a `BookError` says in one line what is wrong with it."""
        try:
            return cls.from_bytes(Path(path).read_bytes())
        except BookError as error:
            raise BookError(f"{path}: {error}") from None

    @classmethod
    def shipped(cls, variant: str) -> Book | None:
        """The package's book of a board, which is read once; None if there is none."""
        file = BOOKS / f"{find_variant(variant).name}.book"
        return _shipped(file) if file.exists() else None

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        if data[: len(MAGIC)] != MAGIC:
            raise BookError("this is no book of shirokuro")
        if len(data) < _HEAD.size:
            raise BookError("this book is damaged: its end is missing")
        _, version, name_size, count = _HEAD.unpack_from(data)
        if version != VERSION:
            raise BookError(f"this book is of version {version}; this program reads {VERSION}")
        if sha256(data[:-_DIGEST_SIZE]).digest() != data[-_DIGEST_SIZE:]:
            raise BookError("this book is damaged: its checksum is wrong")
        body = _HEAD.size + name_size
        name = data[_HEAD.size : body].decode("ascii", "replace")
        if name not in VARIANTS:
            raise BookError(f"this book is of a board that is unknown here: {shown(name)}")
        book = cls(name)
        book._table = _core.BookTable(name, count, data[body:-_DIGEST_SIZE])
        return book

    def to_bytes(self) -> bytes:
        name = self.variant.encode()
        data = _HEAD.pack(MAGIC, VERSION, len(name), len(self)) + name + self._table.body()
        return data + sha256(data).digest()

    def save(self, path: str | Path) -> None:
        """Writes the file as a whole or not at all."""
        with whole_file(Path(path)) as part:
            part.write_bytes(self.to_bytes())

    def find(self, board: Board | str) -> BookEntry | None:
        """What is known about a position, its moves as they are on this board; None if nothing is."""
        record = self._table.find(board_of(board))
        return None if record is None else unpack_entry(record)

    def played(self, board: Board | str) -> tuple[PlayedMove, ...]:
        """The moves that imported games made in a position, most played first."""
        return (self.find(board) or BookEntry()).played

    def items(self) -> Iterator[tuple[bytes, BookEntry]]:
        """All keys, ascending, with their entries."""
        pairs = map(self._table.item, range(len(self)))
        return ((key, unpack_entry(record)) for key, record in pairs)

    def entries(self) -> Iterator[tuple[Board, BookEntry]]:
        """All positions, each as one of its images with black to move, and their entries."""
        return ((board_of_key(self.variant, key), entry) for key, entry in self.items())

    def joined(self, entries: Mapping[bytes, BookEntry]) -> Book:
        """A book with more entries: the more certain values stay, and games are added."""
        known = dict(self.items())
        return Book(
            self.variant,
            known | {key: known.get(key, BookEntry()).joined(entry) for key, entry in entries.items()},
        )

    def __len__(self) -> int:
        return len(self._table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Book) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash((self.variant, len(self)))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        return f"<Book of {self.variant}, {counted(len(self), 'position')}>"


@cache
def _shipped(file: Path) -> Book:
    book = Book.load(file)
    if book.variant != file.stem:
        raise BookError(f"{file}: this is a book of {book.variant}")
    return book


def pack_entry(entry: BookEntry) -> bytes:
    """The record of an entry."""
    head = _RECORD.pack(entry.searched, len(entry.moves), len(entry.played))
    moves = (
        _MOVE.pack(move, value, BOOK_KINDS.index(kind), degree) for move, value, kind, degree in entry.moves
    )
    return b"".join((head, *moves, *(_PLAYED.pack(*each) for each in entry.played)))


def unpack_entry(record: bytes) -> BookEntry:
    """The entry of a record."""
    searched, moves, _ = _RECORD.unpack_from(record)
    middle = _RECORD.size + _MOVE.size * moves
    found = [
        BookMove(move, value, BOOK_KINDS[kind], degree)
        for move, value, kind, degree in _MOVE.iter_unpack(record[_RECORD.size : middle])
    ]
    played = map(PlayedMove._make, _PLAYED.iter_unpack(record[middle:]))
    return BookEntry(best_first(found), searched, most_played_first(played))
