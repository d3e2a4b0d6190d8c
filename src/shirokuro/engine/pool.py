"""Engines that are kept for the next search, so that a move or a request need not make one."""

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
        engine = self._take(threads, table_mib, evaluator, weights)
        if engine is None:
            engine = Engine(threads, table_mib, evaluator, weights)
        else:
            engine.clear()
        try:
            yield engine
        finally:
            self._keep(engine)

    def forked(self) -> None:
        """In a child process: nobody is left who could release the lock."""
        self._lock = threading.Lock()

    def _take(self, *wanted: object) -> Engine | None:
        with self._lock:
            for number, engine in enumerate(self._idle):
                if (engine.threads, engine.table_mib, engine.evaluator, engine.weights) == wanted:
                    return self._idle.pop(number)
        return None

    def _keep(self, engine: Engine) -> None:
        """Those that were not used for longest give way."""
        with self._lock:
            self._idle.append(engine)
            while len(self._idle) > MOST_IDLE or sum(each.table_mib for each in self._idle) > MOST_IDLE_MIB:
                self._idle.pop(0).close()


ENGINES = EnginePool()
if hasattr(os, "register_at_fork"):  # where processes can fork
    os.register_at_fork(after_in_child=ENGINES.forked)
