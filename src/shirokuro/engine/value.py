"""A value in discs and how certain it is: the one order by which values of a position are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from shirokuro.squares.square import PASS
from shirokuro.words.message import Message

Kind = Literal["exact", "wld", "selective", "depth", "bound"]
KINDS: tuple[Kind, ...] = ("bound", "depth", "selective", "wld", "exact")
"""From the least certain to the most."""
Ending = Literal["win", "draw", "loss"]


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth in discs, for the side to move, and how certain that is.

    The kinds are those of a `Result`.
    """

    discs: int
    kind: Kind = "exact"
    degree: int = 0
    """The plies of a `depth`, the confidence of a `selective` value in per cent; 0 for any other kind."""

    @classmethod
    def searched(cls, discs: int, kind: Kind, depth: int, confidence: int | None) -> Value:
        """What a search found; the kind decides whether its depth or its confidence is the degree."""
        return cls(discs, kind, {"depth": depth, "selective": confidence or 0}.get(kind, 0))

    @property
    def certainty(self) -> int:
        """A rank: of two values of one position, keep the one that ranks higher.

        It depends on the kind first (`bound`, `depth`, `selective`, `wld`, `exact`), then on the degree.
        """
        return 1000 * KINDS.index(self.kind) + self.degree

    @property
    def ending(self) -> Ending:
        """How the game ends for the side to move if the value is right."""
        return "win" if self.discs > 0 else "loss" if self.discs < 0 else "draw"

    def before(self, move: int) -> Value:
        """The value of the move that led to this position, for the side that made it."""
        is_ply = self.kind == "depth" and move != PASS
        return Value(-self.discs, self.kind, self.degree + is_ply)

    def badge(self) -> Message:
        """How certain it is, in a word or two: `exact`, `depth 16`, `selective, 95 %`."""
        match self.kind:
            case "depth":
                return Message("kinds.depth", depth=self.degree)
            case "selective":
                return Message("kinds.confidence", confidence=self.degree)
        return Message(f"kinds.{self.kind}")

    def __str__(self) -> str:
        """The value as a person reads it: `+4`, or `win`, `draw`, `loss` where only that is known."""
        return self.ending if self.kind == "wld" else f"{self.discs:+d}"
