"""A book: positions of a board with their values, and the file that it is kept in.

The file, all numbers little-endian but the keys:

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

Records are read when they are asked for, so that opening a book takes little longer than reading the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from struct import Struct
from struct import error as StructError  # noqa: N812  # it is a class
from typing import Self

from shirokuro.board import Board, board_of
from shirokuro.book.canonical import KEY, board_of_key, canonical_key, moved_places
from shirokuro.book.entry import (
    BOOK_KINDS,
    BookEntry,
    BookMove,
    PlayedMove,
    best_first,
    most_played_first,
)
from shirokuro.errors import BookError, shown
from shirokuro.square import PASS, Symmetry
from shirokuro.variant import VARIANTS
from shirokuro.whole_file import whole_file

MAGIC = b"SKBOOK\r\n"
VERSION = 1
_HEAD = Struct("<8sHHI")
_KEYS = Struct(f"{KEY.size}s")
_OFFSET = Struct("<I")
_OFFSETS = Struct("<II")
_RECORD = Struct("<IBB")
_MOVE = Struct("<BbBB")
_PLAYED = Struct("<BIII")
_DIGEST_SIZE = sha256().digest_size
_INVERSE = tuple(int(each.inverse) for each in Symmetry)
_AS_THEY_ARE = tuple(range(PASS + 1))


class Book:
    """An opening book of one board; it does not change. Symmetries and colours are joined."""

    def __init__(self, variant: str, entries: Mapping[bytes, BookEntry] | None = None) -> None:
        """`entries` by their canonical keys; `Book.load` reads a file."""
        entries = dict(sorted((entries or {}).items()))
        records = [pack_entry(entry) for entry in entries.values()]
        self.variant = Board(variant).variant_name
        self._places = {key: at for at, key in enumerate(entries)}
        self._offsets = b"".join(map(_OFFSET.pack, accumulate(map(len, records), initial=0)))
        self._records = b"".join(records)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Reads a file and checks it; a `BookError` says in one line what is wrong with it."""
        try:
            return cls.from_bytes(Path(path).read_bytes())
        except BookError as error:
            raise BookError(f"{path}: {error}") from None

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
        return cls._from_sections(data[_HEAD.size : -_DIGEST_SIZE], name_size, count)

    @classmethod
    def _from_sections(cls, body: bytes, name_size: int, count: int) -> Self:
        name = body[:name_size].decode("ascii", "replace")
        if name not in VARIANTS:
            raise BookError(f"this book is of a board that is unknown here: {shown(name)}")
        book = cls(name)
        keys, offsets = name_size, name_size + KEY.size * count
        records = offsets + _OFFSET.size * (count + 1)
        book._offsets, book._records = body[offsets:records], body[records:]
        if records > len(body) or book._offset(count) != len(book._records):
            raise BookError("this book is damaged: its parts do not fit together")
        book._places = {key: at for at, (key,) in enumerate(_KEYS.iter_unpack(body[keys:offsets]))}
        return book

    def to_bytes(self) -> bytes:
        name = self.variant.encode()
        head = _HEAD.pack(MAGIC, VERSION, len(name), len(self))
        data = b"".join((head, name, *self._places, self._offsets, self._records))
        return data + sha256(data).digest()

    def save(self, path: str | Path) -> None:
        """Writes the file as a whole or not at all."""
        with whole_file(Path(path)) as part:
            part.write_bytes(self.to_bytes())

    def find(self, board: Board | str) -> BookEntry | None:
        """What is known of a position, its moves as they are on this board; None where nothing is."""
        board = board_of(board)
        if board.variant_name != self.variant:
            raise ValueError(f"this book is of {self.variant}, not of {board.variant_name}")
        key, symmetry = canonical_key(board)
        at = self._places.get(key)
        return None if at is None else self._entry(at, moved_places(self.variant, _INVERSE[symmetry]))

    def items(self) -> Iterator[tuple[bytes, BookEntry]]:
        """All keys, ascending, with their entries."""
        return ((key, self._entry(at)) for key, at in self._places.items())

    def entries(self) -> Iterator[tuple[Board, BookEntry]]:
        """All positions, each as one of its images and black to move, with what is known of them."""
        return ((board_of_key(self.variant, key), entry) for key, entry in self.items())

    def joined(self, entries: Mapping[bytes, BookEntry]) -> Book:
        """With more entries: of two values the more certain one stays, games are added."""
        known = dict(self.items())
        return Book(
            self.variant,
            known | {key: known.get(key, BookEntry()).joined(entry) for key, entry in entries.items()},
        )

    def __len__(self) -> int:
        return len(self._places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Book) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash((self.variant, *self._places))

    def __repr__(self) -> str:
        return f"<Book of {self.variant}, {len(self)} positions>"

    def _offset(self, at: int) -> int:
        (offset,) = _OFFSET.unpack_from(self._offsets, _OFFSET.size * at)
        return int(offset)

    def _entry(self, at: int, places: tuple[int, ...] = _AS_THEY_ARE) -> BookEntry:
        begin, end = _OFFSETS.unpack_from(self._offsets, _OFFSET.size * at)
        try:
            return unpack_entry(self._records[begin:end], places)
        except (StructError, IndexError):  # written so by another program: the checksum is right
            raise BookError(f"entry {at + 1} of this book cannot be read") from None


def pack_entry(entry: BookEntry) -> bytes:
    """The record of an entry."""
    head = _RECORD.pack(entry.searched, len(entry.moves), len(entry.played))
    moves = (
        _MOVE.pack(move, value, BOOK_KINDS.index(kind), degree) for move, value, kind, degree in entry.moves
    )
    return b"".join((head, *moves, *(_PLAYED.pack(*each) for each in entry.played)))


def unpack_entry(record: bytes, places: tuple[int, ...] = _AS_THEY_ARE) -> BookEntry:
    """The entry of a record; `places` says where each of its moves is wanted."""
    searched, moves, _ = _RECORD.unpack_from(record)
    middle = _RECORD.size + _MOVE.size * moves
    found = [
        BookMove(places[move], value, BOOK_KINDS[kind], degree)
        for move, value, kind, degree in _MOVE.iter_unpack(record[_RECORD.size : middle])
    ]
    played = [PlayedMove(places[move], *counts) for move, *counts in _PLAYED.iter_unpack(record[middle:])]
    return BookEntry(best_first(found), searched, most_played_first(played))
