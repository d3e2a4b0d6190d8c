"""A proof as players use it: looks up the bounds of positions in a store or in its text."""

from __future__ import annotations

import gzip
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

from shirokuro.board.board import Board
from shirokuro.board.position_key import KEY, following, key_of
from shirokuro.errors import BookError, shown
from shirokuro.proofs.proven import Bounds, Proven, best_of, concluded, ended_bounds, everything, turned
from shirokuro.squares.square import square_name
from shirokuro.squares.variant import VARIANTS
from shirokuro.storage.sqlite_file import SqliteFile, StoreKind

TITLE = "shirokuro proof"
VERSION = "1"
PACKED = b"\x1f\x8b"
HEAD = 8
"""The number of lines before the positions."""


@dataclass(frozen=True, slots=True)
class TextBounds:
    """The bounds that a text proves."""

    bounds: Mapping[bytes, Bounds]
    leaf: int
    """The most empties of a position that was solved as one task."""


def is_text(path: Path) -> bool:
    with path.open("rb") as stream:
        start = stream.read(len(TITLE))
    return start[:2] == PACKED or start == TITLE.encode()


def text_variant(path: Path) -> str:
    """The board of a text; raises a `BookError` if it is not a proof of one of our boards."""
    with _lines(path) as lines:
        head = [*islice(lines, HEAD)]
    fields = dict(line.split(" ", 1) for line in head[1:] if " " in line)
    if not head or head[0] != f"{TITLE} {VERSION}" or "board" not in fields:
        raise BookError(f"{path}: this is no proof, or one of another version")
    if (variant := VARIANTS.get(fields["board"])) is None:
        raise BookError(f"{path}: a proof of a board that is unknown here: {shown(fields['board'])}")
    expected = {
        "cells": _names(variant.cells),
        "rim": _names(variant.ring) or "none",
        "loop": "yes" if variant.loop else "no",
    }
    if not expected.items() <= fields.items():
        raise BookError(f"{path}: its {variant.name} is another board than ours")
    return variant.name


def text_bounds(path: Path, variant: str) -> TextBounds:
    """The bounds of all positions of a text; each is written as the image that its key stands for."""
    bits = [1 << cell for cell in VARIANTS[variant].cells]
    bounds, leaf = dict[bytes, Bounds](), 0
    with _lines(path) as lines:
        for line in islice(lines, HEAD, None):
            position, lower, upper, *read = line.split(" ")
            own = sum(bit for bit, disc in zip(bits, position, strict=True) if disc == "X")
            opp = sum(bit for bit, disc in zip(bits, position, strict=True) if disc == "O")
            bounds[KEY.pack(own, opp)] = int(lower), int(upper)
            leaf = max(leaf, position.count("-")) if read else leaf
    return TextBounds(bounds, leaf)


def _names(squares: Iterable[int]) -> str:
    return " ".join(map(square_name, squares))


@contextmanager
def _lines(path: Path) -> Iterator[Iterator[str]]:
    """The lines of a text; any error becomes a `BookError` that names the file."""
    try:
        with path.open("rb") as plain:
            is_packed = plain.read(2) == PACKED
            plain.seek(0)
            with gzip.open(plain) if is_packed else plain as stream:
                yield (line.decode("ascii").removesuffix("\n") for line in stream)
    except (ValueError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        if isinstance(error, BookError):
            raise
        raise BookError(f"{path}: this is no proof that can be read: {error}") from None


CLAIM = "key, lower, upper, reader IS NOT NULL"
"""The columns in a position's checksum: what is proven, not what it cost."""
START = "variant, start"
PROOF = StoreKind(
    name="proof",
    application=0x534B5052,
    version=2,
    tables="""
CREATE TABLE proof (variant TEXT NOT NULL, start BLOB NOT NULL, sum INTEGER);
CREATE TABLE origin (
    id INTEGER PRIMARY KEY, machine TEXT NOT NULL, program TEXT NOT NULL, UNIQUE (machine, program)
);
CREATE TABLE position (
    key BLOB PRIMARY KEY, lower INTEGER NOT NULL, upper INTEGER NOT NULL, guess INTEGER NOT NULL DEFAULT 0,
    nodes INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0, reader INTEGER REFERENCES origin,
    sum INTEGER
) WITHOUT ROWID;
""",
    upgrades={
        1: f"""
ALTER TABLE proof ADD COLUMN sum INTEGER;
ALTER TABLE position ADD COLUMN sum INTEGER;
UPDATE proof SET sum = checksum({START});
UPDATE position SET sum = checksum({CLAIM});
"""
    },
    views={
        1: f"""
CREATE TEMP VIEW proof AS SELECT *, checksum({START}) AS sum FROM main.proof;
CREATE TEMP VIEW position AS SELECT *, checksum({CLAIM}) AS sum FROM main.position;
"""
    },
)
"""Files of version 1 have no checksums: they can be read, and get them when the solver continues."""


@dataclass(frozen=True)
class Proof:
    """What is proven about a board.

    It may have millions of positions, so none is kept in memory. The file is open only during a query, so
    that the solver can continue with it.
    """

    path: Path
    changed: int
    """When the file was written, in nanoseconds."""
    variant: str

    @classmethod
    def load(cls, path: str | Path) -> Proof:
        """The proof in a file, a store or its text; a `BookError` says what is wrong with it."""
        return _loaded(Path(path), Path(path).stat().st_mtime_ns)

    @property
    def leaf(self) -> int:
        """Positions with more empties were not solved as one task: their moves are in the proof."""
        return _leaf(self.path, self.changed, len(VARIANTS[self.variant].cells))

    def find(self, board: Board) -> Proven | None:
        """What is proven about a position and its moves; None if nothing is."""
        if board.variant_name != self.variant or board.is_over():
            return None
        after, unknown = dict(following(board)), everything(board)
        keys = {move: key_of(each) for move, each in after.items()}
        found = self._bounds([key_of(board), *keys.values()])
        if set(found.values()) <= {unknown}:
            return None
        moves = {
            move: turned(ended_bounds(each) if each.is_over() else found.get(keys[move], unknown))
            for move, each in after.items()
        }
        return concluded(found.get(key_of(board), unknown), moves)

    def best(self, board: Board) -> tuple[int, int] | None:
        """A move proven to keep the position's proven value, and that value; None without one."""
        found = self.find(board)
        return None if found is None else best_of(board, found)

    def _bounds(self, keys: Sequence[bytes]) -> dict[bytes, Bounds]:
        marks = ", ".join("?" * len(keys))
        file, query = _file(self.path), f"SELECT sum, {CLAIM} FROM position WHERE key IN ({marks})"
        with _opened(self.path) as database:
            rows = database.execute(query, keys).fetchall()
        for kept, *claim in rows:
            file.check_sum("a position", kept, *claim)
        return {key: (lower, upper) for _, key, lower, upper, _ in rows}


class TextProof(Proof):
    """A proof as text, which is kept in memory."""

    @property
    def leaf(self) -> int:
        return self._text().leaf

    def _bounds(self, keys: Sequence[bytes]) -> dict[bytes, Bounds]:
        known = self._text().bounds
        return {key: known[key] for key in keys if key in known}

    def _text(self) -> TextBounds:
        return _read_text(self.path, self.changed, self.variant)


def _file(path: Path) -> SqliteFile:
    return SqliteFile(path, PROOF, is_alone=True, checks_pages=False)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """The file, opened read-only."""
    file = _file(path)
    if (database := file.to_read()) is None:
        raise BookError(f"{path}: there is no proof in it")
    with closing(database), file.explained():
        yield database


@lru_cache(64)
def _loaded(path: Path, changed: int) -> Proof:
    if is_text(path):
        return TextProof(path, changed, text_variant(path))
    file = _file(path)
    with _opened(path) as database, file.decoding("its start"):
        variant, start, kept = database.execute(f"SELECT {START}, sum FROM proof").fetchone()
        file.check_sum("its start", kept, variant, start)
    if variant not in VARIANTS:
        raise BookError(f"{path}: a proof of a board that is unknown here: {shown(str(variant))}")
    return Proof(path, changed, variant)


@lru_cache(8)
def _read_text(path: Path, changed: int, variant: str) -> TextBounds:
    return text_bounds(path, variant)


@lru_cache(64)
def _leaf(path: Path, changed: int, cells: int) -> int:
    file = _file(path)
    with _opened(path) as database, file.decoding("a position"):
        keys = database.execute("SELECT key FROM position WHERE reader NOT NULL")
        return cells - min(
            (sum(side.bit_count() for side in KEY.unpack(key)) for (key,) in keys), default=cells
        )
