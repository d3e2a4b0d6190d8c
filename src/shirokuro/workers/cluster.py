"""Work on a running Dask cluster: a scheduler, and workers that have this package."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any, TypeVar

from shirokuro.workers.worker_slot import Attempt

R = TypeVar("R")

CONNECT_SECONDS = 10
"""How long a scheduler, and then its first worker, may take to answer."""
CLOSE_SECONDS = 2
_ADDRESS = re.compile(r"(tcp|tls)://.+:\d+")


class Cluster:
    """The workers of a cluster."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._first: int = sum(client.ncores().values())
        # Not pure: Dask would otherwise keep one result for equal calls, and forget none while we look.
        self._executor: Executor = client.get_executor(pure=False)

    @property
    def size(self) -> int:
        """As many as there were, or more if others joined; Dask updates this every other second."""
        now: int = self._client._scheduler_identity.get("total_threads", 0)
        return max(self._first, now, 1)

    def submit(self, work: Callable[[], R]) -> Future[R]:
        return self._executor.submit(work)

    def attempts(self) -> list[Attempt]:
        """None: the tasks of other machines cannot be seen from here."""
        return []

    def check(self) -> None:
        """Raises CancelledError once the scheduler is lost: not every future of Dask's ends then."""
        if self._client.status != "running":
            raise CancelledError

    def shut_down(self) -> None:
        self._executor.shutdown()

    def kill(self) -> None:
        """Cancels all work if there is still a scheduler; a worker finishes its current task."""
        if self._client.status == "running":
            self._executor.shutdown(wait=False)


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the cluster. A lost scheduler is a ConnectionError; others redo what lost workers did."""
    try:
        from distributed import Client, KilledWorker

        connect: Any = Client
    except ImportError:
        raise ValueError("a cluster needs Dask: pip install '.[cluster]' in the checkout") from None
    if not _ADDRESS.fullmatch(address):  # Dask would try for long
        raise ValueError(f"{address!r} is no scheduler's address: write tcp://host:8786")
    with _silenced():
        try:
            client: Any = connect(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise ConnectionError(f"{address}: no Dask scheduler answers there ({reason})") from None
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            client.close(timeout=CLOSE_SECONDS)
            raise ConnectionError(f"{address}: the scheduler has no workers") from None
        try:
            # Without the package a worker dies of its first task; another version may play other games.
            own = _version()
            for worker, found in client.run(_version, on_error="return").items():
                if isinstance(found, Exception):
                    raise ConnectionError(f"{address}: shirokuro is not installed at {worker} ({found})")
                if found != own:
                    raise ConnectionError(
                        f"{address}: {worker} has shirokuro {found}, and this program is {own}"
                    )
            yield client
        except CancelledError:
            raise ConnectionError(f"{address}: the connection to the scheduler was lost") from None
        except KilledWorker:
            raise ChildProcessError(f"{address}: the same work has killed several workers") from None
        finally:
            client.close(timeout=CLOSE_SECONDS)


def _version() -> str:
    """Runs at the workers."""
    return version("shirokuro")


@contextmanager
def _silenced() -> Iterator[None]:
    """Dask and what it rests on log every lost connection at length; we say it in one line."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith(("distributed", "tornado"))]
    levels = {logging.getLogger(name): logging.getLogger(name).level for name in names}
    for logger in levels:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)
