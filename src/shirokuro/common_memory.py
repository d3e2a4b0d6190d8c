"""Memory that the workers of a pool share: what one of them writes, the others read."""

from __future__ import annotations

import os
from functools import lru_cache
from mmap import MADV_HUGEPAGE, MAP_ANONYMOUS, MAP_PRIVATE, mmap
from multiprocessing.reduction import DupFd
from typing import Any


class CommonMemory:
    """Zeros at first. It can be sent to processes that are being started, and ends with the last of them."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._file = os.memfd_create(
            "shirokuro"
        )  # no name in any folder, so nothing is left if all are killed
        os.ftruncate(self._file, size)

    def __reduce__(self) -> tuple[Any, ...]:
        return _received, (DupFd(self._file), self._size)

    def close(self) -> None:
        os.close(self._file)


def _received(file: Any, size: int) -> mmap:
    """In the new process."""
    descriptor: int = file.detach()
    try:
        return mmap(descriptor, size)
    finally:
        os.close(descriptor)


_common: mmap | None = None


def take(memory: mmap | None) -> None:
    """In a worker, once: this is what it shares with the others."""
    global _common
    _common = memory


@lru_cache(1)
def own_memory(purpose: str, mib: int) -> mmap:
    """What the workers of this pool share; where they share nothing, so much for the threads of this process.

    It is for one purpose at a time, and kept until another one is named.
    """
    if _common is not None:
        return _common
    memory = mmap(-1, mib << 20, flags=MAP_PRIVATE | MAP_ANONYMOUS)
    memory.madvise(MADV_HUGEPAGE)
    return memory
