"""The upper tree of a proof: what is proven, and which position to work on next.

A test asks whether the root is worth `least` discs or more. Every position has two efforts, to prove and to
disprove what the test asks of it (proof numbers: L. V. Allis, 1994). They begin as an estimate, by how far
the position's guessed value lies from what is asked. The next task is the one that takes the least effort to
decide the test, assuming that all tasks in progress end as expected; if those alone would settle the test, it
is the one that takes the least effort should they not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TypeAlias

from shirokuro.board.board import Board
from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.engine.table_memory import memory_mib, table_for_empties
from shirokuro.parameters.parameter import check_parameters, parameter
from shirokuro.proofs.task import BoundTask, Ordering, SolvingTask

NEVER = math.inf
Efforts: TypeAlias = tuple[float, float]
"""To prove a position and to disprove it, in solved leaves: 0 when done, NEVER when impossible."""
PROVEN: Efforts = (0.0, NEVER)
DISPROVED: Efforts = (NEVER, 0.0)
MOST_EMPTIES = 64
"""No value is larger, either."""


class Node:
    """A position, with one of the two sides to move: `side` is 0 for the root's."""

    __slots__ = (
        *("key", "side", "empties", "lower", "upper", "guess", "after", "before"),
        *("is_away", "is_free", "is_wanted", "workers", "efforts", "hopes"),
    )

    def __init__(self, key: bytes, side: int, empties: int, cells: int) -> None:
        self.key, self.side, self.empties = key, side, empties
        self.lower, self.upper = -cells, cells
        """The value for the side to move lies between these."""
        self.guess = 0
        """The value, if all guesses below it are right."""
        self.after: tuple[Node, ...] | None = None
        """The positions that its moves lead to, once they were searched for their order."""
        self.before: list[Node] = []
        self.is_away = False
        """Whether a worker has a task at it."""
        self.is_free = True
        """Whether there is a task at it or below that no worker has yet."""
        self.is_wanted = True
        """Whether such a task is of use if everything ends as expected."""
        self.workers = 0
        """How many workers have a task at it or below, reached through it."""
        self.efforts: Efforts = (1.0, 1.0)
        self.hopes: Efforts = (1.0, 1.0)
        """The efforts, if all tasks in progress end as expected."""

    @property
    def is_exact(self) -> bool:
        return self.lower == self.upper

    def state(self) -> tuple[object, ...]:
        """All that its parents depend on."""
        return self.lower, self.upper, self.guess, self.efforts, self.hopes, self.is_free, self.is_wanted

    def conclude(self) -> None:
        """Updates bounds and guess from its moves."""
        lower, upper, guess = self.lower, self.upper, self.guess
        if self.after is not None:
            least_upper = least_lower = least_guess = MOST_EMPTIES
            for each in self.after:  # plain comparisons: the coordinator spends most of its time here
                least_upper = each.upper if each.upper < least_upper else least_upper
                least_lower = each.lower if each.lower < least_lower else least_lower
                least_guess = each.guess if each.guess < least_guess else least_guess
            lower = -least_upper if -least_upper > lower else lower
            upper = -least_lower if -least_lower < upper else upper
            guess = -least_guess
        self.lower, self.upper = lower, upper
        self.guess = lower if guess < lower else upper if guess > upper else guess

    def settle(self, efforts: Efforts) -> None:
        self.efforts = self.hopes = efforts
        self.is_free = self.is_wanted = False

    def sum_up(self, is_hopeful: bool) -> None:
        """Sums up the efforts of its moves: one that disproves its position proves this one.

        If it `is_hopeful`, only its best move is wanted; the others are for the case that this one fails.
        """
        assert self.after is not None
        least = least_hoped = NEVER
        total = total_hoped = 0.0
        is_free = is_any_wanted = is_best_wanted = False
        for each in self.after:  # a single loop, for the same reason
            (prove, disprove), (hope, fear) = each.efforts, each.hopes
            total += prove
            total_hoped += hope
            least = disprove if disprove < least else least
            if fear < least_hoped:
                least_hoped, is_best_wanted = fear, each.is_wanted
            if each.is_free:
                is_free = True
                is_any_wanted = is_any_wanted or (each.is_wanted and fear != NEVER)
        self.efforts, self.hopes = (least, total), (least_hoped, total_hoped)
        self.is_free, self.is_wanted = is_free, is_best_wanted if is_hopeful else is_any_wanted


DOUBT = 4.0
"""The usual error of a guess, in discs."""
MOST_DOUBTS = 12.0
LARGEST_LEAF = 26
"""Empties of a position that takes some seconds to solve."""
CROWDING = 2
"""How much workers avoid each other: at 0 all go to the same move, and much of the work is wasted."""
GROWTH = 2.0
"""The factor by which a proof grows with one more empty cell."""


@dataclass(frozen=True, slots=True)
class Division:
    """Where the upper tree ends, and how deep its positions are searched to order their moves."""

    leaf: int = parameter(
        0, "empties from which on a position is solved as one task", least=0, most=MOST_EMPTIES
    )
    depth: int = parameter(4, "plies of an ordering search", least=1)

    def __post_init__(self) -> None:
        check_parameters(self)

    @classmethod
    def for_board(cls, board: Board, leaf: int | None = None) -> Division:
        """Leaves that take a fraction of a second on small boards, some seconds on large ones."""
        if leaf is None:
            leaf = min(round(len(board.empties()) * 0.75), LARGEST_LEAF)
        return cls(leaf, max(4, leaf // 2 - 4))

    @property
    def table_mib(self) -> int:
        """The size of one worker's table."""
        return table_for_empties(self.leaf)

    def common_mib(self, jobs: int) -> int:
        """The size of the table that a machine's workers share: at most a quarter of its memory."""
        return min(max(1, jobs // 2) * self.table_mib, memory_mib() // 4)


class ProofTree:
    def __init__(self, root: Board, division: Division) -> None:
        self.variant = root.variant_name
        self.cells = len(root.variant.cells)
        self.division = division
        self.nodes: dict[tuple[bytes, int], Node] = {}
        self.least = 0
        self._paths: dict[Node, list[Node]] = {}
        """The path from the root to each task in progress."""
        self.changed: set[Node] = set()
        """Nodes whose bounds have changed since this was last emptied."""
        self.root = self._node(key_of(root), 0, len(root.empties()))
        self._set(self.root)

    @property
    def is_settled(self) -> bool:
        """Whether the test is decided."""
        return 0 in self.root.efforts

    @property
    def is_wanting(self) -> bool:
        """Whether the test would stay open if all tasks in progress end as expected."""
        return 0 not in self.root.hopes

    def ask(self, least: int) -> None:
        """Begins a test."""
        self.least = least
        nodes = sorted(self.nodes.values(), key=lambda node: node.empties)
        for node in nodes:
            self._set(node)
        for node in nodes:  # passes keep the number of empties
            self._update(node)

    def next_task(self) -> tuple[Node, SolvingTask] | None:
        """The most useful task, which is now in progress; None if there is none at the moment."""
        if not self.root.is_free:
            return None
        path = [self.root]
        while path[-1].after is not None:
            path.append(self._choose(path[-1]))
        for each in path:
            each.workers += 1
        node = path[-1]
        node.is_away = True
        self._paths[node] = path
        self._update(node)
        if node.empties <= self.division.leaf:
            return node, BoundTask(self.variant, node.key, self._least_of(node), self.division.table_mib)
        return node, Ordering(self.variant, node.key, self.division.depth)

    def _choose(self, node: Node) -> Node:
        """The move that takes the least effort.

        If all moves are expected to fail, each has to be refuted, so workers spread over them: no work there
        is wasted. Where one move suffices, work on the others may be.
        """
        assert node.after is not None
        free = [each for each in node.after if each.is_free]
        if not self.is_wanting:
            return min(free, key=lambda each: each.efforts[1])
        if node.is_wanted:
            free = [each for each in free if each.is_wanted]
        if node.guess >= self._least_of(node):
            return min(free, key=lambda each: each.hopes[1])
        return min(free, key=lambda each: each.hopes[1] * (1 + each.workers) ** CROWDING)

    def take_bounds(self, node: Node, lower: int, upper: int) -> None:
        """Takes the bounds that a task has proved."""
        self._come_back(node)
        self.bound(node, lower, upper)

    def order(self, node: Node, guesses: Iterable[int]) -> None:
        """Takes the guesses of an ordering search for the positions after its moves."""
        self._come_back(node)
        after = self.open(node)
        for each, guess in zip(after, guesses, strict=True):
            each.guess = guess
        self._update(node, *after)

    def _come_back(self, node: Node) -> None:
        node.is_away = False
        for each in self._paths.pop(node):
            each.workers -= 1

    def bound(self, node: Node, lower: int, upper: int) -> None:
        """Narrows its bounds. Values are even if the number of cells is: the winner gets the empty ones."""
        node.lower = max(node.lower, lower + (lower + self.cells) % 2)
        node.upper = min(node.upper, upper - (upper + self.cells) % 2)
        self.changed.add(node)
        self._update(node)

    def boards_after(self, node: Node) -> dict[bytes, Board]:
        """The boards that its moves lead to, one for each key, in the order of `equal_moves`."""
        board = board_of_key(self.variant, node.key)
        found: dict[bytes, Board] = {}
        for _, after in following(board):
            found.setdefault(key_of(after), after)
        return found

    def open(self, node: Node) -> tuple[Node, ...]:
        """Adds the positions after its moves to the tree."""
        found = []
        for key, board in self.boards_after(node).items():
            after = self._node(key, 1 - node.side, len(board.empties()))
            after.before.append(node)
            if board.is_over():
                value = board.final_value()
                self.bound(after, value, value)
            found.append(after)
        node.after = tuple(found)
        return node.after

    def _node(self, key: bytes, side: int, empties: int) -> Node:
        node = self.nodes.get((key, side))
        if node is None:
            node = self.nodes[key, side] = Node(key, side, empties, self.cells)
        return node

    def _least_of(self, node: Node) -> int:
        """The value that the test asks of a position, for its side to move."""
        return 2 - self.least if node.side else self.least

    def _update(self, *nodes: Node) -> None:
        """Updates nodes and all ancestors that change with them.

        Those with the fewest empties come first, so that each is updated once, unless a pass leads to it.
        """
        waiting = set(nodes)
        order = [(node.empties, id(node), node) for node in waiting]
        heapify(order)
        while order:
            _, _, node = heappop(order)
            waiting.discard(node)
            if self._set(node):
                for each in node.before:
                    if each not in waiting:
                        waiting.add(each)
                        heappush(order, (each.empties, id(each), each))

    def _set(self, node: Node) -> bool:
        """Updates a node from its moves; returns whether anything changed."""
        state, bounds = node.state(), (node.lower, node.upper)
        node.conclude()
        if bounds != (node.lower, node.upper):
            self.changed.add(node)
        least = self._least_of(node)
        if node.lower >= least:
            node.settle(PROVEN)
        elif node.upper < least:
            node.settle(DISPROVED)
        elif node.after is not None:
            node.sum_up(is_hopeful=node.guess >= least)
        else:
            doubts = max(-MOST_DOUBTS, min(MOST_DOUBTS, (node.guess - least + 1) / DOUBT))
            size = GROWTH ** max(0, node.empties - self.division.leaf)
            node.efforts = node.hopes = size * (1 + math.exp(-doubts)), size * (1 + math.exp(doubts))
            node.is_free = node.is_wanted = not node.is_away
            if node.is_away and node.empties <= self.division.leaf:
                node.hopes = PROVEN if node.guess >= least else DISPROVED
        return state != node.state()
