"""What a search returns: a value with its kind and bounds, the expected moves, and the work it took."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self, cast

from shirokuro import _core
from shirokuro.engine.value import Kind, Value
from shirokuro.squares.square import PASS, move_name, move_repr
from shirokuro.words.message import Message


@dataclass(frozen=True, slots=True)
class Counters:
    """How the tables were used."""

    probes: int = 0
    hits: int = 0
    cuts: int = 0
    stores: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found. Values are in discs, for the side to move.

    `kind` says how far to trust the value: `exact`, `wld` (only its sign counts), `selective` (searched to
    the end, right to `confidence` per cent), `depth` (searched so many plies deep, selectively unless that
    depth was asked for at full confidence), or `bound` (an exact search that its limits or its window ended:
    the true value lies in `lower`…`upper`). A `depth` or a `bound` has no confidence.
    """

    value: int
    move: int | None
    """The best move; PASS where one must pass, None when the game is over."""
    pv: tuple[int, ...]
    depth: int
    nodes: int
    seconds: float
    kind: Kind
    lower: int
    upper: int
    confidence: int | None = None
    counters: Counters = Counters()

    @classmethod
    def from_core(cls, found: _core.Result) -> Self:
        counters = found.counters
        return cls(
            value=found.value,
            move=found.pv[0] if found.pv else None,
            pv=tuple(found.pv),
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
            kind=cast(Kind, found.kind.name),
            lower=found.lower,
            upper=found.upper,
            confidence=found.confidence,
            counters=Counters(counters.probes, counters.hits, counters.cuts, counters.stores),
        )

    def before(self, move: int) -> Result:
        """The result of the move that led to this position, for the side that made it."""
        return replace(
            self,
            value=-self.value,
            move=move,
            pv=(move, *self.pv),
            depth=self.depth + (move != PASS),
            lower=-self.upper,
            upper=-self.lower,
        )

    def __repr__(self) -> str:
        return move_repr(self)

    def __str__(self) -> str:
        line = " ".join(move_name(move) for move in self.pv)
        return f"{self.verdict()} ({self.badge()}) {line}".rstrip()

    def _repr_html_(self) -> str:
        verdict, _, rest = str(self).partition(" ")
        return f"<b>{verdict}</b> {rest}"

    def as_value(self) -> Value:
        """The value and how certain it is, without the search that found it."""
        return Value.searched(self.value, self.kind, self.depth, self.confidence)

    def verdict(self) -> str:
        """The value as a person reads it: `+4`, or `win`, `draw`, `loss` where only that is known."""
        return str(self.as_value())

    def badge(self) -> Message:
        """How certain the value is, in a word or two."""
        if self.kind == "bound":
            return Message("kinds.between", lower=f"{self.lower:+d}", upper=f"{self.upper:+d}")
        return self.as_value().badge()

    @property
    def certainty(self) -> int:
        """The rank of the value: of two results of one position, keep the one that ranks higher."""
        return self.as_value().certainty


OnResult = Callable[[Result], object]
"""Called with the result so far while a search deepens."""
