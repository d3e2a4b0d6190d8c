"""A program as our child: lines to it and from it, each with a deadline, and an end in every case.

Nothing that it does can hang us or fill our memory. What it writes waits in its pipe until somebody asks, and
an answer has a greatest length. It has a process group of its own, which ends with it.
"""

from __future__ import annotations

import os
import select
import signal
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from shirokuro.errors import ExternalEngineError
from shirokuro.players.external.child_process import descriptors, end_group, has_ended, started
from shirokuro.players.external.conversation_log import ConversationLog

MOST_BYTES = 4 * 2**20
"""Of one answer."""
COST_OF_A_LINE = 64
"""In bytes, so that empty ones count as well."""
LONGEST_LINE = 2**16
CHUNK = 2**16
GLANCE_SECONDS = 0.05
"""How often a wish to stop is looked for."""
TERM_SECONDS = 0.3
"""Between asking it to end and ending it."""
LAST_WORDS_SECONDS = 0.5
"""Between the end of its output and its own end."""
IsStopped = Callable[[], bool]
"""Whether nobody waits any more."""


def never() -> bool:
    """Somebody always waits."""
    return False


class Child:
    """A program that runs until `end`, or until nobody knows it any more."""

    def __init__(self, command: Sequence[str], folder: Path | None, log: ConversationLog) -> None:
        self._process = started(command, folder)
        self._log = log
        self._stdin, self._stdout, self._stderr = descriptors(self._process)
        self._poll = select.poll()
        self._open = {self._stdout, self._stderr}
        for descriptor in self._open:
            self._poll.register(descriptor, select.POLLIN)
        self._parts = {descriptor: bytearray() for descriptor in self._open}
        self._lines: deque[str] = deque()
        self._left = MOST_BYTES
        self.end_now = weakref.finalize(self, end_group, self._process, os.getpid())
        """Ends it without a word; at the latest when our process ends."""

    @property
    def process_id(self) -> int:
        return self._process.pid

    def send(self, lines: Sequence[str], deadline: float) -> None:
        """Writes lines, while it may write as well: else each could wait for the other."""
        for line in lines:
            self._log.note(">", line)
        rest = memoryview("".join(f"{line}\n" for line in lines).encode())
        self._left = MOST_BYTES
        while rest:
            try:
                rest = rest[os.write(self._stdin, rest) :]
            except BlockingIOError:
                self._wait_to_write(deadline)
            except OSError:
                raise self._ended() from None

    def line(self, deadline: float, is_stopped: IsStopped = never) -> str:
        """The next line that it writes; a TimeoutError if there is none by then."""
        while not self._lines:
            if self._stdout not in self._open:
                raise self._ended()
            if time.monotonic() >= deadline:
                raise TimeoutError
            if is_stopped():
                raise InterruptedError
            self._wait(min(deadline, time.monotonic() + GLANCE_SECONDS))
        return self._lines.popleft()

    def end(self, farewell: str, seconds: float) -> None:
        """Lets it end by itself, and ends it where it does not."""
        with suppress(OSError):
            os.write(self._stdin, f"{farewell}\n".encode())
        self._process.stdin.close()  # type: ignore[union-attr]
        if not self._ends_within(seconds):
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGTERM)
            self._ends_within(TERM_SECONDS)
        self.end_now()

    def _ends_within(self, seconds: float) -> bool:
        """Whether it ends by itself; what it still writes is lost."""
        deadline = time.monotonic() + seconds
        while not has_ended(self._process.pid):
            if time.monotonic() >= deadline:
                return False
            self._lines.clear()
            self._left = MOST_BYTES
            if self._open:
                with suppress(ExternalEngineError):
                    self._wait(min(deadline, time.monotonic() + GLANCE_SECONDS))
            else:
                time.sleep(0.001)
        return True

    def _wait_to_write(self, deadline: float) -> None:
        self._poll.register(self._stdin, select.POLLOUT)
        try:
            if time.monotonic() >= deadline:
                raise ExternalEngineError("does not read", "what was sent to it")
            self._wait(deadline)
        finally:
            self._poll.unregister(self._stdin)

    def _wait(self, until: float) -> None:
        """Until something was written, by it or for it."""
        for descriptor, _ in self._poll.poll(max(until - time.monotonic(), 0) * 1000 + 1):
            if descriptor in self._open:
                self._read(descriptor)

    def _read(self, descriptor: int) -> None:
        try:
            chunk = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._open.remove(descriptor)
            self._poll.unregister(descriptor)
        *lines, rest = (bytes(self._parts[descriptor]) + (chunk or b"\n")).split(b"\n")
        self._parts[descriptor][:] = rest[:LONGEST_LINE]
        for line in lines:
            self._take(descriptor, line)
        if descriptor == self._stdout:
            self._weigh(len(chunk) + COST_OF_A_LINE * len(lines), len(rest))

    def _take(self, descriptor: int, line: bytes) -> None:
        text = line.decode(errors="replace").rstrip("\r")
        if descriptor == self._stdout:
            self._log.note("<", text)
            self._lines.append(text)
        else:
            self._log.note("!", text)

    def _weigh(self, size: int, rest: int) -> None:
        self._left -= size
        if self._left < 0:
            raise ExternalEngineError("wrote too much", f"more than {MOST_BYTES >> 20} MiB for one answer")
        if rest > LONGEST_LINE:
            self._log.note("<", self._parts[self._stdout].decode(errors="replace"))
            raise ExternalEngineError("wrote too much", f"a line of more than {LONGEST_LINE >> 10} KiB")

    def _ended(self) -> ExternalEngineError:
        """Why nothing can come any more: it has ended, or closed what it writes to."""
        deadline = time.monotonic() + LAST_WORDS_SECONDS
        while self._stderr in self._open and time.monotonic() < deadline:
            self._wait(deadline)  # its last words
        if not self._ends_within(deadline - time.monotonic()):
            return ExternalEngineError("closed its output")
        self.end_now()
        code = self._process.returncode or 0
        how = f"by signal {-code}" if code < 0 else f"exit code {code}"
        return ExternalEngineError("ended its process", how)
