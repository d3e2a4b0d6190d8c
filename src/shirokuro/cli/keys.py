"""Single keys of a terminal, read as they are pressed, and pauses that a key ends."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import termios
    import tty
except ImportError:  # not on every system
    termios = None  # type: ignore[assignment]


class Keys:
    """The keys pressed at a terminal; without a terminal there are none."""

    def __init__(self, terminal: int | None) -> None:
        self._terminal = terminal

    @property
    def are_there(self) -> bool:
        return self._terminal is not None

    def wait(self, seconds: float | None, wanted: str) -> str:
        """The first wanted key within some seconds (None: without limit); empty if none was pressed."""
        ends = None if seconds is None else time.monotonic() + seconds
        while True:
            left = None if ends is None else max(ends - time.monotonic(), 0.0)
            if self._terminal is None:
                time.sleep(left or 0.0)
                return ""
            if not select.select([self._terminal], [], [], left)[0]:
                return ""
            key = os.read(self._terminal, 1).decode("ascii", "replace")
            if not key or key == END_OF_INPUT:
                raise EOFError
            if key in wanted:
                return key


END_OF_INPUT = "\x04"


@contextmanager
def pressed_keys() -> Iterator[Keys]:
    """The keys of standard input, without waiting for Enter and without echo."""
    if not (termios and sys.stdin.isatty() and sys.stdout.isatty()):
        yield Keys(None)
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)
    try:
        yield Keys(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
