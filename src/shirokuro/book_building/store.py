"""The working store of a book that is built: every search ever finished for it, in one SQLite file."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from shirokuro import __version__
from shirokuro.book.book_file import pack_entry, unpack_entry
from shirokuro.book.entry import BookEntry
from shirokuro.book_building.search import BookFinding, BookSearch, SearchSettings
from shirokuro.evaluation import weights_digest

STORE_VERSION = 2
APPLICATION = 0x534B424B
"""Marks the file as ours, as SQLite's `application_id`."""
_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE search (
    engine TEXT, variant TEXT, wanted TEXT, depth INTEGER, solved INTEGER, key BLOB,
    entry BLOB NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (engine, variant, wanted, depth, solved, key)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {STORE_VERSION};
COMMIT;
"""


class WorkError(OSError):
    """The working store cannot be opened or written; what it holds is as it was."""


class SearchStore:
    """An open store, for one run alone. Each `add` is a transaction: a search is whole or not there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._explained():
            self._database = sqlite3.connect(path, isolation_level=None, timeout=0)
            try:
                self._prepare()
            except BaseException:
                self._database.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def found(self, variant: str, settings: SearchSettings) -> dict[BookSearch, BookEntry]:
        """All that this engine has searched so."""
        query = (
            "SELECT key, wanted, entry FROM search "
            "WHERE engine = ? AND variant = ? AND depth = ? AND solved = ?"
        )
        with self._explained():
            rows = self._database.execute(query, (_engine(variant), variant, settings.depth, settings.solved))
            return {
                BookSearch(variant, key, settings, wanted): unpack_entry(entry) for key, wanted, entry in rows
            }

    def add(self, task: BookSearch, finding: BookFinding) -> BookEntry:
        """Stores what a search found, and gives it back with its date."""
        entry = BookEntry(finding.moves, int(time.time()))
        row = (
            *(_engine(task.variant), task.variant, task.wanted),
            *(task.settings.depth, task.settings.solved, task.key),
            *(pack_entry(entry), finding.seconds),
        )
        with self._explained():
            self._database.execute("INSERT OR REPLACE INTO search VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        return entry

    def _prepare(self) -> None:
        """Makes the store where none is; the lock is kept, and ends with the process whatever ends it."""
        self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
        if not self._number("SELECT count(*) FROM sqlite_master"):
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.executescript(_SCHEMA)
        if self._number("PRAGMA application_id") != APPLICATION:
            raise WorkError(f"{self.path}: this is a database, but no working store of a book")
        if (version := self._number("PRAGMA user_version")) != STORE_VERSION:
            raise WorkError(
                f"{self.path}: a working store of version {version}; this program reads {STORE_VERSION}"
            )
        # In WAL mode this survives the death of any process; a power cut costs the last searches only.
        self._database.execute("PRAGMA synchronous = NORMAL")
        self._database.execute("BEGIN IMMEDIATE")
        self._database.execute("COMMIT")

    def _number(self, query: str) -> int:
        (number,) = self._database.execute(query).fetchone()
        return int(number)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Whatever SQLite complains about is a `WorkError` that names the file."""
        try:
            yield
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise WorkError(f"{self.path}: another program is at work on this book") from None
            raise WorkError(f"{self.path}: {error}") from error


def _engine(variant: str) -> str:
    """Values depend on the version of the engine and on its weights."""
    return f"{__version__} {weights_digest(variant)}"
