"""Measures how soon a review is refined, and how deep an analysis sees: `python benchmarks/review.py`.

It asks a server of its own over the socket, as the page does. Seconds are those of the clock and, in
brackets, those of the processor, which other work on the machine does not lengthen.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

GAME = (
    "f5d6c5f4d7c6d3e3g4b5f3g3e6f7b6f6g5h5b4a6e7f2c4c2d2c1g6e8e2c3"
    "h3h2h1f1g2h6g8f8d1c7d8g1b8e1a5c8b2a4b1a1h7h8b7a8g7a7h4a3b3a2"
)
"""A game of the engine's levels 5 and 3."""
OPENED = GAME[:40]
"""Of 40 empties."""
LOOKED = (1, 6, 35)
"""Seconds after which the depth of an analysis is told."""


class Clock:
    """Seconds since the beginning, by the clock and of a process."""

    def __init__(self, process: int) -> None:
        self._stat = f"/proc/{process}/stat"
        self._began = time.perf_counter(), self._cpu()

    def _cpu(self) -> float:
        with open(self._stat) as file:
            user, system = file.read().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def seconds(self) -> float:
        return time.perf_counter() - self._began[0]

    def __str__(self) -> str:
        return f"{self.seconds():.1f} s ({self._cpu() - self._began[1]:.1f} s)"


def messages(socket: ClientConnection, **asked: Any) -> Iterator[Any]:
    socket.send(json.dumps({"id": 1, **asked}))
    while True:
        yield json.loads(socket.recv())


def review(socket: ClientConnection, clock: Clock) -> None:
    for told in messages(socket, type="review", text=GAME, refine=True):
        if told["type"] == "reviewed":
            print(f"first full pass of {len(GAME) // 2} moves: {clock}")
        if told["type"] == "refinement" and told["done"] in (told["of"] // 2, told["of"]):
            depth = "16 plies, exact from 24 empties" if told["done"] < told["of"] else "20 plies"
            print(f"refined to {depth}: {clock}")
            if told["done"] == told["of"]:
                return


def analysis(socket: ClientConnection, clock: Clock) -> None:
    waiting = [*LOOKED]
    for told in messages(socket, type="analyse", text=OPENED):
        if clock.seconds() >= waiting[0]:
            depths = sorted(each["badge"]["depth"] for each in told["values"])
            print(
                f"analysis: best move to depth {told['best']['badge']['depth']}, all to {depths[0]}: {clock}"
            )
            if not waiting[1:]:
                return
            del waiting[0]


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "shirokuro.cli", "web", "--port", "0", "--no-browser"]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | {"SHIROKURO_HOME": home}
        )
        assert process.stdout is not None
        try:
            port = re.findall(r":(\d+)/", process.stdout.readline())[0]
            made = Request(f"http://127.0.0.1:{port}/api/owners", method="POST")
            with urlopen(made) as answer:
                token = json.load(answer)["token"]
            for part in (review, analysis):
                with connect(f"ws://127.0.0.1:{port}/api/live") as socket:
                    socket.send(json.dumps({"type": "hello", "token": token}))
                    part(socket, Clock(process.pid))
        finally:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
