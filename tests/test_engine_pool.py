"""Engines that are lent again: each answers as a new one would, to one borrower at a time, in a child too."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import samples

import shirokuro as sk
from shirokuro.engine import pool as engine_pool
from shirokuro.engine.pool import EnginePool

TABLE_MIB = 0.1
"""So small that entries have to give way."""
Answer = tuple[int, int, int]


def analysis(engine: sk.Engine, board: sk.Board) -> list[Answer]:
    results = engine.analyze(board, sk.Limits(depth=8))
    return [(move, result.value, result.nodes) for move, result in results.items()]


def answers(engine: sk.Engine, board: sk.Board) -> list[Answer]:
    found = engine.search(board, sk.Limits(depth=9))
    return [(found.pv[0], found.value, found.nodes), *analysis(engine, board)]


def fresh(board: sk.Board) -> list[Answer]:
    with sk.Engine(1, TABLE_MIB) as engine:
        return answers(engine, board)


def test_a_lent_engine_answers_as_a_new_one() -> None:
    pool, lent = EnginePool(), set()
    for seed, variant in enumerate((*sk.VARIANTS, "reversi", "reversi", "nip")):
        board = samples.random_board(variant, plies=3, seed=seed)
        with pool.lend(1, TABLE_MIB) as engine:
            lent.add(id(engine))
            assert answers(engine, board) == fresh(board)
    assert len(lent) == 1


def test_an_engine_that_has_searched_hundreds_of_times_answers_as_a_new_one() -> None:
    """The age of an entry is a byte, which comes round."""
    pool = EnginePool()
    for seed in range(6):
        board = samples.random_board("nip", plies=12, seed=seed)
        with pool.lend(1, TABLE_MIB) as engine:
            for _ in range(230):
                engine.search(samples.one_empty("nip"))
        with pool.lend(1, TABLE_MIB) as again, sk.Engine(1, TABLE_MIB) as new:
            assert again is engine
            assert analysis(again, board) == analysis(new, board)


def test_only_an_idle_engine_of_the_same_make_is_lent_again() -> None:
    pool = EnginePool()
    for threads, table in ((1, 1.0), (2, 1.0), (1, 2.0)):
        with pool.lend(threads, table) as one, pool.lend(threads, table) as other:
            assert one is not other
            assert (one.threads, one.table_mib) == (threads, table)


def test_a_search_that_fails_does_not_lose_the_engine() -> None:
    pool = EnginePool()
    with pytest.raises(ValueError, match="is not a cell"), pool.lend(1, TABLE_MIB) as engine:
        engine.search("nonsense")
    with pool.lend(1, TABLE_MIB) as again:
        assert again is engine


def test_few_engines_are_kept_and_no_large_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_pool, "MOST_IDLE", 2)
    monkeypatch.setattr(engine_pool, "MOST_IDLE_MIB", 4)
    pool, lent = EnginePool(), []
    for table in (1.0, 1.5, 2.0):
        with pool.lend(1, table) as engine:
            lent.append(engine)
    for table, engine in zip((1.5, 2.0), lent[1:], strict=True):
        with pool.lend(1, table) as again:
            assert again is engine
    with pytest.raises(ValueError, match="closed"):
        lent[0].clear()
    with pool.lend(1, 5.0) as large:
        pass
    with pytest.raises(ValueError, match="closed"):
        large.clear()


def test_many_threads_borrow_from_one_pool() -> None:
    pool = EnginePool()
    boards = [samples.random_board("nip", plies=4 + seed, seed=seed) for seed in range(12)]
    together = threading.Barrier(4)

    def ask(board: sk.Board) -> list[Answer]:
        together.wait()
        with pool.lend(1, TABLE_MIB) as engine:
            return answers(engine, board)

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, boards)) == [fresh(board) for board in boards]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_child_borrows_even_if_it_was_forked_while_the_pool_was_locked(threads: int) -> None:
    """The board is read to its end, so that both threads find the same value."""
    player = sk.player(f"engine:level=12,threads={threads}")
    board = samples.random_board("nip12", plies=2, seed=2)
    value = player.choose(board).value
    assert value is not None
    with engine_pool.ENGINES._lock:
        if (child := os.fork()) == 0:
            os._exit(0 if player.choose(board).value == value else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
