"""A program as our child process: lines to it and from it, each with a deadline, and a certain end.

It can neither hang us nor fill our memory. What it writes waits in its pipe until somebody reads it, and an
answer has a greatest length. It has a process group of its own, which is killed with it.
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
"""The most bytes of one answer."""
COST_OF_A_LINE = 64
"""The most bytes of lines; empty lines count too."""
LONGEST_LINE = 2**16
CHUNK = 2**16
GLANCE_SECONDS = 0.05
"""Seconds between two checks whether to stop."""
TERM_SECONDS = 0.3
"""Seconds between SIGTERM and SIGKILL."""
LAST_WORDS_SECONDS = 0.5
"""Seconds from the end of its output to its own end."""
IsStopped = Callable[[], bool]
"""Tells whether the caller no longer waits."""


def never() -> bool:
    """The caller always waits."""
    return False


class Child:
    """A program that runs until `end` is called or this object is collected."""

    def __init__(self, command: Sequence[str], folder: Path | None, log: ConversationLog) -> None:
        if not hasattr(os, "fork"):
            raise ExternalEngineError("cannot be started", "programs of others need Linux or macOS")
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
        """Kills the program, at the latest when our process ends."""

    @property
    def process_id(self) -> int:
        return self._process.pid

    def send(self, lines: Sequence[str], deadline: float) -> None:
        """Writes lines and reads at the same time, since otherwise each side could wait for the other."""
        for line in lines:
            self._log.note(">", line)
        rest = memoryview("".join(f"{line}\n" for line in lines).encode())
        self._left = MOST_BYTES
        while rest:
            try:
                rest = rest[os.write(self._stdin, rest) :]
            except BlockingIOError:
                self._poll.register(self._stdin, select.POLLOUT)
                try:
                    if time.monotonic() >= deadline:
                        raise ExternalEngineError("does not read", "what was sent to it") from None
                    self._wait(deadline)
                finally:
                    self._poll.unregister(self._stdin)
            except OSError:
                raise self._ended() from None

    def line(self, deadline: float, is_stopped: IsStopped = never) -> str:
        """The program's next line; a TimeoutError if none arrives in time."""
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
        """Lets the program end by itself, and kills it if it does not."""
        with suppress(OSError):
            os.write(self._stdin, f"{farewell}\n".encode())
        self._process.stdin.close()  # type: ignore[union-attr]
        if not self._ends_within(seconds):
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGTERM)
            self._ends_within(TERM_SECONDS)
        self.end_now()

    def _ends_within(self, seconds: float) -> bool:
        """Whether the program ends by itself; what it still writes is lost."""
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

    def _wait(self, until: float) -> None:
        """Waits until the program has written something or can take input, and reads what it wrote."""
        for descriptor, _ in self._poll.poll(max(until - time.monotonic(), 0) * 1000 + 1):
            if descriptor in self._open:
                with suppress(BlockingIOError):
                    self._read(descriptor, os.read(descriptor, CHUNK))

    def _read(self, descriptor: int, chunk: bytes) -> None:
        """Takes the lines out of a chunk, within the limits of one answer."""
        if not chunk:
            self._open.remove(descriptor)
            self._poll.unregister(descriptor)
        *lines, rest = (bytes(self._parts[descriptor]) + (chunk or b"\n")).split(b"\n")
        self._parts[descriptor][:] = rest[:LONGEST_LINE]
        texts = [line.decode(errors="replace").rstrip("\r") for line in lines]
        for text in texts:
            self._log.note("<" if descriptor == self._stdout else "!", text)
        if descriptor != self._stdout:
            return
        self._lines += texts
        self._left -= len(chunk) + COST_OF_A_LINE * len(lines)
        if self._left < 0:
            raise ExternalEngineError("wrote too much", f"more than {MOST_BYTES >> 20} MiB for one answer")
        if len(rest) > LONGEST_LINE:
            self._log.note("<", self._parts[self._stdout].decode(errors="replace"))
            raise ExternalEngineError("wrote too much", f"a line of more than {LONGEST_LINE >> 10} KiB")

    def _ended(self) -> ExternalEngineError:
        """The reason why nothing more will come: the program has ended or closed its output."""
        deadline = time.monotonic() + LAST_WORDS_SECONDS
        while self._stderr in self._open and time.monotonic() < deadline:
            self._wait(deadline)  # its last output
        if not self._ends_within(deadline - time.monotonic()):
            return ExternalEngineError("closed its output")
        self.end_now()
        code = self._process.returncode or 0
        how = f"by signal {-code}" if code < 0 else f"exit code {code}"
        return ExternalEngineError("ended its process", how)
