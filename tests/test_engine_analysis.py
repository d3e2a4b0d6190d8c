"""`Engine.analysis`: results for a loop as they deepen, and nothing is left behind when the loop ends."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from itertools import islice

import pytest
from samples import finished, forced_pass

import shirokuro as sk

BOARD = "f5d6c3d3c4"
IN_LOOP = "the engine is analysing in a loop of this thread: end that loop first"


@pytest.fixture
def engine() -> Iterator[sk.Engine]:
    """At the end of every test no thread of an analysis is left."""
    with sk.Engine() as made:
        yield made
    assert searching() == []


def searching() -> list[threading.Thread]:
    return [each for each in threading.enumerate() if each.name == "analysis"]


def test_results_deepen_to_the_limits(engine: sk.Engine) -> None:
    found = [*engine.analysis(BOARD, depth=7)]
    assert [(each.kind, each.depth) for each in found] == [("depth", depth) for depth in range(1, 8)]
    assert (found[-1].value, found[-1].pv) == (engine.search(BOARD, depth=7).value, found[-1].pv)
    assert [*engine.analysis(BOARD, sk.Limits(nodes=1000))][-1].nodes <= 2000


def test_without_limits_they_go_on_to_the_exact_value(engine: sk.Engine) -> None:
    *_, last = engine.analysis("nip12")
    assert (last.kind, last.value) == ("exact", sk.solve("nip12").value)


@pytest.mark.parametrize("variant", ["reversi4", "nip12"])
def test_a_pass_and_a_finished_game(engine: sk.Engine, variant: str) -> None:
    assert [*engine.analysis(forced_pass(variant))][-1].move == sk.PASS
    (over,) = engine.analysis(finished(variant))
    assert (over.move, over.value) == (None, finished(variant).final_value())
    assert [*engine.analysis(finished(variant), every_move=True)] == []


def test_every_move(engine: sk.Engine) -> None:
    found = [*engine.analysis(BOARD, every_move=True, depth=6)]
    assert [{result.depth for result in results.values()} for results in found] == [{2}, {4}, {6}]
    values = {move: result.value for move, result in engine.analyze(BOARD, depth=6).items()}
    assert {move: result.value for move, result in found[-1].items()} == values


def test_leaving_a_loop_ends_its_search(engine: sk.Engine) -> None:
    analysis, board = engine.analysis(BOARD), sk.Board.parse(BOARD)
    for result in analysis:
        if result.depth >= 4:
            break
    assert searching() == []
    with pytest.raises(ZeroDivisionError):
        max(1 / (result.depth - 3) for result in analysis)
    assert searching() == []
    with engine.analysis(board) as kept:
        results = iter(kept)
        board.push("f4")  # the search has a board of its own
        assert next(results).move in sk.Board.parse(BOARD).legal_moves
    assert searching() == [*results] == []
    assert engine.search(BOARD, depth=2).depth == 2


def test_another_thread_can_end_it(engine: sk.Engine) -> None:
    analysis = engine.analysis(BOARD)
    timer = threading.Timer(0.05, analysis.close)
    timer.start()
    assert [result.depth for result in analysis][:2] == [1, 2]
    timer.join()


def test_a_thread_cannot_call_the_engine_in_its_loop_and_others_wait(engine: sk.Engine) -> None:
    found: list[sk.Result] = []
    other = threading.Thread(target=lambda: found.append(engine.search(BOARD, depth=3)))
    for _ in engine.analysis(BOARD):
        for call in (lambda: engine.search(BOARD, depth=1), lambda: next(iter(engine.analysis(BOARD)))):
            with pytest.raises(ValueError, match=f"^{IN_LOOP}$"):
                call()
        other.start()
        break
    other.join()
    assert found[0].depth == 3
    with sk.Engine() as second:
        for _, result in zip(engine.analysis(BOARD), second.analysis(BOARD), strict=False):
            if result.depth == 3:
                break


def test_errors_arrive_in_the_loop() -> None:
    engine = sk.Engine()
    analysis = engine.analysis(BOARD)
    engine.close()
    with pytest.raises(ValueError, match="this engine was closed"):
        next(iter(analysis))
    for wrong in ({"scoring": "most"}, {"depth": 0}, {"tempo": 1}):
        with pytest.raises((ValueError, TypeError), match=r"most|depth|tempo"):
            engine.analysis(BOARD, **wrong)  # type: ignore[call-overload]
    assert searching() == []


def test_ctrl_c_ends_it(engine: sk.Engine) -> None:
    main = threading.main_thread().ident
    assert main is not None
    for depth in (1, 8):
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012  # it comes somewhere in the loop
            for result in engine.analysis("reversi"):
                if result.depth == depth:
                    threading.Timer(0.02, signal.pthread_kill, (main, signal.SIGINT)).start()
        assert searching() == []


def test_a_program_may_end_within_a_loop() -> None:
    code = "import shirokuro as sk; kept = iter(sk.Engine().analysis('reversi')); print(next(kept).depth)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


async def first(results: AsyncIterator[sk.Result], count: int) -> list[int]:
    found = []
    async for result in results:
        found.append(result.depth)
        if len(found) == count:
            break
    return found


def test_async_loops_of_one_engine_wait_for_each_other(engine: sk.Engine) -> None:
    async def both() -> list[list[int]]:
        loops = (first(aiter(engine.analysis(BOARD)), count) for count in (6, 4))
        return await asyncio.gather(*loops)

    assert asyncio.run(both()) == [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4]]


def test_an_async_loop_leaves_nothing_behind(engine: sk.Engine) -> None:
    async def leave() -> None:
        async for _ in engine.analysis(BOARD):
            with pytest.raises(ValueError, match=IN_LOOP):
                engine.search(BOARD, depth=1)
            with pytest.raises(ValueError, match=IN_LOOP):
                await first(aiter(engine.analysis(BOARD)), 1)
            break
        assert searching() == []
        with pytest.raises(ZeroDivisionError):
            [1 / (result.depth - 2) async for result in engine.analysis(BOARD)]
        async with engine.analysis(BOARD, depth=3) as analysis:
            assert [result.depth async for result in analysis] == [1, 2, 3]
        try:
            async with asyncio.timeout(0.05):
                async for _ in engine.analysis("reversi"):
                    pass
        except TimeoutError:
            assert searching() == []
        engine.close()
        with pytest.raises(ValueError, match="this engine was closed"):
            await first(aiter(engine.analysis(BOARD)), 1)

    asyncio.run(leave())
    assert [*islice(engine.analysis(BOARD), 0)] == []
