"""Simulates what many more workers than this machine has would make of a solution by many workers.

`python benchmarks/scaling.py [nip32] [--leaf 18] [--workers 1 4 16 100] [--task 2] [--coordinator 200]`

The coordinator is the real one, with its tree and its order of tasks. Each task is done here once; its
simulated length is its share of the nodes, with a mean of `--task` seconds. The coordinator is busy for so
many microseconds with each task. Sending takes no time.
"""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import shirokuro as sk
from shirokuro.proofs.proof_store import ProofStore
from shirokuro.proofs.proof_tree import Division
from shirokuro.proofs.solver import Solver, solve
from shirokuro.proofs.task import BoundResult, OrderingResult, SolvingTask, work
from shirokuro.workers.executors import CHUNKS_PER_WORKER

TaskResult = OrderingResult | BoundResult


class Known:
    """The results of tasks, each found once."""

    def __init__(self) -> None:
        self._results: dict[SolvingTask, TaskResult] = {}

    def __call__(self, task: SolvingTask) -> TaskResult:
        if task not in self._results:
            self._results[task] = work(task)
        return self._results[task]

    @property
    def mean_nodes(self) -> float:
        return sum(each.cost.nodes for each in self._results.values()) / max(len(self._results), 1)


class SimulatedPool:
    """Workers that exist on a simulated clock alone."""

    def __init__(self, size: int, seconds_per_node: float, coordinator_seconds: float) -> None:
        self.size = size
        self.now = 0.0
        """When the coordinator is done with what it has heard so far."""
        self.tasks = 0
        self.busy_seconds = 0.0
        """Of the coordinator."""
        self._seconds_per_node = seconds_per_node
        self._coordinator_seconds = coordinator_seconds

    def map_unordered(
        self, function: Callable[[Any], Any], items: Iterator[Any], *_: Any, **__: Any
    ) -> Generator[tuple[Any, Any], None, None]:
        working: list[tuple[float, int, Any, Any]] = []
        waiting, numbers = deque[Any](), count()
        while True:
            while len(working) + len(waiting) < CHUNKS_PER_WORKER * self.size:
                if (item := next(items, None)) is None:
                    break
                waiting.append(item)
            while waiting and len(working) < self.size:
                item = waiting.popleft()
                result = function(item)
                seconds = result.cost.nodes * self._seconds_per_node
                heappush(working, (self.now + seconds, next(numbers), item, result))
            if not working:
                return
            finished, _, item, result = heappop(working)
            self.now = max(self.now, finished) + self._coordinator_seconds
            self.busy_seconds += self._coordinator_seconds
            self.tasks += 1
            yield item, result


def simulated(start: sk.Board, division: Division, pool: SimulatedPool, known: Known) -> None:
    with (
        TemporaryDirectory() as folder,
        ProofStore(Path(folder) / "a.proof", start) as store,
        closing(solve(Solver(store, division), pool, known)) as working,
    ):
        for _ in working:
            pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", nargs="?", default="nip32")
    parser.add_argument("--leaf", type=int, default=18, help="fewer empties: more and shorter tasks")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 4, 16, 100])
    parser.add_argument("--task", type=float, default=2.0, help="the mean length of a task in seconds")
    parser.add_argument("--coordinator", type=float, default=200.0, help="microseconds for each task")
    arguments = parser.parse_args()
    start, known = sk.Board(arguments.board), Known()
    division = Division(arguments.leaf, 4)
    simulated(start, division, SimulatedPool(1, 1e-9, 0), known)  # finds how long tasks are
    seconds_per_node = arguments.task / known.mean_nodes
    alone = None
    for workers in arguments.workers:
        pool = SimulatedPool(workers, seconds_per_node, arguments.coordinator * 1e-6)
        simulated(start, division, pool, known)
        alone = alone or pool
        print(
            f"{workers} workers: {pool.tasks} tasks ({pool.tasks / alone.tasks:.2f} times those of "
            f"{alone.size}), {alone.now / pool.now:.1f} times as fast, "
            f"coordinator busy {pool.busy_seconds / pool.now:.1%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
