"""Memory that the workers of a pool share."""

from __future__ import annotations

import mmap
import os
from functools import lru_cache
from multiprocessing.reduction import DupFd
from tempfile import TemporaryFile
from typing import Any


class CommonMemory:
    """Memory of zeros that can be sent to processes when they start; it ends with the last of them."""

    def __init__(self, size: int) -> None:
        self._size = size
        # A file in no folder, so that nothing is left when all are killed; Linux has it in memory.
        if hasattr(os, "memfd_create"):
            self._file = os.memfd_create("shirokuro")
        else:
            with TemporaryFile() as file:
                self._file = os.dup(file.fileno())
        os.ftruncate(self._file, size)

    def __reduce__(self) -> tuple[Any, ...]:
        return _received, (DupFd(self._file), self._size)

    def close(self) -> None:
        os.close(self._file)


def _received(file: Any, size: int) -> mmap.mmap:
    """In the new process: maps all of it at once, since page by page takes several times as long."""
    descriptor: int = file.detach()
    try:
        return mmap.mmap(descriptor, size, mmap.MAP_SHARED | getattr(mmap, "MAP_POPULATE", 0))
    finally:
        os.close(descriptor)


_common: mmap.mmap | None = None


def adopt_memory(memory: mmap.mmap | None) -> None:
    """Makes this the memory that a worker shares with the others; called once, in the worker."""
    global _common
    _common = memory


@lru_cache(1)
def own_memory(purpose: str, mib: int) -> mmap.mmap:
    """The memory of this pool's workers; if they share none, so much for the threads of this process.

    It serves one purpose at a time, and is kept until another one is named.
    """
    if _common is not None:
        return _common
    memory = mmap.mmap(-1, mib << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory
