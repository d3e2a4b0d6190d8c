"""What a worker is at, written where its parent can read it: also after the worker was ended."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass

SIZE = 256
"""Bytes of a slot; a game's moves and a few words fit in."""
_HEAD = struct.Struct("=qdH")
_DEADLINE = struct.Struct("=d")
_REST = struct.Struct("=dH")
_NUMBER_BYTES = 8


@dataclass(frozen=True, slots=True)
class Attempt:
    """An item that a worker began, and what it wrote of it last."""

    number: int
    """The item's."""
    deadline: float = math.inf
    """By `time.monotonic`, which all processes of a machine share."""
    note: bytes = b""
    is_late: bool = False
    """Whether it was ended for its deadline."""


class UnreadableError(ValueError):
    """What was sent to a worker means nothing there; the message says why in a line."""


class Slot:
    """A worker's piece of shared memory: one writes, the parent reads."""

    def __init__(self, memory: memoryview) -> None:
        self._memory = memory

    def begin(self, number: int) -> None:
        _HEAD.pack_into(self._memory, 0, number, math.inf, 0)

    def write(self, note: bytes, deadline: float = math.inf) -> None:
        """What is being done now, and until when it may take."""
        note = note[: SIZE - _HEAD.size]
        self._memory[_HEAD.size : _HEAD.size + len(note)] = note
        _REST.pack_into(self._memory, _NUMBER_BYTES, deadline, len(note))

    def relax(self) -> None:
        """It was done in time."""
        _DEADLINE.pack_into(self._memory, _NUMBER_BYTES, math.inf)

    def read(self) -> Attempt:
        seen = bytes(self._memory)
        number, deadline, length = _HEAD.unpack_from(seen)
        return Attempt(number, deadline, seen[_HEAD.size :][:length])


_own: Slot | None = None


def take(slot: Slot) -> None:
    """In a worker, once: this slot is its own."""
    global _own
    _own = slot


def own_slot() -> Slot | None:
    """That of this process, if it is a worker."""
    return _own
