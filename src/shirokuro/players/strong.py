"""`strong`: study D's opponent that always plays its best move."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board import Board
from shirokuro.engine import Limits, Stop
from shirokuro.players.parameter import parameter
from shirokuro.players.player import Choice, Registered
from shirokuro.studies import Candidate, MoveValues, move_values


@dataclass(frozen=True)
class Strong(Registered):
    """Looks ahead on the map of the board as the rival does, and plays the best move; the first of equals."""

    spec_name = "strong"
    summary = "the best move by look-ahead on a map of the board"
    origin = "study D (強AI)"

    depth: int = parameter(5, "plies looked at beyond a move", least=0, most=60)

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        values = move_values(board, "map", self.depth, limits, stop)
        candidate = self.preferred(values)
        note = "capped" if values.beyond < self.depth else ""
        return Choice(candidate.move, values.discs(candidate), (candidate.move,), values.nodes, note=note)

    def preferred(self, values: MoveValues) -> Candidate:
        return max(values.candidates, key=lambda candidate: candidate.points)
