"""How large a table should be, and which memory it can lie in."""

from __future__ import annotations

import os

from shirokuro.engine.limits import Limits

PLAIN_WORDS = ("B", "b", "c", "Q", "L")
"""Formats of buffers that hold bytes or unsigned words."""


def table_for_empties(empties: int, limits: Limits | None = None) -> int:
    """MiB that solving can use, by the empties left and by what a thread fills within limits."""
    mib = 1 if empties <= 14 else 16 if empties <= 18 else 64 if empties <= 22 else 512
    if limits is not None and limits.seconds is not None:
        mib = min(mib, int(64 * min(limits.seconds, 8)))
    if limits is not None and limits.nodes is not None:
        mib = min(mib, limits.nodes >> 14)  # 64 bytes for each node, where two of them find room
    return max(mib, 1)


def memory_mib() -> int:
    """The memory of the machine; a TiB where the system does not say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (AttributeError, ValueError, OSError):
        return 2**20


def check_memory(memory: object) -> None:
    """Raises an error unless it is one writable piece of bytes or words."""
    needed = "memory: a writable buffer of bytes is needed (bytearray, mmap, an array of uint8 or uint64)"
    try:
        view = memoryview(memory)  # type: ignore[arg-type]  # that is the question
    except (TypeError, ValueError):  # the second: memory that was closed, or of a kind without bytes
        raise TypeError(f"{needed}, not {type(memory).__name__}") from None
    if view.format.lstrip("@=<") not in PLAIN_WORDS:
        raise TypeError(f"{needed}, not items of the format {view.format!r}")
    if view.readonly:
        raise ValueError(f"{needed}: this {type(memory).__name__} can only be read")
    if not view.c_contiguous:
        raise ValueError(f"{needed}: this one has gaps, so it would have to be copied")
