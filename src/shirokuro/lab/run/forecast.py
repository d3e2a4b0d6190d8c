"""How long tasks take, learnt from those that are done."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping

from shirokuro.lab.run.plan import Task
from shirokuro.lab.run.task import kind_of


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
