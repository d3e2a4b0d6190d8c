"""What a rival may look at for one move: its own position, and those in which its opponent had a choice."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from shirokuro.board.board import Board
from shirokuro.engine.limits import MOST, Limits, Stop
from shirokuro.engine.result import Result
from shirokuro.players.rival.judging import UNSTOPPABLE, Judged, judged, searched

EXACT_EMPTIES = 12
"""From here on all moves are read to the end."""
EXACT_FACTOR = 25
"""For that, so many times the usual nodes are allowed; most positions need far fewer."""
ARRAY_NODES_A_SECOND = 1_000_000
EARLIER_SHARE = 1 / 8
"""Of the seconds of a move, what one earlier position may take where it would take long."""
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
        """The position to move in, with at least half of all that is allowed."""
        seconds = self.limits.seconds and max(self.limits.seconds - self._seconds(), 1e-9)
        return self._judged(board, Limits(self.limits.depth, self._nodes(board), seconds))

    def further(self, board: Board) -> Result:
        """The best move there, looked for further ahead with what is left."""
        seconds = self.limits.seconds and max(self.limits.seconds - self._seconds(), 1e-9)
        nodes = self._nodes(board)
        if self.limits.nodes is not None:
            nodes = max(min(nodes, self.limits.nodes - self.spent), 1)
        found = searched(board, Limits(self.limits.depth, nodes, seconds), self.stop)
        self.spent += found.nodes
        return found

    def earlier(self, board: Board) -> Judged | None:
        """One that was there before, with half as many nodes; None if half of what is allowed is spent."""
        if self._is_half_spent():
            return None
        nodes = max(self._nodes(board) // 2, 1)
        return self._judged(board, Limits(self.limits.depth, nodes, self._earlier_seconds(nodes)))

    def _earlier_seconds(self, nodes: int) -> float | None:
        """None where the nodes take no time worth counting: then the same is found every time, and kept."""
        if self.limits.seconds is None or nodes <= UNSTOPPABLE:
            return None
        left = self.limits.seconds / 2 - self._seconds()
        return max(min(left, self.limits.seconds * EARLIER_SHARE), 1e-9)

    def is_tight(self) -> bool:
        """Whether positions are judged by less than is usual, or time has run out."""
        nodes, seconds = self.limits.nodes, self.limits.seconds
        is_short = nodes is not None and nodes < 2 * self.nodes
        return (
            is_short
            or self.limits.depth is not None
            or (seconds is not None and self._seconds() > seconds / 2)
        )

    def affordable(self, nodes: int) -> int:
        """How many of so many nodes more, read in arrays, are within what is allowed."""
        if self.limits.nodes is not None:
            nodes = min(nodes, self.limits.nodes - self.spent)
        if self.limits.seconds is not None:
            nodes = min(nodes, int((self.limits.seconds - self._seconds()) * ARRAY_NODES_A_SECOND))
        return nodes

    def _judged(self, board: Board, limits: Limits) -> Judged:
        found = judged(board, limits, self.stop)
        self.spent += found.nodes
        return found

    def _nodes(self, board: Board) -> int:
        if self.limits.nodes is not None:
            return max(min(self.nodes, self.limits.nodes // 2), 1)
        factor = EXACT_FACTOR if len(board.empties()) <= EXACT_EMPTIES else 1
        return min(self.nodes * factor, MOST["nodes"])

    def _is_half_spent(self) -> bool:
        is_stopped = self.stop is not None and self.stop.is_set()
        nodes, seconds = self.limits.nodes, self.limits.seconds
        is_out_of_nodes = nodes is not None and self.spent >= nodes // 2
        return is_stopped or is_out_of_nodes or (seconds is not None and self._seconds() >= seconds / 2)

    def _seconds(self) -> float:
        return time.perf_counter() - self._began
