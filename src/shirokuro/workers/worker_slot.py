"""Shared memory in which a worker reports its current task, which the parent can read even after its end."""

from __future__ import annotations

import math
from dataclasses import dataclass

SIZE = 256
"""Bytes of a slot; a game's moves and a few words fit in."""
_HEAD = 24
"""Bytes before the note: the item's number, the deadline, the note's length."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An item that a worker began, and its last note."""

    number: int
    """The item's."""
    deadline: float = math.inf
    """By `time.monotonic`, which all processes of a machine share."""
    note: bytes = b""
    is_late: bool = False
    """Whether the worker was killed for missing its deadline."""


class UnreadableError(ValueError):
    """A worker cannot unpack its work; the message says why in a line."""


class Slot:
    """A worker's piece of shared memory: one writes, the parent reads.

    Each number is stored in one step, so that the parent reads the old one or the new one. `struct.pack_into`
    writes zeros first, and a deadline of 0 is long past.
    """

    def __init__(self, memory: memoryview) -> None:
        self._integers = memory[:_HEAD].cast("q")
        self._deadline = memory[8:16].cast("d")
        self._note = memory[_HEAD:]

    def begin(self, number: int) -> None:
        self.relax()
        self._integers[2] = 0
        self._integers[0] = number

    def write(self, note: bytes, deadline: float = math.inf) -> None:
        """Notes the current task and its deadline."""
        note = note[: len(self._note)]
        self._note[: len(note)] = note
        self._integers[2] = len(note)
        self._deadline[0] = deadline

    def relax(self) -> None:
        """Lifts the deadline: the task was done in time."""
        self._deadline[0] = math.inf

    def read(self) -> Attempt:
        number, _, length = self._integers
        return Attempt(number, self._deadline[0], bytes(self._note[:length]))


_own: Slot | None = None


def adopt_slot(slot: Slot) -> None:
    """Makes this slot the worker's own; called once, in the worker."""
    global _own
    _own = slot


def own_slot() -> Slot | None:
    """The slot of this process, if it is a worker."""
    return _own
