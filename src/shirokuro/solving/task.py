"""What a worker does for a proof: glances at the moves of a position, or reads a position to the end."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from shirokuro.book.canonical import board_of_key, equal_moves
from shirokuro.engine import Engine, Limits, table_for_empties
from shirokuro.origin import Origin, here

SELECTIVE = 1
"""The level of confidence of glances: what orders moves best in the same time."""
GLANCE_MIB = 16


@dataclass(frozen=True, slots=True)
class Glance:
    """A position whose moves are to be valued, to see which to try first."""

    variant: str
    key: bytes
    depth: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A position to read to the end: is it worth `least` discs or more to the side to move?"""

    variant: str
    key: bytes
    least: int


Task: TypeAlias = Glance | Reading


@dataclass(frozen=True, slots=True)
class Cost:
    """What a task took, and who did it."""

    nodes: int
    seconds: float
    origin: Origin


@dataclass(frozen=True, slots=True)
class Seen:
    """What a glance found."""

    guesses: tuple[int, ...]
    """Of each position that its moves lead to, for the side to move there; in the order of `equal_moves`."""
    cost: Cost


@dataclass(frozen=True, slots=True)
class Read:
    """What a reading proved: the value lies within these bounds."""

    lower: int
    upper: int
    cost: Cost


def work(task: Task) -> Seen | Read:
    """Does a task, on one thread."""
    began = time.perf_counter()
    if isinstance(task, Glance):
        guesses, nodes = _glance(task)
        return Seen(guesses, Cost(nodes, time.perf_counter() - began, here()))
    lower, upper, nodes = _read(task)
    return Read(lower, upper, Cost(nodes, time.perf_counter() - began, here()))


def _glance(task: Glance) -> tuple[tuple[int, ...], int]:
    board = board_of_key(task.variant, task.key)
    moves = [group[0] for group in equal_moves(board)]
    results = _engine(GLANCE_MIB).compare(board, moves, Limits(depth=task.depth), level=SELECTIVE)
    return tuple(-results[move].value for move in moves), sum(each.nodes for each in results.values())


def _read(task: Reading) -> tuple[int, int, int]:
    board = board_of_key(task.variant, task.key)
    engine = _engine(table_for_empties(len(board.empties())))
    result = engine.solve(board, window=(task.least - 1, task.least))
    return result.lower, result.upper, result.nodes


@lru_cache(2)
def _engine(table_mib: int) -> Engine:
    """Kept for the next task with all that it knows: neighbours in a tree share positions."""
    return Engine(1, table_mib)
