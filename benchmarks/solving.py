"""Compares solving by many workers with one worker, with one engine, and with independent searches.

`python benchmarks/solving.py [nip32 reversi6 …] [--jobs 1 2] [--after "d3 c5 b6"]`

All figures are ratios within one run, since machines are noisy. The last one compares the nodes per second of
all workers with those of as many processes that each solve the same positions alone.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import shirokuro as sk
from shirokuro.board.position_key import board_of_key
from shirokuro.engine.engine import table_for
from shirokuro.proofs.proof_store import ProofStore, ProvenPosition
from shirokuro.proofs.proof_tree import Division
from shirokuro.proofs.solver import Solver, solve
from shirokuro.workers.executors import work_on

SECONDS = 10.0
"""The time for independent searches."""


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
        return sum(rate for _, rate in pool.map_unordered(partial(read_alone, variant), parts, together=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="*", default=["nip32", "reversi6"])
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--after", default="", help="moves that were played before")
    arguments = parser.parse_args()
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
