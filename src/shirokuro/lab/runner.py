"""The runner: what a plan still lacks is done, wherever there is room, and stored as it comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from shirokuro.lab.forecast import Forecast
from shirokuro.lab.store import Store
from shirokuro.lab.study import Cell, Task
from shirokuro.lab.task import Outcome, digest, kind_of, perform

Spread: TypeAlias = Callable[[Callable[[Task], Outcome], Iterable[Task]], Iterable[Outcome]]
"""Applies a function to many tasks, as `map` does, in whatever order they are finished."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is. What the store already had counts as done."""

    done: int
    total: int
    work_left: float | None
    """Seconds of work for one processor; None while nobody knows."""
    latest: Outcome | None = None


def fill(plan: Sequence[Cell], store: Store, spread: Spread = map) -> Iterator[Progress]:
    """Does what is missing and tells after every task; whoever has seen enough stops listening.

    Exclusive tasks come last, one at a time.
    """
    with store.reserved():
        run = _Run(plan, store)
        yield run.progress()
        for tasks in run.waves():
            for outcome in spread(perform, tasks):
                yield run.keep(outcome)


class _Run:
    """The books of one run: what is done, what is left and how long it will take."""

    def __init__(self, plan: Sequence[Cell], store: Store) -> None:
        self._store = store
        self._forecast = Forecast(store.paces())
        stored = store.keys()
        wanted = {task: cell.exclusive for cell in plan for task in cell.tasks()}
        # A game that one cell times and another only counts is timed.
        wanted |= {task: True for cell in plan if cell.exclusive for task in cell.tasks()}
        self._missing = {task: alone for task, alone in wanted.items() if digest(task) not in stored}
        self._total = len(wanted)
        self._left = Counter(kind_of(task) for task in self._missing)

    def waves(self) -> Iterator[list[Task]]:
        """Lists of tasks, each to be finished before the next begins."""
        yield self._forecast.longest_first(task for task, alone in self._missing.items() if not alone)
        yield from ([task] for task, alone in self._missing.items() if alone)

    def keep(self, outcome: Outcome) -> Progress:
        self._store.add(outcome)
        self._forecast.learn(outcome)
        self._left[kind_of(outcome.task)] -= 1
        return self.progress(outcome)

    def progress(self, latest: Outcome | None = None) -> Progress:
        left = +self._left
        return Progress(self._total - left.total(), self._total, self._forecast.total(left), latest)
