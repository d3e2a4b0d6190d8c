"""Owners in the store: who has data, and how it is deleted.

The rows of every table with a column `owner` belong to that owner. Triggers reject rows of unknown owners,
so nothing remains of a deleted owner, whatever is in progress meanwhile.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from itertools import islice

NO_OWNER = "no such owner"
"""The error of a row with an unknown owner."""
MOST_DROPPED = 1000
"""Owners deleted in one transaction, for which moves must wait."""


def owned_tables(database: sqlite3.Connection) -> list[str]:
    """The tables with a column `owner`."""
    sql = (
        "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) p"
        " WHERE m.type = 'table' AND p.name = 'owner' ORDER BY 1"
    )
    return [name for (name,) in database.execute(sql)]


def require_owners(database: sqlite3.Connection) -> None:
    """Adds triggers that reject rows of unknown owners."""
    for table in owned_tables(database):
        database.execute(
            f"CREATE TRIGGER IF NOT EXISTS {table}_needs_owner BEFORE INSERT ON {table}"
            " WHEN NOT EXISTS (SELECT 1 FROM owner WHERE id = NEW.owner)"
            f" BEGIN SELECT RAISE(ABORT, '{NO_OWNER}'); END"
        )


def sweep(database: sqlite3.Connection) -> None:
    """Deletes rows of unknown owners, which earlier versions could leave behind."""
    for table in owned_tables(database):
        strangers = f"SELECT DISTINCT owner FROM {table} EXCEPT SELECT id FROM owner"
        database.execute(f"DELETE FROM {table} WHERE owner IN ({strangers})")


def delete_owner(database: sqlite3.Connection, owner: str) -> bool:
    """Deletes an owner with all rows, in the caller's transaction; false if there was none."""
    for (game,) in database.execute("SELECT game FROM seat WHERE owner = ?", (owner,)).fetchall():
        leave_game(database, owner, game)
    is_there = database.execute("DELETE FROM owner WHERE id = ?", (owner,)).rowcount > 0
    for table in owned_tables(database):
        database.execute(f"DELETE FROM {table} WHERE owner = ?", (owner,))
    return is_there


def leave_game(database: sqlite3.Connection, owner: str, game: str) -> None:
    """Takes a game away from an owner; one between two people stays with the other."""
    database.execute("DELETE FROM seat WHERE game = ? AND owner = ?", (game, owner))
    heir = database.execute("SELECT owner FROM seat WHERE game = ?", (game,)).fetchone()
    if heir is not None:
        database.execute("UPDATE game SET owner = ? WHERE id = ? AND owner = ?", (*heir, game, owner))
    elif database.execute("DELETE FROM game WHERE id = ? AND owner = ?", (game, owner)).rowcount:
        for table in ("rival_game", "invitation", "measured_game"):
            database.execute(f"DELETE FROM {table} WHERE game = ?", (game,))


def drop_unused(database: sqlite3.Connection, before: float, spared: Collection[str] = ()) -> int:
    """Deletes owners without data and without a request since `before`, up to `MOST_DROPPED` at a time;
    returns their number."""
    has_nothing = "".join(
        f" AND NOT EXISTS (SELECT 1 FROM {table} WHERE {table}.owner = owner.id)"
        for table in owned_tables(database)
    )
    found = database.execute(f"SELECT id FROM owner WHERE max(made, asked) < ?{has_nothing}", (before,))
    dropped = [*islice(((owner,) for (owner,) in found if owner not in spared), MOST_DROPPED)]
    database.executemany("DELETE FROM owner WHERE id = ?", dropped)
    return len(dropped)
