"""A copy of the server's store while the server runs: all of one moment, checked, whole or not at all."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from shirokuro.errors import StoreError
from shirokuro.storage.sqlite_file import SqliteFile
from shirokuro.storage.whole_file import whole_file
from shirokuro.web.store.tables import KIND


def open_store(path: Path) -> sqlite3.Connection:
    """A connection to a store that is there, beside the server's own; nothing is made or changed."""
    if not path.is_file():
        raise ValueError(f"{path}: no store of a server is there; --file names another")
    file = SqliteFile(path, KIND)
    database = file.beside()
    try:
        with file.explained():
            database.execute("SELECT count(*) FROM owner")
    except BaseException:
        database.close()
        raise
    return database


def back_up(store: Path, file: Path) -> int:
    """Copies the store into a file, which is one file and no more; the number of games in it."""
    if file.exists() and not file.is_file():
        raise ValueError(f"{file}: a backup is written into a file of its own")
    if file.exists() and file.samefile(store):
        raise ValueError(f"{file} is the store itself")
    try:
        with closing(open_store(store)) as source, whole_file(file) as part:
            part.unlink(missing_ok=True)
            part.touch(mode=0o600)  # as private as the games in it
            games = _copy(source, part)
            with part.open("rb") as copy:
                os.fsync(copy.fileno())
            return games
    except sqlite3.Error as error:
        raise StoreError(f"{store}: no backup was written: {error}") from None


def _copy(source: sqlite3.Connection, part: Path) -> int:
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # so that nothing lies beside it
        (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise StoreError(f"no backup was written, since the store is damaged: {verdict}")
        return int(copy.execute("SELECT count(*) FROM game").fetchone()[0])
