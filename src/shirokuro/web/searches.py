"""The bounded pool of threads in which everything slow runs; searches release the interpreter."""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from shirokuro import Stop
from shirokuro.web.refusal import RefusedError, busy, ending, too_many

R = TypeVar("R")
_LOG = logging.getLogger("shirokuro.web")
Work = Callable[[Stop], R]
ENDING_SECONDS = 1.0
"""For which the end of a server waits for its threads."""


class PooledSearch(Generic[R]):
    """One piece of slow work: waiting, under way or done."""

    def __init__(self, work: Work[R], owner: str, forget: Callable[[PooledSearch[R]], None]) -> None:
        self.stop = Stop()
        self.owner = owner
        self._forget = forget
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[R] = self.loop.create_future()
        self.deadline = math.inf
        """By `time.monotonic`, set when it begins."""
        self.place: tuple[threading.Thread, list[Queue]] | None = None
        """Where it runs: a thread and its duties."""

    def cancel(self) -> None:
        """Nobody wants it any more: it ends soon, or never begins."""
        self.stop.set()
        self.done.cancel()
        self._forget(self)

    def refuse(self, refusal: RefusedError) -> None:
        """It never begins; whoever waits for it is told why."""
        if not self.done.done():
            self.done.set_exception(refusal)
            self.done.exception()  # perhaps nobody waits

    def give_up(self, seconds: float) -> None:
        """Nobody waits for it any longer; whether it ends is its own affair."""
        self.stop.set()
        self._tell(self.done.set_exception, TimeoutError(f"no answer within {seconds:g} seconds"))

    def run(self) -> None:
        """In a thread of the pool."""
        try:
            answer = self.work(self.stop)
        except BaseException as error:  # an own player may raise anything
            self._tell(self.done.set_exception, _sendable(error))
        else:
            self._tell(self.done.set_result, answer)

    def _tell(self, settle: Callable[[Any], None], what: object) -> None:
        def tell() -> None:
            if not self.done.done():
                settle(what)

        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(tell)


Queue = deque[PooledSearch[Any]]


def _sendable(error: BaseException) -> Exception:
    """A future takes no wish to exit, and no StopIteration."""
    is_plain = isinstance(error, Exception) and not isinstance(error, StopIteration)
    return error if is_plain else RuntimeError(f"{type(error).__name__}: {error}")  # type: ignore[return-value]


class Searches:
    """So many threads. Moves go before all else, and one thread is kept for them; where there are three, one
    more never plays for those who only watch.

    A player of one's own may never return, and no thread can be ended from outside. So a move has its time,
    after which it is given up and another thread takes the place of the one that is stuck.
    """

    def __init__(self, workers: int, waiting: int, a_client: int, seconds: float = math.inf) -> None:
        self._most_waiting = waiting
        self._most_a_client = a_client
        self._seconds = seconds
        """That a move may take."""
        self._stuck: set[PooledSearch[Any]] = set()
        self._is_open = True
        self._ready = threading.Condition()
        self._moves: Queue = deque()
        self._others: Queue = deque()
        self._watched: Queue = deque()
        self._of_client: Counter[str] = Counter()
        self._running: set[PooledSearch[Any]] = set()
        self._threads: set[threading.Thread] = set()
        for queues in self._duties(workers):
            self._start(queues)

    def check(self) -> None:
        """Refuses more work while too much is waiting."""
        if not self._is_open:
            raise ending()
        if len(self._moves) + len(self._others) >= self._most_waiting:
            raise busy()

    def move(self, work: Work[R]) -> PooledSearch[R]:
        """A player's move."""
        return self._add(self._moves, PooledSearch(work, "", self._forget))

    def watched_move(self, work: Work[R]) -> PooledSearch[R]:
        """A player's move that no person has to wait for: after the moves of those who play."""
        return self._add(self._watched, PooledSearch(work, "", self._forget))

    def other(self, owner: str, work: Work[R]) -> PooledSearch[R]:
        """Anything else, as long as its owner has not asked for too much already."""
        self.check()
        if self._of_client[owner] >= self._most_a_client:
            raise too_many(f"{self._most_a_client} searches of yours are under way: wait for one")
        return self._add(self._others, PooledSearch(work, owner, self._forget))

    async def answer(self, owner: str, work: Work[R]) -> R:
        """What some work comes to; it ends early if nobody waits for it any more."""
        search = self.other(owner, work)
        try:
            return await search.done
        finally:
            search.cancel()

    @property
    def stuck(self) -> int:
        """How many threads did not come back in time, and have not since."""
        return len(self._stuck)

    def give_up_overdue(self) -> None:
        """Waits no longer for moves that take too long."""
        now = time.monotonic()
        with self._ready:
            for search in [search for search in self._running if search.deadline < now]:
                self._replace(search)

    def stop(self) -> None:
        """Ends what is under way soon, and refuses what waits; in the thread of the event loop."""
        with self._ready:
            self._is_open = False
            waiting = [*self._moves, *self._others, *self._watched]
            for queue in (self._moves, self._others, self._watched):
                queue.clear()
            for search in self._running | self._stuck:
                search.stop.set()
            self._ready.notify_all()
        for search in waiting:
            search.refuse(ending())

    def close(self) -> None:
        """Ends all of it, and waits for the threads that end soon; the others end with the process."""
        self.stop()
        deadline = time.monotonic() + ENDING_SECONDS
        for thread in self._threads:
            thread.join(timeout=max(0.0, deadline - time.monotonic()))

    def _add(self, queue: Queue, search: PooledSearch[R]) -> PooledSearch[R]:
        with self._ready:
            queue.append(search)
            if search.owner:
                self._of_client[search.owner] += 1
            if queue is self._moves:  # any thread takes it
                self._ready.notify()
            else:
                self._ready.notify_all()
        return search

    def _duties(self, workers: int) -> list[list[Queue]]:
        """What each thread takes, in this order."""
        queues = [self._moves, self._others, self._watched]
        return [
            queues[: number + 1] if workers > 2 else queues[: 1 + 2 * number] for number in range(workers)
        ]

    def _start(self, queues: list[Queue]) -> None:
        thread = threading.Thread(target=self._serve, args=(queues,), name="search", daemon=True)
        self._threads.add(thread)
        thread.start()

    def _replace(self, search: PooledSearch[Any]) -> None:
        """Lets another thread do the duties of one that is stuck."""
        assert search.place is not None
        thread, queues = search.place
        self._running.discard(search)
        self._stuck.add(search)
        self._threads.discard(thread)
        self._start(queues)
        search.give_up(self._seconds)
        _LOG.warning("no answer of a player within %g seconds; threads lost: %d", self._seconds, self.stuck)

    def _serve(self, queues: list[Queue]) -> None:
        while (search := self._next(queues)) is not None:
            search.run()
            if not self._finish(search):
                return  # another thread is in its place

    def _next(self, queues: list[Queue]) -> PooledSearch[Any] | None:
        with self._ready:
            self._ready.wait_for(lambda: not self._is_open or any(queues))
            if not self._is_open:
                return None
            search = next(filter(None, queues)).popleft()
            search.place = threading.current_thread(), queues
            if not search.owner:
                search.deadline = time.monotonic() + self._seconds
            self._running.add(search)
            return search

    def _finish(self, search: PooledSearch[Any]) -> bool:
        """Whether its thread goes on."""
        with self._ready:
            is_stuck = search in self._stuck
            self._stuck.discard(search)
            self._running.discard(search)
            self._discount(search)
            return not is_stuck

    def _forget(self, search: PooledSearch[Any]) -> None:
        """Takes out what was cancelled before it began."""
        with self._ready:
            for waiting in (self._moves, self._others, self._watched):
                if search in waiting:
                    waiting.remove(search)
                    self._discount(search)

    def _discount(self, search: PooledSearch[Any]) -> None:
        if search.owner:
            self._of_client[search.owner] -= 1
            if not self._of_client[search.owner]:
                del self._of_client[search.owner]
