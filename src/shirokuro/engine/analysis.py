"""Results of a search as they deepen, for a loop: `for result in engine.analysis(board)`, or `async for`.

Each loop has a thread that searches. The thread knows nothing of the loop's iterator, so that a loop that is
left, by `break` or by an exception, forgets the iterator, and that ends the search.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Generic, Self, TypeAlias, TypeVar

from shirokuro.engine.limits import Stop

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")
Found: TypeAlias = Callable[[T], object]
"""Takes each result of a search that deepens."""


@dataclass(frozen=True, slots=True)
class SearchEnd:
    """The last thing that a searching thread says, with the exception that ended it, if one did."""

    error: BaseException | None = None


@dataclass(slots=True)
class Analysers:
    """The threads, and their tasks of asyncio, that are in a loop over an analysis of one engine.

    They must not call the engine meanwhile: it would wait for a search that ends with their loop.
    """

    inside: list[tuple[int, asyncio.Task[object] | None]] = field(default_factory=list)

    def check(self, thread: int) -> None:
        """Raises if this thread would wait for itself."""
        if any(thread == each for each, _ in self.inside):
            raise ValueError("the engine is analysing in a loop of this thread: end that loop first")

    def enter(self, *, is_async: bool) -> tuple[int, asyncio.Task[object] | None]:
        """Notes the caller's loop; tasks of one thread may wait for each other."""
        thread, task = threading.get_ident(), None
        if is_async:
            from asyncio import current_task  # who uses no `async for` need not wait for this import

            task = current_task()
        if not is_async or (thread, None) in self.inside or (thread, task) in self.inside:
            self.check(thread)
        self.inside.append((thread, task))
        return self.inside[-1]

    def leave(self, who: tuple[int, asyncio.Task[object] | None]) -> None:
        self.inside.remove(who)


class Analysis(Generic[T]):
    """The results of a board as they deepen, for `for` and `async for`; made by `Engine.analysis`.

    Every loop is a search of its own, in a thread that ends with the loop: when nothing is left to find, at
    the limits, or when the loop is left. `with`, `async with` and `close()` end it too, also from elsewhere.
    """

    def __init__(self, search: Callable[[Stop, Found[T]], object], analysers: Analysers) -> None:
        self._search = search
        self._analysers = analysers
        self._running: weakref.WeakSet[RunningSearch[T]] = weakref.WeakSet()

    def __iter__(self) -> Iterator[T]:
        return _Deepening(self)

    def __aiter__(self) -> AsyncIterator[T]:
        return _AsyncDeepening(self)

    def close(self) -> None:
        """Ends the loops over this analysis and their searches."""
        for running in [*self._running]:
            running.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.close()

    def begin(self, post: Found[T | SearchEnd], *, is_async: bool) -> RunningSearch[T]:
        """Starts the search of a loop, whose results it posts from its own thread."""
        who = self._analysers.enter(is_async=is_async)
        running = RunningSearch[T](
            partial(_searched, self._search), post, partial(self._analysers.leave, who)
        )
        self._running.add(running)
        return running


class RunningSearch(Generic[T]):
    """The search of one loop; it ends when it is forgotten, and at the end of the program."""

    def __init__(
        self,
        search: Callable[[Stop, Found[T | SearchEnd]], object],
        post: Found[T | SearchEnd],
        leave: Callable[[], object],
    ) -> None:
        stop = Stop()
        thread = threading.Thread(target=search, args=(stop, post), name="analysis", daemon=True)
        self.end = weakref.finalize(self, _end, stop, thread, leave)
        thread.start()


class _Deepening(Iterator[T]):
    """The results of a search that begins with the first one asked for."""

    def __init__(self, analysis: Analysis[T]) -> None:
        self._analysis = analysis
        self._queue: SimpleQueue[T | SearchEnd] = SimpleQueue()
        self._running: RunningSearch[T] | None = None

    def __next__(self) -> T:
        if self._running is None:
            self._running = self._analysis.begin(self._queue.put, is_async=False)
        if not self._running.end.alive:
            raise StopIteration
        try:
            found = self._queue.get()
        except BaseException:  # Ctrl-C, whose traceback would keep this iterator
            self._running.end()
            raise
        if not isinstance(found, SearchEnd):
            return found
        self._running.end()
        raise found.error or StopIteration


class _AsyncDeepening(AsyncIterator[T]):
    """The same for a task of asyncio."""

    def __init__(self, analysis: Analysis[T]) -> None:
        from asyncio import Queue

        self._analysis = analysis
        self._queue: asyncio.Queue[T | SearchEnd] = Queue()
        self._running: RunningSearch[T] | None = None

    async def __anext__(self) -> T:
        if self._running is None:
            self._running = self._analysis.begin(_poster(self._queue), is_async=True)
        if not self._running.end.alive:
            raise StopAsyncIteration
        try:
            found = await self._queue.get()
        except BaseException:  # cancelled, likewise
            self._running.end()
            raise
        if not isinstance(found, SearchEnd):
            return found
        self._running.end()
        raise found.error or StopAsyncIteration


def _poster(queue: asyncio.Queue[T | SearchEnd]) -> Found[T | SearchEnd]:
    """Puts results into the queue of an event loop from another thread."""
    from asyncio import get_running_loop

    events = get_running_loop()

    def post(found: T | SearchEnd) -> None:
        with suppress(RuntimeError):  # the event loop may be closed by now
            events.call_soon_threadsafe(queue.put_nowait, found)

    return post


def _searched(search: Callable[[Stop, Found[T]], object], stop: Stop, post: Found[T | SearchEnd]) -> None:
    try:
        search(stop, post)
    except BaseException as error:
        post(SearchEnd(error))
    else:
        post(SearchEnd())


def _end(stop: Stop, thread: threading.Thread, leave: Callable[[], object]) -> None:
    """Ends a search and waits for its thread, which takes a moment."""
    stop.set()
    leave()
    if thread.is_alive() and thread is not threading.current_thread():
        thread.join()
