"""A proof as players use it: the bounds of its positions, read from the store that a solution was kept in."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from shirokuro.board import Board
from shirokuro.book.canonical import KEY, following, key_of
from shirokuro.errors import BookError

STORE_VERSION = 1
APPLICATION = 0x534B5052
"""Marks a file as a proof, as SQLite's `application_id`."""
UNKNOWN = (-64, 64)


@dataclass(frozen=True)
class Proof:
    """What is proven of a board."""

    variant: str
    bounds: Mapping[bytes, tuple[int, int]]
    """By key: between which values it lies, for the side to move."""
    leaf: int
    """Positions with more empties are read to the end by nobody: their moves are in the proof."""

    @classmethod
    def load(cls, path: str | Path) -> Proof:
        """The proof in a file; it is read once, and again when the file has changed."""
        try:
            return _loaded(Path(path), Path(path).stat().st_mtime_ns)
        except sqlite3.Error as error:
            raise BookError(f"{path}: this is no proof that can be read: {error}") from None

    def best(self, board: Board) -> tuple[int, int] | None:
        """A move that is proven to keep what is proven of the position, and that value; None without one."""
        lower, _ = self.bounds.get(key_of(board), UNKNOWN)
        least = {move: -self._bounds_after(after)[1] for move, after in following(board)}
        move = max(least, key=least.__getitem__)
        return (move, least[move]) if least[move] >= lower > -len(board.variant.cells) else None

    def _bounds_after(self, board: Board) -> tuple[int, int]:
        if board.is_over():
            value = board.margin() * (-1 if board.turn else 1)
            return value, value
        return self.bounds.get(key_of(board), UNKNOWN)


@lru_cache(4)
def _loaded(path: Path, changed: int) -> Proof:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
        marks = [
            database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        ]
        if marks != [APPLICATION, STORE_VERSION]:
            raise BookError(f"{path}: this is no proof, or one of another version")
        variant = _one(database, "SELECT variant FROM proof")
        rows = database.execute("SELECT key, lower, upper, reader NOT NULL FROM position").fetchall()
    cells = len(Board(variant).variant.cells)
    discs = [sum(side.bit_count() for side in KEY.unpack(key)) for key, _, _, is_read in rows if is_read]
    bounds = {key: (lower, upper) for key, lower, upper, _ in rows}
    return Proof(variant, bounds, cells - min(discs, default=cells))


def _one(database: sqlite3.Connection, query: str) -> Any:
    return database.execute(query).fetchone()[0]
