"""A terminal for tests: the command line as a person meets it, who types and reads."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import AnyStr

PATIENCE = 120
"""Seconds without a word after which a test no longer waits for a program."""


@contextmanager
def ended(process: subprocess.Popen[AnyStr]) -> Iterator[subprocess.Popen[AnyStr]]:
    """A process that is killed at the end, whatever the test found."""
    with process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def at_a_terminal(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A command on a terminal of 80 columns, and the other end of it; both are gone afterwards."""
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
    with ended(process):
        try:
            yield process, ours
        finally:
            os.close(ours)


def read_until(terminal: int, words: bytes) -> bytes:
    """What is written up to these words; an OSError or a failure if they do not come."""
    data = b""
    while words not in data:
        assert select.select([terminal], [], [], PATIENCE)[0], f"{words.decode()!r} after {data.decode()!r}"
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
            return data.decode()
        data += more
