"""The clock of a game: what each side has for all its moves, and how much of it the next one may take."""

from __future__ import annotations

import math
from dataclasses import dataclass

LEAST_SECONDS = 0.001
"""However little is left on a clock, a move is worth trying."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds that each side has for a whole game, and how many it gets back after each of its moves."""

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.seconds < math.inf or not 0 <= self.increment < math.inf:
            raise ValueError(f"a clock needs seconds, and an increment of 0 or more, not {self}")

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Reads `60` or `60+0.5`."""
        seconds, plus, increment = text.partition("+")
        try:
            return cls(float(seconds), float(increment) if plus else 0.0)
        except ValueError:
            raise ValueError(f"no clock {text!r}: write seconds, or seconds+increment as 60+0.5") from None

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.increment:g}"

    def allotment(self, left: float, empties: int) -> float:
        """Seconds for the next move of a side.

        Of n moves to come the next may take 1/(2 + 2n/3) of what is left: early moves get more than an even
        share, since an ending is soon read to its end, yet two shares always stay in hand. Most of the
        increment comes on top; a tenth of what is left is never planned for.
        """
        moves = (empties + 1) // 2
        share = left / (2 + 2 * moves / 3) + 0.8 * self.increment
        return max(min(share, 0.9 * left), LEAST_SECONDS)
