"""Work in processes on this machine, which end with their parent, ignore Ctrl-C and report their task.

They do not import the script that started them, so it need not be importable. Only for work that names
something of the script they import it, as Python's own pools always do.
"""

from __future__ import annotations

import atexit
import multiprocessing
import multiprocessing.spawn
import multiprocessing.util
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from ctypes import Array, c_ubyte
from mmap import mmap
from multiprocessing.sharedctypes import Synchronized
from types import ModuleType
from typing import Any, TypeVar

from shirokuro.workers.shared_memory import CommonMemory, adopt_memory
from shirokuro.workers.worker_slot import SIZE, Attempt, Slot, UnreadableError, adopt_slot

R = TypeVar("R")

CAN_BLOCK = hasattr(signal, "pthread_sigmask")
SHUTDOWN_SECONDS = 30.0
"""How long a worker without work may take to close its players and end."""
NOT_GUARDED = (
    "the workers import your script for what it defines, and meet this call again: write "
    'if __name__ == "__main__": above it, or put the players into a module and name them "mymodule.MyPlayer"'
)
NOT_IN_A_FILE = (
    "what is defined here is in no file that workers could import: put the players into a module and name "
    'them "mymodule.MyPlayer", or do with one process (jobs=1)'
)
UNREADABLE = "the work cannot be read in other processes"
_is_importing_main = False


class Processes:
    """Workers that are new processes, not forks: a fork would copy locks that threads hold."""

    def __init__(self, jobs: int, common_mib: int = 0) -> None:
        if _is_importing_main:
            raise ValueError(NOT_GUARDED)
        self.size = jobs
        spawning = multiprocessing.get_context("spawn")
        memory = spawning.RawArray(c_ubyte, SIZE * jobs)
        self._slots = [_slot(memory, number) for number in range(jobs)]
        for slot in self._slots:
            slot.begin(-1)  # no item yet
        self._common = CommonMemory(common_mib << 20) if common_mib else None
        start: Any = memory, spawning.Value("i", 0), _main(), self._common
        self._executor = ProcessPoolExecutor(jobs, spawning, initializer=_start, initargs=start)

    def submit(self, work: Callable[[], R]) -> Future[R]:
        # Pickled here, not in a thread of the executor, so that what cannot be sent is said at once.
        try:
            packed = pickle.dumps(work)
        except Exception as error:
            raise ValueError(f"this cannot be sent to other processes: {error}") from None
        if b"__main__" in packed and _main() is None:
            raise ValueError(NOT_IN_A_FILE)
        # Processes that start now ignore Ctrl-C, since a blocked signal stays blocked in them: a terminal
        # sends it to all processes of a command, and the parent decides what it means. They do not import the
        # script either, which `multiprocessing` looks up when it starts one.
        # Where signals cannot be blocked (Windows), they ignore Ctrl-C from `_start` on.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if CAN_BLOCK else None
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            return self._executor.submit(_unpack_and_work, packed)
        finally:
            sys.modules["__main__"] = main
            if before is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def attempts(self) -> list[Attempt]:
        return [slot.read() for slot in self._slots]

    def check(self) -> None:
        """Executors of processes notice by themselves."""

    def shut_down(self) -> None:
        workers = self._workers()
        self._executor.shutdown(wait=False)
        end = time.monotonic() + SHUTDOWN_SECONDS
        for worker in workers:
            worker.join(max(end - time.monotonic(), 0))
            worker.kill()  # what is still there waits for a player that does not close
        self._free()

    def kill(self) -> None:
        # Executors wait for what is in work, which may be a long game, unless its process is gone.
        for worker in self._workers():
            worker.kill()
        # Likewise for the rest of a result that was on its way, unless nobody is left who could write it.
        if (results := getattr(self._executor, "_result_queue", None)) is not None:
            results._writer.close()
        self._executor.shutdown(cancel_futures=True)
        self._free()

    def _free(self) -> None:
        if self._common is not None:
            self._common.close()

    def _workers(self) -> list[Any]:
        return list((getattr(self._executor, "_processes", None) or {}).values())


def _slot(memory: Array[c_ubyte], number: int) -> Slot:
    return Slot(memoryview(memory).cast("B")[number * SIZE : (number + 1) * SIZE])


def _main() -> tuple[str, str] | None:
    """How workers can import the script: by its module's name or by its path; None if they cannot."""
    main = sys.modules["__main__"]
    spec, path = getattr(main, "__spec__", None), getattr(main, "__file__", None)
    if spec is not None:
        return "name", spec.name
    return ("path", os.path.abspath(path)) if path is not None and os.path.exists(path) else None


# In a worker


_script: tuple[str, str] | None = None


def _start(
    memory: Array[c_ubyte],
    started: Synchronized[int],
    script: tuple[str, str] | None,
    common: mmap | memoryview | None,
) -> None:
    """Starts a worker: it takes a slot, and ends when its parent is killed."""
    global _script
    _script = script
    adopt_memory(common)
    if not CAN_BLOCK:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    with started.get_lock():
        adopt_slot(_slot(memory, started.value))
        started.value += 1

    def end_with_the_parent() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
            os._exit(1)

    def end() -> None:
        """Closes what is to be closed, but waits for no thread that a player has left behind."""
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

    threading.Thread(target=end_with_the_parent, daemon=True).start()
    multiprocessing.util.Finalize(None, end, exitpriority=-1)  # after all others


def _unpack_and_work(packed: bytes) -> Any:
    global _script, _is_importing_main
    try:
        if b"__main__" in packed and _script is not None:
            # Imported once, under the name that `multiprocessing` gives it: its main part does not run.
            by, where = _script
            _is_importing_main = True
            try:
                getattr(multiprocessing.spawn, f"_fixup_main_from_{by}")(where)
                _script = None
            finally:
                _is_importing_main = False
        work = pickle.loads(packed)
    except AttributeError as error:
        raise UnreadableError(f"{NOT_IN_A_FILE} ({error})") from None
    except (Exception, SystemExit) as error:
        if str(error) == NOT_GUARDED:
            raise UnreadableError(NOT_GUARDED) from None
        raise UnreadableError(f"{UNREADABLE}: {type(error).__name__}: {error}") from None
    return work()
