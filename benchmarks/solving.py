"""Compares solving by many workers with one worker, with one engine, and with independent searches.

`python benchmarks/solving.py [nip32 reversi6 …] [--jobs 1 2] [--after "d3 c5 b6"]`

All figures are ratios within one run, since machines are noisy. The last one compares the nodes per second of
all workers with those of as many processes that each solve the same positions alone.
"""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import shirokuro as sk
from shirokuro.board.position_key import board_of_key, equal_moves
from shirokuro.engine.engine import table_for
from shirokuro.proofs.proof_store import ProofStore, ProvenPosition
from shirokuro.proofs.proof_tree import Division
from shirokuro.proofs.solver import Solver, solve
from shirokuro.proofs.task import BoundResult, BoundTask, Cost, OrderingResult, SolvingTask
from shirokuro.workers.executors import work_on
from shirokuro.workers.origin import Origin

SECONDS = 10.0
"""The time for independent searches."""
NOBODY = Origin("nobody", "nothing")
COORDINATED = 20_000
"""Empty tasks by which the coordinator is measured."""


@dataclass(frozen=True)
class Run:
    nodes: int
    seconds: float
    solved: tuple[ProvenPosition, ...] = ()


def by_engine(start: sk.Board) -> Run:
    with sk.Engine(1, table_for(start)) as engine:
        result = engine.solve(start)
    return Run(result.nodes, result.seconds)


def by_workers(start: sk.Board, jobs: int) -> Run:
    division = Division.for_board(start)
    began = time.perf_counter()
    with TemporaryDirectory() as folder, ProofStore(Path(folder) / "a.proof", start) as store:
        with work_on(jobs, common_mib=division.common_mib(jobs)) as pool:
            for _ in solve(Solver(store, division), pool):
                pass
        seconds = time.perf_counter() - began
        solved = tuple(row for row in store.positions() if row.is_solved)
        return Run(store.totals().nodes, seconds, solved)


def read_alone(variant: str, rows: tuple[ProvenPosition, ...]) -> float:
    """Nodes per second of one process."""
    nodes = 0
    with sk.Engine(1, 512) as engine:
        began = time.perf_counter()
        for row in rows:
            least = row.lower if row.lower > -len(sk.VARIANTS[variant].cells) else row.upper + 1
            nodes += engine.solve(board_of_key(variant, row.key), window=(least - 1, least)).nodes
            if time.perf_counter() - began > SECONDS:
                break
    return nodes / (time.perf_counter() - began)


def independent_rate(variant: str, rows: tuple[ProvenPosition, ...], jobs: int) -> float:
    size = len(rows) // jobs
    parts = [rows[part * size :] + rows[: part * size] for part in range(jobs)]
    with work_on(jobs) as pool:
        return sum(
            rate for _, rate in pool.map_unordered(partial(read_alone, variant), parts, chunk_seconds=0)
        )


def nothing(task: SolvingTask) -> OrderingResult | BoundResult:
    """A task done at once: each position has a value of its own, drawn from its key."""
    board = board_of_key(task.variant, task.key)
    cost = Cost(0, 0.0, NOBODY)
    if isinstance(task, BoundTask):
        value = crc32(task.key) % 33 - 16
        return BoundResult(value, value, cost)
    return OrderingResult(tuple(crc32(task.key, move) % 33 - 16 for move, *_ in equal_moves(board)), cost)


def coordinator(variant: str, jobs: int, *, is_cluster: bool) -> str:
    """Tasks a second with empty tasks: the tree, the store, sending and receiving alone.

    The CPU time is that of this process, a cluster's scheduler included.
    """
    with ExitStack() as around:
        address = None
        if is_cluster:
            from distributed import LocalCluster

            cluster = LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
            address = around.enter_context(cluster).scheduler_address
        folder = around.enter_context(TemporaryDirectory())
        start = sk.Board(variant)
        store = around.enter_context(ProofStore(Path(folder) / "a.proof", start))
        pool = around.enter_context(work_on(jobs, address))
        solver = Solver(store, Division(len(start.empties()) * 2 // 3, 4))
        began, used = time.perf_counter(), time.process_time()
        with closing(solve(solver, pool, nothing)) as working:
            done = sum(1 for _ in islice(working, COORDINATED))
        rate, cost = done / (time.perf_counter() - began), (time.process_time() - used) / done
        return f"{rate:,.0f} tasks a second; {cost * 1e6:.0f} µs of CPU time each"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="*", default=["nip32", "reversi6"])
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--after", default="", help="moves that were played before")
    parser.add_argument("--coordinator", action="store_true", help="how many empty tasks a second it takes")
    arguments = parser.parse_args()
    if arguments.coordinator:
        for jobs in arguments.jobs:
            for is_cluster in (False, True):
                found = coordinator(arguments.boards[0], jobs, is_cluster=is_cluster)
                print(f"{jobs} {'Dask workers' if is_cluster else 'processes'}: {found}")
        return
    for variant in arguments.boards:
        start = sk.Board(variant)
        for move in arguments.after.split():
            start.push(move)
        one, first = by_engine(start), None
        print(f"{variant}: one engine, {one.nodes:,} nodes, {one.seconds:.1f} s", flush=True)
        for jobs in arguments.jobs:
            run = by_workers(start, jobs)
            first = first or run
            alone = independent_rate(variant, run.solved, jobs)
            print(
                f"  workers {jobs}: {run.nodes:,} nodes, {run.nodes / one.nodes:.2f} of the engine's; "
                f"{run.seconds:.1f} s, {first.seconds / run.seconds:.2f} times as fast as the first; "
                f"{run.nodes / run.seconds / alone:.2f} of {alone / 1e6:.0f} million nodes a second",
                flush=True,
            )


if __name__ == "__main__":
    main()
