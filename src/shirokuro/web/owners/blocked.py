"""Reads the administrator's orders from the store: owners to block and owners to delete."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from shirokuro.web.refusal import RefusedError
from shirokuro.web.store.store import GameStore
from shirokuro.words.message import Message

OBEY_SECONDS = 2.0
DELETED, BLOCKED = 1008, 4003
"""Codes with which an owner's socket is closed; after the first the page starts as a new owner."""
Gone = asyncio.Future[int]


class BlockedOwners:
    """Blocked owners, and the open sockets of all owners."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._blocked: frozenset[str] = frozenset()
        self._sockets: dict[str, set[Gone]] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._blocked)

    def check(self, owner: str) -> None:
        if owner in self._blocked:
            raise RefusedError(403, "blocked", Message("refusals.blocked"))

    @contextmanager
    def watched(self, owner: str) -> Iterator[Gone]:
        """Yields a future that gets the code with which to close a socket of the owner."""
        gone: Gone = asyncio.get_running_loop().create_future()
        self._sockets.setdefault(owner, set()).add(gone)
        try:
            yield gone
        finally:
            gone.cancel()
            self._sockets[owner].discard(gone)
            if not self._sockets[owner]:
                del self._sockets[owner]

    def end_sockets(self, owner: str, code: int) -> None:
        for gone in self._sockets.get(owner, ()):
            if not gone.done():
                gone.set_result(code)

    async def read(self) -> list[str]:
        """Updates the blocked owners; returns the owners to delete."""
        self._blocked = frozenset(await self._ids("blocked_owner"))
        for owner in self._blocked & {*self._sockets}:
            self.end_sockets(owner, BLOCKED)
        return await self._ids("deletion_order")

    async def forget(self, owner: str) -> None:
        """Removes the orders about an owner."""

        def act(database: sqlite3.Connection) -> None:
            for table in ("deletion_order", "blocked_owner"):
                database.execute(f"DELETE FROM {table} WHERE id = ?", (owner,))

        await self._store.change(act)

    async def _ids(self, table: str) -> list[str]:
        if not await self._store.read("SELECT 1 FROM sqlite_master WHERE name = ?", table):
            return []  # there was no order yet
        return [owner for (owner,) in await self._store.read(f"SELECT id FROM {table}")]
