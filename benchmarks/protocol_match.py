"""A match of two quick engines over a protocol, beside the same engines without us.

`python benchmarks/protocol_match.py [--games 200] [--rounds 3] [--engines rhino|ours]`

Without us, a loop of a few lines carries the moves from one engine to the other and knows no rules. Both
play the same openings and take turns, so that a busy machine slows both. Games a second are those of two
games at a time, from the first games that end to the last one. CPU time is that of one game at a time; what
share of it the engines have hardly depends on what else the machine does.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain, islice
from typing import Any

import shirokuro as sk
from shirokuro.players.external.external_engine import ExternalEngine

JOBS = 2
OURS = [sys.executable, "-m", "shirokuro.cli", "protocol", "gtp", "--player"]
ENGINES = {
    "rhino": (["gtp-rhino", "--level=1"], ["gtp-rhino", "--level=2"]),
    "ours": ([*OURS, "engine:depth=4"], [*OURS, "engine:depth=5"]),
}
Command = Sequence[str]


class Gtp:
    """An engine on a pipe."""

    def __init__(self, command: Command) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, bufsize=-1
        )

    def ask(self, *commands: str) -> str:
        """The answer to the last of some commands."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n".join(commands) + "\n")
        self._process.stdin.flush()
        answer = ""
        for _ in commands:
            while not (answer := self._process.stdout.readline()).strip():
                assert answer, "the engine has ended"
            while self._process.stdout.readline().strip():
                pass
        return answer.lstrip("=?0123456789 ").strip().lower()

    def end(self) -> None:
        self.ask("quit")
        self._process.wait()


def carried(commands: tuple[Command, Command], openings: Sequence[str]) -> list[float]:
    """Plays each opening with both colours; the times at which the games ended."""
    engines, ends = [Gtp(command) for command in commands], list[float]()
    for opening in openings:
        for black in (0, 1):
            carry((engines[black], engines[1 - black]), opening)
            ends.append(time.perf_counter())
    for engine in engines:
        engine.end()
    return ends


def carry(engines: tuple[Gtp, Gtp], opening: str) -> None:
    """One game: each answer is the other engine's next move."""
    names, told = ("black", "white"), [["clear_board"], ["clear_board"]]
    moves = [opening[at : at + 2] for at in range(0, len(opening), 2)]
    for ply, move in enumerate(moves):
        for lines in told:
            lines.append(f"play {names[ply % 2]} {move}")
    side, passes = len(moves) % 2, 0
    while passes < 2:
        move = engines[side].ask(*told[side], f"genmove {names[side]}")
        passes = passes + 1 if move == "pass" else 0
        told[side], told[1 - side] = [], [*told[1 - side], f"play {names[side]} {move}"]
        side = 1 - side


def without_us(commands: tuple[Command, Command], games: int) -> float:
    """The seconds of a game."""
    openings = [*islice(endless(), games // 2)]
    with ProcessPoolExecutor(JOBS) as pool:
        ends = pool.map(partial(carried, commands), [openings[job::JOBS] for job in range(JOBS)])
        return between(chain(*ends))


def with_us(commands: tuple[Command, Command], games: int) -> float:
    ends = list[float]()
    played(commands, games, jobs=JOBS, on_game=lambda _: ends.append(time.perf_counter()))
    return between(ends)


def between(ends: Iterable[float]) -> float:
    """Seconds a game, from the end of the first few to the end of the last."""
    times = sorted(ends)[2 * JOBS :]
    return (times[-1] - times[0]) / (len(times) - 1)


def played(commands: tuple[Command, Command], games: int, **how: Any) -> float:
    """Plays a match; the CPU seconds of this process, without those of its children."""
    players = [ExternalEngine(command, name=f"{number}") for number, command in enumerate(commands)]
    openings = [*islice(endless(), games // 2)]
    for player in players:
        player.prepare("reversi")
    began = time.process_time()
    result = sk.match(*players, games, openings=openings, order="listed", strict=True, **how)
    seconds = time.process_time() - began
    for player in players:
        player.close()
    assert len(result.games) == games
    return seconds


def endless() -> Iterator[str]:
    while True:
        yield from sk.openings()


def cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compare(name: str, games: int, rounds: int) -> None:
    commands = ENGINES[name]
    with_seconds = without_seconds = own = engines = 0.0
    for _ in range(rounds):
        without_seconds += without_us(commands, games) / rounds
        with_seconds += with_us(commands, games) / rounds
        own += played(commands, games, jobs=1) / games / rounds
        before = cpu_of_children()
        carried(commands, [*islice(endless(), games // 2)])
        engines += (cpu_of_children() - before) / games / rounds
    print(f"{name}: {' | '.join(' '.join(command[-2:]) for command in commands)}, {rounds} x {games} games")
    print(f"  games a second: {1 / with_seconds:.1f}, without us {1 / without_seconds:.1f}", end="; ")
    print(f"ratio {without_seconds / with_seconds:.1%}")
    print(f"  CPU a game: engines {1000 * engines:.1f} ms, ours {1000 * own:.1f} ms", end="; ")
    print(f"the engines have {engines / (engines + own):.1%}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engines", choices=ENGINES, action="append")
    arguments = parser.parse_args()
    os.environ["PATH"] += ":/usr/games"
    for name in arguments.engines or ENGINES:
        if shutil.which(ENGINES[name][0][0]):
            compare(name, arguments.games, arguments.rounds)
        else:
            print(f"{name}: {ENGINES[name][0][0]} is not installed")


if __name__ == "__main__":
    main()
