"""Where work runs: everything is done once, whatever the number of workers and whoever dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

import shirokuro as sk
from shirokuro.executors import PARCEL_SECONDS, _work, _Workers, work_on


def square(number: int) -> int:
    return number * number


def fail_at_seven(number: int) -> int:
    if number == 7:
        raise LookupError("seven")
    return number


def die_once(item: tuple[int, Path]) -> int:
    """The worker that meets 5 first dies of it."""
    number, mark = item
    if number == 5 and not mark.exists():
        mark.touch()
        os._exit(9)
    return number


def die_at_five(number: int) -> int:
    if number == 5:
        os._exit(9)
    return number


def interrupt_itself(number: int) -> int:
    """As a terminal does with every process of a command."""
    os.kill(os.getpid(), signal.SIGINT)
    return number


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_item_is_done_once(jobs: int) -> None:
    with work_on(jobs) as pool:
        done = list(pool.map_unordered(square, range(100)))
        assert sorted(done) == [(number, number * number) for number in range(100)]
        assert list(pool.map_unordered(square, [])) == []
        assert list(pool.map_unordered(square, [3])) == [(3, 9)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_the_work_raises_is_raised(jobs: int) -> None:
    with work_on(jobs) as pool:
        with pytest.raises(LookupError, match="seven"):
            list(pool.map_unordered(fail_at_seven, range(20)))
        assert list(pool.map_unordered(square, [3])) == [(3, 9)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_items_are_taken_as_they_are_needed(jobs: int) -> None:
    """A run of a million games need not be in memory, nor a caller stay to its end."""
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    with work_on(jobs) as pool:
        for _, result in pool.map_unordered(square, items()):
            assert result > 0
            break
        assert taken <= 5


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stop_ends_the_work(jobs: int) -> None:
    stop = sk.Stop()
    found = []
    with work_on(jobs) as pool:
        for _, result in pool.map_unordered(square, range(100_000), stop):
            found.append(result)
            stop.set()
    assert 0 < len(found) < 1000


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    items = [(number, tmp_path / "mark") for number in range(30)]
    with work_on(2) as pool:
        done = sorted(result for _, result in pool.map_unordered(die_once, items))
    assert done == list(range(30))


class BrokenAfterThree(ThreadPoolExecutor):
    """As an executor is whose worker dies while nothing is asked of it: it complains when something is."""

    sent = 0

    def submit(self, *call: Any, **arguments: Any) -> Future[Any]:
        self.sent += 1
        if self.sent > 3:
            raise BrokenExecutor
        return super().submit(*call, **arguments)


class Threads:
    """A crew that breaks."""

    size = 1

    def __init__(self) -> None:
        self.executor: ThreadPoolExecutor = BrokenAfterThree(1)

    def check(self) -> None:
        pass

    def dismiss(self) -> None:
        self.executor.shutdown()

    def abandon(self) -> None:
        self.dismiss()


def test_nothing_is_lost_that_is_sent_to_a_dead_worker() -> None:
    with _Workers(Threads) as pool:
        assert sorted(pool.map_unordered(square, range(5))) == [(n, n * n) for n in range(5)]
        assert list(pool.map_unordered(square, [3])) == [(3, 9)]


class Growing(Threads):
    """A crew that somebody joins whenever it is asked for anything."""

    size = 0

    def __init__(self) -> None:
        self.executor = ThreadPoolExecutor(8)

    def check(self) -> None:
        self.size += 1


def test_those_who_join_later_get_work_too() -> None:
    together = Barrier(6, timeout=60)
    with _Workers(Growing) as pool:
        done = pool.map_unordered(lambda item: item.wait() >= 0, [together] * 6)
        assert [result for _, result in done] == [True] * 6


def test_work_that_kills_its_workers_is_named_after_the_rest() -> None:
    with work_on(2) as pool, pytest.raises(ChildProcessError, match="3 workers died one after the other"):
        list(pool.map_unordered(die_at_five, range(10)))


def test_workers_leave_interrupts_to_their_parent() -> None:
    with work_on(2) as pool:
        assert sorted(result for _, result in pool.map_unordered(interrupt_itself, range(6))) == list(
            range(6)
        )


INTERRUPTED_AT_THE_START = """
import os, signal
from shirokuro.executors import work_on
if __name__ == "__mp_main__":  # in a worker that has just begun to start
    os.kill(os.getpid(), signal.SIGINT)
if __name__ == "__main__":
    with work_on(2) as pool:
        print(sorted(pool.map_unordered(abs, [-1, -2])))
"""


def test_workers_leave_interrupts_to_their_parent_from_the_first(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED_AT_THE_START)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[(-2, 2), (-1, 1)]\n", "")


def test_impossible_places_are_refused() -> None:
    with pytest.raises(ValueError, match="jobs: 1 or more are possible, not 0"):
        work_on(0)


def busy_for(seconds: float) -> float:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass
    return seconds


def test_a_parcel_that_proves_heavy_comes_back_half_done() -> None:
    """Many light items make large parcels; the heavy ones after them must not wait for one another."""
    heavy = 2 * PARCEL_SECONDS + 0.05
    results, _ = _work(busy_for, [0.0, heavy, heavy])
    assert results == [0.0, heavy]
    items = [*[0.0] * 200, *[heavy] * 4]
    with work_on(2) as pool:
        assert sorted(item for item, _ in pool.map_unordered(busy_for, items)) == items


FAILING = """
import time
from shirokuro.executors import work_on
if __name__ == "__main__":
    with work_on(2) as pool:
        done = pool.map_unordered(time.sleep, [0, 3600, 3600])
        next(done)
        raise LookupError("out of patience")
"""


def test_whoever_fails_does_not_wait_for_what_is_in_work() -> None:
    failed = subprocess.run([sys.executable, "-c", FAILING], capture_output=True, text=True, timeout=60)
    assert failed.stderr.endswith("LookupError: out of patience\n")


TURNING_AWAY = """
from shirokuro.executors import work_on
if __name__ == "__main__":
    with work_on(2) as pool:
        for _ in pool.map_unordered(bytes, [1 << 22] * 100):
            break
"""


def test_nobody_waits_for_a_result_that_was_half_sent() -> None:
    """Results larger than a pipe are always half sent when their worker is ended."""
    subprocess.run([sys.executable, "-c", TURNING_AWAY], check=True, timeout=60)


WITHOUT_END = """
import itertools
from shirokuro.executors import work_on
if __name__ == "__main__":
    with work_on(2) as pool:
        for number, _ in pool.map_unordered(abs, itertools.count()):
            print(number, flush=True)
"""


def test_workers_end_with_a_parent_that_was_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", WITHOUT_END], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        parent.kill()
        parent.communicate(timeout=60)  # ends when nobody is left who could write
