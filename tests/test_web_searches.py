"""The pool of the page's server: who goes first, who waits, and what is ended when nobody wants it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from shirokuro import Stop
from shirokuro.web.refusal import RefusedError
from shirokuro.web.searches import Searches


@pytest.fixture
def searches() -> Iterator[Searches]:
    pool = Searches(workers=2, waiting=5, a_client=2)
    yield pool
    pool.close()


class Brooder:
    """Work that lasts until it is told to end."""

    def __init__(self) -> None:
        self.began = threading.Event()
        self.end = threading.Event()

    def __call__(self, stop: Stop) -> str:
        self.began.set()
        assert self.end.wait(60)
        return "stopped" if stop.is_set() else "done"


async def begun(brooder: Brooder) -> None:
    assert await asyncio.to_thread(brooder.began.wait, 60)


async def refused(searches: Searches, owner: str) -> int:
    with pytest.raises(RefusedError) as refusal:
        searches.other(owner, lambda _: None)
    assert refusal.value.retry_after
    return refusal.value.status


def test_a_thread_is_kept_for_moves(searches: Searches) -> None:
    async def scene() -> None:
        analysis, waiting = Brooder(), Brooder()
        one = searches.other("a", analysis)
        two = searches.other("b", waiting)
        await begun(analysis)
        assert await searches.move(lambda _: "moved").done == "moved"
        assert not waiting.began.is_set()
        for work in (analysis, waiting):
            work.end.set()
        assert [await one.done, await two.done] == ["done", "done"]

    asyncio.run(scene())


def test_one_owner_waits_while_others_go_on(searches: Searches) -> None:
    async def scene() -> None:
        works = [Brooder(), Brooder()]
        found = [searches.other("a", work) for work in works]
        assert await refused(searches, "a") == 429
        other = searches.other("b", lambda _: "done")
        for work in works:
            work.end.set()
        assert [await search.done for search in (*found, other)] == ["done"] * 3
        assert await searches.answer("a", lambda _: "again") == "again"

    asyncio.run(scene())


def test_what_is_cancelled_before_it_began_makes_room_at_once(searches: Searches) -> None:
    async def scene() -> None:
        analysis, never = Brooder(), Brooder()
        one = searches.other("a", analysis)
        await begun(analysis)
        two = searches.other("a", never)
        assert await refused(searches, "a") == 429
        two.cancel()
        three = searches.other("a", lambda _: "done")
        analysis.end.set()
        assert [await one.done, await three.done] == ["done", "done"]
        assert not never.began.is_set()

    asyncio.run(scene())


def test_too_much_work_is_refused(searches: Searches) -> None:
    async def scene() -> None:
        work = Brooder()
        running = searches.other("a", work)
        await begun(work)
        waiting = [searches.other(f"owner {number}", lambda _: None) for number in range(5)]
        assert await refused(searches, "z") == 503
        work.end.set()
        await asyncio.gather(running.done, *(search.done for search in waiting))

    asyncio.run(scene())


def test_whoever_stops_waiting_stops_the_search(searches: Searches) -> None:
    async def scene() -> None:
        work = Brooder()
        stops = list[Stop]()

        def watched(stop: Stop) -> str:
            stops.append(stop)
            return work(stop)

        task = asyncio.create_task(searches.answer("a", watched))
        await begun(work)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert stops[0].is_set()
        work.end.set()

    asyncio.run(scene())


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("x"), SystemExit(3), StopIteration(), KeyboardInterrupt()]
)
def test_whatever_work_raises_is_told_and_the_pool_goes_on(searches: Searches, error: BaseException) -> None:
    async def scene() -> None:
        def fail(_: Stop) -> None:
            raise error

        with pytest.raises((ZeroDivisionError, RuntimeError)):
            await searches.answer("a", fail)
        assert await searches.answer("a", lambda _: 5) == 5

    asyncio.run(scene())


def test_a_move_that_never_ends_is_given_up_and_holds_no_place() -> None:
    pool = Searches(workers=2, waiting=5, a_client=2, seconds=0.0)
    stuck = [Brooder(), Brooder()]

    async def scene() -> None:
        given_up = [pool.move(work) for work in stuck]
        for work in stuck:
            await begun(work)
        pool.give_up_overdue()
        for search in given_up:
            with pytest.raises(TimeoutError, match="no answer within 0 seconds"):
                await search.done
            assert search.stop.is_set()
        assert pool.stuck == 2
        assert await pool.answer("a", lambda _: "done") == "done", "other threads have taken their places"
        for work in stuck:
            work.end.set()

    asyncio.run(scene())
    pool.close()


def test_threads_that_come_back_late_are_not_counted_any_more() -> None:
    pool = Searches(workers=2, waiting=5, a_client=2, seconds=0.0)
    late = Brooder()

    async def scene() -> None:
        search = pool.move(late)
        await begun(late)
        pool.give_up_overdue()
        assert search.place is not None
        thread, _ = search.place
        assert pool.stuck == 1
        late.end.set()
        await asyncio.to_thread(thread.join, 60)
        assert not thread.is_alive()
        assert pool.stuck == 0

    asyncio.run(scene())
    pool.close()


def test_an_analysis_is_never_given_up() -> None:
    pool = Searches(workers=2, waiting=5, a_client=2, seconds=0.0)
    work = Brooder()

    async def scene() -> None:
        search = pool.other("a", work)
        await begun(work)
        pool.give_up_overdue()
        work.end.set()
        assert await search.done == "done"

    asyncio.run(scene())
    pool.close()
