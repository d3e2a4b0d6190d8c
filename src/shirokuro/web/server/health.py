"""The health check: whether the store can be written."""

from __future__ import annotations

import asyncio
import sqlite3
import time

from shirokuro.web.refusal import RefusedError
from shirokuro.web.store.store import GameStore
from shirokuro.words.message import Message

KEPT_SECONDS = 1.0
"""The store is tried at most once in this time."""
PATIENCE_SECONDS = 5.0


class Health:
    """Tries the store, at most once a second for all callers."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._trial: asyncio.Task[RefusedError | None] | None = None
        self._ended = 0.0

    async def check(self) -> None:
        """Refuses with 503 if nothing can be stored."""
        is_old = (
            self._trial is not None and self._trial.done() and self._ended <= time.monotonic() - KEPT_SECONDS
        )
        if self._trial is None or is_old:
            self._trial = asyncio.create_task(self._try())
        problem = await asyncio.shield(self._trial)
        if problem is not None:
            raise problem

    async def _try(self) -> RefusedError | None:
        try:
            await asyncio.wait_for(self._store.change(_write), PATIENCE_SECONDS)
        except RefusedError as refusal:
            return RefusedError(503, "not_stored", refusal.text, 10)
        except TimeoutError:
            return RefusedError(503, "not_stored", Message("refusals.store_silent"), 10)
        finally:
            self._ended = time.monotonic()
        return None


def _write(database: sqlite3.Connection) -> None:
    """Writes the version again, since a lock alone would not notice a full disk."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    database.execute(f"PRAGMA user_version={version}")
