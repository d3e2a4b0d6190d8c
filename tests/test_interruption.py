"""What ends or disturbs work without the interpreter: other callers, signals, forks, the process's end."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from samples import random_board

import shirokuro as sk
from shirokuro.cli import main
from shirokuro.engine.engine import Engine
from shirokuro.engine.limits import Limits
from shirokuro.engine.studies import dont_care_experiment


class Busy:
    """An engine on which another thread searches until told to stop."""

    def __init__(self) -> None:
        self.engine = Engine()
        self._stop = sk.Stop()
        has_begun = threading.Event()
        search = partial(self.engine.search, sk.Board(), Limits(), self._stop)
        self._thread = threading.Thread(target=search, kwargs={"progress": lambda _: has_begun.set()})
        self._thread.start()
        has_begun.wait()

    def __enter__(self) -> Engine:
        return self.engine

    def __exit__(self, *exception: object) -> None:
        assert self._thread.is_alive()
        self._stop.set()
        self._thread.join()


def test_a_search_that_waits_keeps_its_time_and_heeds_its_token() -> None:
    stop = sk.Stop()
    with Busy() as engine:
        result = engine.search(sk.Board("nip"), Limits(seconds=0.05))
        assert (result.kind, result.depth) == ("depth", 1)
        assert result.move in sk.Board("nip").legal_moves
        timer = threading.Timer(0.05, stop.set)
        timer.start()
        assert engine.search(sk.Board(), Limits(), stop).depth == 1
        assert len(engine.analyze(sk.Board(), Limits(depth=7), stop)) == 4
        timer.join()


class AlarmError(Exception):
    pass


def alarm(_signal: int, _frame: object) -> None:
    raise AlarmError


@contextmanager
def alarm_soon(
    handler: Any = alarm, error: type[Exception] = AlarmError, match: str | None = None
) -> Iterator[None]:
    """A signal in a moment, whose handler raises as Ctrl-C's does; it must come out here."""
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(error, match=match):
            yield
    finally:
        signal.signal(signal.SIGALRM, before)


def test_signals_reach_a_search_that_waits() -> None:
    with Busy() as engine:
        for call in (lambda: engine.search(sk.Board(), Limits()), engine.clear):
            with alarm_soon():
                call()


@pytest.mark.parametrize(
    "call", [lambda: sk.perft(sk.Board(), 20), lambda: dont_care_experiment(random_board("reversi", 30, 1))]
)
def test_signals_reach_perft_and_the_dont_care_experiment(call: Callable[[], object]) -> None:
    with alarm_soon():
        call()


def test_waiting_callers_get_their_turn_in_order() -> None:
    engine = Engine()
    board = random_board("reversi", 44, 1)
    value = engine.solve(board).value
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(engine.solve(board).value)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [value] * 8


@pytest.mark.parametrize("call", ["clear", "search", "analyze"])
def test_a_callback_that_calls_its_own_engine_is_told(call: str) -> None:
    engine = Engine()

    def tell(_: sk.Result) -> None:
        getattr(engine, call)(*(() if call == "clear" else (sk.Board(),)))

    with pytest.raises(ValueError, match="callback or signal handler cannot call the engine it interrupts"):
        engine.search(sk.Board(), Limits(depth=4), progress=tell)
    assert engine.search(sk.Board(), Limits(depth=4)).depth == 4


def test_a_signal_handler_that_calls_the_engine_it_interrupts_is_told() -> None:
    engine = Engine()
    with alarm_soon(lambda *_: engine.clear(), ValueError, "signal handler"):
        engine.search(sk.Board(), Limits())


def test_ctrl_c_as_a_search_begins_leaves_the_engine_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(set[int]):
        def add(self, caller: int) -> None:
            super().add(caller)
            raise KeyboardInterrupt  # where Python raises it if a signal comes during the call

    engine = Engine(table_mib=1)
    monkeypatch.setattr(engine, "_users", Interrupted())
    with pytest.raises(KeyboardInterrupt):
        engine.clear()
    assert not engine._users


def test_a_board_may_change_while_its_leaves_are_counted() -> None:
    board = sk.Board()
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(sk.perft(board, 9)))
    thread.start()
    while thread.is_alive():
        board.push("f5")
        board.pop()
    thread.join()
    assert found[0] in (3_005_288, sk.perft(sk.Board.parse("f5"), 9))


# In a process of its own


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )


WORK = {
    "search": "sk.Engine(threads=2).search(sk.Board(), sk.Limits(), progress=lambda _: begun.set())",
    "perft": "(begun.set(), sk.perft(sk.Board(), 20))",
    "playout": "(begun.set(), sk.player('montai:playouts=100000000').choose(sk.Board()))",
    "uct": "(begun.set(), sk.player('uct:playouts=100000000').choose(sk.Board()))",
    "msai": "(begun.set(), sk.player('ssai:x=14').choose(sk.Board.parse('f5d6c3d3c4')))",
    "batch": "(begun.set(), [sk.batch.playout(many, seed=1) for _ in range(10**6)])",
}


@pytest.mark.parametrize(
    "work",
    [pytest.param(work, marks=() if work in ("search", "batch") else pytest.mark.long) for work in WORK],
)
def test_a_process_ends_while_a_daemon_thread_works(work: str) -> None:
    done = run(
        "import shirokuro as sk, threading\n"
        "many = sk.batch.from_boards([sk.Board()] * 10000)\n"
        "begun = threading.Event()\n"
        f"threading.Thread(target=lambda: {WORK[work]}, daemon=True).start()\n"
        "begun.wait()\n"
        "print('bye')\n"
    )
    assert (done.returncode, done.stdout) == (0, "bye\n"), done.stderr
    assert "terminate" not in done.stderr
    assert "leaked" not in done.stderr


def test_the_bindings_leak_nothing() -> None:
    done = run(
        "import shirokuro as sk\n"
        "from shirokuro import _core\n"
        "_core.set_leak_warnings(True)\n"
        "boards = [sk.Board(variant) for variant in sk.VARIANTS]\n"
        "for board in boards:\n"
        "    list(board.legal_moves), sk.features(board), sk.perft(board, 3)\n"
        "    sk.Engine(threads=2).search(board, sk.Limits(depth=4), progress=print)\n"
        "    sk.analyze(board, sk.Limits(depth=3))\n"
        "    for spec in ('montai:playouts=10', 'uct:playouts=100', 'engine:level=3'):\n"
        "        sk.player(spec).choose(board)\n"
        "sk.match('ssai:x=2', 'rvlai', games=2)\n"
        "try:\n"
        "    sk.Engine().search(board, sk.Limits(), progress=lambda _: 1 / 0)\n"
        "except ZeroDivisionError:\n"
        "    pass\n"
        "sk.batch.solve(sk.batch.from_boards([sk.Board('nip12')]), variant='nip12')\n"
    )
    assert (done.returncode, done.stderr) == (0, "")


FORK = """
import os, shirokuro as sk, threading
board = sk.Board.parse("f5d6c3d3c4f4f6f3")
engine = sk.Engine(threads={threads})
value = engine.search(board, sk.Limits(depth=6)).value
stop = sk.Stop()
begun = threading.Event()
search = lambda: engine.search(sk.Board(), sk.Limits(), stop, progress=lambda _: begun.set())
busy = threading.Thread(target=search)
if {is_busy}:
    busy.start()
    begun.wait()
child = os.fork()
if child == 0:
    os._exit(engine.search(board, sk.Limits(depth=6)).value != value)
stop.set()
status = os.waitpid(child, 0)[1]
assert engine.search(board, sk.Limits(depth=6)).value == value
del engine
raise SystemExit(status)
"""


@pytest.mark.parametrize(
    ("threads", "is_busy"),
    [
        (3, True),
        *(pytest.param(*case, marks=pytest.mark.long) for case in ((1, False), (1, True), (3, False))),
    ],
)
def test_an_engine_works_in_a_forked_child(threads: int, is_busy: bool) -> None:
    done = run(FORK.format(threads=threads, is_busy=is_busy))
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


def test_a_forked_child_forgets_an_engine_in_peace() -> None:
    done = run("""
import os, shirokuro as sk
engine = sk.Engine(threads=3)
engine.search(sk.Board(), sk.Limits(depth=5))
child = os.fork()
if child == 0:
    del engine
    raise SystemExit(0)
raise SystemExit(os.waitpid(child, 0)[1])
""")
    assert (done.returncode, done.stderr) == (0, "")


def test_sub_interpreters_are_refused() -> None:
    done = run(
        "try:\n"
        "    import _interpreters as interpreters\n"
        "except ImportError:\n"
        "    import _xxsubinterpreters as interpreters\n"
        "import shirokuro\n"
        "new = interpreters.create()\n"
        "code = '''\n"
        "try:\n"
        "    import shirokuro\n"
        "    shirokuro.Board\n"
        "except ImportError as error:\n"
        "    assert 'interpreter' in str(error), error\n"
        "else:\n"
        "    raise AssertionError('imported')\n"
        "'''\n"
        "failed = interpreters.run_string(new, code)\n"
        "raise SystemExit(failed is not None)\n"
    )
    assert done.returncode == 0, done.stderr


def test_no_memory_is_a_memory_error() -> None:
    done = run(
        "import resource, shirokuro as sk\n"
        "engine = sk.Engine(threads=2, table_mib=1)\n"
        "value = engine.search(sk.Board(), sk.Limits(depth=6)).value\n"
        "limit = resource.getrlimit(resource.RLIMIT_AS)\n"
        "resource.setrlimit(resource.RLIMIT_AS, (300 * 2**20, limit[1]))\n"
        "try:\n"
        "    sk.Engine(table_mib=2000)\n"
        "except MemoryError:\n"
        "    print('no memory')\n"
        "assert engine.search(sk.Board(), sk.Limits(depth=6)).value == value\n"
    )
    assert (done.returncode, done.stdout) == (0, "no memory\n"), done.stderr


def test_ctrl_c_ends_perft_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(board: sk.Board, depth: int) -> int:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        return sk.perft(board, depth)

    monkeypatch.setattr("shirokuro.cli.perft.perft", interrupted)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        assert main(["perft", "reversi", "16"]) == 130
    finally:
        signal.signal(signal.SIGALRM, before)


def test_tests_started_with_ctrl_c_ignored_heed_it() -> None:
    """As a shell starts jobs in the background; a child that is to be interrupted would never end."""
    code = "import signal, conftest\nassert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
    words = ["sh", "-c", 'trap "" INT; exec "$0" -c "$1"', sys.executable, code]
    subprocess.run(words, check=True, cwd=Path(__file__).parent, timeout=60)
