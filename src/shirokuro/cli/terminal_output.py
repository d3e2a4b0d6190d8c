"""Output to a terminal that no name in a file can command: control characters are written out.

Only a terminal is protected. Files and other programs get every character as it is.
"""

from __future__ import annotations

import io
import sys
from typing import TextIO

from shirokuro.words.control import printable


class TerminalOutput(io.TextIOWrapper):
    """A terminal on which control characters are shown and do nothing."""

    def __init__(self, terminal: io.TextIOWrapper) -> None:
        super().__init__(terminal.buffer, terminal.encoding, terminal.errors, None, True, write_through=True)
        self.terminal = terminal
        """The same without protection, for a library that means its commands."""

    def write(self, text: str) -> int:
        super().write(printable(text))
        return len(text)


def protect_terminals() -> None:
    """From now on no text that is printed can command a terminal."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper) and stream.isatty():
            stream.flush()
            setattr(sys, name, TerminalOutput(stream))


def commanded(stream: TextIO) -> TextIO:
    """Where rich writes: its commands are its own, and what it is given must be `printable`."""
    return stream.terminal if isinstance(stream, TerminalOutput) else stream
