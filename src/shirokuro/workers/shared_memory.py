"""Memory that the workers of a pool share."""

from __future__ import annotations

import mmap
import os
from functools import lru_cache
from multiprocessing import reduction
from multiprocessing.shared_memory import SharedMemory
from tempfile import TemporaryFile
from typing import Any

CAN_SEND_FILES = hasattr(reduction, "DupFd")
"""Whether an open file can be sent to processes when they start; elsewhere (Windows) memory has a name."""


class CommonMemory:
    """Memory of zeros that can be sent to processes when they start; it ends with the last of them."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._named = None if CAN_SEND_FILES else SharedMemory(create=True, size=size)
        if self._named is not None:
            return
        # A file in no folder, so that nothing is left when all are killed; Linux has it in memory.
        if hasattr(os, "memfd_create"):
            self._file = os.memfd_create("shirokuro")
        else:
            with TemporaryFile() as file:
                self._file = os.dup(file.fileno())
        os.ftruncate(self._file, size)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._named is not None:
            return _opened, (self._named.name,)
        return _received, (reduction.DupFd(self._file), self._size)

    def close(self) -> None:
        if self._named is not None:
            self._named.close()
            self._named.unlink()
        else:
            os.close(self._file)


def _opened(name: str) -> memoryview:
    """In the new process: the memory of a name, for as long as the process lives."""
    global _named
    _named = SharedMemory(name)
    memory: memoryview | None = _named.buf
    assert memory is not None  # it is not closed
    return memory


def _received(file: Any, size: int) -> mmap.mmap:
    """In the new process: maps all of it at once, since page by page takes several times as long."""
    descriptor: int = file.detach()
    try:
        return mmap.mmap(descriptor, size, mmap.MAP_SHARED | getattr(mmap, "MAP_POPULATE", 0))
    finally:
        os.close(descriptor)


_common: mmap.mmap | memoryview | None = None
_named: SharedMemory | None = None


def adopt_memory(memory: mmap.mmap | memoryview | None) -> None:
    """Makes this the memory that a worker shares with the others; called once, in the worker."""
    global _common
    _common = memory


@lru_cache(1)
def own_memory(purpose: str, mib: int) -> mmap.mmap | memoryview:
    """The memory of this pool's workers; if they share none, so much for the threads of this process.

    It serves one purpose at a time, and is kept until another one is named.
    """
    if _common is not None:
        return _common
    if not hasattr(mmap, "MAP_PRIVATE"):
        return mmap.mmap(-1, mib << 20)
    memory = mmap.mmap(-1, mib << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory
