"""The engine as a user meets it: limits, kinds, stopping, threads, callbacks, and positions of every sort."""

from __future__ import annotations

import ctypes
import gc
import math
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from mmap import mmap
from multiprocessing import get_context
from multiprocessing.shared_memory import SharedMemory
from random import Random
from typing import Any

import numpy as np
import pytest
import reference
from ffo import PROBLEMS
from hypothesis import given, settings
from hypothesis import strategies as st
from test_solver import brute_force, end_of_line

import shirokuro as sk
from shirokuro.board.board import SCORINGS, Scoring
from shirokuro.engine.deepening import Mode
from shirokuro.engine.engine import Engine
from shirokuro.engine.limits import Limits
from shirokuro.engine.result import Result
from shirokuro.engine.table_memory import table_for_empties

HARD = sk.Board.parse(PROBLEMS[44].line)
"""24 empties: seconds of work, whatever the engine."""


# Limits and kinds


@pytest.mark.parametrize("name", ["depth", "nodes", "seconds"])
def test_absurd_limits(name: str) -> None:
    for value in (0, -1, -0.5, math.nan, math.inf, 2**63, 1e30):
        with pytest.raises(ValueError, match=f"^{name}: "):
            Limits(**{name: value})


@pytest.mark.parametrize(
    ("name", "values"), [("threads", (0, -1, 1025)), ("table_mib", (0, -1, math.nan, math.inf, 2**40))]
)
def test_absurd_engines(name: str, values: tuple[Any, ...]) -> None:
    for value in values:
        with pytest.raises(ValueError, match=f"^{name}: "):
            Engine(**{name: value})


def test_unknown_words() -> None:
    board = sk.Board("nip12")
    with sk.Engine(table_mib=1) as engine:
        with pytest.raises(ValueError, match="mode: no 'best', there are exact, wld"):
            engine.solve(board, "best")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="scoring: no 'half', there are winner, plain"):
            engine.search(board, scoring="half")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="dont_care: no 'all', there are off, full-lines, wide"):
            engine.solve(board, dont_care="all")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="whatever the depth"):
            engine.solve(board, limits=Limits(depth=3))


def test_a_depth_is_kept_up_to_the_end(variant: str) -> None:
    board = sk.Board(variant)
    for depth in (1, 2, 5, 8):
        with sk.Engine(table_mib=1) as engine:
            result = engine.search(board, Limits(depth=depth))
        kind = "exact" if depth >= len(board.empties()) else "depth"
        assert (result.kind, result.depth) == (kind, depth)
        board.copy().extend(result.pv, insert_passes=False)
    whole = sk.Engine(table_mib=1).search(sk.Board("nip12"), Limits(depth=64))
    assert (whole.kind, whole.value) == ("exact", 2)


@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(nodes=20_000), Limits(seconds=1e-9)])
@pytest.mark.parametrize("mode", ["exact", "wld"])
@pytest.mark.parametrize("number", [40, 43, 45])
def test_a_solve_that_its_limits_end_is_a_bound(number: int, mode: Mode, limits: Limits) -> None:
    problem = PROBLEMS[number - 1]
    board = sk.Board.parse(problem.line)
    before = board.copy()
    with sk.Engine(table_mib=1) as engine:
        result = engine.solve(board, mode, limits)
    assert result.kind == "bound"
    assert result.lower <= problem.value <= result.upper
    assert result.lower <= result.value <= result.upper
    assert result.move in board.legal_moves
    assert board == before


def test_a_search_that_its_limits_end_has_deepened() -> None:
    with sk.Engine(table_mib=1) as engine:
        result = engine.search(HARD, Limits(nodes=100_000))
    assert result.kind == "depth"
    assert 10 <= result.depth < len(HARD.empties()), "not all is left to a pass that is never completed"
    assert result.move in HARD.legal_moves


@pytest.mark.parametrize("threads", [1, 2])
def test_deadlines_are_kept(threads: int) -> None:
    with sk.Engine(threads, table_mib=1) as engine:
        assert engine.search(sk.Board(), Limits(seconds=0.05)).kind == "depth"
        assert engine.solve(sk.Board(), limits=Limits(seconds=0.05)).kind == "bound"
        assert engine.search(sk.Board("nip"), Limits(seconds=0.05)).move in sk.Board("nip").legal_moves
        assert len(engine.analyze(sk.Board(), Limits(seconds=0.05))) == 4


# Results


def test_what_a_result_says() -> None:
    board = sk.Board("nip12")
    exact = sk.solve(board)
    assert str(exact).startswith("+2 (exact) ")
    assert exact.nodes > 0
    assert exact.seconds >= 0
    assert str(sk.solve(board, mode="wld")).startswith("win (wld) ")
    assert str(sk.Engine().search(sk.Board(), Limits(depth=4))).split(")")[0].endswith("(depth 4")
    assert exact == eval(repr(exact), {name: getattr(sk, name) for name in sk.__all__})
    bound = sk.Engine(table_mib=1).solve(sk.Board(), limits=Limits(nodes=1))
    assert f"between {bound.lower:+d} and {bound.upper:+d}" in str(bound)


def test_evaluate_is_for_the_side_to_move(variant: str) -> None:
    board = sk.Board(variant)
    cells = len(board.variant.cells)
    assert -cells <= sk.evaluate(board) <= cells
    board.push(board.legal_moves[0])
    twin = sk.Board.from_cells(board.white(), board.black(), board.turn.opponent, variant)
    assert sk.evaluate(twin) == sk.evaluate(board)


# Analysis


@pytest.mark.parametrize("scoring", SCORINGS)
def test_analysis_gives_every_move_its_value(scoring: Scoring) -> None:
    board = sk.Board("nip24")
    board.extend(["c2", "d2", "e5", "b5", "c5", "b2"])
    results = sk.analyze(board, scoring=scoring)
    assert set(results) == set(board.legal_moves)
    for move, result in results.items():
        after = board.copy()
        after.push(move)
        assert result.value == -sk.solve(after, scoring=scoring).value
        assert (result.move, result.pv[0], result.kind) == (move, move, "exact")
        assert result.lower == result.value == result.upper
        assert end_of_line(board, result, scoring) == result.value
    values = [result.value for result in results.values()]
    assert values == sorted(values, reverse=True)
    assert values[0] == sk.solve(board, scoring=scoring).value


def test_analysis_of_a_pass_and_of_the_end() -> None:
    board = sk.Board.parse("b1c1d3a1", "reversi4")
    assert board.must_pass()
    results = sk.analyze(board)
    assert list(results) == [sk.PASS]
    assert results[sk.PASS].value == sk.solve(board).value
    assert sk.analyze(sk.Board("reversi4", "X" * 16)) == {}


def test_analysis_within_limits_compares_what_can_be_compared() -> None:
    with sk.Engine(table_mib=1) as engine:
        some = engine.analyze(sk.Board(), Limits(nodes=200_000))
        fair = engine.compare(sk.Board(), some, Limits(nodes=200_000))
    depths = [result.depth for result in some.values()]
    assert max(depths) - min(depths) in (0, 2)
    assert len({result.depth for result in fair.values()}) == 1


def test_analysis_reports_while_it_deepens() -> None:
    seen: list[dict[int, Result]] = []
    with sk.Engine(table_mib=1) as engine:
        results = engine.analyze(sk.Board(), Limits(depth=6), progress=seen.append)
    assert len(seen) == 1 + 2 * 4, "after the first step, and after each search from then on"
    assert seen[-1] == results
    assert [max(result.depth for result in some.values()) for some in seen[::4]] == [2, 4, 6]


# Callbacks and interrupts


def test_progress_arrives() -> None:
    seen: list[Result] = []
    with sk.Engine(table_mib=1) as engine:
        last = engine.search(sk.Board(), Limits(depth=6), progress=seen.append)
        assert [result.depth for result in seen] == [1, 2, 3, 4, 5, 6]
        assert seen[-1].value == last.value
        seen.clear()
        engine.solve(sk.Board("nip24"), progress=seen.append)
        assert seen[-1].kind == "exact"


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_in_a_callback_ends_the_search(threads: int) -> None:
    class FedUpError(Exception):
        pass

    def complain(result: Result) -> None:
        raise FedUpError(result.depth)

    with sk.Engine(threads, table_mib=1) as engine:
        with pytest.raises(FedUpError, match=r"^1$"):
            engine.solve(sk.Board(), progress=complain)
        assert engine.solve(sk.Board("nip12")).value == 2, "it still works"


# Stopping, several engines, threads


@pytest.mark.parametrize(("threads", "after"), [(1, 0.001), (2, 0.05), (4, 0)])
@pytest.mark.parametrize(
    "search",
    [
        lambda engine, stop: engine.solve(HARD, stop=stop),
        lambda engine, stop: engine.solve(HARD, "wld", stop=stop),
        lambda engine, stop: engine.search(sk.Board(), stop=stop),
        lambda engine, stop: engine.search(sk.Board("nip"), Limits(depth=40), stop),
        lambda engine, stop: engine.analyze(sk.Board(), stop=stop),
    ],
)
def test_stop_under_load(
    threads: int, search: Callable[[Engine, sk.Stop], Result | dict[int, Result]], after: float
) -> None:
    """Were the interpreter held meanwhile, the timer could not set the token and this would never end."""
    stop = sk.Stop()
    with sk.Engine(threads, table_mib=4) as engine:
        timer = threading.Timer(after, stop.set)
        timer.start()
        found = search(engine, stop)
        timer.join()
        results = list(found.values()) if isinstance(found, dict) else [found]
        assert {result.kind for result in results} <= {"bound", "depth", "selective"}
        assert all(result.move is not None for result in results)
        assert engine.solve(sk.Board("nip12")).value == 2, "it still works"


def test_a_token_stays_set() -> None:
    stop = sk.Stop()
    assert not stop.is_set()
    stop.set()
    stop.set()
    assert stop.is_set()
    with sk.Engine(table_mib=1) as engine:
        assert engine.solve(sk.Board(), stop=stop).kind == "bound"
        assert {result.depth for result in engine.analyze(sk.Board(), stop=stop).values()} == {2}


SOLVED = {"nip24": 4, "nip24+loop": -8, "reversi4": -10}
"""What boards are worth from the start."""


def test_one_engine_for_several_threads_and_variants() -> None:
    with sk.Engine(threads=2, table_mib=1) as engine, ThreadPoolExecutor() as pool:
        found = pool.map(lambda variant: engine.solve(sk.Board(variant)).value, [*SOLVED] * 3)
        assert [*found] == [*SOLVED.values()] * 3


def test_a_table_serves_several_questions() -> None:
    """What one scoring, mode or kind of key left in the table must not answer another."""
    board = sk.Board("reversi4")
    with sk.Engine(table_mib=1) as engine:
        for _ in range(2):
            assert engine.solve(board).value == -10
            assert engine.solve(board, scoring="plain").value == -8
            assert engine.solve(board, "wld").value < 0
            assert engine.search(board, Limits(depth=4)).kind == "depth"
            assert engine.solve(board, scoring="plain", dont_care="full-lines").value == -8


def own_threads() -> int:
    gc.collect()  # engines that earlier tests forgot
    return len(os.listdir("/proc/self/task"))


@pytest.mark.parametrize("how", ["close", "with", "forget"])
def test_no_thread_is_left_behind(how: str) -> None:
    before = own_threads()
    engine = sk.Engine(threads=4, table_mib=1)
    assert own_threads() == before + 3
    engine.solve(sk.Board("nip24"))
    assert own_threads() == before + 3
    if how == "close":
        engine.close()
    elif how == "with":
        with engine:
            pass
    else:
        del engine
    assert own_threads() == before


def test_a_closed_engine_says_so() -> None:
    engine = sk.Engine(table_mib=1)
    engine.close()
    engine.close()
    with pytest.raises(ValueError, match="this engine was closed"):
        engine.search(sk.Board())
    with pytest.raises(ValueError, match="this engine was closed"):
        engine.clear()


# Positions of every sort


@pytest.fixture(scope="module")
def small_engine() -> Engine:
    return sk.Engine(table_mib=0.1)


@settings(max_examples=40)
@given(data=st.data())
def test_junk_positions(variant: str, small_engine: Engine, data: st.DataObject) -> None:
    """Every question gets an answer that makes sense, and leaves the board alone."""
    cells = len(sk.VARIANTS[variant].cells)
    alphabet = data.draw(st.sampled_from(["XO-", "X-", "XO", "O", "-", "XXXO-"]))
    discs = data.draw(st.text(alphabet, min_size=cells, max_size=cells))
    board = sk.Board(variant, f"{discs} {data.draw(st.sampled_from('XO'))}")
    before = board.line()
    moves = {None} if board.is_over() else {*board.legal_moves} or {sk.PASS}
    for scoring in SCORINGS:
        shallow = small_engine.search(board, Limits(depth=2), scoring=scoring)
        bound = small_engine.solve(board, limits=Limits(nodes=2000), scoring=scoring)
        assert {shallow.move, bound.move} <= moves
        assert bound.lower <= bound.value <= bound.upper
        if board.is_over():
            value = board.final_value(scoring)
            assert (shallow.kind, shallow.value, shallow.pv) == ("exact", value, ())
            assert (bound.kind, bound.value, bound.pv) == ("exact", value, ())
            assert small_engine.solve(board, "wld", scoring=scoring).value == value
    assert board.line() == before


def test_junk_endings_against_brute_force(variant: str, small_engine: Engine) -> None:
    """No game leads there, and the rules still say what they are worth."""
    random = Random(variant)
    cells = len(sk.VARIANTS[variant].cells)
    for empties in (0, 1, 2, 3, 4, 5):
        for _ in range(4):
            discs = ["-"] * empties + random.choices("XO", [random.random() + 0.1, 1], k=cells - empties)
            random.shuffle(discs)
            line = "".join(discs) + random.choice([" X", " O"])
            game = reference.Game(
                reference.RULES[variant],
                dict(zip(reference.RULES[variant].cells, discs, strict=True)),
                line[-1],
            )
            for scoring in SCORINGS:
                result = small_engine.solve(sk.Board(variant, line), scoring=scoring)
                assert result.value == brute_force(game, scoring, {}), line


# A table in memory that others share


def test_memory_is_for_one_board_scoring_evaluator_and_kind_of_keys() -> None:
    memory = mmap(-1, 1 << 16)
    with (
        Engine(memory=memory) as engine,
        Engine(memory=memory) as other,
        Engine(memory=memory, evaluator="squares") as third,
    ):
        assert engine.solve("nip12").value == 2
        assert other.solve("nip12").value == 2
        for ask in (
            lambda: other.solve("nip12+loop"),
            lambda: engine.solve("nip12", scoring="plain"),
            lambda: third.solve("nip12"),
            lambda: other.solve("nip12", dont_care="wide"),
            lambda: engine.clear() or other.solve("nip12", dont_care="wide"),
        ):
            with pytest.raises(ValueError, match=r"memory: it holds results of another board.* dont_care"):
                ask()
        assert engine.solve("nip12").value == 2


@pytest.mark.parametrize(
    "memory",
    [
        mmap(-1, 1 << 20),
        bytearray(1 << 20),
        memoryview(bytearray(1 << 20))[7:],
        np.zeros(1 << 20, np.uint8),
        np.zeros((16, 1 << 13), np.uint64),
        np.zeros(1 << 20, np.uint8)[1:],
        (ctypes.c_ubyte * (1 << 20))(),
    ],
)
def test_engines_share_any_writable_bytes_and_never_copy_them(memory: Any) -> None:
    board = sk.Board.parse(PROBLEMS[20].line)
    with Engine(memory=memory) as one, Engine(memory=memory) as other:
        first, second = one.solve(board), other.solve(board)
        size = memoryview(memory).nbytes
        assert size - 192 < one.table_mib * 2**20 < size
    assert first.value == second.value == PROBLEMS[20].value
    assert second.nodes < first.nodes / 2
    assert np.asarray(memory).any()


def test_memory_of_other_processes_is_shared() -> None:
    shared = SharedMemory(create=True, size=1 << 16)
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            assert pool.submit(_solved_in, shared.name).result() == 2
        with Engine(memory=shared.buf) as engine:
            with pytest.raises(ValueError, match="memory: it holds results of another board"):
                engine.solve("nip12+loop")
            with pytest.raises(BufferError):  # not while an engine uses it
                shared.close()
    finally:
        shared.close()
        shared.unlink()


def _solved_in(name: str) -> int:
    shared = SharedMemory(name)
    with Engine(memory=shared.buf) as engine:
        found = engine.solve("nip12").value
    shared.close()
    return found


@pytest.mark.parametrize(
    ("memory", "error", "message"),
    [
        (mmap(-1, 64), ValueError, "memory: too small for a table; 192 bytes always do"),
        (bytearray(), ValueError, "memory: too small for a table; 192 bytes always do"),
        (bytes(4096), ValueError, "memory: a writable buffer .*: this bytes can only be read"),
        (np.zeros(4096, np.uint8)[::2], ValueError, "memory: a writable buffer .*: this one has gaps"),
        (np.zeros((64, 64), np.uint8).T, ValueError, "memory: a writable buffer .*: this one has gaps"),
        (np.zeros(4096), TypeError, "memory: a writable buffer of bytes .*, not items of the format 'd'"),
        (np.zeros(4096, ">u8"), TypeError, "memory: .*, not items of the format '>Q'"),
        ("text", TypeError, "memory: a writable buffer of bytes is needed .*, not str"),
        (5, TypeError, "memory: a writable buffer of bytes is needed .*, not int"),
    ],
)
def test_memory_that_is_no_table(memory: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Engine(memory=memory)


# What tables take


def grown_by(work: str) -> int:
    """MiB of memory that a process of its own touches for some work, at most at a time."""
    code = f"""
from pathlib import Path
import shirokuro as sk
import shirokuro.engine.batch

def most_kib():  # of this program alone, where getrusage counts what ran before it
    return int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])

boards = ["f5", "f5d6"]
positions = sk.batch.from_boards(boards)
sk.batch.solve(positions, limits=sk.Limits(nodes=1), threads=2)  # what is loaded on first use
before = most_kib()
{work}
print(most_kib() - before >> 10)
"""
    return int(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)


def test_memory_is_touched_as_far_as_it_is_used() -> None:
    work = (
        "engine = sk.Engine(table_mib=1024); engine.clear(); engine.clear()",
        "sk.batch.solve(positions, limits=sk.Limits(nodes=1000), threads=2)",
        "stop = sk.Stop(); stop.set(); sk.batch.solve(positions, stop=stop, threads=2)",
        "sk.analyze(boards[0], sk.Limits(nodes=1000))",
    )
    assert grown_by("\n".join(work)) < 32


def test_memory_that_is_used_is_touched() -> None:
    assert grown_by("sk.Engine(table_mib=256).search(boards[0], sk.Limits(depth=16))") >= 32


def test_tables_are_as_large_as_what_limits_allow() -> None:
    sizes = [table_for_empties(60, Limits(nodes=nodes)) for nodes in (1, 1 << 14, 1 << 20, 1 << 30)]
    assert sizes == [1, 1, 64, 512]
    assert table_for_empties(14, Limits(nodes=1 << 30)) == 1
    assert [table_for_empties(60, Limits(seconds=seconds)) for seconds in (0.001, 2, 100)] == [1, 128, 512]
    assert table_for_empties(60, Limits()) == table_for_empties(60) == 512
