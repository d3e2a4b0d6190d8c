"""Ctrl-C: it ends a command at once during start and exit; in between it raises KeyboardInterrupt."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager, suppress

TYPE_CHECKING = False  # type checkers know it by its name; importing `typing` takes long
if TYPE_CHECKING:
    from collections.abc import Iterator

INTERRUPTED = 130
"""Exit code of a command that Ctrl-C ended."""


def leave_on_interrupt() -> None:
    """From now on Ctrl-C ends the program, unless its parent had it ignored.

    A KeyboardInterrupt within an import prints a traceback, or is swallowed by the imported module.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave_at_once)


@contextmanager
def interrupts_raised() -> Iterator[None]:
    """While a command runs, Ctrl-C raises KeyboardInterrupt again, so that the command can clean up."""
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
    """While a command imports something large, Ctrl-C ends it at once, as at the start."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    try:
        signal.signal(signal.SIGINT, _leave_at_once)
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave_at_once(*_: object) -> None:
    """Nothing has begun, or all is done: there is nothing to clean up."""
    with suppress(OSError):  # nobody reads it
        os.write(2, b"\n")
    os._exit(INTERRUPTED)
