"""The runner: what a plan still lacks is done, wherever there is room, and stored as it comes."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from shirokuro.executors import Growing, Pool
from shirokuro.fixture import Fixture, Memory
from shirokuro.game import memory_after
from shirokuro.lab.run.plan import Cell, Task
from shirokuro.lab.run.store import Store
from shirokuro.lab.run.task import TaskResult, digest, forfeit, kind_of, perform


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

    Games of players that learn follow each other, and those of other players run beside them. Exclusive tasks
    come last, one at a time.
    """
    left = _Remaining(plan, store)
    yield left.progress()
    for tasks in left.waves():
        with closing(pool.map_unordered(perform, tasks, lost=forfeit)) as done:
            for task, outcome in done:
                yield left.keep(task, outcome)


class _Remaining:
    """How far a run is: what is done, what is left and how long it will take."""

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
        games = [task for task in wanted if isinstance(task, Fixture)]
        self._after = {game.after: game for game in games if game.after}
        self._first = [game for game in games if self._after and not game.after and self._next(game)]
        self._ready = Growing[Task](())

    def waves(self) -> Iterator[Iterable[Task]]:
        """Tasks in groups, each to be finished before the next begins."""
        in_order = {*self._first, *self._after.values()}
        together = (task for task, alone in self._missing.items() if not alone and task not in in_order)
        self._ready = Growing(self._forecast.longest_first(together))
        for game in self._first:
            self._go_on(game, (None, None))
        yield self._ready
        yield from ([task] for task, alone in self._missing.items() if alone and task not in in_order)

    def _next(self, game: Fixture) -> Fixture | None:
        """The game that begins with what the players remember of this one."""
        return self._after.get(game.digest())

    def _go_on(self, game: Fixture | None, memory: Memory) -> None:
        """Makes the first game from this one on ready that is missing; what is stored is learned again."""
        while game is not None and game not in self._missing:
            if (played := self._store.game(game)) is None:
                return  # it is damaged, and without it nobody knows what they remember
            game, memory = self._next(game), memory_after(played, memory)
        if game is not None:
            self._ready.add(replace(game, memory=memory))

    def keep(self, task: Task, outcome: TaskResult) -> Progress:
        self._store.add(task, outcome)
        if isinstance(task, Fixture) and outcome.memory is not None:
            self._go_on(self._next(task), outcome.memory)
        self._forecast.learn(kind_of(task), outcome.seconds)
        self._left[kind_of(task)] -= 1
        self._work += outcome.seconds
        return self.progress((task, outcome.margin) if isinstance(task, Fixture) else None)

    def progress(self, game: tuple[Fixture, float | None] | None = None) -> Progress:
        left = +self._left
        expected = self._forecast.total(left)
        return Progress(self._total - left.total(), self._total, self._work, expected, game)


class Forecast:
    """Mean seconds of every kind of task. What is known of a kind from earlier runs weighs as one task."""

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
        """One of each unknown kind, so that it gets known; from then on always one of the longest kind.

        Each is chosen when it is asked for, by what is known then. A kind of which nothing is heard yet may
        be the longest of all. Those of one kind stay in the order given.
        """
        queues: dict[str, deque[Task]] = {}
        for task in tasks:
            queues.setdefault(kind_of(task), deque()).append(task)
        unknown = [kind for kind in queues if self.expected(kind) is None]
        yield from (queues[kind].popleft() for kind in unknown)
        queues = {kind: queue for kind, queue in queues.items() if queue}
        while queues:
            kind = max(queues, key=self._length)
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

    def _length(self, kind: str) -> float:
        seconds = self.expected(kind)
        return math.inf if seconds is None else seconds
