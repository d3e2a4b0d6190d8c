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
        *("is_away", "is_free", "efforts", "hopes"),
    )

    def __init__(self, key: bytes, side: int, empties: int, cells: int) -> None:
        self.key, self.side, self.empties = key, side, empties
        self.lower, self.upper = -cells, cells
        """The value for the side to move lies between these."""
        self.guess = 0
        self.after: tuple[Node, ...] | None = None
        """The positions that its moves lead to, as soon as somebody has glanced at it."""
        self.before: list[Node] = []
        self.is_away = False
        """Whether a worker is at it."""
        self.is_free = True
        """Whether there is something to do in it or below that no worker is at."""
        self.efforts: Efforts = (1.0, 1.0)
        self.hopes: Efforts = (1.0, 1.0)
        """The efforts, if all that workers are at ends as expected."""

    @property
    def is_exact(self) -> bool:
        return self.lower == self.upper

    def state(self) -> tuple[object, ...]:
        """All that nodes before it depend on."""
        return self.lower, self.upper, self.efforts, self.hopes, self.is_free

    def narrow(self) -> None:
        """Draws the bounds that follow from its moves."""
        if self.after is not None:
            self.lower = max(self.lower, *(-each.upper for each in self.after))
            self.upper = min(self.upper, max(-each.lower for each in self.after))

    def settle(self, efforts: Efforts) -> None:
        self.efforts = self.hopes = efforts
        self.is_free = False

    def sum_up(self) -> None:
        """One move that disproves what follows proves it; it is disproved when all of them fail."""
        assert self.after is not None
        self.efforts = (
            min(each.efforts[1] for each in self.after),
            sum(each.efforts[0] for each in self.after),
        )
        self.hopes = min(each.hopes[1] for each in self.after), sum(each.hopes[0] for each in self.after)
        self.is_free = any(each.is_free for each in self.after)
