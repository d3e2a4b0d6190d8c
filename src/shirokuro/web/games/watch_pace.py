"""The pace of a game between two players."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress


class WatchPace:
    """Seconds per move; None while paused."""

    def __init__(self, seconds: float | None = 0.0) -> None:
        self.seconds = seconds
        self._is_step = False
        self._moved = time.monotonic()
        self._changed = asyncio.Event()

    @property
    def is_paused(self) -> bool:
        """Whether no move should be made now."""
        return self.seconds is None and not self._is_step

    def change(self, seconds: float | None, *, is_step: bool = False) -> None:
        """Changes the pace at once; with `is_step` one move is made first."""
        self.seconds, self._is_step = seconds, is_step
        self._changed.set()
        self._changed = asyncio.Event()

    def move(self) -> None:
        """Notes a move; the time to the next one starts now."""
        self._is_step = False
        self._moved = time.monotonic()

    async def due(self) -> None:
        """Waits until the next move may be made."""
        while self.seconds and not self._is_step:
            left = self._moved + self.seconds - time.monotonic()
            if left <= 0:
                return
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
