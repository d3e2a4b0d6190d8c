"""A position of a proof's upper tree: what is proven of it, and what it would take to know more."""

from __future__ import annotations

import math
from typing import TypeAlias

NEVER = math.inf
Efforts: TypeAlias = tuple[float, float]
"""To prove a position, and to disprove it, in readings: 0 where that is done, NEVER where it cannot be."""
PROVEN: Efforts = (0.0, NEVER)
DISPROVED: Efforts = (NEVER, 0.0)


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
        """The value, if all guesses of what follows are right."""
        self.after: tuple[Node, ...] | None = None
        """The positions that its moves lead to, once they were searched for their order."""
        self.before: list[Node] = []
        self.is_away = False
        """Whether a worker is at it."""
        self.is_free = True
        """Whether there is something to do in it or below that no worker is at."""
        self.is_wanted = True
        """Whether some of that is of use if everything ends as expected."""
        self.workers = 0
        """How many came through it to what they are at."""
        self.efforts: Efforts = (1.0, 1.0)
        self.hopes: Efforts = (1.0, 1.0)
        """The efforts, if all that workers are at ends as expected."""

    @property
    def is_exact(self) -> bool:
        return self.lower == self.upper

    def state(self) -> tuple[object, ...]:
        """All that nodes before it depend on."""
        return self.lower, self.upper, self.guess, self.efforts, self.hopes, self.is_free, self.is_wanted

    def conclude(self) -> None:
        """Draws the bounds and the guess that follow from its moves."""
        if self.after is not None:
            self.lower = max(self.lower, -min(each.upper for each in self.after))
            self.upper = min(self.upper, -min(each.lower for each in self.after))
            self.guess = -min(each.guess for each in self.after)
        self.guess = max(self.lower, min(self.upper, self.guess))

    def settle(self, efforts: Efforts) -> None:
        self.efforts = self.hopes = efforts
        self.is_free = self.is_wanted = False

    def sum_up(self, is_hopeful: bool) -> None:
        """One move that disproves what follows proves it; it is disproved when all of them fail.

        If it `is_hopeful`, only its best move is wanted; the others would be tried after a surprise.
        """
        assert self.after is not None
        least = least_hoped = NEVER
        total = total_hoped = 0.0
        is_free = is_any_wanted = is_best_wanted = False
        for each in self.after:  # one loop for all: the coordinator spends its time here
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
