"""How a game ended otherwise than by the rules of the board."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.words.message import Message

Cause: TypeAlias = Literal[
    "resigned", "clock", "adjudicated", "silence", "mistake", "fault", "stopped", "left", "agreed"
]
"""A `mistake` is a player's fault in an interactive game, a `fault` one in a match; `agreed` is a draw."""
_WRITTEN: dict[Cause, str] = {
    "resigned": "resigned",
    "clock": "overran the clock",
    "adjudicated": "lost by adjudication: {}",
    "silence": "made a mistake: no answer within {} seconds",
    "mistake": "made a mistake: {}",
    "left": "left the game",
    "fault": "{}",
}
"""How notes and stores write a cause with its details; what matches several is the first of them."""
_PATTERNS = [
    (cause, re.compile(re.escape(text).replace(r"\{\}", "(.*)"))) for cause, text in _WRITTEN.items()
]

_WITHOUT_LOSER: tuple[Cause, ...] = ("stopped", "adjudicated", "agreed")


@dataclass(frozen=True, slots=True)
class End:
    """Who lost and why, or that nobody did."""

    side: Colour | None
    """Who lost by it; None for a game that was stopped, or drawn by adjudication or agreement."""
    cause: Cause
    details: str = ""
    """The seconds of a silence, the kind of a mistake, all that a match says of a fault."""

    @classmethod
    def read(cls, side: Colour, reason: str) -> End:
        """The end with such a `reason`."""
        matches = ((cause, pattern.fullmatch(reason)) for cause, pattern in _PATTERNS)
        cause, found = next((cause, found) for cause, found in matches if found)
        return cls(side, cause, "".join(found.groups()))

    @classmethod
    def of_note(cls, note: str) -> End | None:
        """The end that a note of ours tells of."""
        for cause in _WITHOUT_LOSER:
            if note.startswith(f"{cause} "):
                return cls(None, cause, note.removeprefix(f"{cause} "))
        loser = next((side for side in (BLACK, WHITE) if note.startswith(f"{side} ")), None)
        return None if loser is None else cls.read(loser, note.removeprefix(f"{loser} "))

    @property
    def reason(self) -> str:
        """As notes and stores write it after the side."""
        return (
            f"{self.cause} {self.details}" if self.side is None else _WRITTEN[self.cause].format(self.details)
        )

    @property
    def message(self) -> Message:
        """Who won, and why."""
        if self == AGREED:
            return Message("results.agreed")
        assert self.side is not None
        sides = {"side": self.side, "opponent": self.side.opponent}
        return Message(f"results.{self.cause}", details=self.details, **sides)

    def __str__(self) -> str:
        """As a record's note: `white resigned`."""
        return self.reason if self.side is None else f"{self.side} {self.reason}"


AGREED = End(None, "agreed", "draw")
"""The draw on which two people agree."""
