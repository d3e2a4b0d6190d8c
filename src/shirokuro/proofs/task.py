"""What a worker does for a proof: glances at the moves of a position, or reads a position to the end."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TypeAlias

from shirokuro.board.position_key import board_of_key, equal_moves
from shirokuro.engine.engine import Engine, Limits
from shirokuro.workers.origin import Origin, here
from shirokuro.workers.shared_memory import own_memory

SELECTIVE = 1
"""The level of confidence of glances: what orders moves best in the same time."""
GLANCE_MIB = 16


@dataclass(frozen=True, slots=True)
class Ordering:
    """A position whose moves are to be valued, to see which to try first."""

    variant: str
    key: bytes
    depth: int


@dataclass(frozen=True, slots=True)
class BoundTask:
    """A position to read to the end: is it worth `least` discs or more to the side to move?"""

    variant: str
    key: bytes
    least: int
    table_mib: int
    """For what a worker has read, where it shares no memory with others."""


SolvingTask: TypeAlias = Ordering | BoundTask


@dataclass(frozen=True, slots=True)
class Cost:
    """What a task took, and who did it."""

    nodes: int
    seconds: float
    origin: Origin


@dataclass(frozen=True, slots=True)
class OrderingResult:
    """What a glance found."""

    guesses: tuple[int, ...]
    """Of each position that its moves lead to, for the side to move there; in the order of `equal_moves`."""
    cost: Cost


@dataclass(frozen=True, slots=True)
class BoundResult:
    """What a reading proved: the value lies within these bounds."""

    lower: int
    upper: int
    cost: Cost


def work(task: SolvingTask) -> OrderingResult | BoundResult:
    """Does a task, on one thread."""
    began = time.perf_counter()
    if isinstance(task, Ordering):
        guesses, nodes = _glance(task)
        return OrderingResult(guesses, Cost(nodes, time.perf_counter() - began, here()))
    lower, upper, nodes = _read(task)
    return BoundResult(lower, upper, Cost(nodes, time.perf_counter() - began, here()))


def _glance(task: Ordering) -> tuple[tuple[int, ...], int]:
    board = board_of_key(task.variant, task.key)
    moves = [group[0] for group in equal_moves(board)]
    results = _kept.for_glances().compare(board, moves, Limits(depth=task.depth), level=SELECTIVE)
    return tuple(-results[move].value for move in moves), sum(each.nodes for each in results.values())


def _read(task: BoundTask) -> tuple[int, int, int]:
    board = board_of_key(task.variant, task.key)
    result = _kept.for_readings(task).solve(board, window=(task.least - 1, task.least))
    return result.lower, result.upper, result.nodes


class _Engines(threading.local):
    """A thread's own, kept for its next task with all that they know: neighbours in a tree share positions.

    What was read to the end all workers on this machine know, as far as they share memory.
    """

    def for_glances(self) -> Engine:
        if not hasattr(self, "_glancing"):
            self._glancing = Engine(1, GLANCE_MIB)
        return self._glancing

    def for_readings(self, task: BoundTask) -> Engine:
        wanted = task.variant, task.table_mib
        if getattr(self, "_wanted", None) != wanted:
            self._reading, self._wanted = Engine(1, memory=own_memory(*wanted)), wanted
        return self._reading


_kept = _Engines()
