"""Keeps what is known about positions, so that returning to one needs no search."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace

from shirokuro.board.board import Board
from shirokuro.engine.deepening import Mode
from shirokuro.engine.result import Result
from shirokuro.explanation.reviewer import Judgement
from shirokuro.proofs.proven import Proven


@dataclass(slots=True)
class KnownPosition:
    """All that is known about one position, in one mode: by discs, or only who wins."""

    mode: Mode = "exact"
    results: dict[int, Result] = field(default_factory=dict)
    """The best value of each move, best move first."""
    seconds: float = 0.0
    """The longest time that it was searched."""
    judged: dict[int, Judgement] = field(default_factory=dict)
    proven: Proven | None = None
    """What is proven, and needs no search."""

    @property
    def is_settled(self) -> bool:
        """Whether no search could add anything."""
        enough = {"exact", self.mode}
        return bool(self.results) and all(result.kind in enough for result in self.results.values())

    def add(self, results: Mapping[int, Result]) -> None:
        merged = self.results | {
            move: self._within_bounds(move, result)
            for move, result in results.items()
            if move not in self.results or result.certainty >= self.results[move].certainty
        }
        best_first = sorted(merged.items(), key=lambda item: (-item[1].value, -item[1].certainty))
        self.results = dict(best_first)

    def add_judgement(self, judged: Judgement) -> Judgement:
        """Keeps the judgement of a move unless a more certain one is known; returns the one that is kept."""
        before = self.judged.get(judged.move)
        if before is None or judged.as_value().certainty >= before.as_value().certainty:
            self.judged[judged.move] = judged
        return self.judged[judged.move]

    def _within_bounds(self, move: int, result: Result) -> Result:
        """Moves a value outside a move's proven bounds to the nearest bound."""
        if self.proven is None or result.kind not in ("depth", "selective"):
            return result
        lower, upper = self.proven.moves[move]
        return replace(result, value=min(max(result.value, lower), upper), lower=lower, upper=upper)


class KnownPositions:
    """A limited number of positions; the least recently used are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, KnownPosition] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, board: Board, mode: Mode = "exact") -> KnownPosition:
        """What is known about a position; callers add to it."""
        key = board.variant_name, board.position, mode
        found = self._kept.setdefault(key, KnownPosition(mode))
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return found
