"""Compares this build of the engine with another one, on one thread and in turns: exact values, and games.

`python benchmarks/comparison.py [PART …] [--against PYTHON]`, where PYTHON is the interpreter of another
checkout's .venv; without it this build meets itself with the handcrafted evaluation. Parts:
- ffo: processor time for the exact values of FFO 20–39 and 40–49;
- endings: the same for 40 endings of the tournaments of 2011 to 2015, one a game, if SHIROKURO_DATA names
  the folder with wthor/;
- boards: 6x6 and nip32 from the start (some minutes);
- games: at 0.05 s a move, on 8x8 and Nip, from random openings or, with --level, from the shipped
  ones, each played twice with colours swapped;
- time: this build against itself with half the time, at 20, 40 and 80 ms a move.
Each build runs in a process of its own; for each position they take turns.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shirokuro as sk

TABLE_MIB = 512
SECONDS = 0.05
STEPS = (0.02, 0.04, 0.08)
VARIANTS = ("reversi", "nip")
PLIES = 8
"""Random moves before the players take over."""
ENDINGS, EMPTIES, SEED = 40, range(22, 25), 4242
PARTS = ("ffo", "endings", "boards", "games", "time")


# In the process of a build, which may be an old one: only names that all have


def serve(evaluator: str) -> None:
    """Answers each line of JSON with another."""
    print("ready", flush=True)
    settings = {"evaluator": evaluator} if evaluator else {}
    for line in sys.stdin:
        asked = json.loads(line)
        board, seconds = sk.Board.parse(asked["line"], asked["variant"]), asked["seconds"]
        answer = choose(board, seconds, settings) if seconds else solve(board, settings)
        print(json.dumps(answer), flush=True)


def solve(board: sk.Board, settings: dict[str, Any]) -> dict[str, Any]:
    with sk.Engine(1, TABLE_MIB, **settings) as engine:
        began = time.process_time()  # CPU time depends less on other work
        found = engine.solve(board)
        seconds = time.process_time() - began
    return {"value": found.value, "seconds": seconds, "nodes": found.nodes}


def choose(board: sk.Board, seconds: float, settings: dict[str, Any]) -> dict[str, Any]:
    words = "".join(f",{name}={value}" for name, value in settings.items())
    choice = sk.player(f"engine:seconds={seconds}{words}").choose(board)
    return {"move": choice.move, "seconds": choice.seconds, "nodes": choice.nodes}


class Build(sk.Player):
    """The engine of one build, in a process of its own; it solves and plays."""

    def __init__(self, name: str, python: str, evaluator: str = "") -> None:
        self.name = name
        here = str(Path(__file__).parent)
        code = f"import sys; sys.path.insert(0, {here!r}); import comparison; comparison.serve({evaluator!r})"
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([python, "-c", code], stdin=pipe, stdout=pipe, text=True)
        if not self._line():
            raise ValueError(f"{python} cannot import shirokuro")

    def solve(self, board: sk.Board) -> Solution:
        return Solution(**self._ask(board))

    def choose(
        self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None
    ) -> sk.Choice:
        return sk.Choice(**self._ask(board, SECONDS))

    def close(self) -> None:
        self._process.communicate()

    def _ask(self, board: sk.Board, seconds: float | None = None) -> dict[str, Any]:
        question = {"line": board.line(), "variant": board.variant_name, "seconds": seconds}
        print(json.dumps(question), file=self._process.stdin, flush=True)
        found: dict[str, Any] = json.loads(self._line())
        return found

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


Builds = tuple[Build, Build]
"""This build, and the one to compare it with."""


# Exact values


@dataclass(frozen=True)
class Solution:
    value: int
    seconds: float
    nodes: int


def solving(parts: Iterable[str], builds: Builds) -> None:
    names = [f"{what}, {build.name}" for what in ("seconds", "million nodes") for build in builds]
    print(f"\n| positions | number | {' | '.join(names)} | ratio of seconds | 95 % interval |")
    print(f"|{8 * '---|'}", flush=True)
    for name, boards in sets(parts):
        pairs = [(builds[0].solve(board), builds[1].solve(board)) for board in boards]
        assert all(one.value == other.value for one, other in pairs), f"{name}: the values differ"
        print(f"| {name} | {len(boards)} | {' | '.join(cells(pairs))} |", flush=True)


def sets(parts: Iterable[str]) -> Iterator[tuple[str, list[sk.Board]]]:
    from evaluation import tournament_positions

    if "ffo" in parts:
        yield "FFO 20–39", ffo(range(20, 40))
        yield "FFO 40–49", ffo(range(40, 50))
    if "endings" in parts and (boards := tournament_positions(EMPTIES, ENDINGS)):
        yield f"tournaments, {EMPTIES[0]} to {EMPTIES[-1]} empties", boards
    for variant in ("reversi6", "nip32") if "boards" in parts else ():
        yield f"`{variant}` from the start", [sk.Board(variant)]


def ffo(numbers: range) -> list[sk.Board]:
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from ffo import PROBLEMS

    return [sk.Board.parse(PROBLEMS[number - 1].line) for number in numbers]


def cells(pairs: list[tuple[Solution, Solution]]) -> Iterator[str]:
    from shirokuro.lab.statistics.ratio import ratio_of_sums

    columns = list(zip(*pairs, strict=True))
    seconds = [[found.seconds for found in column] for column in columns]
    yield from (f"{sum(column):.2f}" for column in seconds)
    yield from (f"{sum(found.nodes for found in column) / 1e6:.1f}" for column in columns)
    ratio = ratio_of_sums(*seconds)
    yield f"{ratio.value:.3f}"
    yield f"{ratio.low:.2f}–{ratio.high:.2f}" if len(pairs) > 1 else ""


# Games


def playing(parts: Iterable[str], builds: Builds, games: int, *, level: bool) -> None:
    print("\n| board | match | won | drawn | lost | points | 95 % interval | mean margin |")
    print(f"|{8 * '---|'}", flush=True)
    for variant in VARIANTS:
        if "games" in parts:
            print(f"| {variant} | {play(variant, builds, games, level=level)} |", flush=True)
        for seconds in STEPS if "time" in parts else ():
            players = f"engine:seconds={seconds}", f"engine:seconds={seconds / 2}"
            print(f"| {variant} | {play(variant, players, games, level=level)} |", flush=True)


def play(variant: str, players: Builds | tuple[str, str], games: int, *, level: bool) -> str:
    from shirokuro.matches.rating import score_of
    from shirokuro.opening_names.level_openings import openings, random_openings

    starts = openings(variant) if level else random_openings(variant, PLIES, games // 2, SEED)
    found = sk.match(*players, games, SEED, variant=variant, openings=starts, strict=True)
    low, high = (100 * score_of(elo) for elo in (found.estimate.low, found.estimate.high))
    counts = f"{found.wins} | {found.draws} | {found.losses} | {100 * found.tally.points / games:.1f} %"
    return f"{found.first} – {found.second} | {counts} | {low:.1f}–{high:.1f} % | {found.mean_margin:+.1f}"


def other_build(python: str | None) -> Build:
    return Build("the other", python) if python else Build("by hand", sys.executable, "hand")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)} (default: ffo, endings)"
    )
    parser.add_argument("--against", metavar="PYTHON", help="the interpreter that has the other build")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games a match (default 200)")
    parser.add_argument("--level", action="store_true", help="games from openings that are about level")
    arguments = parser.parse_args()
    parts = set(arguments.parts or ("ffo", "endings"))
    if unknown := parts - set(PARTS):
        parser.error(f"no {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}")
    if arguments.games < 2 or arguments.games % 2:
        parser.error("--games: an even number, since openings are played with both colours")
    try:
        one, other = Build("this build", sys.executable), other_build(arguments.against)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    with closing(one), closing(other):
        if parts & {"ffo", "endings", "boards"}:
            solving(parts, (one, other))
        if parts & {"games", "time"}:
            playing(parts, (one, other), arguments.games, level=arguments.level)


if __name__ == "__main__":
    main()
