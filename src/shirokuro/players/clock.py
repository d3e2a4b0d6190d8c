"""The clock of a game: what each side has for all its moves, and how much of it the next one may take."""

from __future__ import annotations

import math
from dataclasses import dataclass

from shirokuro.engine.engine import Limits
from shirokuro.words.message import Message
from shirokuro.words.number_text import exact_decimal

LEAST_SECONDS = 0.001
"""However little is left on a clock, a move is worth trying."""
UNTIMED_MOVES = 2
"""The last ones need next to no time."""
FEWEST_MOVES = 5
"""The clock is shared out as if so many were still to come: until it is solved, the end needs its time."""
MOST_SHARES = 3
"""For one move that needs them."""
MOST_OF_LEFT = 0.4
"""The part of what is left that one move may take at most."""


@dataclass(frozen=True, slots=True)
class Allotment(Limits):
    """The limits of a move on a clock: `seconds` is its share of what is left.

    A player that can tell easy moves from hard ones takes less or more, but never more than `most_seconds`.
    """

    most_seconds: float = math.inf
    left_seconds: float = math.inf
    """On the clock."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds that each side has for a whole game, and how many it gets back after each of its moves."""

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.seconds < math.inf or not 0 <= self.increment < math.inf:
            raise ValueError(Message("play.clock_range", clock=self))

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Reads `60` or `60+0.5`."""
        seconds, plus, increment = text.partition("+")
        try:
            return cls(float(seconds), float(increment) if plus else 0.0)
        except ValueError:
            raise ValueError(Message("play.no_clock", text=f"{text!r}")) from None

    def __str__(self) -> str:
        return f"{_text(self.seconds)}+{_text(self.increment)}"

    def allotment(self, left: float, empties: int, limits: Limits | None = None) -> Limits:
        """What the next move of a side may take: an `Allotment`, or the limits of each move if they are less.

        A share is what is left by the moves to come but two, five or more, and most of the increment; a move
        may take three, but never more than 0.4 of what is left.
        """
        moves = (empties + 1) // 2 - UNTIMED_MOVES
        share = left / max(moves, FEWEST_MOVES) + 0.8 * self.increment
        most = max(min(MOST_SHARES * share, MOST_OF_LEFT * left), LEAST_SECONDS)
        seconds = max(min(share, most), LEAST_SECONDS)
        return _within(Allotment(seconds=seconds, most_seconds=most, left_seconds=left), limits)


def _text(seconds: float) -> str:
    """What `Clock.parse` reads back; a complaint may also be about no number at all."""
    return exact_decimal(seconds) if math.isfinite(seconds) else str(seconds)


def _within(allotment: Allotment, limits: Limits | None) -> Limits:
    if limits is None:
        return allotment
    tight = limits.tightened(allotment)
    if tight.seconds == limits.seconds:
        return limits
    most = min(allotment.most_seconds, limits.seconds or math.inf)
    return Allotment(tight.depth, tight.nodes, tight.seconds, most, allotment.left_seconds)
