"""The value of every legal move by a study's look-ahead: nipevt's, the rival's and ssai's first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, get_args

from shirokuro import _core
from shirokuro.board.board import Board, board_of
from shirokuro.engine.engine import enum_value
from shirokuro.engine.limits import Limits, Stop
from shirokuro.squares.square import place_of

MoveMeasure = Literal["features", "map", "map and replies", "sum of line", "early map"]
"""How a leaf is evaluated: ssai's features, the rival's map of the board, or nipevt's map with
its bonus for few replies; the sum of that over the line, with alternating signs; or the same with a map on
which the rim is bad. With the maps a pass is a ply, with the features it is none."""
MEASURES: tuple[MoveMeasure, ...] = get_args(MoveMeasure)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal move and its points, for the side that plays it."""

    move: int
    points: int


@dataclass(frozen=True, slots=True)
class MoveValues:
    """All legal moves and their points."""

    candidates: tuple[Candidate, ...]
    """As the studies list them, see `by_columns`."""
    beyond: int
    """Plies searched after the move; fewer than asked for where the limits ended it."""
    points_per_disc: int
    nodes: int

    def best_first(self) -> list[Candidate]:
        """The candidates by points; equal ones stay as they were listed."""
        return sorted(self.candidates, key=lambda candidate: -candidate.points)

    def discs(self, candidate: Candidate) -> float:
        return candidate.points / self.points_per_disc


def move_values(
    board: Board | str,
    measure: MoveMeasure,
    beyond: int,
    limits: Limits | None = None,
    stop: Stop | None = None,
) -> MoveValues:
    """The value of every legal move, by alpha-beta of `beyond` plies after it.

    Where limits of nodes or time are given it is done from ply to ply, and the last complete one counts.
    """
    board = board_of(board)
    if not board.legal_moves:
        raise ValueError("there is no legal move to value")
    if not 0 <= beyond < 64:
        raise ValueError(f"beyond: 0…63 are possible, not {beyond}")
    limits = limits or Limits()
    if limits.depth is not None:
        beyond = min(beyond, limits.depth - 1)
    measured = enum_value("measure", measure, MEASURES, _core.Measure)
    found = _core.move_values(board, measured, beyond, limits.nodes or 0, limits.seconds or 0.0, stop)
    candidates = tuple(Candidate(each.square, each.points) for each in found.candidates)
    return MoveValues(candidates, found.beyond, found.points_per_disc, found.nodes)


def by_columns(moves: Iterable[int]) -> list[int]:
    """Squares as the studies' listings go through the board: column a from the top, then b, and so on."""
    return sorted(moves, key=place_of)


def shared(limits: Limits, searches: int) -> Limits:
    """What each of some searches may use."""
    nodes = None if limits.nodes is None else max(limits.nodes // searches, 1)
    seconds = None if limits.seconds is None else limits.seconds / searches
    return replace(limits, nodes=nodes, seconds=seconds)
