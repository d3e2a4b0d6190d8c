"""Reads what people send, and writes what they fetch, away from the event loop: nobody else waits for it."""

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
"""Texts of one address that wait to be read."""


class Readers:
    """A few threads. An address has one text read at a time, so that all take turns."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "reader")
        self._free = asyncio.Semaphore(THREADS)
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()

    async def read(self, work: Callable[[], R]) -> R:
        """What some work comes to that takes more than a moment and less than a second or two."""
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
        """Nobody can end a thread, so whoever hangs up keeps the turn until it is done."""
        reading = asyncio.get_running_loop().run_in_executor(self._pool, work)
        try:
            return await asyncio.shield(reading)
        except asyncio.CancelledError:
            with suppress(Exception):
                await reading
            raise
