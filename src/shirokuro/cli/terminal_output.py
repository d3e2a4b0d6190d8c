"""Output to a terminal with control characters escaped, so that names in files cannot control it.

Only a terminal is protected. Files and other programs get every character unchanged.
"""

from __future__ import annotations

import io
import sys
from typing import TextIO

from shirokuro.words.control import printable


class TerminalOutput(io.TextIOWrapper):
    """A terminal on which control characters are shown instead of obeyed."""

    def __init__(self, terminal: io.TextIOWrapper) -> None:
        super().__init__(terminal.buffer, terminal.encoding, terminal.errors, None, True, write_through=True)
        self.terminal = terminal
        """The unprotected terminal, for a library that writes its own control sequences."""

    def write(self, text: str) -> int:
        super().write(printable(text))
        return len(text)


def protect_terminals() -> None:
    """From now on printed text cannot control a terminal."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper) and stream.isatty():
            stream.flush()
            setattr(sys, name, TerminalOutput(stream))


def commanded(stream: TextIO) -> TextIO:
    """The stream for rich, which writes control sequences itself; give it only `printable` text."""
    return stream.terminal if isinstance(stream, TerminalOutput) else stream
