"""The administrator's access to the owners in a store, also while the server runs.

Orders are rows in tables of their own, which a running server reads every few seconds. Only the server may
delete an owner, because it has games in memory.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from shirokuro.web.experience.folders import ExperienceFolders
from shirokuro.web.store.backup import open_store
from shirokuro.web.store.owner_tables import owned_tables

SHORTEST_PREFIX = 4
ORDER_TABLES = """
CREATE TABLE IF NOT EXISTS blocked_owner (id TEXT PRIMARY KEY, since REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS deletion_order (id TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_COUNTED = ("game", "drill", "played_match", "rival_memory")


class OwnerSummary(NamedTuple):
    """An owner's data in numbers. The id is a digest of the token."""

    id: str
    made: float
    active: float
    """When their data last changed."""
    games: int
    drills: int
    matches: int
    names: int
    """The number of names that the rival remembers."""
    size: int
    """Bytes of all their rows and files."""
    blocked: float | None
    """Since when the owner is blocked."""


class OwnerFile:
    """A store, opened beside its server."""

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        self._database = database
        self._learned = ExperienceFolders(path)

    def owners(self, prefix: str = "") -> list[OwnerSummary]:
        """The owners whose id begins with `prefix`, the most recently active first."""
        rows = self._database.execute(
            "SELECT id, made, since FROM owner LEFT JOIN blocked_owner USING (id) WHERE substr(id, 1, ?) = ?",
            (len(prefix), prefix),
        ).fetchall()
        only = rows[0][0] if len(rows) == 1 else None
        counts = [dict(self._grouped("count(*)", table, only)) for table in _COUNTED]
        sizes, learned = self._sizes(only), self._learned.sizes()
        active: dict[str, float] = {}
        for table, column in (("game", "updated"), ("played_match", "updated"), ("drill", "made")):
            for owner, moment in self._grouped(f"max({column})", table, only):
                active[owner] = max(active.get(owner, 0.0), moment)

        def summary(owner: str, made: float, since: float | None) -> OwnerSummary:
            games, drills, matches, names = (count.get(owner, 0) for count in counts)
            size = sizes.get(owner, 0) + learned.get(owner, 0)
            last = max(made, active.get(owner, 0.0))
            return OwnerSummary(owner, made, last, games, drills, matches, names, size, since)

        found = [summary(*row) for row in rows]
        return sorted(found, key=lambda each: each.active, reverse=True)

    def find(self, prefix: str) -> OwnerSummary:
        """The only owner whose id begins with `prefix`."""
        if len(prefix) < SHORTEST_PREFIX:
            raise ValueError(
                f"{prefix!r}: at least the first {SHORTEST_PREFIX} letters of an owner's id are needed"
            )
        found = self.owners(prefix.lower())
        if len(found) != 1:
            raise ValueError(f"{prefix!r}: {len(found) or 'no'} owners have an id that begins so")
        return found[0]

    def block(self, owner: str) -> None:
        self._database.execute("INSERT OR IGNORE INTO blocked_owner VALUES (?, ?)", (owner, time.time()))

    def unblock(self, owner: str) -> None:
        self._database.execute("DELETE FROM blocked_owner WHERE id = ?", (owner,))

    def order_deletion(self, owner: str) -> None:
        self._database.execute("INSERT OR IGNORE INTO deletion_order VALUES (?)", (owner,))

    def is_deletion_ordered(self, owner: str) -> bool:
        sql = "SELECT 1 FROM deletion_order WHERE id = ?"
        return self._database.execute(sql, (owner,)).fetchone() is not None

    def _sizes(self, only: str | None) -> dict[str, int]:
        """The size of each owner's rows in bytes."""
        sizes: dict[str, int] = {}
        for table in owned_tables(self._database):
            columns = self._database.execute("SELECT name FROM pragma_table_info(?)", (table,))
            written = " + ".join(f"coalesce(length(CAST({name} AS BLOB)), 0)" for (name,) in columns)
            for owner, size in self._grouped(f"sum({written})", table, only):
                sizes[owner] = sizes.get(owner, 0) + size
        return sizes

    def _grouped(self, value: str, table: str, only: str | None) -> list[tuple[str, int]]:
        where, values = ("", ()) if only is None else (" WHERE owner = ?", (only,))
        return self._database.execute(
            f"SELECT owner, {value} FROM {table}{where} GROUP BY owner", values
        ).fetchall()


@contextmanager
def owner_file(path: Path) -> Iterator[OwnerFile]:
    """Opens a store for a `with` block."""
    database = open_store(path)
    try:
        database.executescript(ORDER_TABLES)
        yield OwnerFile(database, path)
    except sqlite3.Error as error:
        raise ValueError(f"{path}: {error}") from None
    finally:
        database.close()
