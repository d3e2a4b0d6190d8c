"""What defines a game before it is played: players, board, luck, limits and a clock."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from hashlib import blake2b

from shirokuro.board import Board
from shirokuro.engine import Limits

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


@dataclass(frozen=True, slots=True)
class Fixture:
    """All that defines a game. Without limits in seconds or a clock, it is always played the same."""

    black: str
    """The specification of a player; so is `white`."""
    white: str
    variant: str = "reversi"
    opening: str = ""
    """The moves before the players take over, as a transcript; or a position line."""
    seed: int = 0
    limits: tuple[Limits, Limits] = (Limits(), Limits())
    """Black's and white's, for one move."""
    clock: Clock | None = None

    def key(self) -> str:
        """The fixture as text: equal for equal ones, and nothing else."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        fields |= {"limits": [*map(_fields, self.limits)], "clock": self.clock and _fields(self.clock)}
        return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def board(self) -> Board:
        """The board on which the players take over."""
        return Board.parse(self.opening, self.variant) if self.opening else Board(self.variant)


def _fields(times: Limits | Clock) -> dict[str, float | None]:
    """By name; 60 and 60.0 are equal, but not as text."""
    fields = {name: getattr(times, name) for name in times.__slots__}
    seconds = (name for name in ("seconds", "increment") if fields.get(name) is not None)
    return fields | {name: float(fields[name]) for name in seconds}


def derive(*parts: object) -> int:
    """A seed of 64 bits that depends on all parts."""
    text = "/".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
