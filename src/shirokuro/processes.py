"""Work on this machine: processes that end with their parent, and leave Ctrl-C to it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Processes:
    """A crew of processes, started anew, not forked: a fork would copy locks that other threads hold."""

    def __init__(self, jobs: int) -> None:
        self.size = jobs
        self.executor: Executor = _Deaf(
            jobs, multiprocessing.get_context("spawn"), initializer=_follow_the_parent
        )

    def check(self) -> None:
        """Executors of processes notice by themselves."""

    def dismiss(self) -> None:
        self.executor.shutdown()

    def abandon(self) -> None:
        # Executors wait for what is in work, which may be a long game, unless its process is gone.
        for worker in list((getattr(self.executor, "_processes", None) or {}).values()):
            worker.terminate()
        # Likewise for the rest of a result that was on its way, unless nobody is left who could write it.
        if (results := getattr(self.executor, "_result_queue", None)) is not None:
            results._writer.close()
        self.executor.shutdown(cancel_futures=True)


class _Deaf(ProcessPoolExecutor):
    """Its processes never hear Ctrl-C, not even while they start: a signal that is blocked stays so in them.

    A terminal sends it to all processes of a command; the one that handed out the work decides what it means.
    """

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_the_parent() -> None:
    """Nobody works for a parent that was killed."""
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
