"""Decides when a search on a clock answers: the more stable its best move, the earlier."""

from __future__ import annotations

from shirokuro.engine.result import Result
from shirokuro.players.clock import Allotment

USUAL = 0.8
"""After this part of its share no further deepening step begins, since it would take about as long again."""
SETTLED = 5
"""After this many steps with the same best move, the move will hardly change."""
IF_SETTLED = 0.5
"""The part of the usual time for such a stable move."""
IF_CHANGED = 2.0
"""The multiple of the usual time after a step that changed the best move."""


class EnoughError(Exception):
    """Ends a search when its last deepening step is enough."""

    def __init__(self, result: Result) -> None:
        super().__init__(result)
        self.result = result


class Pace:
    """Called after each deepening step; stops the search if the next one is not worth its time."""

    def __init__(self, allotment: Allotment) -> None:
        self._share = allotment.seconds or 0.0
        self._move: int | None = None
        self._passes = 0

    def __call__(self, result: Result) -> None:
        self._passes = self._passes + 1 if result.move == self._move else 1
        self._move = result.move
        worth = IF_CHANGED if self._passes == 1 else IF_SETTLED if self._passes >= SETTLED else 1.0
        if result.kind != "exact" and result.seconds >= self._share * USUAL * worth:
            raise EnoughError(result)
