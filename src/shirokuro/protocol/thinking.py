"""Thinking that a later line ends: from then on nothing is said of it, even if it does not listen."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeAlias

from shirokuro import Stop

PATIENCE_SECONDS = 0.03
"""The seconds that thinking may take to stop."""


class Saying:
    """Output for the other program; after `close` nothing more is sent."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._lock = threading.Lock()
        self._is_open = True

    def __call__(self, text: str) -> bool:
        """Whether the line was sent."""
        with self._lock:
            if self._is_open:
                self._write(text)
            return self._is_open

    def close(self) -> None:
        with self._lock:
            self._is_open = False


ThinkingTask: TypeAlias = Callable[[Stop, Saying], None]


class EndableThinking:
    """Coordinates one thread that thinks about a line with another that reads later lines and ends it."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._changed = threading.Condition()
        self._now: tuple[Stop, Saying] | None = None
        self._ended_by = 0
        """The number of the last line that ends earlier work."""

    def run(self, line: int, work: ThinkingTask) -> None:
        """Does the work for a line, unless a later line has ended it already."""
        with self._changed:
            if self._ended_by > line:
                return
            stop, saying = self._now = Stop(), Saying(self._write)
        try:
            work(stop, saying)
        finally:
            with self._changed:
                self._now = None
                self._changed.notify_all()

    def end_before(self, line: int) -> bool:
        """Ends the work of earlier lines; returns whether it stopped in time."""
        with self._changed:
            self._ended_by = line
            now = self._now
        if now is None:
            return True
        stop, saying = now
        saying.close()
        stop.set()
        with self._changed:
            return self._changed.wait_for(lambda: self._now is not now, PATIENCE_SECONDS)
