"""Ctrl-C as a wish to stop: what is known by then is still told."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from shirokuro import Stop

EXIT_CODE = 130
"""What a command returns that was interrupted."""


@contextmanager
def stop_on_interrupt() -> Iterator[Stop]:
    """A token that Ctrl-C sets; pressed again, it ends the program as usual."""
    stop = Stop()

    def interrupted(*_: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield stop  # signals reach the main thread alone
        return
    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
