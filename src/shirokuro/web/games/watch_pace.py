"""How quickly two players move while people watch: at once, a move in so many seconds, or when told to."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress


class WatchPace:
    """Seconds a move; None while it is paused."""

    def __init__(self, seconds: float | None = 0.0) -> None:
        self.seconds = seconds
        self._is_step = False
        self._moved = time.monotonic()
        self._changed = asyncio.Event()

    @property
    def is_paused(self) -> bool:
        """Whether no move is wanted now."""
        return self.seconds is None and not self._is_step

    def change(self, seconds: float | None, *, is_step: bool = False) -> None:
        """Another pace, at once; with `is_step` one move is wanted before it."""
        self.seconds, self._is_step = seconds, is_step
        self._changed.set()
        self._changed = asyncio.Event()

    def move(self) -> None:
        """A move was made: from now on the time to the next one counts."""
        self._is_step = False
        self._moved = time.monotonic()

    async def due(self) -> None:
        """Returns when the next move may be made."""
        while self.seconds and not self._is_step:
            left = self._moved + self.seconds - time.monotonic()
            if left <= 0:
                return
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
