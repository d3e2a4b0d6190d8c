"""Opens the file of the server's store: to write, or only to read where the disk is full or protected."""

from __future__ import annotations

import fcntl
import sqlite3
from pathlib import Path
from typing import Any

from shirokuro.errors import words_of

_CANNOT_WRITE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
}


class StoreInUseError(ValueError):
    """Another server has the file."""


def cannot_write(error: Exception) -> bool:
    """Whether the disk is the matter, so that what is there may still be read."""
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _CANNOT_WRITE
    return isinstance(error, OSError)


def claim(path: Path) -> Any:
    """Two servers on one file would each keep games in memory that the other changes."""
    lock = path.with_name(f"{path.name}.lock").open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise StoreInUseError(f"{path} is in use by another server: end it, or name another --file") from None
    return lock


def connect(path: Path) -> sqlite3.Connection:
    """A connection that may write."""
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    try:
        for setting in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
            database.execute(f"PRAGMA {setting}")
    except sqlite3.Error:
        database.close()
        raise
    return database


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that needs no room on the disk, with all that a killed server had answered."""
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        # Without the file that connections share, which may not fit on the disk, only one can read the log.
        database = _connect_by(f"{path.absolute().as_uri()}?mode=rw")
        database.execute("PRAGMA locking_mode=EXCLUSIVE")
    else:
        database = _connect_by(f"{path.absolute().as_uri()}?mode=ro&immutable=1")
    database.execute("PRAGMA query_only=ON")
    database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return database


def _connect_by(address: str) -> sqlite3.Connection:
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=10)


def check(database: sqlite3.Connection, path: Path) -> None:
    """A ValueError for a file of which pages are damaged: it says so now, not in the middle of a game."""
    ((found,),) = database.execute("PRAGMA quick_check(1)").fetchall()
    if found != "ok":
        raise _damaged(path, found)


def unreadable(path: Path, error: Exception) -> ValueError:
    """What one line says of a store that cannot be opened."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
        return _damaged(path, str(error))
    return ValueError(f"{path} cannot be opened: {words_of(error)}")


def _damaged(path: Path, what: str) -> ValueError:
    rescued = path.with_name(f"rescued-{path.name}")
    return ValueError(
        f"{path} is damaged ({' '.join(what.split())}): put a backup in its place, or save what can be read"
        f" with `sqlite3 {path} .recover | sqlite3 {rescued}` and start with --file {rescued}"
    )
