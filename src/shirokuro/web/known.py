"""What was found out about positions, so that coming back to one needs no search."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from shirokuro import Board, Judgement, Result

ORDER = {"bound": 0, "depth": 1, "selective": 2, "wld": 3, "exact": 4}
"""Kinds of values, the better the greater."""


def rank(result: Result) -> tuple[int, int]:
    """How good a value is: a better one is never replaced by a worse one."""
    within = (
        result.confidence if result.kind == "selective" else result.depth if result.kind == "depth" else 0
    )
    return ORDER[result.kind], within or 0


@dataclass(slots=True)
class KnownPosition:
    """All that was found out about one position."""

    results: dict[int, Result] = field(default_factory=dict)
    """The best value of each move, best move first."""
    seconds: float = 0.0
    """The longest that it was searched."""
    judged: dict[int, Judgement] = field(default_factory=dict)

    @property
    def is_settled(self) -> bool:
        """Whether no search can add anything."""
        return bool(self.results) and all(result.kind == "exact" for result in self.results.values())

    def add(self, results: Mapping[int, Result]) -> None:
        merged = self.results | {
            move: result
            for move, result in results.items()
            if move not in self.results or rank(result) >= rank(self.results[move])
        }
        self.results = dict(sorted(merged.items(), key=lambda item: -item[1].value))


class KnownPositions:
    """So many positions; those that nobody asked for longest are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, KnownPosition] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, board: Board) -> KnownPosition:
        """What is known of a position; to be added to."""
        key = board.variant_name, board.position
        found = self._kept.setdefault(key, KnownPosition())
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return found
