"""Measures the engine and prints tables: FFO, solved boards, stopping, memory, the cost of an empty cell."""

from __future__ import annotations

import argparse
import math
import os
import platform
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import foundation

import shirokuro as sk

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from ffo import PROBLEMS, Problem

TABLE_MIB = 512
GROUPS = (range(1, 20), range(20, 40), range(40, 50))
STOPS = 50
ENDINGS = 20
SECONDS_A_ROW = 120
"""The cost of an empty cell is measured on ENDINGS positions, or on fewer if they take longer than this."""


def table(*heading: str) -> None:
    print(f"\n| {' | '.join(heading)} |\n|{'---|' * len(heading)}", flush=True)


def row(*cells: object) -> None:
    print(f"| {' | '.join(f'{c:.3f}' if isinstance(c, float) else str(c) for c in cells)} |", flush=True)


# FFO


@dataclass(frozen=True)
class Timing:
    """Seconds on one and on two threads, and the nodes of one."""

    one: float
    two: float
    nodes: int

    @property
    def ratio(self) -> float:
        return self.one / self.two


def ffo() -> None:
    timings = {}
    print("\n## FFO, seconds for the exact value")
    table("position", "empties", "value", "1 thread", "2 threads", "ratio", "nodes", "M nodes/s")
    for problem in PROBLEMS:
        timing = timings[problem.number] = time_problem(problem)
        empties = len(sk.Board.parse(problem.line).empties())
        speed = timing.nodes / timing.one / 1e6
        row(problem.number, empties, problem.value, timing.one, timing.two, timing.ratio, timing.nodes, speed)
    table("positions", "1 thread", "2 threads", "ratio", "nodes")
    for numbers in GROUPS:
        some = [timings[number] for number in numbers]
        total = Timing(sum(t.one for t in some), sum(t.two for t in some), sum(t.nodes for t in some))
        row(f"{numbers[0]}–{numbers[-1]}", total.one, total.two, total.ratio, total.nodes)


def time_problem(problem: Problem) -> Timing:
    board = sk.Board.parse(problem.line)
    one, two = (solved(board, threads) for threads in (1, 2))
    assert one.value == two.value == problem.value, f"FFO {problem.number}: {one.value}, {two.value}"
    return Timing(one.seconds, two.seconds, one.nodes)


def solved(board: sk.Board, threads: int) -> sk.Result:
    with sk.Engine(threads, TABLE_MIB) as engine:
        return engine.solve(board)


# Whole boards


def boards(*, is_long: bool) -> None:
    print("\n## Boards solved from the start")
    table("board", "value", "threads", "seconds", "nodes")
    for variant in ("nip24", "nip24+loop", *(("reversi6",) if is_long else ())):
        for threads in (1, 2) if variant != "reversi6" else (2,):
            result = solved(sk.Board(variant), threads)
            row(variant, f"{result.value:+d}", threads, result.seconds, result.nodes)


# Stopping


def stopping() -> None:
    print(f"\n## From a stop or a deadline to the answer, milliseconds over {STOPS} (asked: within 20)")
    table("how", "threads", "median", "worst")
    board, random = sk.Board.parse(PROBLEMS[44].line), Random(1)
    for threads in (1, 2):
        with sk.Engine(threads, 64) as engine:
            stops = [stop_latency(engine, board, random.uniform(0.01, 0.5)) for _ in range(STOPS)]
            lates = [lateness(engine, board, random.uniform(0.01, 0.5)) for _ in range(STOPS)]
        for how, found in (("stop", stops), ("deadline", lates)):
            row(how, threads, 1000 * statistics.median(found), 1000 * max(found))


def stop_latency(engine: sk.Engine, board: sk.Board, after: float) -> float:
    """Seconds from setting the token to the answer."""
    stop, when = sk.Stop(), list[float]()

    def set_it() -> None:
        when.append(time.perf_counter())
        stop.set()

    engine.clear()
    timer = threading.Timer(after, set_it)
    timer.start()
    engine.solve(board, stop=stop)
    ended = time.perf_counter()
    timer.join()
    return max(ended - when[0], 0.0)


def lateness(engine: sk.Engine, board: sk.Board, seconds: float) -> float:
    engine.clear()
    began = time.perf_counter()
    engine.solve(board, limits=sk.Limits(seconds=seconds))
    return max(time.perf_counter() - began - seconds, 0.0)


# Memory


PEAK = """
import shirokuro as sk
def mib(name):
    return int(next(line for line in open("/proc/self/status") if line.startswith(name)).split()[1]) / 1024
sk.Engine(threads=2, table_mib=0.01).search(sk.Board(), sk.Limits(depth=4))
before = mib("VmRSS")
engine = sk.Engine(threads=2, table_mib=SIZE)
engine.search(sk.Board(), sk.Limits(seconds=2))
print(mib("VmHWM") - before)
"""


def memory() -> None:
    print("\n## Memory of an engine with two threads, MiB (asked: within 10 % of the table)")
    table("table", "resident at most", "beyond the table")
    for size in (16, 64, 256, 1024):
        resident = float(foundation.python(PEAK.replace("SIZE", str(size))))
        row(size, resident, f"{100 * (resident / size - 1):.1f} %")


# The cost of an empty cell


def endings(variant: str, empties: int) -> Iterator[sk.Board]:
    """Positions of random games, the same on every machine."""
    random = Random(f"{variant} {empties}")
    while True:
        board = sk.Board(variant)
        while not board.is_over() and len(board.empties()) > empties:
            moves = board.legal_moves
            board.push(moves[int(random.random() * len(moves))] if moves else sk.PASS)
        if not board.is_over():
            yield board


def mean_seconds(variant: str, empties: int) -> tuple[float, int]:
    """The geometric mean, and the number of positions."""
    seconds: list[float] = []
    for board in endings(variant, empties):
        seconds.append(solved(board, 1).seconds)
        if len(seconds) == ENDINGS or sum(seconds) > SECONDS_A_ROW:
            break
    return math.exp(statistics.fmean(math.log(s) for s in seconds)), len(seconds)


def cost(last: int) -> dict[str, list[tuple[int, float]]]:
    print("\n## One more empty cell, random endings, 1 thread")
    means: dict[str, list[tuple[int, float]]] = {"reversi": [], "nip": []}
    table("board", "empties", "positions", "seconds (geometric mean)", "times the row before")
    for variant, points in means.items():
        for empties in range(14, last + 1):
            seconds, positions = mean_seconds(variant, empties)
            factor = f"{seconds / points[-1][1]:.2f}" if points else ""
            points.append((empties, seconds))
            row(variant, empties, positions, f"{seconds:.4g}", factor)
    return means


def plot(means: dict[str, list[tuple[int, float]]], file: str) -> None:
    from matplotlib import pyplot  # only the picture needs it

    figure, axes = pyplot.subplots()
    for variant, points in means.items():
        axes.semilogy(*zip(*points, strict=True), marker="o", label=variant)
    axes.set(xlabel="empties", ylabel="seconds, geometric mean", title="Exact value of random endings")
    axes.legend()
    axes.grid(visible=True, alpha=0.3)
    figure.savefig(file, dpi=150)


PARTS = ("ffo", "boards", "stopping", "memory", "cost")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--long", action="store_true", help="also reversi6, and endings of 23 and 24 empties")
    parser.add_argument("--plot", metavar="PNG", help="draw the cost of an empty cell (needs matplotlib)")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"no {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}")
    wanted = arguments.parts or PARTS
    print(f"{foundation.cpu()}, {os.cpu_count()} cores; Python {platform.python_version()}")
    print(f"sha256 of 1500 MiB, to compare machines: {foundation.hash_seconds():.3f} s")
    if "ffo" in wanted:
        ffo()
    if "boards" in wanted:
        boards(is_long=arguments.long)
    if "stopping" in wanted:
        stopping()
    if "memory" in wanted:
        memory()
    if "cost" in wanted:
        means = cost(24 if arguments.long else 22)
        if arguments.plot:
            plot(means, arguments.plot)


if __name__ == "__main__":
    main()
