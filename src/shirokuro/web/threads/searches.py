"""The bounded pool of threads in which everything slow runs; searches release the interpreter.

There are places of their own for quick moves, for other moves, and for all else. In each of them addresses
take turns, and so do the owners of an address (`fair_queue.py`).
"""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from shirokuro import Stop
from shirokuro.web.refusal import RefusedError, busy, ending, no_owner, too_many
from shirokuro.web.server.caller import caller
from shirokuro.web.settings import WebSettings
from shirokuro.web.threads.fair_queue import FairQueue, Shares
from shirokuro.web.threads.speeds import Speeds
from shirokuro.words.message import Message

R = TypeVar("R")
_LOG = logging.getLogger("shirokuro.web")
StoppableWork = Callable[[Stop], R]
PATIENCE = 0.5
"""Seconds after which a move that should be quick loses its place to another thread."""
QUICK_SHARES = Shares(2, 8)
"""Of quick moves at the same time, those included that turned out to be slow."""
CLOSE_SECONDS = 1.0
"""For which the end of a server waits for its threads."""


@dataclass(frozen=True, slots=True)
class Mover:
    """The player that is to move, as far as the pool must know it."""

    name: str
    """What its speed is remembered by."""
    is_quick: bool = False
    """Whether it is known to be, without having been seen."""
    hears: bool = True
    """Whether it plays its best move so far when it is told to stop; engines of other people would lose."""


NOBODY = Mover("")


class NoAnswerError(TimeoutError):
    """A player was silent for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within {seconds:g} seconds")
        self.seconds = seconds


class PooledSearch(Generic[R]):
    """One piece of slow work: waiting, under way or done."""

    def __init__(self, work: StoppableWork[R], owner: str, forget: Callable[[PooledSearch[R]], None]) -> None:
        self.stop = Stop()
        self.owner = owner
        self.address = caller().address
        self.mover: Mover | None = None
        """Whose move it is, if it is one."""
        self._forget = forget
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[R] = self.loop.create_future()
        self.began = 0.0
        """By `time.monotonic`."""
        self.dues: list[tuple[float, Callable[[PooledSearch[Any]], None]]] = []
        """What happens when if it has not ended by then, the earliest first."""
        self.queue: Queue | None = None
        self.thread: threading.Thread | None = None
        self.duty: _Duty | None = None
        """Where it waited, and where it runs."""
        self.is_replaced = False
        """Whether another thread has taken its place."""

    def cancel(self) -> None:
        """Nobody wants it any more: it ends soon, or never begins."""
        self.stop.set()
        self.done.cancel()
        self._forget(self)

    def refuse(self, refusal: RefusedError) -> None:
        """Whoever waits for it is told why it ends, or never begins."""
        self.stop.set()
        if not self.done.done() and not self.loop.is_closed():
            self.done.set_exception(refusal)
            self.done.exception()  # perhaps nobody waits
        self._forget(self)

    def give_up(self, seconds: float) -> None:
        """Nobody waits for it any longer; whether it ends is its own affair."""
        self.stop.set()
        self._tell(self.done.set_exception, NoAnswerError(seconds))

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


Queue = FairQueue[PooledSearch[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class _Duty:
    """What some threads take, in this order, and how they hear of it."""

    queues: tuple[Queue, ...]
    ready: threading.Condition


def _sendable(error: BaseException) -> Exception:
    """A future takes no wish to exit, and no StopIteration."""
    is_plain = isinstance(error, Exception) and not isinstance(error, StopIteration)
    return error if is_plain else RuntimeError(f"{type(error).__name__}: {error}")  # type: ignore[return-value]


class Searches:
    """Threads of three kinds: for quick moves, for other moves of those who play, and for all else.

    A player may take longer than it should, or never return, and no thread can be ended from outside. So a
    move that is not as quick as expected, or has no answer in time, loses its place to a new thread.
    """

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._speeds = Speeds()
        self._is_open = True
        self._lock = threading.RLock()
        self._watching = threading.Condition(self._lock)
        self._wakes = math.inf
        """When the thread that watches looks at its clock again."""
        self._of_owner: Counter[str] = Counter()
        self._of_address: Counter[str] = Counter()
        """Searches other than moves, asked for and not yet done."""
        self._running: set[PooledSearch[Any]] = set()
        self._stuck: set[PooledSearch[Any]] = set()
        self._threads: set[threading.Thread] = set()
        self._set_up(settings)

    def _set_up(self, settings: WebSettings) -> None:
        """Of each kind of places one is left to other addresses, however much somebody asks for."""
        most_moves, most_others = max(settings.move_workers - 1, 1), max(settings.workers - 1, 1)
        self._quick = Queue(QUICK_SHARES)
        self._moves = Queue(Shares(settings.moves_a_client, most_moves))
        self._others = Queue(Shares(most_others, most_others))
        self._watched = Queue(Shares(most_others, most_others))
        conditions = [threading.Condition(self._lock) for _ in range(3)]
        self._ready = dict(zip((self._quick, self._moves, self._others), conditions, strict=True))
        self._ready[self._watched] = self._ready[self._others]
        quick = _Duty((self._quick,), conditions[0])
        moves = _Duty((self._moves,), conditions[1])
        for duty in [quick] * settings.quick_workers + [moves] * settings.move_workers:
            self._start(duty)
        for queues in self._studies(settings.workers):
            self._start(_Duty(queues, conditions[2]))
        watch = threading.Thread(target=self._watch, name="watch", daemon=True)
        self._threads.add(watch)
        watch.start()

    def _studies(self, workers: int) -> list[tuple[Queue, ...]]:
        """Where there are several, one is for what people ask for, and one goes on with matches first."""
        if workers < 2:
            return [(self._others, self._watched)] * workers
        between = [(self._others, self._watched)] * (workers - 2)
        return [(self._others,), *between, (self._watched, self._others)]

    # What others ask for

    def move(self, owner: str, work: StoppableWork[R], mover: Mover = NOBODY) -> PooledSearch[R]:
        """A player's move, for somebody who plays; it is never refused."""
        search = PooledSearch(work, owner, self._forget)
        search.mover = mover
        with self._lock:
            return self._add(self._quick if self._is_quick(mover) else self._moves, search)

    def watched_move(self, owner: str, work: StoppableWork[R], mover: Mover = NOBODY) -> PooledSearch[R]:
        """A player's move that no person has to wait for."""
        search = PooledSearch(work, owner, self._forget)
        search.mover = mover
        return self._add(self._watched, search)

    def other(self, owner: str, work: StoppableWork[R]) -> PooledSearch[R]:
        """Anything else, as long as neither its owner nor the address has asked for too much already."""
        search, settings = PooledSearch(work, owner, self._forget), self._settings
        with self._lock:
            if not self._is_open:
                raise ending()
            if self._of_owner[owner] >= settings.searches_a_client:
                raise too_many(Message("refusals.your_searches", most=settings.searches_a_client))
            if self._of_address[search.address] >= settings.searches_an_address:
                raise too_many(Message("refusals.address_searches"))
            if self.waiting >= settings.waiting:
                raise busy()
            self._of_owner[owner] += 1
            self._of_address[search.address] += 1
            return self._add(self._others, search)

    async def answer(self, owner: str, work: StoppableWork[R]) -> R:
        """What some work comes to; it ends early if nobody waits for it any more."""
        return await _heard(lambda: self.other(owner, work))

    async def part_of_game(self, owner: str, work: StoppableWork[R]) -> R:
        """The same for work that a game cannot go on without: like a move, it is never refused."""
        return await _heard(lambda: self._add(self._moves, PooledSearch(work, owner, self._forget)))

    def end_all(self, owner: str) -> None:
        """Ends whatever an owner has asked for who is gone."""
        with self._lock:
            asked = [*(search for queue in self._ready for search in queue), *self._running]
        for search in asked:
            if search.owner == owner:
                search.refuse(no_owner())

    @property
    def stuck(self) -> int:
        """How many threads did not come back in time, and have not since."""
        return len(self._stuck)

    @property
    def waiting(self) -> int:
        """How many analyses and the like have not begun."""
        return len(self._others)

    def bears_own_players(self) -> bool:
        """Whether few enough of them never answered: in all, and to the address that asks."""
        with self._lock:
            here = sum(search.address == caller().address for search in self._stuck)
        settings = self._settings
        return self.stuck < settings.stuck and here < settings.stuck_an_address

    def stop(self) -> None:
        """Ends what is under way soon, and refuses what waits; in the thread of the event loop."""
        with self._lock:
            self._is_open = False
            waiting = [search for queue in self._ready for search in queue]
            for search in waiting:
                self._forget(search)
            for search in self._running | self._stuck:
                search.stop.set()
            for ready in (*self._ready.values(), self._watching):
                ready.notify_all()
        for search in waiting:
            search.refuse(ending())

    def close(self) -> None:
        """Ends all of it, and waits for the threads that end soon; the others end with the process."""
        self.stop()
        deadline = time.monotonic() + CLOSE_SECONDS
        for thread in tuple(self._threads):
            thread.join(timeout=max(deadline - time.monotonic(), 0))

    # What waits

    def _is_quick(self, mover: Mover) -> bool:
        return mover.is_quick or self._speeds.is_quick(mover.name)

    def _add(self, queue: Queue, search: PooledSearch[R]) -> PooledSearch[R]:
        with self._lock:
            search.queue = queue
            queue.add(search)
            self._wake(queue)
        return search

    def _forget(self, search: PooledSearch[Any]) -> None:
        """Takes out what was cancelled before it began."""
        with self._lock:
            if search.queue is not None and search.queue.remove(search):
                self._discount(search)

    def _discount(self, search: PooledSearch[Any]) -> None:
        if search.queue is self._others:
            for counter, name in ((self._of_owner, search.owner), (self._of_address, search.address)):
                counter[name] -= 1
                if not counter[name]:
                    del counter[name]

    # The threads

    def _start(self, duty: _Duty) -> None:
        thread = threading.Thread(target=self._serve, args=(duty,), name="search", daemon=True)
        self._threads.add(thread)
        thread.start()

    def _serve(self, duty: _Duty) -> None:
        while (search := self._next(duty)) is not None:
            search.run()
            if not self._finish(search):
                return  # another thread is in its place

    def _next(self, duty: _Duty) -> PooledSearch[Any] | None:
        with self._lock:
            while self._is_open:
                for queue in duty.queues:
                    if (search := queue.take()) is not None:
                        self._begin(search, duty)
                        return search
                duty.ready.wait()
            return None

    def _begin(self, search: PooledSearch[Any], duty: _Duty) -> None:
        search.thread, search.duty, search.began = threading.current_thread(), duty, time.monotonic()
        self._running.add(search)
        if search.mover is None:
            return
        settings = self._settings
        after = [(settings.answer_seconds, self._give_up)]
        if search.mover.hears:
            after.append((settings.move_seconds, _end_thinking))
        if search.queue is self._quick:
            after.append((PATIENCE, self._replace))
        search.dues = sorted(
            ((search.began + seconds, act) for seconds, act in after), key=lambda due: due[0]
        )
        if search.dues[0][0] < self._wakes:
            self._watching.notify()

    def _finish(self, search: PooledSearch[Any]) -> bool:
        """Whether its thread goes on."""
        with self._lock:
            if search in self._stuck:
                self._stuck.discard(search)
            else:
                self._leave(search)
                self._note_speed(search)
            return not search.is_replaced

    def _leave(self, search: PooledSearch[Any]) -> None:
        """It does not count any more; what its owner and its address asked for besides may begin."""
        assert search.queue is not None
        self._running.discard(search)
        search.queue.finish(search)
        self._discount(search)
        if search.is_replaced or search.queue in (self._others, self._watched):
            self._wake(search.queue)  # elsewhere its own thread takes what follows

    def _wake(self, queue: Queue) -> None:
        """Any thread takes moves of people; of the others each has its own order."""
        if queue in (self._others, self._watched):
            self._ready[queue].notify_all()
        else:
            self._ready[queue].notify()

    def _note_speed(self, search: PooledSearch[Any]) -> None:
        if search.mover is not None and not search.stop.is_set():
            self._speeds.note(search.mover.name, time.monotonic() - search.began)

    # What takes too long

    def _watch(self) -> None:
        """In a thread of its own: does what is due, then waits for the next."""
        with self._lock:
            while self._is_open:
                now = time.monotonic()
                for search in tuple(self._running):
                    while search.dues and search.dues[0][0] <= now:
                        search.dues.pop(0)[1](search)
                dues = (search.dues[0][0] for search in self._running if search.dues)
                self._wakes = min(dues, default=math.inf)
                self._watching.wait(None if self._wakes == math.inf else max(self._wakes - now, 0))

    def _replace(self, search: PooledSearch[Any]) -> None:
        """Lets another thread do the duties of one that is not back in time."""
        assert search.thread is not None
        assert search.duty is not None
        if search.is_replaced:
            return
        search.is_replaced = True
        self._threads.discard(search.thread)
        self._start(search.duty)
        if search.mover is not None:
            self._speeds.note(search.mover.name, time.monotonic() - search.began)
            self._move_over()

    def _move_over(self) -> None:
        """Those that wait for quick places and turned out to be slow go elsewhere."""
        for waiting in [each for each in self._quick if each.mover and not self._is_quick(each.mover)]:
            self._quick.remove(waiting)
            self._add(self._moves, waiting)

    def _give_up(self, search: PooledSearch[Any]) -> None:
        """Waits no longer for a move; its thread counts as lost until it comes back."""
        self._replace(search)
        self._leave(search)
        search.dues.clear()
        self._stuck.add(search)
        seconds = self._settings.answer_seconds
        search.give_up(seconds)
        _LOG.warning("no answer of a player within %g seconds; threads lost: %d", seconds, self.stuck)


async def _heard(ask: Callable[[], PooledSearch[R]]) -> R:
    """What a search comes to, as long as the client of the request is there."""
    gone = asyncio.ensure_future(caller().hung_up())
    gone.add_done_callback(lambda task: task.cancelled() or task.exception())  # heard, whatever it was
    try:
        await asyncio.sleep(0)  # who is gone already asks for nothing
        if gone.done():
            raise _hung_up()
        search = ask()
        either: set[asyncio.Future[Any]] = {search.done, gone}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not search.done.done():
                raise _hung_up()
            return search.done.result()
        finally:
            search.cancel()
    finally:
        gone.cancel()


def _hung_up() -> RefusedError:
    return RefusedError(499, "gone", Message("refusals.hung_up"))


def _end_thinking(search: PooledSearch[Any]) -> None:
    """The time for a move is up: the player plays the best it has found."""
    search.stop.set()
