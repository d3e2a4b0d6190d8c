"""Runs what a plan still lacks on a pool of workers, and stores each result."""

from __future__ import annotations

import json
import math
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TypeAlias

from shirokuro.lab.run.plan import Cell, Json, Task
from shirokuro.lab.run.store import Store
from shirokuro.lab.run.task import TaskResult, digest, forfeit, kind_of, perform
from shirokuro.matches.fixture import Fixture, Memory
from shirokuro.matches.game import memory_after
from shirokuro.workers.executors import Growing, Pool
from shirokuro.workers.progress import Progress

TaskInput: TypeAlias = Memory | Json
"""What a task starts from: the memory of a game's players, or the value of the measurement before."""


@dataclass(frozen=True, slots=True)
class RunProgress(Progress):
    """How far a run is. What the store already had counts as done."""

    work_done: float = 0.0
    """Seconds of work for one processor, in this run."""
    work_left: float | None = None
    """Likewise, what is left; None while unknown."""
    game: tuple[Fixture, float | None] | None = None
    """The game that was just played, and black's margin."""

    @property
    def share(self) -> float:
        """The part of this run's work that is done; 0 while unknown."""
        if self.work_left is None or not self.work_done:
            return 0.0
        return self.work_done / (self.work_done + self.work_left)


def fill(plan: Sequence[Cell], store: Store, pool: Pool) -> Generator[RunProgress, None, None]:
    """Does what is missing, and yields the progress after every task; close the generator to stop early.

    Games of learning players run one after the other, and so do measurements that continue each other;
    everything else runs in parallel. Exclusive tasks come last, one at a time.
    """
    left = _Remaining(plan, store)
    yield left.progress()
    for tasks in left.waves():
        with closing(pool.map_unordered(perform, tasks, lost=forfeit)) as done:
            for task, outcome in done:
                yield left.keep(task, outcome)


class _Remaining:
    """The state of a run: what is done, what is left, and how long that will take."""

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
        self._after = {task.after: task for task in wanted if task.after}
        self._first = [task for task in wanted if self._after and not task.after and self._lacks_later(task)]
        self._ready = Growing[Task](())

    def waves(self) -> Iterator[Iterable[Task]]:
        """Groups of tasks, each to be finished before the next begins."""
        in_order = {*self._first, *self._after.values()}
        together = (task for task, alone in self._missing.items() if not alone and task not in in_order)
        self._ready = Growing(self._forecast.longest_first(together))
        for task in self._first:
            self._go_on(task, (None, None) if isinstance(task, Fixture) else None)
        yield self._ready
        yield from ([task] for task, alone in self._missing.items() if alone and task not in in_order)

    def _lacks_later(self, task: Task) -> bool:
        """Whether a later task of its chain is missing; if not, the stored ones need not be replayed."""
        later = self._next(task)
        while later is not None and later not in self._missing:
            later = self._next(later)
        return later is not None

    def _next(self, task: Task) -> Task | None:
        """The task that follows this one in its chain."""
        return self._after.get(task.digest())

    def _go_on(self, task: Task | None, known: TaskInput) -> None:
        """Makes the first missing task of a chain ready; memory is rebuilt from stored tasks before it."""
        while task is not None and task not in self._missing:
            if not isinstance(task, Fixture):
                known = self._store.value(task)
            else:
                game = self._store.game(task)
                known = None if game is None else memory_after(game, known)  # type: ignore[arg-type]  # a game's
            if known is None:
                return  # damaged: the chain cannot continue without it
            task = self._next(task)
        if isinstance(task, Fixture):
            self._ready.add(replace(task, memory=known))  # type: ignore[arg-type]  # that of a game
        elif task is not None:
            self._ready.add(replace(task, before=known))  # type: ignore[arg-type]  # a measurement's value

    def keep(self, task: Task, outcome: TaskResult) -> RunProgress:
        self._store.add(task, outcome)
        if self._after:
            known: TaskInput = outcome.memory if isinstance(task, Fixture) else json.loads(outcome.text)
            if known is not None:  # otherwise no player learns
                self._go_on(self._next(task), known)
        self._forecast.learn(kind_of(task), outcome.seconds)
        self._left[kind_of(task)] -= 1
        self._work += outcome.seconds
        return self.progress((task, outcome.margin) if isinstance(task, Fixture) else None)

    def progress(self, game: tuple[Fixture, float | None] | None = None) -> RunProgress:
        left = +self._left
        expected = self._forecast.total(left)
        return RunProgress(self._total - left.total(), self._total, self._work, expected, game)


class Forecast:
    """Mean seconds of every kind of task. The mean of earlier runs counts as one task."""

    def __init__(self, paces: Mapping[str, float]) -> None:
        self._count = Counter(dict.fromkeys(paces, 1))
        self._seconds = dict(paces)

    def learn(self, kind: str, seconds: float) -> None:
        self._count[kind] += 1
        self._seconds[kind] = self._seconds.get(kind, 0.0) + seconds

    def expected(self, kind: str) -> float | None:
        """The seconds that a task of this kind takes; None if none was seen."""
        return self._seconds[kind] / self._count[kind] if kind in self._seconds else None

    def longest_first(self, tasks: Iterable[Task]) -> Iterator[Task]:
        """Yields one task of each unknown kind, to learn its time, then always one of the longest kind.

        Each is chosen on demand, by the times known then. A kind without a finished task may be the longest
        of all. Tasks of one kind stay in the given order.
        """
        queues: dict[str, deque[Task]] = {}
        for task in tasks:
            queues.setdefault(kind_of(task), deque()).append(task)
        unknown = [kind for kind in queues if self.expected(kind) is None]
        yield from (queues[kind].popleft() for kind in unknown)
        queues = {kind: queue for kind, queue in queues.items() if queue}
        while queues:
            known = ((kind, self.expected(kind)) for kind in queues)
            lengths = {kind: math.inf if seconds is None else seconds for kind, seconds in known}
            kind = max(queues, key=lengths.__getitem__)
            yield queues[kind].popleft()
            if not queues[kind]:
                del queues[kind]

    def total(self, kinds: Mapping[str, int]) -> float | None:
        """The seconds that a number of tasks of each kind take; unknown kinds take the mean of the known.

        None if none of them is known.
        """
        known = {kind: seconds for kind in kinds if (seconds := self.expected(kind)) is not None}
        if kinds and not known:
            return None
        usual = sum(known.values()) / max(len(known), 1)
        return sum(count * known.get(kind, usual) for kind, count in kinds.items())
