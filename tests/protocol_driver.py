"""The other end of a protocol, for tests: a program that speaks to our servers and reads their answers."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from terminal import ended

from shirokuro.players.registry import trusted_player
from shirokuro.protocol.served_game import ServedGame
from shirokuro.protocol.wire import Wire

ROOT = Path(__file__).parent


def said(
    server: Any, lines: Iterable[str] | bytes, player: Any = "random", variant: str = "reversi"
) -> tuple[str, ServedGame]:
    """Everything that a server in this process answers to these lines, and its game afterwards."""
    data = lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines).encode()
    served = ServedGame(trusted_player(player), variant, seed=1)
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as sink:
        source.write(data)
        source.flush()
        source.seek(0)
        wire = Wire(source.fileno(), sink.fileno())
        server(served, wire)
        await_reader(wire)
        sink.seek(0)
        return sink.read().decode(), served


def await_reader(wire: Wire) -> None:
    """Waits until nothing reads the file, which is about to be closed: another may get its number."""
    assert wire.reader is not None
    wire.reader.join()


class Spoken:
    """A server that is spoken to line by line."""

    def __init__(self, given: IO[bytes] | None, told: IO[bytes] | None) -> None:
        assert given is not None
        assert told is not None
        self.input, self.output = given, told
        self.unread = b""

    def say(self, *lines: str) -> None:
        for line in lines:
            self.input.write(f"{line}\n".encode())
        self.input.flush()

    def line(self) -> str:
        """The next line; fails if the output has ended, or stays silent for a minute."""
        while b"\n" not in self.unread:
            assert select.select([self.output], [], [], 60)[0], f"nothing more is said after {self.unread!r}"
            more = os.read(self.output.fileno(), 65536)
            assert more, f"its output ends after {self.unread!r}"
            self.unread += more
        line, _, self.unread = self.unread.partition(b"\n")
        return line.decode()

    def lines_until(self, beginning: str) -> list[str]:
        """The lines up to and including one that begins so."""
        lines = [self.line()]
        while not lines[-1].startswith(beginning):
            lines.append(self.line())
        return lines

    def gtp(self, command: str) -> str:
        """What a GTP command answers, if it succeeds."""
        self.say(command)
        answer = "\n".join(self.lines_until("="))[1:].lstrip()
        while line := self.line():
            answer += f"\n{line}"
        return answer


class SpokenProcess(Spoken):
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        super().__init__(process.stdin, process.stdout)
        self.process = process

    def rest(self) -> tuple[str, str, int]:
        """Ends the input; returns the rest of the output, the errors and the exit code."""
        out, err = self.process.communicate(timeout=60)
        return (self.unread + out).decode(), err.decode(), self.process.returncode


@contextmanager
def spoken_here(
    server: Any, player: Any = "random", variant: str = "reversi", **options: Any
) -> Iterator[Spoken]:
    """A server in a thread of this process; its input ends with the block."""
    (source, given), (told, sink) = os.pipe(), os.pipe()
    served = ServedGame(trusted_player(player), variant, seed=1)
    wire = Wire(source, sink)
    thread = threading.Thread(target=server, args=(served, wire), kwargs=options)
    with open(given, "wb") as writing, open(told, "rb") as reading:
        thread.start()
        spoken = Spoken(writing, reading)
        try:
            yield spoken
        finally:
            spoken.say("quit")
            thread.join()
    await_reader(wire)
    os.close(source)
    os.close(sink)


def command_line(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "shirokuro.cli", "protocol", *arguments]


@contextmanager
def spoken(*arguments: str, **environment: str) -> Iterator[SpokenProcess]:
    """A server that is ended with the block; players of the tests are found by their dotted names."""
    process = subprocess.Popen(
        command_line(*arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
        cwd=ROOT,
        start_new_session=True,
    )
    with ended(process):
        yield SpokenProcess(process)
