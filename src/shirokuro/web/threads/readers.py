"""Parses and renders texts in threads, so that the event loop does not wait."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from shirokuro.web.refusal import busy, too_many
from shirokuro.web.server.caller import caller
from shirokuro.words.message import Message

R = TypeVar("R")
THREADS = 2
MOST_WAITING = 500
MOST_OF_CLIENT = 50
"""Waiting texts of one address."""


class Readers:
    """A few threads, which run one task of an address at a time, so that addresses take turns."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "reader")
        self._free = asyncio.Semaphore(THREADS)
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()

    async def read(self, work: Callable[[], R]) -> R:
        """Runs work that takes less than a second or two, and returns its result."""
        client = caller().address
        if self._waiting.total() >= MOST_WAITING:
            raise busy()
        if self._waiting[client] >= MOST_OF_CLIENT:
            raise too_many(Message("refusals.your_texts"))
        self._waiting[client] += 1
        try:
            async with self._turns.setdefault(client, asyncio.Lock()), self._free:
                return await self._done(work)
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client], self._turns[client]

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _done(self, work: Callable[[], R]) -> R:
        """Waits for the thread even after a cancellation, because a thread cannot be stopped."""
        reading = asyncio.get_running_loop().run_in_executor(self._pool, work)
        try:
            return await asyncio.shield(reading)
        except asyncio.CancelledError:
            with suppress(Exception):
                await reading
            raise
