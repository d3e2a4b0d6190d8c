"""Backs up the store while the server runs: a consistent, checked copy, written whole or not at all."""

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
    """Opens an existing store beside the server, without changing it."""
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
    """Copies the store into a single file; returns the number of games in it."""
    if file.exists() and not file.is_file():
        raise ValueError(f"{file}: a backup is written into a file of its own")
    if file.exists() and file.samefile(store):
        raise ValueError(f"{file} is the store itself")
    try:
        with closing(open_store(store)) as source, whole_file(file) as part:
            part.unlink(missing_ok=True)
            part.touch(mode=0o600)  # private, like the games in it
            with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")  # so that no file lies beside it
                (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
                if verdict != "ok":
                    raise StoreError(f"no backup was written, since the store is damaged: {verdict}")
                (games,) = copy.execute("SELECT count(*) FROM game").fetchone()
            with part.open("rb") as written:
                os.fsync(written.fileno())
            return int(games)
    except sqlite3.Error as error:
        raise StoreError(f"{store}: no backup was written: {error}") from None
