"""The clock of a game: the time of each side, and how much of it the next move may take."""

from __future__ import annotations

import math
from dataclasses import dataclass

from shirokuro.engine.limits import Limits
from shirokuro.words.message import Message
from shirokuro.words.number_text import exact_decimal

LEAST_SECONDS = 0.001
"""The least time for a move, however little is left."""
UNTIMED_MOVES = 2
"""The last moves need almost no time, so they get no share."""
FEWEST_MOVES = 5
"""The time left is divided by at least this many moves, since endings take time until they are solved."""
MOST_SHARES = 3
"""The most shares that one move may take."""
MOST_OF_LEFT = 0.4
"""The largest part of the time left that one move may take."""


@dataclass(frozen=True, slots=True)
class Allotment(Limits):
    """The limits of a move on a clock: `seconds` is its share of what is left.

    A player that can tell easy moves from hard ones takes less or more, but never more than `most_seconds`.
    """

    most_seconds: float = math.inf
    left_seconds: float = math.inf
    """The time left on the clock."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds that each side has for a whole game, and the increment after each of its moves."""

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
        """The limits of a side's next move: an `Allotment`, or the limits of each move if they are less.

        A share is the time left, divided by the number of moves to come without the last two (at least five),
        plus 0.8 of the increment. A move may take three shares, but never more than 0.4 of the time left.
        """
        moves = (empties + 1) // 2 - UNTIMED_MOVES
        share = left / max(moves, FEWEST_MOVES) + 0.8 * self.increment
        most = max(min(MOST_SHARES * share, MOST_OF_LEFT * left), LEAST_SECONDS)
        seconds = max(min(share, most), LEAST_SECONDS)
        if limits is None:
            return Allotment(seconds=seconds, most_seconds=most, left_seconds=left)
        tight = limits.tightened(Limits(seconds=seconds))
        if tight.seconds == limits.seconds:
            return limits
        most = min(most, limits.seconds or math.inf)
        return Allotment(tight.depth, tight.nodes, tight.seconds, most, left)


def _text(seconds: float) -> str:
    """What `Clock.parse` reads back; a complaint may also be about no number at all."""
    return exact_decimal(seconds) if math.isfinite(seconds) else str(seconds)
