"""Where work runs: in this process, in others on this machine, or on a cluster.

    with work_on(jobs=2) as pool:
        for item, result in pool.map_unordered(function, items):
            ...

Items are handed out a few at a time and come back as they are done. Small ones travel together, so that
sending them costs little; large ones alone, so that no worker waits for another at the end.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from shirokuro.engine.limits import Stop
from shirokuro.errors import shown
from shirokuro.workers.worker_slot import Attempt, UnreadableError, own_slot

T = TypeVar("T")
R = TypeVar("R")

MOST_JOBS = 1024
CHUNK_SECONDS = 0.2
"""Items travel together that take about so long."""
MOST_IN_CHUNK = 32
"""So many records fit into a pipe."""
CHUNKS_PER_WORKER = 2
"""One is worked on, one waits."""
MOST_DEATHS = 3
"""After so many deaths in a row the work itself is to blame."""
DEATHS = f"{MOST_DEATHS} workers died one after the other: the work ends the process that it runs in"
POLL_SECONDS = 0.1
"""How often a pool checks whether it is to stop."""


Lost: TypeAlias = Callable[[T, Attempt], R | None]
"""Makes a result for an item whose worker was killed or died, from the worker's last note."""


class Growing(Iterator[T]):
    """Items to which more can be added while they are worked on."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items = iter(items)
        self._added: deque[T] = deque()

    def add(self, item: T) -> None:
        self._added.append(item)

    def __next__(self) -> T:
        return self._added.popleft() if self._added else next(self._items)


class Pool(Protocol):
    """Something that gets work done."""

    @property
    def size(self) -> int:
        """How many pieces it works on at a time."""
        ...

    def map_unordered(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        stop: Stop | None = None,
        lost: Lost[T, R] | None = None,
        chunk_seconds: float = CHUNK_SECONDS,
    ) -> Generator[tuple[T, R], None, None]:
        """Each item with what the function made of it, in the order they get done; fewer once stopped.

        `function` and items must be picklable. What the function raises is raised here. If the caller closes
        the generator or `stop` is set, items in work are lost. A process that misses the deadline in its slot
        is killed, and an item that ends several processes is given up; with `lost`, what that returns is the
        result of such an item, unless it is None. `Growing` items are asked for again after each result.
        Items travel together that take about `chunk_seconds`: little where a result may change which items
        are wanted.
        """
        ...


@contextmanager
def work_on(jobs: int = 1, cluster: str | None = None, *, common_mib: int = 0) -> Iterator[Pool]:
    """A pool of `jobs` processes on this machine, or of all workers of a Dask cluster (`tcp://host:8786`).

    Processes on this machine share `common_mib` of memory, if they want any (`shared_memory.py`).
    """
    if cluster is not None:
        from shirokuro.workers.cluster import Cluster, connected

        with connected(cluster) as client, _WorkerPool(lambda: Cluster(client)) as pool:
            yield pool
    elif jobs < 1:
        raise ValueError(f"jobs: 1 or more are possible, not {jobs}")
    elif jobs > MOST_JOBS:
        raise ValueError(f"jobs: {MOST_JOBS} at most are possible, not {shown(jobs)}")
    elif jobs == 1:
        yield _Here()
    else:
        from shirokuro.workers.processes import Processes

        with _WorkerPool(lambda: Processes(jobs, common_mib)) as pool:
            yield pool


class _Here:
    """This process alone: nothing to send, nothing to start."""

    size = 1

    def map_unordered(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        stop: Stop | None = None,
        lost: Lost[T, R] | None = None,
        chunk_seconds: float = CHUNK_SECONDS,
    ) -> Generator[tuple[T, R], None, None]:
        for item in items:
            if stop is not None and stop.is_set():
                return
            yield item, function(item)


class _Workers(Protocol):
    """Processes or machines that work, and how they are ended."""

    @property
    def size(self) -> int:
        """How many there are now."""
        ...

    def submit(self, work: Callable[[], R]) -> Future[R]:
        """Has one of them do the work; a BrokenExecutor if one has died by now."""
        ...

    def attempts(self) -> list[Attempt]:
        """The current task of each, or its last one; nothing where that cannot be seen."""
        ...

    def check(self) -> None:
        """Raises an error where nothing more can come."""
        ...

    def shut_down(self) -> None:
        """When nothing is left to do."""
        ...

    def kill(self) -> None:
        """At once, whatever is in work."""
        ...


class _OverdueError(Exception):
    """Workers missed the deadlines of their tasks."""


class _WorkerPool:
    """Hands chunks to workers, which are started when there is work, and again after one died."""

    def __init__(self, start: Callable[[], _Workers]) -> None:
        self._start = start
        self._workers: _Workers | None = None

    @property
    def size(self) -> int:
        self._workers = self._workers or self._start()
        return self._workers.size

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._workers is None:
            return
        if kind is None:
            self._workers.shut_down()
        else:
            self._workers.kill()

    def map_unordered(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        stop: Stop | None = None,
        lost: Lost[T, R] | None = None,
        chunk_seconds: float = CHUNK_SECONDS,
    ) -> Generator[tuple[T, R], None, None]:
        queue = _Chunks(function, items, chunk_seconds)
        deaths = 0
        while True:
            attempts = list[Attempt]()
            try:
                for done in self._deliver(queue, attempts, stop, watched=lost is not None):
                    deaths = 0
                    yield done
                return
            except _OverdueError:
                yield from queue.give_up(_overdue(attempts), lost)
                queue.take_back()
            except BrokenExecutor:
                deaths += 1
                if deaths == MOST_DEATHS:
                    if not (given_up := list(queue.give_up(attempts, lost))):
                        raise ChildProcessError(DEATHS) from None
                    yield from given_up
                    deaths = 0
                queue.suspect()

    def _deliver(
        self, queue: _Chunks[T, R], attempts: list[Attempt], stop: Stop | None, *, watched: bool
    ) -> Iterator[tuple[T, R]]:
        """Yields results until a worker dies or is late; `attempts` then gets the tasks of all."""
        workers = self._workers = self._workers or self._start()
        try:
            while queue.send(workers) and not (stop is not None and stop.is_set()):
                yield from queue.receive()
                if watched and _overdue(workers.attempts()):
                    raise _OverdueError
        finally:
            if queue.is_away():
                attempts += workers.attempts()
                workers.kill()
                self._workers = None


def _overdue(attempts: Iterable[Attempt]) -> list[Attempt]:
    now = time.monotonic()
    return [replace(attempt, is_late=True) for attempt in attempts if attempt.deadline < now]


class _Chunks(Generic[T, R]):
    """The items to be done, the chunks sent to workers, and the size of the next chunk."""

    def __init__(self, function: Callable[[T], R], items: Iterable[T], chunk_seconds: float) -> None:
        self._function = function
        self._chunk_seconds = chunk_seconds
        self._items = enumerate(items)
        self._away: dict[Future[tuple[list[R], float]], list[tuple[int, T]]] = {}
        self._suspects: deque[tuple[int, T]] = deque()
        self._returned: deque[tuple[int, T]] = deque()
        self._chunk = 1
        self._is_careful = False

    def is_away(self) -> bool:
        """Whether anything is on its way."""
        return bool(self._away)

    def send(self, workers: _Workers) -> bool:
        """Sends chunks to the workers; false when all is done. Suspects go alone, to find the culprit."""
        workers.check()
        if not self._away:
            self._is_careful = bool(self._suspects)
        most = 1 if self._is_careful else CHUNKS_PER_WORKER * workers.size
        while len(self._away) < most:
            if waiting := self._suspects or self._returned:
                chunk = [waiting.popleft()]
            elif not (chunk := list(islice(self._items, self._chunk))):
                break
            try:
                future = workers.submit(partial(_work, self._function, chunk))
            except BrokenExecutor as error:  # a worker has died by now: the chunk fails as it would have then
                future = Future()
                future.set_exception(error)
            self._away[future] = chunk
        return self.is_away()

    def receive(self) -> Iterator[tuple[T, R]]:
        """The results that have come back, after a short wait."""
        done, _ = wait(self._away, POLL_SECONDS, FIRST_COMPLETED)
        for future in done:
            try:
                results, seconds = future.result()
            except UnreadableError as error:
                raise ValueError(str(error)) from None  # the worker's traceback would say nothing
            chunk = self._away.pop(future)
            self._returned.extend(chunk[len(results) :])
            # Chunks grow to the wanted weight, slowly: the first items are no fair sample.
            wanted = int(self._chunk_seconds / max(seconds / len(results), 1e-9))
            self._chunk = max(1, min(wanted, 2 * self._chunk, MOST_IN_CHUNK))
            yield from ((item, result) for (_, item), result in zip(chunk, results, strict=False))

    def suspect(self) -> None:
        """Sends again what was at the workers when one died, before anything else."""
        self._suspects.extendleft(item for chunk in self._away.values() for item in chunk)
        self._away.clear()

    def take_back(self) -> None:
        """Sends again what was at the workers when one was late, without suspicion."""
        self._returned.extend(item for chunk in self._away.values() for item in chunk)
        self._away.clear()

    def give_up(self, attempts: Iterable[Attempt], lost: Lost[T, R] | None) -> Iterator[tuple[T, R]]:
        """The items that workers had begun, with the results that `lost` makes of them."""
        found = {attempt.number: attempt for attempt in attempts}
        for chunk in self._away.values():
            for number, item in chunk[:]:
                result = lost(item, found[number]) if lost and number in found else None
                if result is not None:
                    chunk.remove((number, item))
                    yield item, result


def _work(function: Callable[[T], R], chunk: list[tuple[int, T]]) -> tuple[list[R], float]:
    """Runs in the worker: the results, and the seconds they took.

    A chunk that takes longer than expected is sent back half done, so that others can do the rest.
    """
    began, results, slot = time.perf_counter(), [], own_slot()
    for number, item in chunk:
        if slot:
            slot.begin(number)
        results.append(function(item))
        if time.perf_counter() - began > 2 * CHUNK_SECONDS:
            break
    return results, time.perf_counter() - began
