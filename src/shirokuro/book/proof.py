"""A proof as players use it: the bounds of positions, looked up in the store that a solution was kept in, or
in its text."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from shirokuro.board import Board
from shirokuro.book.canonical import KEY, following, key_of
from shirokuro.book.proven import Bounds, Proven, best_of, concluded, ended_bounds, everything, turned
from shirokuro.book.text_proof import TextBounds, is_text, text_bounds, text_variant
from shirokuro.errors import BookError, shown
from shirokuro.variant import VARIANTS

STORE_VERSION = 1
APPLICATION = 0x534B5052
"""Marks a file as a proof, as SQLite's `application_id`."""


@dataclass(frozen=True)
class Proof:
    """What is proven of a board.

    Nothing of it is kept in memory, since it may have millions of positions, and the file is open only while
    it is asked, so that the solver may go on with it.
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
        """Positions with more empties are read to the end by nobody: their moves are in the proof."""
        return _leaf(self.path, self.changed, len(VARIANTS[self.variant].cells))

    def find(self, board: Board) -> Proven | None:
        """What is proven of a position and its moves; None where nothing is."""
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
        """A move that is proven to keep what is proven of the position, and that value; None without one."""
        found = self.find(board)
        return None if found is None else best_of(board, found)

    def _bounds(self, keys: Sequence[bytes]) -> dict[bytes, Bounds]:
        marks = ", ".join("?" * len(keys))
        with _opened(self.path) as database:
            rows = database.execute(
                f"SELECT key, lower, upper FROM position WHERE key IN ({marks})", keys
            ).fetchall()
        return {key: (lower, upper) for key, lower, upper in rows}


class TextProof(Proof):
    """One that was written as text, which is kept in memory."""

    @property
    def leaf(self) -> int:
        return self._text().leaf

    def _bounds(self, keys: Sequence[bytes]) -> dict[bytes, Bounds]:
        known = self._text().bounds
        return {key: known[key] for key in keys if key in known}

    def _text(self) -> TextBounds:
        return _read_text(self.path, self.changed, self.variant)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """The file, only to be read; whatever SQLite complains about is a `BookError` that names it."""
    try:
        address = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=0)) as database:
            yield database
    except sqlite3.Error as error:
        raise BookError(f"{path}: this is no proof that can be read: {error}") from None


@lru_cache(64)
def _loaded(path: Path, changed: int) -> Proof:
    if is_text(path):
        return TextProof(path, changed, text_variant(path))
    with _opened(path) as database:
        marks = [
            database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        ]
        if marks != [APPLICATION, STORE_VERSION]:
            raise BookError(f"{path}: this is no proof, or one of another version")
        (variant,) = database.execute("SELECT variant FROM proof").fetchone() or ("",)
        database.execute("SELECT key, lower, upper, reader FROM position LIMIT 1")
    if variant not in VARIANTS:
        raise BookError(f"{path}: a proof of a board that is unknown here: {shown(str(variant))}")
    return Proof(path, changed, variant)


@lru_cache(8)
def _read_text(path: Path, changed: int, variant: str) -> TextBounds:
    return text_bounds(path, variant)


@lru_cache(64)
def _leaf(path: Path, changed: int, cells: int) -> int:
    with _opened(path) as database:
        keys = database.execute("SELECT key FROM position WHERE reader NOT NULL")
        return cells - min(
            (sum(side.bit_count() for side in KEY.unpack(key)) for (key,) in keys), default=cells
        )
