"""Measures the engine's use of a clock: games against itself with fixed shares of time.

`python benchmarks/clock.py [--clock 2] [--games 100] [--variant nip]`

The opponent uses 1/(2 + 2n/3) of the time left for each move, with n moves to come.
"""

from __future__ import annotations

import argparse
import time
from statistics import fmean

import shirokuro as sk

ENGINE = "engine:depth=60"
"""Only the clock limits it."""


class FixedShares(sk.Player):
    """The engine with shares that depend only on the time and the cells left."""

    name = "fixed shares"

    def __init__(self, clock: sk.Clock) -> None:
        self._engine = sk.player(ENGINE)
        self._clock = clock
        self._left, self._empties = 0.0, 0

    def prepare(self, variant: str) -> None:
        self._engine.prepare(variant)

    def choose(
        self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None
    ) -> sk.Choice:
        began, empties = time.perf_counter(), len(board.empties())
        if empties > self._empties:  # a new game
            self._left = self._clock.seconds
        share = self._left / (2 + (empties + 1) // 2 * 2 / 3) + 0.8 * self._clock.increment
        choice = self._engine.choose(board, sk.Limits(seconds=max(min(share, 0.9 * self._left), 0.001)), stop)
        self._left += self._clock.increment - (time.perf_counter() - began)
        self._empties = empties
        return choice


def used(result: sk.MatchResult) -> tuple[list[float], list[float]]:
    """The seconds of each game, of both players."""
    games = [(game, game.fixture.first) for game in result.games]
    own = [game.seconds(first) for game, first in games]
    return own, [game.seconds(first.opponent) for game, first in games]


def measure(variant: str, clock: sk.Clock, games: int) -> None:
    result = sk.match(ENGINE, FixedShares(clock), games, variant=variant, clock=clock)
    (own, other), elo = used(result), str(result).splitlines()[0]
    print(f"{variant}, {clock}: +{result.wins} ={result.draws} -{result.losses}, {elo}", end=", ")
    print(f"used {fmean(own):.2f} s (most {max(own):.2f}), {fmean(other):.2f} s on fixed shares", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clock", default="2", metavar="S+INC")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--variant", default="", metavar="NAME", help="reversi and nip if none is named")
    arguments = parser.parse_args()
    for variant in [arguments.variant] if arguments.variant else ["reversi", "nip"]:
        measure(variant, sk.Clock.parse(arguments.clock), arguments.games)


if __name__ == "__main__":
    main()
