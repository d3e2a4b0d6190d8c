"""The last lines exchanged with an engine, written to a file when it fails; bounded in size."""

from __future__ import annotations

import os
import re
import time
from collections import deque
from contextlib import suppress
from itertools import count
from pathlib import Path

from shirokuro.storage.home import home

MOST_LINES = 500
LONGEST_LINE = 400
MOST_FILES = 10
"""Logs kept for one engine; older ones are deleted."""
_numbers = count(1)


class ConversationLog:
    """The last lines of a conversation; written to a file only after a fault."""

    def __init__(self, name: str) -> None:
        self._name = re.sub(r"[^\w.-]", "_", name)
        self._lines: deque[tuple[float, str, str]] = deque(maxlen=MOST_LINES)
        """Times, signs and texts; they become lines of text only where they are kept."""
        self._began = time.monotonic()

    def note(self, sign: str, text: str) -> None:
        """A line that was sent (>), received (<), or came on the engine's standard error (!)."""
        shortened = text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE]}… ({len(text)} characters)"
        self._lines.append((time.monotonic(), sign, shortened))

    def keep(self, fault: str) -> str:
        """Writes the log; returns its path within the user's data, or an empty text if that failed."""
        folder = log_folder()
        name = f"{self._name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}-{next(_numbers)}.log"
        lines = (f"{when - self._began:9.3f} {sign} {text}" for when, sign, text in self._lines)
        text = "\n".join((f"{self._name}: {fault}", *lines, ""))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", errors="replace")
        except OSError:
            return ""
        with suppress(OSError):
            pattern = re.compile(re.escape(self._name) + r"(-[0-9]+){4}\.log")
            own = [file for file in folder.iterdir() if pattern.fullmatch(file.name)]
            own.sort(key=lambda file: file.stat().st_mtime_ns)
            for file in own[:-MOST_FILES]:
                file.unlink(missing_ok=True)
        return f"{folder.name}/{name}"


def log_folder() -> Path:
    """The folder of the logs of failed engines."""
    return home() / "logs"
