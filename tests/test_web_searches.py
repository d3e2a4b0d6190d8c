"""The pool of the page's server: who goes first, who waits, and what is ended when nobody wants it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from web_client import on_a_loop, settings_in

from shirokuro import Stop
from shirokuro.web.refusal import RefusedError
from shirokuro.web.server.caller import Caller, caller, introduce
from shirokuro.web.server.guard import Guard
from shirokuro.web.settings import WebSettings
from shirokuro.web.threads.searches import Mover, PooledSearch, Searches
from shirokuro.web.threads.speeds import ENOUGH


@contextmanager
def pool_of(**changes: Any) -> Iterator[Searches]:
    small = WebSettings(workers=2, move_workers=2, quick_workers=1, waiting=5, searches_a_client=2)
    pool = Searches(replace(small, **changes))
    yield pool
    pool.close()


@pytest.fixture
def searches() -> Iterator[Searches]:
    with pool_of() as pool:
        yield pool


class Brooder:
    """Work that lasts until it is told to end."""

    def __init__(self) -> None:
        self.began, self.end = threading.Event(), threading.Event()
        self.stop: Stop | None = None

    def __call__(self, stop: Stop) -> str:
        self.stop = stop
        self.began.set()
        assert self.end.wait(60)
        return "stopped" if stop.is_set() else "done"


def brooders(count: int) -> list[Brooder]:
    return [Brooder() for _ in range(count)]


def end(*works: Brooder) -> None:
    for work in works:
        work.end.set()


async def begun(*works: Brooder) -> None:
    for work in works:
        assert await asyncio.to_thread(work.began.wait, 60)


async def all_done(*searches: PooledSearch[Any]) -> None:
    await asyncio.gather(*(search.done for search in searches))


async def refused(searches: Searches, owner: str) -> int:
    with pytest.raises(RefusedError) as refusal:
        searches.other(owner, lambda _: None)
    assert refusal.value.retry_after
    return refusal.value.status


@on_a_loop
async def test_analyses_never_take_the_places_of_moves(searches: Searches) -> None:
    works = brooders(4)
    analyses = [searches.other(owner, work) for owner, work in zip("aabb", works, strict=True)]
    await begun(works[0])
    for owner in ("a", "c"):
        assert await searches.move(owner, lambda _: "moved").done == "moved"
        assert await searches.part_of_game(owner, lambda _: "counted") == "counted"
    end(*works)
    assert [await search.done for search in analyses] == ["done"] * 4


@on_a_loop
async def test_one_owner_waits_while_others_go_on(searches: Searches) -> None:
    works = brooders(2)
    found = [searches.other("a", work) for work in works]
    assert await refused(searches, "a") == 429
    other = searches.other("b", lambda _: "done")
    end(*works)
    assert [await search.done for search in (*found, other)] == ["done"] * 3
    assert await searches.answer("a", lambda _: "again") == "again"


@on_a_loop
async def test_whoever_hears_an_answer_has_room_for_the_next() -> None:
    with pool_of(searches_a_client=1) as searches:
        for number in range(2000):
            assert await searches.answer("a", lambda _, number=number: number) == number


@on_a_loop
async def test_what_is_cancelled_before_it_began_makes_room_at_once(searches: Searches) -> None:
    analysis, never = brooders(2)
    one = searches.other("a", analysis)
    await begun(analysis)
    two = searches.other("a", never)
    assert await refused(searches, "a") == 429
    two.cancel()
    three = searches.other("a", lambda _: "done")
    end(analysis)
    assert [await one.done, await three.done] == ["done", "done"]
    assert not never.began.is_set()


@on_a_loop
async def test_too_much_work_is_refused(searches: Searches) -> None:
    work = Brooder()
    running = searches.other("a", work)
    await begun(work)  # the address has no more places
    waiting = [searches.other(f"owner {number}", lambda _: None) for number in range(5)]
    assert await refused(searches, "z") == 503
    end(work)
    await all_done(running, *waiting)


@on_a_loop
async def test_whoever_stops_waiting_stops_the_search(searches: Searches) -> None:
    work = Brooder()
    task = asyncio.create_task(searches.answer("a", work))
    await begun(work)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert work.stop is not None
    assert work.stop.is_set()
    end(work)


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("x"), SystemExit(3), StopIteration(), KeyboardInterrupt()]
)
@on_a_loop
async def test_whatever_work_raises_is_told_and_the_pool_goes_on(
    searches: Searches, error: BaseException
) -> None:
    def fail(_: Stop) -> None:
        raise error

    with pytest.raises((ZeroDivisionError, RuntimeError)):
        await searches.answer("a", fail)
    assert await searches.answer("a", lambda _: 5) == 5


@on_a_loop
async def test_a_move_that_never_ends_is_given_up_and_holds_no_place() -> None:
    """Its thread is counted until it comes back."""
    stuck = brooders(2)
    with pool_of(answer_seconds=0.0) as pool:
        searches = [pool.move("a", work) for work in stuck]
        for search in searches:
            with pytest.raises(TimeoutError, match="no answer within 0 seconds"):
                await search.done
            assert search.stop.is_set()
        assert pool.stuck == 2
        quick = pool.move("a", lambda _: "done", Mover("random", is_quick=True))
        assert await quick.done == "done", "other threads have taken their places"
        end(*stuck)
        for search in searches:
            assert search.thread is not None
            await asyncio.to_thread(search.thread.join, 60)
            assert not search.thread.is_alive()
        assert pool.stuck == 0


@on_a_loop
async def test_own_players_that_never_answer_an_address_are_not_asked_there() -> None:
    stuck = brooders(2)
    with pool_of(answer_seconds=0.0, stuck_an_address=1, stuck=2) as pool:
        for number, work in enumerate(stuck):
            with caller_at(f"10.0.0.{number}"):
                assert pool.bears_own_players()
                with pytest.raises(TimeoutError):
                    await pool.move("a", work).done
                assert not pool.bears_own_players()
        with caller_at("10.0.0.9"):
            assert not pool.bears_own_players(), "there are enough of them in all"
        end(*stuck)


@on_a_loop
async def test_an_analysis_is_never_given_up() -> None:
    work, move = brooders(2)
    with pool_of(answer_seconds=0.0, move_seconds=0.0) as pool:
        search = pool.other("a", work)
        await begun(work)
        with pytest.raises(TimeoutError):
            await pool.move("a", move).done
        end(work, move)
        assert await search.done == "done"


def told(stop: Stop) -> str:
    """A player that plays its best move so far when it is told to, and not before."""
    while not stop.is_set():
        threading.Event().wait(0.001)
    return "best so far"


@on_a_loop
async def test_a_player_without_limits_of_its_own_is_told_when_its_time_is_up() -> None:
    with pool_of(move_seconds=0.0) as pool:
        assert await pool.move("a", told, Mover("slow")).done == "best so far"
        assert await pool.move("a", told, Mover("quick", is_quick=True)).done == "best so far"
        assert await pool.watched_move("a", told).done == "best so far"


@on_a_loop
async def test_an_engine_that_would_lose_by_it_is_not_told_to_stop() -> None:
    with pool_of(move_seconds=0.0) as pool:
        engine = Brooder()
        search = pool.move("a", engine, Mover("rhino", hears=False))
        with caller_at("10.0.0.2"):
            assert await pool.move("b", told, Mover("rival")).done == "best so far"
        end(engine)
        assert await search.done == "done"


@on_a_loop
async def test_the_end_of_the_server_ends_what_runs_and_what_waits(searches: Searches) -> None:
    running = searches.move("a", told)
    waiting = [searches.move("a", told) for _ in range(3)] + [searches.other("a", told) for _ in range(2)]
    searches.stop()
    for search in (running, *waiting):
        with suppress(RefusedError):
            assert await search.done == "best so far"


# Whose turn it is


@contextmanager
def caller_at(address: str) -> Iterator[None]:
    introduce(Caller(address))
    yield
    introduce(Caller())


@on_a_loop
async def test_addresses_take_turns_and_so_do_the_owners_of_each() -> None:
    with pool_of(move_workers=1) as pool:
        names = list[str]()
        first = Brooder()
        asked = [pool.move("z", first)]
        await begun(first)
        for address, owners in (("10.0.0.1", "aaaabb"), ("10.0.0.2", "cc")):
            with caller_at(address):
                for number, owner in enumerate(owners):
                    name = f"{owner}{number - owners.index(owner)}"
                    asked.append(pool.move(owner, lambda _, name=name: names.append(name)))
        end(first)
        await all_done(*asked)
        assert names == ["a0", "c0", "b0", "c1", "a1", "b1", "a2", "a3"]


@pytest.mark.parametrize("owners", ["aaaaaaaa", "abcdefgh"])
@on_a_loop
async def test_an_address_leaves_a_place_to_others(owners: str) -> None:
    """Whether it has one owner or many."""
    with pool_of(move_workers=3, workers=3, searches_a_client=99, waiting=99) as pool:
        works = {name: brooders(8) for name in ("moves", "analyses")}
        with caller_at("10.0.0.1"):
            asked = [pool.move(*each) for each in zip(owners, works["moves"], strict=True)]
            asked += [pool.other(*each) for each in zip(owners, works["analyses"], strict=True)]
            for kind in works.values():
                await begun(*kind[:2])
        with caller_at("10.0.0.2"):
            assert await pool.move("z", lambda _: "moved").done == "moved"
            assert await pool.answer("z", lambda _: "looked") == "looked"
        assert not any(work.began.is_set() for kind in works.values() for work in kind[2:])
        end(*works["moves"], *works["analyses"])
        await all_done(*asked)


@on_a_loop
async def test_an_owner_has_so_many_moves_thought_about() -> None:
    with pool_of(move_workers=4, moves_a_client=2) as pool:
        works = brooders(4)
        asked = [pool.move("a", work) for work in works]
        await begun(*works[:2])
        assert await pool.move("b", lambda _: "moved").done == "moved"
        assert not works[2].began.is_set()
        end(works[0])
        await begun(works[2])
        end(*works)
        await all_done(*asked)


@on_a_loop
async def test_an_address_asks_for_so_many_searches() -> None:
    with pool_of(searches_an_address=3) as pool:
        works = brooders(3)
        with caller_at("10.0.0.1"):
            asked = [pool.other(owner, work) for owner, work in zip("abc", works, strict=True)]
            assert await refused(pool, "d") == 429
            asked[2].cancel()
            asked.append(pool.other("d", lambda _: None))
        with caller_at("10.0.0.2"):
            asked.append(pool.other("e", lambda _: None))
        end(*works)
        await all_done(*asked[:2], *asked[3:])


# Quick players


@on_a_loop
async def test_a_quick_player_never_waits_behind_slow_ones(searches: Searches) -> None:
    """Also one that was quick here often enough."""
    for _ in range(ENOUGH):
        await searches.move("a", lambda _: None, Mover("seen")).done
    works = brooders(20)
    asked = [searches.move(owner, work, Mover("slow")) for owner, work in zip("ab" * 10, works, strict=True)]
    await begun(works[0])
    for owner in "abc":
        for mover in (Mover("random", is_quick=True), Mover("seen")):
            assert await searches.move(owner, lambda _: "moved", mover).done == "moved"
    end(*works)
    await all_done(*asked)


@on_a_loop
async def test_a_quick_player_that_is_slow_now_loses_its_place_to_others(searches: Searches) -> None:
    for _ in range(ENOUGH):
        await searches.move("a", lambda _: None, Mover("fickle")).done
    fickle, others = Brooder(), brooders(3)
    asked = [searches.move("a", fickle, Mover("fickle"))]
    await begun(fickle)
    asked += [searches.move(owner, work, Mover("fickle")) for owner, work in zip("bcd", others, strict=True)]
    random = searches.move("e", lambda _: "moved", Mover("random", is_quick=True))
    assert await random.done == "moved", "another thread has taken its place"
    await begun(others[0])
    assert asked[1].queue is not asked[0].queue, "it is slow from now on, also where it waited already"
    end(fickle, *others)
    await all_done(*asked)
    assert searches.stuck == 0


# Who hung up


@pytest.mark.parametrize("is_running", [True, False])
@on_a_loop
async def test_a_search_ends_when_the_client_of_its_request_is_gone(
    searches: Searches, is_running: bool
) -> None:
    hung_up, work, before = asyncio.Event(), Brooder(), [] if is_running else brooders(2)
    busy = list[PooledSearch[str]]()
    for number, each in enumerate(before):
        with caller_at(f"10.0.0.{number}"):
            busy.append(searches.other(f"owner {number}", each))
            await begun(each)

    async def receive() -> dict[str, Any]:
        await hung_up.wait()
        return {"type": "http.disconnect"}

    introduce(Caller("10.0.0.9", receive))
    task = asyncio.create_task(searches.answer("a", work))
    if is_running:
        await begun(work)
    else:
        while not searches.waiting:
            await asyncio.sleep(0)
    hung_up.set()
    with pytest.raises(RefusedError, match="closed the connection"):
        await task
    end(work, *before)
    await all_done(*busy)
    assert (work.stop.is_set() if work.stop else None) == (True if is_running else None)
    assert searches.waiting == 0


@on_a_loop
async def test_who_has_hung_up_already_asks_for_nothing(searches: Searches) -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    introduce(Caller("10.0.0.1", receive))
    with pytest.raises(RefusedError, match="closed the connection"):
        await searches.answer("a", lambda _: pytest.fail("nobody wants it"))


@on_a_loop
async def test_callers_are_counted_by_address_and_of_ipv6_by_network(tmp_path: Path) -> None:
    seen = list[str]()

    async def app(*_: Any) -> None:
        seen.append(caller().address)

    async def nothing(*_: Any) -> Any:
        raise AssertionError

    for client, address in (
        (("192.0.2.7", 5), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::1", 5), "2001:db8:1:2::/64"),
        (("::ffff:192.0.2.7", 5), "192.0.2.7"),
        (("testclient", 5), "testclient"),
        (None, ""),
    ):
        scope = {"type": "http", "client": client, "path": "/", "headers": [(b"host", b"localhost")]}
        await Guard(app, settings_in(tmp_path))(scope, nothing, nothing)
        assert seen.pop() == address


@on_a_loop
async def test_work_in_the_background_gives_way_and_uses_the_threads_that_are_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("shirokuro.web.threads.searches.TURN_SECONDS", 0.0)
    monkeypatch.setattr("shirokuro.web.threads.searches.LOOK_SECONDS", 0.001)
    with pool_of(analysis_threads=3) as searches:
        began, never, works, widths = threading.Event(), threading.Event(), brooders(2), list[int]()

        def until_stopped(stop: Stop, threads: int) -> str:
            widths.append(threads)
            began.set()
            while not stop.is_set():
                never.wait(0.001)
            return "stopped"

        turn = asyncio.ensure_future(searches.in_background("a", until_stopped, most_threads=1))
        assert await asyncio.to_thread(began.wait, 60)
        others = [searches.other("a", work) for work in works]
        assert await turn == "stopped"
        end(*works)
        await all_done(*others)
        assert await searches.in_background("a", lambda _, threads: threads) == 3
        assert widths == [1]
