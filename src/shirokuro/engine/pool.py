"""A pool of engines, so that a move or a request need not make one."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shirokuro.engine.engine import Engine

MOST_IDLE = 16
"""Engines that are kept while nobody uses them."""
MOST_IDLE_MIB = 256
"""The size of their tables, all together."""


class EnginePool:
    """Lends engines, each to one borrower at a time, whatever thread it is in.

    An engine that was used before is cleared first: it answers exactly as a new one.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[Engine] = []

    @contextmanager
    def lend(
        self,
        threads: int,
        table_mib: float,
        evaluator: str = "trained",
        weights: str | Path | None = None,
    ) -> Iterator[Engine]:
        """An engine for a `with` block; it must be neither closed there nor used afterwards."""
        wanted = threads, table_mib, evaluator, weights
        engine = None
        with self._lock:
            for number, idle in enumerate(self._idle):
                if (idle.threads, idle.table_mib, idle.evaluator, idle.weights) == wanted:
                    engine = self._idle.pop(number)
                    break
        if engine is None:
            engine = Engine(threads, table_mib, evaluator, weights)
        else:
            engine.clear()
        try:
            yield engine
        finally:
            with self._lock:
                self._idle.append(engine)
                # Those that were not used for longest are closed.
                while (
                    len(self._idle) > MOST_IDLE or sum(each.table_mib for each in self._idle) > MOST_IDLE_MIB
                ):
                    self._idle.pop(0).close()

    def forked(self) -> None:
        """In a child process: no thread is left that could release the lock."""
        self._lock = threading.Lock()


ENGINES = EnginePool()
if hasattr(os, "register_at_fork"):  # where processes can fork
    os.register_at_fork(after_in_child=ENGINES.forked)
