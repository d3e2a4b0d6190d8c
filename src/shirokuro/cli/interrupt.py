"""What Ctrl-C does: it ends a command at once while it begins or ends; in between it is an exception."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager, suppress

TYPE_CHECKING = False  # type checkers know it by its name; importing `typing` takes long
if TYPE_CHECKING:
    from collections.abc import Iterator

INTERRUPTED = 130
"""What a command returns that Ctrl-C ended."""


def leave_on_interrupt() -> None:
    """From now on Ctrl-C ends the program, unless whoever started it wants it to be ignored.

    A KeyboardInterrupt within an import prints a traceback, or is swallowed by what is imported.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave_at_once)


@contextmanager
def interrupts_raised() -> Iterator[None]:
    """While a command is at work, Ctrl-C is a KeyboardInterrupt again, so that it tidies up."""
    if signal.getsignal(signal.SIGINT) is not _leave_at_once:
        yield
        return
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
    finally:
        signal.signal(signal.SIGINT, _leave_at_once)


@contextmanager
def importing() -> Iterator[None]:
    """While a command imports something large, Ctrl-C ends it at once, as it does at the beginning."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    try:
        signal.signal(signal.SIGINT, _leave_at_once)
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave_at_once(*_: object) -> None:
    """Nothing has been begun, or all is done: there is nothing to tidy up."""
    with suppress(OSError):  # nobody reads it
        os.write(2, b"\n")
    os._exit(INTERRUPTED)
