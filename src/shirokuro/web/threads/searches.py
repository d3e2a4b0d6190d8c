"""The bounded thread pool for slow work; searches release the interpreter lock.

Quick moves, other moves and everything else have threads of their own. In each group addresses take turns,
and so do the owners of an address (`fair_queue.py`). Work in the background runs where nothing else waits.
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
from functools import partial
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
"""Seconds after which a new thread replaces that of a move which should be quick."""
QUICK_SHARES = Shares(2, 8)
"""Shares of quick moves, including those that turned out to be slow."""
TURN_SECONDS = 5.0
"""How long work in the background goes on although other work waits …"""
LOOK_SECONDS = 1.0
"""… and how often it is looked whether any does from then on."""
CLOSE_SECONDS = 1.0
"""How long a shutdown waits for the threads."""


@dataclass(frozen=True, slots=True)
class Mover:
    """What the pool needs to know about the player to move."""

    name: str
    """The key of its speed."""
    is_quick: bool = False
    """Whether it is quick without any measurement."""
    hears: bool = True
    """Whether it plays its best move so far when stopped; an external engine would lose its game."""


NOBODY = Mover("")


class NoAnswerError(TimeoutError):
    """A player did not answer within so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within {seconds:g} seconds")
        self.seconds = seconds


class PooledSearch(Generic[R]):
    """One piece of slow work: waiting, running or done."""

    def __init__(self, work: StoppableWork[R], owner: str, forget: Callable[[PooledSearch[R]], None]) -> None:
        self.stop = Stop()
        self.owner = owner
        self.address = caller().address
        self.mover: Mover | None = None
        """The player, if this is a move."""
        self._forget = forget
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[R] = self.loop.create_future()
        self.began = 0.0
        """By `time.monotonic`."""
        self.dues: list[tuple[float, Callable[[PooledSearch[Any]], None]]] = []
        """What to do at which time if it has not ended by then, earliest first."""
        self.queue: Queue | None = None
        self.thread: threading.Thread | None = None
        self.duty: _Duty | None = None
        """The queue that it waited in, and the thread that runs it, with its duty."""
        self.threads = 1
        """How many threads its engine has."""
        self.is_replaced = False
        """Whether another thread has replaced its thread."""

    def cancel(self) -> None:
        """Ends it soon, or never begins it, because nobody needs it any more."""
        self.stop.set()
        self.done.cancel()
        self._forget(self)

    def refuse(self, refusal: RefusedError) -> None:
        """Ends it, or never begins it, with an error for whoever waits."""
        self.stop.set()
        if not self.done.done() and not self.loop.is_closed():
            self.done.set_exception(refusal)
            self.done.exception()  # marks it as retrieved, since perhaps nobody waits
        self._forget(self)

    def give_up(self, seconds: float) -> None:
        """Fails it for whoever waits; its thread may go on."""
        self.stop.set()
        self._tell(self.done.set_exception, NoAnswerError(seconds))

    def run(self) -> Callable[[], None]:
        """Does the work, in a thread of the pool; what is returned tells its result to whoever waits."""
        try:
            answer = self.work(self.stop)
        except BaseException as error:  # an own player may raise anything
            # A future takes neither StopIteration nor a request to exit.
            is_plain = isinstance(error, Exception) and not isinstance(error, StopIteration)
            sent = error if is_plain else RuntimeError(f"{type(error).__name__}: {error}")
            return partial(self._tell, self.done.set_exception, sent)
        return partial(self._tell, self.done.set_result, answer)

    def _tell(self, settle: Callable[[Any], None], what: object) -> None:
        def tell() -> None:
            if not self.done.done():
                settle(what)

        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(tell)


Queue = FairQueue[PooledSearch[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class _Duty:
    """The queues that some threads serve, in this order, and the condition that wakes them."""

    queues: tuple[Queue, ...]
    ready: threading.Condition


class Searches:
    """Three groups of threads: for quick moves, for other moves against people, and for everything else.

    A player may take too long or never return, and a thread cannot be stopped from outside. A move that is
    slower than expected, or has no answer in time, therefore gets its thread replaced by a new one.
    """

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._speeds = Speeds()
        self._is_open = True
        self._lock = threading.RLock()
        self._watching = threading.Condition(self._lock)
        self._wakes = math.inf
        """When the watching thread wakes up next."""
        self._of_owner: Counter[tuple[Queue, str]] = Counter()
        self._of_address: Counter[tuple[Queue, str]] = Counter()
        """The numbers of searches other than moves, waiting or running, in each of their queues."""
        self._running: set[PooledSearch[Any]] = set()
        self._stuck: set[PooledSearch[Any]] = set()
        self._threads: set[threading.Thread] = set()
        self._set_up(settings)

    def _set_up(self, settings: WebSettings) -> None:
        """Starts the threads. One thread of each group is always left to other addresses."""
        most_moves, most_others = max(settings.move_workers - 1, 1), max(settings.workers - 1, 1)
        self._quick = Queue(QUICK_SHARES)
        self._moves = Queue(Shares(settings.moves_a_client, most_moves))
        self._others = Queue(Shares(most_others, most_others))
        self._watched = Queue(Shares(most_others, most_others))
        self._background = Queue(Shares(most_others, most_others))
        conditions = [threading.Condition(self._lock) for _ in range(3)]
        self._ready = dict(zip((self._quick, self._moves, self._others), conditions, strict=True))
        self._ready[self._watched] = self._ready[self._background] = self._ready[self._others]
        quick = _Duty((self._quick,), conditions[0])
        moves = _Duty((self._moves,), conditions[1])
        for duty in [quick] * settings.quick_workers + [moves] * settings.move_workers:
            self._start(duty)
        # One thread is for what people ask for, and one prefers matches; a single thread does all.
        all_others = self._others, self._watched, self._background
        others: list[tuple[Queue, ...]] = [all_others] * settings.workers
        if settings.workers > 1:
            others[0], others[-1] = (self._others,), (self._watched, self._others, self._background)
        for queues in others:
            self._start(_Duty(queues, conditions[2]))
        watch = threading.Thread(target=self._watch, name="watch", daemon=True)
        self._threads.add(watch)
        watch.start()

    # Requests

    def move(self, owner: str, work: StoppableWork[R], mover: Mover = NOBODY) -> PooledSearch[R]:
        """Asks for a player's move against a person; it is never refused."""
        search = PooledSearch(work, owner, self._forget)
        search.mover = mover
        with self._lock:
            return self._add(self._quick if self._is_quick(mover) else self._moves, search)

    def watched_move(self, owner: str, work: StoppableWork[R], mover: Mover = NOBODY) -> PooledSearch[R]:
        """Asks for a player's move in a game between two players."""
        search = PooledSearch(work, owner, self._forget)
        search.mover = mover
        return self._add(self._watched, search)

    def other(self, owner: str, work: StoppableWork[R]) -> PooledSearch[R]:
        """Asks for anything else, within the limits of the owner, the address and the server."""
        return self._ask(self._others, PooledSearch(work, owner, self._forget))

    def _ask(self, queue: Queue, search: PooledSearch[R]) -> PooledSearch[R]:
        settings, owner, address = self._settings, (queue, search.owner), (queue, search.address)
        with self._lock:
            if not self._is_open:
                raise ending()
            if self._of_owner[owner] >= settings.searches_a_client:
                raise too_many(Message("refusals.your_searches", most=settings.searches_a_client))
            if self._of_address[address] >= settings.searches_an_address:
                raise too_many(Message("refusals.address_searches"))
            if len(queue) >= settings.waiting:
                raise busy()
            self._of_owner[owner] += 1
            self._of_address[address] += 1
            return self._add(queue, search)

    async def answer(self, owner: str, work: StoppableWork[R]) -> R:
        """Runs work and returns its result; it ends early if the client disconnects."""
        return await _heard(lambda: self.other(owner, work))

    async def in_background(
        self, owner: str, work: Callable[[Stop, int], R], most_threads: int | None = None
    ) -> R:
        """Does the same with work that nobody waits for, which is stopped when other work needs its thread.

        It gets the number of threads that its engine may have: those that are free.
        """

        def ask() -> PooledSearch[R]:
            return self._ask(
                self._background,
                PooledSearch(lambda stop: work(stop, self._spare(stop, most_threads)), owner, self._forget),
            )

        return await _heard(ask)

    def _spare(self, stop: Stop, most: int | None) -> int:
        """How many threads the engine of a search that begins now may have."""
        with self._lock:
            search = next(each for each in self._running if each.stop is stop)
            used = sum(each.threads for each in self._running if each is not search)
            most = self._settings.analysis_threads if most is None else most
            search.threads = max(1, min(most, self._settings.analysis_threads - used))
            return search.threads

    async def part_of_game(self, owner: str, work: StoppableWork[R]) -> R:
        """The same for work that a game needs; like a move, it is never refused."""
        return await _heard(lambda: self._add(self._moves, PooledSearch(work, owner, self._forget)))

    def end_all(self, owner: str) -> None:
        """Ends all searches of a deleted owner."""
        with self._lock:
            asked = [*(search for queue in self._ready for search in queue), *self._running]
        for search in asked:
            if search.owner == owner:
                search.refuse(no_owner())

    @property
    def stuck(self) -> int:
        """The number of threads whose player has still not answered."""
        return len(self._stuck)

    @property
    def waiting(self) -> int:
        """The number of waiting analyses and the like."""
        return len(self._others)

    def bears_own_players(self) -> bool:
        """Whether the number of stuck players is within the limits, in total and for the caller's address."""
        with self._lock:
            here = sum(search.address == caller().address for search in self._stuck)
        settings = self._settings
        return self.stuck < settings.stuck and here < settings.stuck_an_address

    def stop(self) -> None:
        """Stops running searches and refuses waiting ones. Call it in the event loop's thread."""
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
        """Stops everything and waits briefly for the threads; stuck ones end with the process."""
        self.stop()
        deadline = time.monotonic() + CLOSE_SECONDS
        for thread in tuple(self._threads):
            thread.join(timeout=max(deadline - time.monotonic(), 0))

    # Queues

    def _is_quick(self, mover: Mover) -> bool:
        return mover.is_quick or self._speeds.is_quick(mover.name)

    def _add(self, queue: Queue, search: PooledSearch[R]) -> PooledSearch[R]:
        with self._lock:
            search.queue = queue
            queue.add(search)
            self._wake(queue)
        return search

    def _forget(self, search: PooledSearch[Any]) -> None:
        """Removes a search that was cancelled before it began."""
        with self._lock:
            if search.queue is not None and search.queue.remove(search):
                self._discount(search)

    def _discount(self, search: PooledSearch[Any]) -> None:
        if search.queue is self._others or search.queue is self._background:
            for counter, name in ((self._of_owner, search.owner), (self._of_address, search.address)):
                key = search.queue, name
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]

    # The threads

    def _start(self, duty: _Duty) -> None:
        thread = threading.Thread(target=self._serve, args=(duty,), name="search", daemon=True)
        self._threads.add(thread)
        thread.start()

    def _serve(self, duty: _Duty) -> None:
        while (search := self._next(duty)) is not None:
            tell = search.run()
            with self._lock:
                if search in self._stuck:
                    self._stuck.discard(search)
                else:
                    self._leave(search)
                    if search.mover is not None and not search.stop.is_set():
                        self._speeds.note(search.mover.name, time.monotonic() - search.began)
                is_replaced = search.is_replaced
            tell()  # only now, so that whoever hears it may ask for the next
            if is_replaced:
                return

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
        if search.queue is self._background:
            search.dues = [(search.began + TURN_SECONDS, self._give_way)]
            self._watching.notify()
        if search.mover is None:
            return
        settings = self._settings
        after: list[tuple[float, Callable[[PooledSearch[Any]], None]]] = [
            (settings.answer_seconds, self._give_up)
        ]
        if search.mover.hears:  # it plays the best move it has found
            after.append((settings.move_seconds, lambda late: late.stop.set()))
        if search.queue is self._quick:
            after.append((PATIENCE, self._replace))
        search.dues = sorted(
            ((search.began + seconds, act) for seconds, act in after), key=lambda due: due[0]
        )
        if search.dues[0][0] < self._wakes:
            self._watching.notify()

    def _leave(self, search: PooledSearch[Any]) -> None:
        """Ends its share, so that other work of its owner and address may begin."""
        assert search.queue is not None
        self._running.discard(search)
        search.queue.finish(search)
        self._discount(search)
        if search.is_replaced or self._ready[search.queue] is self._ready[self._others]:
            self._wake(search.queue)  # otherwise its own thread takes the next

    def _wake(self, queue: Queue) -> None:
        """Wakes one thread for a move against a person; other threads differ in their queues, so all wake."""
        if self._ready[queue] is self._ready[self._others]:
            self._ready[queue].notify_all()
        else:
            self._ready[queue].notify()

    # Timeouts

    def _watch(self) -> None:
        """The loop of the watching thread: does what is due, then waits."""
        with self._lock:
            while self._is_open:
                now = time.monotonic()
                for search in tuple(self._running):
                    while search.dues and search.dues[0][0] <= now:
                        search.dues.pop(0)[1](search)
                dues = (search.dues[0][0] for search in self._running if search.dues)
                self._wakes = min(dues, default=math.inf)
                self._watching.wait(None if self._wakes == math.inf else max(self._wakes - now, 0))

    def _give_way(self, search: PooledSearch[Any]) -> None:
        """Stops work in the background if other work waits, or runs while this takes several threads."""
        is_wide = search.threads > 1 and len(self._running) > 1
        if is_wide or any(self._others) or any(self._watched) or any(self._background):
            search.stop.set()
        else:
            search.dues.append((time.monotonic() + LOOK_SECONDS, self._give_way))

    def _replace(self, search: PooledSearch[Any]) -> None:
        """Starts a new thread in place of one that is late."""
        assert search.thread is not None
        assert search.duty is not None
        if search.is_replaced:
            return
        search.is_replaced = True
        self._threads.discard(search.thread)
        self._start(search.duty)
        if search.mover is not None:
            self._speeds.note(search.mover.name, time.monotonic() - search.began)
            # Other moves of this player leave the queue of quick moves.
            for waiting in [each for each in self._quick if each.mover and not self._is_quick(each.mover)]:
                self._quick.remove(waiting)
                self._add(self._moves, waiting)

    def _give_up(self, search: PooledSearch[Any]) -> None:
        """Stops waiting for a move; its thread counts as stuck until it returns."""
        self._replace(search)
        self._leave(search)
        search.dues.clear()
        self._stuck.add(search)
        seconds = self._settings.answer_seconds
        search.give_up(seconds)
        _LOG.warning("no answer of a player within %g seconds; threads lost: %d", seconds, self.stuck)


async def _heard(ask: Callable[[], PooledSearch[R]]) -> R:
    """Returns the result of a search, unless the client disconnects first."""
    gone = asyncio.ensure_future(caller().hung_up())
    gone.add_done_callback(lambda task: task.cancelled() or task.exception())  # marks it as retrieved
    try:
        await asyncio.sleep(0)  # notice a client that has already disconnected
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
