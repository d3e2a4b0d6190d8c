"""Workers: everything is done once, however many workers there are and whichever of them die."""

from __future__ import annotations

import math
import mmap
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
from shirokuro.workers.executors import CHUNK_SECONDS, Growing, _work, _WorkerPool, work_on
from shirokuro.workers.processes import NOT_GUARDED, NOT_IN_A_FILE
from shirokuro.workers.shared_memory import own_memory
from shirokuro.workers.worker_slot import SIZE, Attempt, Slot, own_slot


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
    """Does what Ctrl-C in a terminal does to every process of a command."""
    os.kill(os.getpid(), signal.SIGINT)
    return number


def meet(number: int) -> bool:
    """Whether the worker of the other item, 1 or 2, writes where this one can read it."""
    memory, end = own_memory("meeting", 1), time.monotonic() + 60
    memory[number] = number
    while not memory[3 - number] and time.monotonic() < end:
        time.sleep(0.01)
    return bool(memory[3 - number])


def test_workers_share_memory() -> None:
    with work_on(2, common_mib=1) as pool:
        assert dict(pool.map_unordered(meet, (1, 2), chunk_seconds=0)) == {1: True, 2: True}


def own_size(_: int) -> int:
    return len(own_memory("size", 1))


def test_workers_share_as_much_as_was_asked_for() -> None:
    """The worker that replaces a dead one has as much."""
    for common_mib in (0, 3):
        with work_on(2, common_mib=common_mib) as pool:
            for _ in range(2):
                ((_, size),) = pool.map_unordered(own_size, [0])
                assert size == (common_mib or 1) << 20
                for process in pool._workers._workers():  # type: ignore[attr-defined]
                    process.kill()


@pytest.fixture(scope="module", params=[1, 2])
def pool(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Work here, and on two workers, which serve several tests."""
    with work_on(request.param) as found:
        yield found


def test_every_item_is_done_once(pool: Any) -> None:
    done = list(pool.map_unordered(square, range(100)))
    assert sorted(done) == [(number, number * number) for number in range(100)]
    assert list(pool.map_unordered(square, [])) == []
    assert list(pool.map_unordered(square, [3])) == [(3, 9)]


def test_what_the_work_raises_is_raised(pool: Any) -> None:
    with pytest.raises(LookupError, match="seven"):
        list(pool.map_unordered(fail_at_seven, range(20)))
    assert list(pool.map_unordered(square, [3])) == [(3, 9)]


def test_items_are_taken_as_they_are_needed(pool: Any) -> None:
    """A run of a million games need not fit in memory, and the caller may leave before its end."""
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    for _, result in pool.map_unordered(square, items()):
        assert result > 0
        break
    assert taken <= 5


def test_work_may_grow_while_it_is_done(pool: Any) -> None:
    items, found = Growing([1, 2]), []
    for item, result in pool.map_unordered(square, items):
        found.append(result)
        if item < 20:
            items.add(item + 2)
    assert sorted(found) == [number * number for number in range(1, 22)]


def test_a_stop_ends_the_work(pool: Any) -> None:
    stop = sk.Stop()
    found = []
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
    """Stands for an executor whose worker died while idle: it raises at the next task."""

    sent = 0

    def submit(self, *call: Any, **arguments: Any) -> Future[Any]:
        self.sent += 1
        if self.sent > 3:
            raise BrokenExecutor
        return super().submit(*call, **arguments)


class Threads:
    """Workers that break."""

    size = 1

    def __init__(self) -> None:
        self.executor: ThreadPoolExecutor = BrokenAfterThree(1)

    def submit(self, *call: Any) -> Future[Any]:
        return self.executor.submit(*call)

    def attempts(self) -> list[Attempt]:
        return []

    def check(self) -> None:
        pass

    def shut_down(self) -> None:
        self.executor.shutdown()

    def kill(self) -> None:
        self.shut_down()


def test_nothing_is_lost_that_is_sent_to_a_dead_worker() -> None:
    with _WorkerPool(Threads) as pool:
        assert sorted(pool.map_unordered(square, range(5))) == [(n, n * n) for n in range(5)]
        assert list(pool.map_unordered(square, [3])) == [(3, 9)]


class Joined(Threads):
    """Workers that another one joins at every check."""

    size = 0

    def __init__(self) -> None:
        self.executor = ThreadPoolExecutor(8)

    def check(self) -> None:
        self.size += 1


def test_those_who_join_later_get_work_too() -> None:
    together = Barrier(6, timeout=60)
    with _WorkerPool(Joined) as pool:
        done = pool.map_unordered(lambda item: item.wait() >= 0, [together] * 6)
        assert [result for _, result in done] == [True] * 6


def never_end_at_five(number: int) -> int:
    slot = own_slot()
    assert slot is not None
    slot.write(bytes([number, number]), time.monotonic() + 0.5)
    while number == 5:
        pass
    slot.relax()
    return number


def test_work_that_is_late_is_given_up_and_the_rest_is_done() -> None:
    lost: list[tuple[int, bool, bytes]] = []

    def give_up(item: int, attempt: Attempt) -> int:
        lost.append((item, attempt.is_late, attempt.note))
        return -1

    with work_on(2) as pool:
        done = dict(pool.map_unordered(never_end_at_five, range(20), lost=give_up))
    assert done == {number: -1 if number == 5 else number for number in range(20)}
    assert lost == [(5, True, b"\5\5")]


WRITER = """
import mmap, sys
from shirokuro.workers.worker_slot import Slot
slot = Slot(memoryview(mmap.mmap(int(sys.argv[1]), 256)))
for _ in range(100_000):
    slot.begin(7)
    slot.write(b"note", 5.0)
"""


def test_a_slot_is_read_whole_while_it_is_written(tmp_path: Path) -> None:
    with open(tmp_path / "slot", "w+b") as file:
        file.truncate(SIZE)
        slot = Slot(memoryview(mmap.mmap(file.fileno(), SIZE)))
        slot.begin(7)
        seen = {slot.read().deadline}
        command = [sys.executable, "-c", WRITER, str(file.fileno())]
        with subprocess.Popen(command, pass_fds=[file.fileno()]) as writer:
            while writer.poll() is None:
                seen.add(slot.read().deadline)
    assert writer.returncode == 0
    assert seen == {5.0, math.inf}


def test_work_that_kills_its_workers_is_given_up_and_the_rest_is_done() -> None:
    with work_on(2) as pool:
        done = dict(pool.map_unordered(die_at_five, range(20), lost=lambda item, attempt: -item))
        assert done == {number: -5 if number == 5 else number for number in range(20)}
        for lost in (None, lambda item, attempt: None):
            with pytest.raises(ChildProcessError, match="3 workers died one after the other"):
                list(pool.map_unordered(die_at_five, range(10), lost=lost))


def test_workers_leave_interrupts_to_their_parent() -> None:
    with work_on(2) as pool:
        assert dict(pool.map_unordered(interrupt_itself, range(6))) == {number: number for number in range(6)}


INTERRUPTED_AT_THE_START = """
import os, signal
from shirokuro.workers.executors import work_on
if __name__ == "__mp_main__":  # in a worker that imports the script for its function
    os.kill(os.getpid(), signal.SIGINT)
def distance(number):
    return abs(number)
if __name__ == "__main__":
    with work_on(2) as pool:
        print(sorted(pool.map_unordered(distance, [-1, -2])))
"""


def test_workers_leave_interrupts_to_their_parent_from_the_first(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED_AT_THE_START)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[(-2, 2), (-1, 1)]\n", "")


def test_impossible_places_are_refused() -> None:
    for jobs, said in (
        (10**20, "1024 at most are possible, not 1000000"),
        (0, "1 or more are possible, not 0"),
    ):
        with pytest.raises(ValueError, match=f"jobs: {said}"):
            work_on(jobs).__enter__()


def busy_for(seconds: float) -> float:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass
    return seconds


def test_a_chunk_that_proves_heavy_comes_back_half_done() -> None:
    """Light items lead to large chunks; heavy items that follow must not wait for one another."""
    heavy = 2 * CHUNK_SECONDS + 0.05
    results, _ = _work(busy_for, list(enumerate([0.0, heavy, heavy])))
    assert results == [0.0, heavy]
    items = [*[0.0] * 200, *[heavy] * 4]
    with work_on(2) as pool:
        assert sorted(item for item, _ in pool.map_unordered(busy_for, items)) == items


def with_a_pool(work: str) -> list[str]:
    """The command of a program that does this work with `pool`."""
    head = "import itertools, time; from shirokuro.workers.executors import work_on"
    guarded = f"if __name__ == '__main__':\n with work_on(2) as pool:\n  {work}"
    return [sys.executable, "-c", f"{head}\n{guarded}"]


def test_whoever_fails_does_not_wait_for_what_is_in_work() -> None:
    impatient = with_a_pool("for _ in pool.map_unordered(time.sleep, [0, 3600, 3600]): raise LookupError")
    failed = subprocess.run(impatient, capture_output=True, text=True, timeout=60)
    assert failed.stderr.endswith("LookupError\n")


def test_nobody_waits_for_a_result_that_was_half_sent() -> None:
    """Results larger than a pipe are always half sent when their worker is ended."""
    turning_away = with_a_pool("for _ in pool.map_unordered(bytes, [1 << 22] * 100): break")
    subprocess.run(turning_away, check=True, timeout=60)


def test_workers_end_with_a_parent_that_was_killed() -> None:
    without_end = with_a_pool(
        "for item in pool.map_unordered(abs, itertools.count()): print(item, flush=True)"
    )
    with subprocess.Popen(without_end, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        parent.kill()
        parent.communicate(timeout=60)  # ends when nobody is left who could write


PLAYER = """
class Mine:
    def choose(self, board):
        return board.legal_moves[0]
"""
MATCH = "print(sk.match({first}, 'random', 4, variant='nip12', jobs=2).tally.games)\n"
NAMED, OWN = (
    f"import shirokuro as sk\n{PLAYER}\n{MATCH.format(first=each)}" for each in ("'greedy'", "Mine()")
)


def run_script(tmp_path: Path, how: str, text: str) -> tuple[str, str]:
    """What a script prints, and its last line on standard error."""
    file = tmp_path / "script.py"
    file.write_text(text)
    words = {"file": [str(file)], "module": ["-m", "script"], "text": ["-c", text], "input": ["-"]}[how]
    typed = text if how == "input" else None
    done = subprocess.run(
        [sys.executable, *words], input=typed, capture_output=True, text=True, cwd=tmp_path, timeout=60
    )
    assert done.stderr.count("Traceback") == (done.returncode != 0)
    return done.stdout, done.stderr.rpartition("\nValueError: ")[2].strip()


LONG = pytest.mark.long


@pytest.mark.parametrize(
    "how", ["input", *(pytest.param(how, marks=LONG) for how in ("file", "module", "text"))]
)
def test_players_that_are_named_need_no_guard(tmp_path: Path, how: str) -> None:
    assert run_script(tmp_path, how, NAMED) == ("4\n", "")


@pytest.mark.parametrize("how", ["file", pytest.param("module", marks=LONG)])
def test_classes_of_a_guarded_script_play(tmp_path: Path, how: str) -> None:
    guarded = OWN.replace("print", 'if __name__ == "__main__":\n    print')
    assert run_script(tmp_path, how, guarded) == ("4\n", "")


@pytest.mark.parametrize(
    ("how", "said"),
    [("file", NOT_GUARDED), ("input", NOT_IN_A_FILE), pytest.param("text", NOT_IN_A_FILE, marks=LONG)],
)
def test_classes_that_workers_cannot_import_are_told_in_a_line(tmp_path: Path, how: str, said: str) -> None:
    assert run_script(tmp_path, how, OWN) == ("", said)
