"""The runner: what a plan still lacks is done, wherever there is room, and stored as it comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from shirokuro.executors import Pool
from shirokuro.fixture import Fixture
from shirokuro.lab.run.forecast import Forecast
from shirokuro.lab.run.plan import Cell, Task
from shirokuro.lab.run.store import Store
from shirokuro.lab.run.task import Outcome, digest, forfeit, kind_of, perform


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is. What the store already had counts as done."""

    done: int
    total: int
    work_done: float
    """Seconds of work for one processor, of this run alone."""
    work_left: float | None
    """Likewise; None while nobody knows."""
    game: tuple[Fixture, float | None] | None = None
    """The one that was just played, and black's margin in it."""

    @property
    def share(self) -> float:
        """Of the work of this run, what is done; 0 while nobody knows."""
        if self.work_left is None or not self.work_done:
            return 0.0
        return self.work_done / (self.work_done + self.work_left)


def fill(plan: Sequence[Cell], store: Store, pool: Pool) -> Generator[Progress, None, None]:
    """Does what is missing and tells after every task; whoever has seen enough stops listening.

    Exclusive tasks come last, one at a time.
    """
    run = _Run(plan, store)
    yield run.progress()
    for tasks in run.waves():
        with closing(pool.map_unordered(perform, tasks, lost=forfeit)) as done:
            for task, outcome in done:
                yield run.keep(task, outcome)


class _Run:
    """The books of one run: what is done, what is left and how long it will take."""

    def __init__(self, plan: Sequence[Cell], store: Store) -> None:
        self._store = store
        self._forecast = Forecast(store.paces())
        stored = store.keys()
        wanted = {task: cell.exclusive for cell in plan for task in cell.tasks()}
        # A game that one cell times and another only counts is timed.
        wanted |= {task: True for cell in plan if cell.exclusive for task in cell.tasks()}
        self._missing = {task: alone for task, alone in wanted.items() if digest(task.key()) not in stored}
        self._total = len(wanted)
        self._left = Counter(kind_of(task) for task in self._missing)
        self._work = 0.0

    def waves(self) -> Iterator[Iterable[Task]]:
        """Tasks in groups, each to be finished before the next begins."""
        yield self._forecast.longest_first(task for task, alone in self._missing.items() if not alone)
        yield from ([task] for task, alone in self._missing.items() if alone)

    def keep(self, task: Task, outcome: Outcome) -> Progress:
        self._store.add(task, outcome)
        self._forecast.learn(kind_of(task), outcome.seconds)
        self._left[kind_of(task)] -= 1
        self._work += outcome.seconds
        return self.progress((task, outcome.margin) if isinstance(task, Fixture) else None)

    def progress(self, game: tuple[Fixture, float | None] | None = None) -> Progress:
        left = +self._left
        expected = self._forecast.total(left)
        return Progress(self._total - left.total(), self._total, self._work, expected, game)
