"""Solves a position through a store, by one test after another until the question is answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Literal, TypeAlias

from shirokuro.board.board import Board
from shirokuro.board.position_key import following, key_of
from shirokuro.engine.engine import Engine, table_for
from shirokuro.proofs.proof_store import ProofStep, ProofStore
from shirokuro.proofs.proof_tree import Division, Node, ProofTree
from shirokuro.proofs.task import BoundResult, OrderingResult, SolvingTask, work
from shirokuro.workers.executors import MOST_IN_CHUNK, Pool
from shirokuro.workers.progress import Progress

BUNDLE_SECONDS = 0.02
"""Tasks that take less travel together, so that sending them does not take longer than doing them."""
RECENT_TASKS = 50
"""Over so many the usual time of a task is taken."""
SAVE_SECONDS = 0.1
"""How long a result may wait to be stored together with others."""
Goal: TypeAlias = Literal["winner", "value"]
"""Who wins, or by how much; who wins is found first in either case."""


@dataclass(frozen=True, slots=True)
class SolvingProgress(Progress):
    """The positions that this run has solved, and what it found of the whole."""

    lower: int = -64
    upper: int = 64
    least: int = 0
    """The current test: whether it is worth this much or more."""
    seconds: float = 0.0
    """CPU time of all tasks of this run, for one core."""
    left: float = 0.0
    """An estimate of the positions that the test still has to solve."""


class Solver(Iterator[SolvingTask]):
    """Yields the next tasks of a solution; ask again after each result."""

    workers = 1
    """The number of workers. One bundle more is given out, for the first worker to finish; no more than that,
    since a result may change which tasks are best."""
    bundle = 1
    """The number of tasks that a worker gets at a time; more than one only if they are short."""

    def __init__(self, store: ProofStore, division: Division, goal: Goal = "value") -> None:
        self._store = store
        self._goal = goal
        self.tree = ProofTree(store.start, division)
        self._away: dict[SolvingTask, list[Node]] = {}
        self._count_away = 0
        self._unsaved: list[ProofStep] = []
        self._saved = 0.0
        self._load()
        if not self.is_done:
            self.tree.ask(self._next_test())

    @property
    def is_done(self) -> bool:
        root = self.tree.root
        return root.is_exact or (self._goal == "winner" and (root.lower > 0 or root.upper < 0))

    def __next__(self) -> SolvingTask:
        if self.tree.is_settled and not self.is_done:
            self.tree.ask(self._next_test())
        is_asked = self._count_away < (self.workers + 1) * self.bundle
        found = self.tree.next_task() if is_asked and not self.is_done else None
        if found is None:
            raise StopIteration
        node, task = found
        self._away.setdefault(task, []).append(node)
        self._count_away += 1
        return task

    def take(self, task: SolvingTask, result: OrderingResult | BoundResult) -> None:
        """Updates the tree with a result. All that follows from it is stored soon; `save` stores it now."""
        node = self._away[task].pop()
        self._count_away -= 1
        if not self._away[task]:
            del self._away[task]
        guesses: tuple[tuple[bytes, int], ...] = ()
        if isinstance(result, OrderingResult):
            self.tree.order(node, result.guesses)
            guesses = tuple((after.key, after.guess) for after in node.after or ())
        else:
            self.tree.take_bounds(node, result.lower, result.upper)
        changed, self.tree.changed = self.tree.changed, set()
        bounds = tuple((each.key, each.lower, each.upper) for each in changed)
        self._unsaved.append(
            ProofStep(node.key, result.cost, isinstance(result, BoundResult), guesses, bounds)
        )
        if self.is_done or time.monotonic() - self._saved >= SAVE_SECONDS:
            self.save()

    def save(self) -> None:
        """Stores the results that are not stored yet."""
        steps, self._unsaved = self._unsaved, []
        if steps:
            self._store.save(steps)
        self._saved = time.monotonic()

    def _load(self) -> None:
        """Loads the stored tree: a position is opened if all positions after it are there."""
        rows = {row.key: row for row in self._store.positions()}
        waiting, seen = [self.tree.root], set[Node]()
        while waiting:
            node = waiting.pop()
            if node in seen:
                continue
            seen.add(node)
            if (row := rows.get(node.key)) is not None:
                node.lower, node.upper, node.guess = row.lower, row.upper, row.guess
            after = self.tree.boards_after(node) if node.empties > self.tree.division.leaf else {}
            if after and rows.keys() >= after.keys():
                waiting.extend(self.tree.open(node))

    def _next_test(self) -> int:
        root, value = self.tree.root, self.tree.root.guess
        if root.lower <= 0 <= root.upper:
            return 2 if root.lower == 0 or (value > 0 and root.upper > 0) else 0
        value -= (value + self.tree.cells) % 2
        return max(root.lower + 2, min(root.upper, value))


def solve(
    solver: Solver, pool: Pool, do: Callable[[SolvingTask], OrderingResult | BoundResult] = work
) -> Generator[SolvingProgress, None, None]:
    """Works until the question is answered, and yields the progress after every task.

    Close the generator to stop early.
    """
    solved, seconds, usual = 0, 0.0, BUNDLE_SECONDS
    solver.workers = pool.size
    try:
        with closing(pool.map_unordered(do, solver, chunk_seconds=BUNDLE_SECONDS)) as working:
            for task, result in working:
                solver.take(task, result)
                usual += (result.cost.seconds - usual) / RECENT_TASKS
                solver.bundle = max(1, min(int(BUNDLE_SECONDS / max(usual, 1e-9)), MOST_IN_CHUNK))
                solver.workers = pool.size  # others may have joined
                solved, seconds = solved + isinstance(result, BoundResult), seconds + result.cost.seconds
                tree = solver.tree
                bounds = tree.root.lower, tree.root.upper
                yield SolvingProgress(solved, None, *bounds, tree.least, seconds, min(tree.root.efforts))
                if solver.is_done:
                    return
    finally:
        solver.save()


def proven_line(tree: ProofTree, start: Board) -> tuple[int, ...]:
    """The moves of perfect play, as far as they are proven; to the end if the value is exact.

    An exact position leads to an exact one: its best move is proven to reach the value, and none of its moves
    to exceed it.
    """
    board, node, moves = start.copy(stack=False), tree.root, list[int]()
    while node.after is not None:
        # The best move leaves the other side least; of equal ones those that are exact come first.
        node = min(node.after, key=lambda each: (each.upper, -each.lower, each.guess))
        move, board = next((move, after) for move, after in following(board) if key_of(after) == node.key)
        moves.append(move)
    if node.is_exact and not board.is_over():
        with Engine(1, table_for(board)) as engine:
            moves += engine.solve(board).pv
    return tuple(moves)
