"""What a worker does for a proof: searches the moves of a position for their order, or solves a position."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TypeAlias

from shirokuro.board.position_key import board_of_key, equal_moves
from shirokuro.engine.engine import Engine
from shirokuro.engine.limits import Limits
from shirokuro.workers.origin import Origin, here
from shirokuro.workers.shared_memory import own_memory

SELECTIVE = 1
"""The confidence level of ordering searches: what orders moves best in the same time."""
ORDERING_MIB = 16


@dataclass(frozen=True, slots=True)
class Ordering:
    """A position whose moves are to be searched, to see which to try first."""

    variant: str
    key: bytes
    depth: int


@dataclass(frozen=True, slots=True)
class BoundTask:
    """A position to solve: is it worth `least` discs or more to the side to move?"""

    variant: str
    key: bytes
    least: int
    table_mib: int
    """For a worker's own table, where it shares no memory with others."""


SolvingTask: TypeAlias = Ordering | BoundTask


@dataclass(frozen=True, slots=True)
class Cost:
    """What a task took, and who did it."""

    nodes: int
    seconds: float
    origin: Origin


@dataclass(frozen=True, slots=True)
class OrderingResult:
    """What an ordering search found."""

    guesses: tuple[int, ...]
    """Of each position that its moves lead to, for the side to move there; in the order of `equal_moves`."""
    cost: Cost


@dataclass(frozen=True, slots=True)
class BoundResult:
    """What solving proved: the value lies within these bounds."""

    lower: int
    upper: int
    cost: Cost


def work(task: SolvingTask) -> OrderingResult | BoundResult:
    """Does a task, on one thread."""
    began, board = time.perf_counter(), board_of_key(task.variant, task.key)
    if isinstance(task, BoundTask):
        result = _kept.for_bounds(task).solve(board, window=(task.least - 1, task.least))
        cost = Cost(result.nodes, time.perf_counter() - began, here())
        return BoundResult(result.lower, result.upper, cost)
    moves = [group[0] for group in equal_moves(board)]
    results = _kept.for_ordering().compare(board, moves, Limits(depth=task.depth), confidence=SELECTIVE)
    nodes = sum(each.nodes for each in results.values())
    cost = Cost(nodes, time.perf_counter() - began, here())
    return OrderingResult(tuple(-results[move].value for move in moves), cost)


class _Engines(threading.local):
    """A thread's own engines, kept for its next task with their tables: positions of one tree share much.

    All workers of this machine share the bounds that they solve, as far as they share memory.
    """

    def for_ordering(self) -> Engine:
        if not hasattr(self, "_ordering"):
            self._ordering = Engine(1, ORDERING_MIB)
        return self._ordering

    def for_bounds(self, task: BoundTask) -> Engine:
        wanted = task.variant, task.table_mib
        if getattr(self, "_wanted", None) != wanted:
            self._solving, self._wanted = Engine(1, memory=own_memory(*wanted)), wanted
        return self._solving


_kept = _Engines()
