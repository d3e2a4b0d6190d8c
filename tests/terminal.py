"""A terminal for tests: the command line as a person meets it, who types and reads."""

from __future__ import annotations

import os
import pty
import subprocess
import sys


def at_a_terminal(*arguments: str, **environment: str) -> tuple[subprocess.Popen[bytes], int]:
    """A command on a terminal of 80 columns, and the other end of it."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "shirokuro.cli", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environment},
        start_new_session=True,
    )
    os.close(theirs)
    return process, ours


def read_until(terminal: int, words: bytes) -> bytes:
    """What is written up to these words; an OSError if they do not come."""
    data = b""
    while words not in data:
        data += os.read(terminal, 65536)
    return data


def read_all(terminal: int) -> str:
    """Everything that is written until nobody holds the other end any more."""
    data = b""
    while True:
        try:
            more = os.read(terminal, 65536)
        except OSError:  # how Linux says that the other end is closed
            more = b""
        if not more:
            os.close(terminal)
            return data.decode()
        data += more
