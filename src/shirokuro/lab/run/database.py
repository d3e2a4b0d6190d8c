"""The store's file: made, opened, checked and reserved; errors of SQLite become one clear line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

VERSION = 2
APPLICATION = 0x53484B52
"""Marks the file as ours, as SQLite's `application_id`."""

_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS origin (
    id INTEGER PRIMARY KEY, machine TEXT NOT NULL, program TEXT NOT NULL, UNIQUE (machine, program)
);
CREATE TABLE IF NOT EXISTS game (
    key BLOB PRIMARY KEY, fixture TEXT NOT NULL, record TEXT NOT NULL,
    variant TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL, margin REAL,
    kind TEXT NOT NULL, seconds REAL NOT NULL, finished REAL NOT NULL,
    origin INTEGER NOT NULL REFERENCES origin
);
CREATE TABLE IF NOT EXISTS measurement (
    key BLOB PRIMARY KEY, definition TEXT NOT NULL, value TEXT NOT NULL,
    kind TEXT NOT NULL, seconds REAL NOT NULL, finished REAL NOT NULL,
    origin INTEGER NOT NULL REFERENCES origin
);
CREATE TABLE IF NOT EXISTS run (name TEXT PRIMARY KEY, definition TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS game_pace ON game (kind, seconds);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""


class StoreError(OSError):
    """The store cannot be opened, read or written; what it holds is as it was."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Whatever SQLite complains about is a `StoreError` that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error


def connect(path: Path) -> sqlite3.Connection:
    """Opens the file, a new one where none is, or refuses one that is not ours without writing to it."""
    return _checked(sqlite3.connect(path, isolation_level=None, timeout=30), path)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Opens a file that is there, also where nothing can be written."""
    try:
        return connect(path)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
        return _checked(_connect_unchanging(path), path)


def _connect_unchanging(path: Path) -> sqlite3.Connection:
    """Even to read a file SQLite makes others beside it, unless it is told that nobody changes it."""
    waiting = path.with_name(f"{path.name}-wal")
    if waiting.exists() and waiting.stat().st_size:
        raise StoreError(
            f"{path}: {waiting.name} holds games too, which can only be read where its folder can be written "
            "to: copy both files"
        )
    return sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True, isolation_level=None)


def _checked(database: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """The database, if it is a store or can become one."""
    # Text that is damaged is for the reader of its row to refuse, which knows the game.
    database.text_factory = lambda data: data.decode(errors="surrogateescape")
    try:
        if not answer(database, "SELECT count(*) FROM sqlite_master"):
            database.execute("PRAGMA journal_mode = WAL")
            database.executescript(_SCHEMA)
        _check(database, path)
    except BaseException:
        database.close()
        raise
    # In WAL mode this survives the death of any process; a power cut costs the last games, not the file.
    database.execute("PRAGMA synchronous = NORMAL")
    return database


@contextmanager
def reserved(path: Path) -> Iterator[None]:
    """Keeps other runs out. The lock is one of SQLite's on a file beside: it ends with the process."""
    with closing(sqlite3.connect(f"{path}-run", isolation_level=None, timeout=0)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise StoreError(f"{path}: another run is at work on this store") from None
        yield


def answer(database: sqlite3.Connection, query: str) -> int:
    """The one number that answers a query."""
    (number,) = database.execute(query).fetchone()
    return int(number)


def _check(database: sqlite3.Connection, path: Path) -> None:
    if answer(database, "PRAGMA application_id") != APPLICATION:
        raise StoreError(f"{path}: this is a database, but no store of the laboratory")
    if (version := answer(database, "PRAGMA user_version")) != VERSION:
        raise StoreError(f"{path}: a store of version {version}; this program reads {VERSION}")
