"""The engine's values of the moves by which a rival judges its own play and its opponent's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from shirokuro.board.board import Board
from shirokuro.board.position import Position
from shirokuro.engine.engine import evaluate
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.pool import ENGINES
from shirokuro.engine.result import Result
from shirokuro.players.player import after

FIRST_LOOK = 1000
"""About the nodes of the engine's first pass over all moves; with fewer they are only evaluated."""
UNSTOPPABLE = 2_000_000
"""A search of so many nodes or fewer ends before anybody could stop it."""
TABLE_MIB = 1


@dataclass(frozen=True, slots=True)
class Judged:
    """What the legal moves of a position are worth to the side to move, in discs."""

    values: Mapping[int, float]
    nodes: int

    @property
    def best(self) -> float:
        return max(self.values.values())

    def loss(self, move: int) -> float:
        """Discs that a move gives away."""
        return self.best - self.values[move]


def judged(board: Board, limits: Limits, stop: Stop | None = None) -> Judged:
    """The values of all legal moves. Without a limit of seconds they are always the same."""
    if (stop is not None and stop.is_set()) or (limits.nodes is not None and limits.nodes < FIRST_LOOK):
        values = {move: float(-evaluate(after(board, move))) for move in board.legal_moves}
        return Judged(values, len(values))
    if limits.seconds is None and limits.nodes is not None and limits.nodes <= UNSTOPPABLE:
        return _analyzed_once(board.position, limits)
    return _analyzed(board, limits, stop)


def searched(board: Board, limits: Limits, stop: Stop | None = None) -> Result:
    """The best move, found by a deeper search than `judged` makes for all of them."""
    with ENGINES.lend(1, TABLE_MIB) as engine:
        return engine.search(board, limits, stop)


@lru_cache(maxsize=5000)
def _analyzed_once(position: Position, limits: Limits) -> Judged:
    """Caches the values: each position of a game is judged once, not again at every move."""
    return _analyzed(Board.from_position(position), limits, None)


def _analyzed(board: Board, limits: Limits, stop: Stop | None) -> Judged:
    with ENGINES.lend(1, TABLE_MIB) as engine:
        results = engine.analyze(board, limits, stop)
    values = {move: float(result.value) for move, result in results.items()}
    return Judged(values, sum(result.nodes for result in results.values()))
