"""Measures the overhead of matches: games per second, and the players' share of CPU time.

`python benchmarks/match.py [--games 400]`
"""

from __future__ import annotations

import argparse
import resource
import time
from dataclasses import dataclass

import shirokuro as sk

LOOPS = 50_000
"""About a millisecond of work on a machine of 2020, for each of 60 moves."""


@dataclass(frozen=True)
class Busy:
    """Makes a game take about 50 ms."""

    name = "busy"
    variants = tuple(sk.VARIANTS)

    def choose(
        self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None
    ) -> sk.Choice:
        sum(range(LOOPS))
        return sk.Choice(board.legal_moves[0] if board.legal_moves else sk.PASS)


@dataclass(frozen=True, slots=True)
class Cost:
    """The time and CPU time of a match."""

    seconds: float
    cpu: float
    result: sk.MatchResult


def measured(player: sk.Player | str, games: int, jobs: int) -> Cost:
    began, cpu = time.perf_counter(), cpu_seconds()
    result = sk.match(player, player, games, openings=[""], jobs=jobs)
    return Cost(time.perf_counter() - began, cpu_seconds() - cpu, result)


def cpu_seconds() -> float:
    """CPU time of this process and of all workers that have ended."""
    own, workers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + workers.ru_utime + workers.ru_stime


def frame(games: int) -> None:
    """Random players, whose own time is negligible."""
    for jobs in (1, 2):
        cost = measured("random", games, jobs)
        speed, milliseconds = games / cost.seconds, 1000 * cost.cpu / games
        print(f"random-random, {jobs} jobs: {speed:.0f} games/s, {milliseconds:.2f} ms CPU a game")


def share(games: int) -> None:
    """Games of 50 ms on two jobs."""
    cost = measured(Busy(), games, jobs=2)
    plies = sum(len(record.moves) for record in cost.result.records)
    start = measured("random", 2, jobs=2).cpu
    players = plies * move_seconds()
    print(f"games of 50 ms, 2 jobs: {players / (cost.cpu - start):.1%} of the CPU in players", end=", ")
    print(f"{players / cost.cpu:.1%} with the start of the workers ({start:.2f} s CPU);", end=" ")
    print(f"two cores busy {cost.cpu / (2 * cost.seconds):.1%}")


def move_seconds() -> float:
    """The CPU time of a move of the player alone."""
    player, board, moves = Busy(), sk.Board(), 5000
    began = time.process_time()
    for _ in range(moves):
        player.choose(board)
    return (time.process_time() - began) / moves


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    arguments = parser.parse_args()
    frame(2 * arguments.games)
    share(arguments.games)


if __name__ == "__main__":
    main()
