"""Measures the protocol servers: start-up, the cost of a move, and how soon a ping ends a search.

`python benchmarks/protocol.py [--pings 200] [--moves 5000]`

The cost of a move is the time from a command to its answer, with `random` as the player, less what the
player itself takes in this process.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import fmean, median

import shirokuro as sk

MIDDLE = "(;GM[Othello]TY[8]B[F5]W[D6]B[C3]W[D3]B[C4]W[F4]B[F6]W[F3]B[E6]W[E7]B[D7]W[C5]B[B6];)"
"""A position with a lot to search."""


class Server:
    """A process with a protocol on its standard input and output."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._input, self._output = process.stdin, process.stdout

    def say(self, line: str) -> None:
        self._input.write(f"{line}\n".encode())
        self._input.flush()

    def hear(self, beginning: bytes) -> bytes:
        """The next line that begins with this."""
        line = self._output.readline()
        while line and not line.startswith(beginning):
            line = self._output.readline()
        return line


@contextmanager
def started(*arguments: str) -> Iterator[Server]:
    command = [sys.executable, "-m", "shirokuro.cli", "protocol", *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield Server(process)
        process.kill()


def start_up(protocol: str, line: str, answer: bytes) -> float:
    began = time.perf_counter()
    with started(protocol) as server:
        server.say(line)
        server.hear(answer)
        return time.perf_counter() - began


def gtp_moves(count: int) -> Iterator[float]:
    """The time of each `genmove`."""
    with started("gtp", "--player", "random") as server:
        sides, made = ("black", "white"), 0
        while made < count:
            server.say("clear_board")
            server.hear(b"=")
            for ply in range(60):
                began = time.perf_counter()
                server.say(f"genmove {sides[ply % 2]}")
                answer = server.hear(b"=")
                yield time.perf_counter() - began
                made += 1
                if answer.startswith(b"= pass"):
                    break


def nboard_moves(count: int) -> Iterator[float]:
    """The time of each `go`."""
    with started("nboard", "--player", "random") as server:
        for _ in range(count):
            began = time.perf_counter()
            server.say("go")
            server.hear(b"===")
            yield time.perf_counter() - began


def choices(count: int) -> Iterator[float]:
    """The player's own time."""
    player, board = sk.player("random"), sk.Board()
    for _ in range(count):
        began = time.perf_counter()
        player.choose(board)
        yield time.perf_counter() - began


def pings(count: int, asked: str) -> Iterator[float]:
    """The time to a pong during a search on two threads."""
    with started("nboard", "--threads", "2") as server:
        server.say("set depth 60")
        server.say(f"set game {MIDDLE}")
        for number in range(count):
            server.say(asked)
            server.hear(b"search")
            time.sleep(0.05)  # by now it is deep in its search
            began = time.perf_counter()
            server.say(f"ping {number}")
            server.hear(f"pong {number}".encode())
            yield time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pings", type=int, default=200)
    parser.add_argument("--moves", type=int, default=5000)
    arguments = parser.parse_args()
    for protocol, line, answer in (("gtp", "name", b"="), ("nboard", "ping 1", b"pong")):
        times = [start_up(protocol, line, answer) for _ in range(5)]
        print(f"{protocol}: first answer after {median(times):.2f} s (most {max(times):.2f})", flush=True)
    own = fmean(choices(arguments.moves))
    for name, moves in (("gtp genmove", gtp_moves), ("nboard go", nboard_moves)):
        taken = [*moves(arguments.moves)]
        cost, middle = 1000 * (fmean(taken) - own), 1000 * (median(taken) - own)
        print(f"{name}: {cost:.3f} ms a move besides the player's, median {middle:.3f}", flush=True)
    for asked in ("go", "hint 1", "hint 4"):
        waited = sorted(pings(arguments.pings, asked))
        words = f"median {1000 * median(waited):.1f} ms, most {1000 * waited[-1]:.1f}"
        print(f"ping during {asked!r} on two threads: {words}", flush=True)


if __name__ == "__main__":
    main()
