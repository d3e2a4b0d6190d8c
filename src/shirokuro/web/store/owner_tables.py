"""Owners in the server's store: who has anything, and how all of it is deleted.

The rows of every table with a column `owner` belong to somebody. The store itself takes no row of somebody
whom it does not know, so nothing is left of an owner who is deleted, whatever is under way meanwhile.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from itertools import islice

NO_OWNER = "no such owner"
"""What the store says to a row of somebody whom it does not know."""
MOST_DROPPED = 1000
"""Owners in one transaction: moves wait for it."""


def owned_tables(database: sqlite3.Connection) -> list[str]:
    """The tables whose rows belong to somebody."""
    sql = (
        "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) p"
        " WHERE m.type = 'table' AND p.name = 'owner' ORDER BY 1"
    )
    return [name for (name,) in database.execute(sql)]


def require_owners(database: sqlite3.Connection) -> None:
    """From now on no row can be added for somebody who is not there."""
    for table in owned_tables(database):
        database.execute(
            f"CREATE TRIGGER IF NOT EXISTS {table}_needs_owner BEFORE INSERT ON {table}"
            " WHEN NOT EXISTS (SELECT 1 FROM owner WHERE id = NEW.owner)"
            f" BEGIN SELECT RAISE(ABORT, '{NO_OWNER}'); END"
        )


def sweep(database: sqlite3.Connection) -> None:
    """Deletes what belongs to nobody: earlier versions could leave it behind."""
    for table in owned_tables(database):
        strangers = f"SELECT DISTINCT owner FROM {table} EXCEPT SELECT id FROM owner"
        database.execute(f"DELETE FROM {table} WHERE owner IN ({strangers})")


def delete_owner(database: sqlite3.Connection, owner: str) -> bool:
    """An owner with every row of theirs, within the caller's transaction; false where there was none."""
    is_there = database.execute("DELETE FROM owner WHERE id = ?", (owner,)).rowcount > 0
    for table in owned_tables(database):
        database.execute(f"DELETE FROM {table} WHERE owner = ?", (owner,))
    return is_there


def drop_unused(database: sqlite3.Connection, before: float, spared: Collection[str] = ()) -> int:
    """Forgets some of the owners who have nothing and have not asked since; how many, `MOST_DROPPED` if more
    may be left."""
    has_nothing = "".join(
        f" AND NOT EXISTS (SELECT 1 FROM {table} WHERE {table}.owner = owner.id)"
        for table in owned_tables(database)
    )
    found = database.execute(f"SELECT id FROM owner WHERE max(made, asked) < ?{has_nothing}", (before,))
    dropped = [*islice(((owner,) for (owner,) in found if owner not in spared), MOST_DROPPED)]
    database.executemany("DELETE FROM owner WHERE id = ?", dropped)
    return len(dropped)
