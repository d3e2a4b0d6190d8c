"""The lines of a protocol: read while the program searches, written whole, and logged."""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from queue import SimpleQueue
from typing import TextIO

CHUNK = 1 << 16
LONGEST_LINE = 1 << 24
"""Bytes; the rest of a longer line is dropped. Real lines of both protocols are shorter."""
WATCH_SECONDS = 0.1
STANDARD_INPUT, STANDARD_OUTPUT, STANDARD_ERROR = 0, 1, 2


class Wire:
    """Reads lines in a thread of its own, so that some take effect at once, and hands them out in order."""

    def __init__(self, source: int, sink: int, log: TextIO | None = None) -> None:
        """The input and the output are file descriptors."""
        self._source = source
        self._sink = sink
        self._log = log
        self._lock = threading.Lock()
        self._waiting: SimpleQueue[str | None] = SimpleQueue()
        self._is_ended = threading.Event()
        self.reader: threading.Thread | None = None
        """Reads the input until its end; waits for the reading thread when closed."""

    def lines(self, arrived: Callable[[str], object], deserted: Callable[[], object]) -> Iterator[str]:
        """All lines until the input ends.

        Each is shown to `arrived` as soon as it is read, however long the lines before it take.
        `deserted` is called if nobody reads the answers any more after the input has ended.
        """
        self.reader = threading.Thread(target=self._read, args=(arrived, deserted), daemon=True)
        self.reader.start()
        try:
            while (line := self._waiting.get()) is not None:
                yield line
        finally:
            self._is_ended.set()

    def write(self, text: str) -> None:
        """Writes whole lines; raises BrokenPipeError if the reader has gone."""
        with self._lock:
            self._note(">", text)
            data = memoryview(f"{text}\n".encode(errors="replace"))
            while data:
                data = data[os.write(self._sink, data) :]

    def _read(self, arrived: Callable[[str], object], deserted: Callable[[], object]) -> None:
        try:
            for data in _split(self._source):
                line = data.decode(errors="replace")
                if self._log is not None:
                    with self._lock:
                        self._note("<", data.decode(errors="backslashreplace"))
                arrived(line)
                self._waiting.put(line)
        except OSError:
            pass  # an unreadable input and a broken output count as the end of the input
        self._waiting.put(None)
        if not hasattr(select, "poll"):  # Windows: the next line that is written finds out
            return
        # Searches requested before the end of the input go on as long as the output is read
        readers = select.poll()
        readers.register(self._sink, 0)  # poll reports errors in any case
        while not self._is_ended.wait(WATCH_SECONDS):
            if readers.poll(0):
                deserted()
                return

    def _note(self, direction: str, text: str) -> None:
        """Stops logging if the log cannot be written; the game goes on."""
        if self._log is None:
            return
        now = datetime.now().isoformat(" ", "milliseconds")
        try:
            self._log.writelines(f"{now} {direction} {line}\n" for line in text.split("\n"))
            self._log.flush()
        except OSError as error:
            self._log = None
            print(f"shirokuro protocol: the log ends here: {error.strerror}", file=sys.stderr)


@contextmanager
def own_output() -> Iterator[int]:
    """Reserves standard output for the protocol; everything else that is printed goes to standard error."""
    sys.stdout.write("")  # fails if standard error is closed
    sys.stdout.flush()
    ours = os.dup(STANDARD_OUTPUT)
    os.dup2(STANDARD_ERROR, STANDARD_OUTPUT)
    try:
        yield ours
    finally:
        sys.stdout.flush()
        os.dup2(ours, STANDARD_OUTPUT)
        os.close(ours)


def _split(source: int) -> Iterator[bytes]:
    """The lines of an open file without their line ends."""
    line = bytearray()
    while data := os.read(source, CHUNK):
        first, *others = data.split(b"\n")
        line += first[: LONGEST_LINE - len(line)]
        for other in others:
            yield bytes(line)
            line = bytearray(other)
    if line:
        yield bytes(line)
