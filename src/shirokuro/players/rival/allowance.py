"""How much a rival may search for one move: its own position, and its opponent's earlier choices."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from shirokuro.board.board import Board
from shirokuro.engine.limits import MOST, Limits, Stop
from shirokuro.engine.result import Result
from shirokuro.players.rival.judging import UNSTOPPABLE, Judged, judged, searched

EXACT_EMPTIES = 12
"""From here on all moves are solved."""
EXACT_FACTOR = 25
"""For that, so many times the usual nodes are allowed; most positions need far fewer."""
EARLIER_SHARE = 1 / 8
"""The part of a move's seconds that one earlier position may take at most."""
NO_LIMITS = Limits()


@dataclass(slots=True)
class Allowance:
    """Judges positions for one move, and counts what that takes."""

    nodes: int
    """For one position, where nothing else limits it."""
    limits: Limits = NO_LIMITS
    """For the whole move."""
    stop: Stop | None = None
    spent: int = 0
    _began: float = field(default_factory=time.perf_counter)

    def own(self, board: Board) -> Judged:
        """Judges the position to move in, with at least half of what is allowed."""
        seconds = self.limits.seconds and max(self.limits.seconds - self._seconds(), 1e-9)
        return self._judged(board, Limits(self.limits.depth, self._nodes(board), seconds))

    def further(self, board: Board) -> Result:
        """Searches for the best move there with what is left."""
        seconds = self.limits.seconds and max(self.limits.seconds - self._seconds(), 1e-9)
        nodes = self._nodes(board)
        if self.limits.nodes is not None:
            nodes = max(min(nodes, self.limits.nodes - self.spent), 1)
        found = searched(board, Limits(self.limits.depth, nodes, seconds), self.stop)
        self.spent += found.nodes
        return found

    def earlier(self, board: Board) -> Judged | None:
        """Judges an earlier position, with half as many nodes; None if half of what is allowed is spent."""
        is_stopped = self.stop is not None and self.stop.is_set()
        most, seconds = self.limits.nodes, self.limits.seconds
        is_out_of_nodes = most is not None and self.spent >= most // 2
        if is_stopped or is_out_of_nodes or (seconds is not None and self._seconds() >= seconds / 2):
            return None
        nodes = max(self._nodes(board) // 2, 1)
        if nodes <= UNSTOPPABLE:  # takes no time worth counting: without a limit of time it is cached
            seconds = None
        if seconds is not None:
            seconds = max(min(seconds / 2 - self._seconds(), seconds * EARLIER_SHARE), 1e-9)
        return self._judged(board, Limits(self.limits.depth, nodes, seconds))

    def is_tight(self) -> bool:
        """Whether positions are judged by less than is usual, or time has run out."""
        nodes, seconds = self.limits.nodes, self.limits.seconds
        is_short = nodes is not None and nodes < 2 * self.nodes
        return (
            is_short
            or self.limits.depth is not None
            or (seconds is not None and self._seconds() > seconds / 2)
        )

    def _judged(self, board: Board, limits: Limits) -> Judged:
        found = judged(board, limits, self.stop)
        self.spent += found.nodes
        return found

    def _nodes(self, board: Board) -> int:
        if self.limits.nodes is not None:
            return max(min(self.nodes, self.limits.nodes // 2), 1)
        factor = EXACT_FACTOR if len(board.empties()) <= EXACT_EMPTIES else 1
        return min(self.nodes * factor, MOST["nodes"])

    def _seconds(self) -> float:
        return time.perf_counter() - self._began
