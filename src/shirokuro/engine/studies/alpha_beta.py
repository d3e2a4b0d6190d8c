"""Parallel reversi's choice of a move, on one thread or many: ordered candidates, then alpha-beta on each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, cast

from shirokuro import _core
from shirokuro.board.board import Board, board_of
from shirokuro.engine.limits import MOST_THREADS, Limits, Stop

Stage = Literal["normal", "wld", "perfect"]
"""What was searched for: a value at a depth, who wins, or the margin."""


@dataclass(frozen=True, slots=True)
class Depths:
    """The depths of the study's searches; a pass is no ply."""

    presearch: int
    """Plies of the preliminary search that orders the candidates."""
    normal: int
    """Plies of the main search, unless it goes to the end."""
    wld: int
    """With so few empties it solves who wins,"""
    perfect: int
    """and with so few by how many discs."""

    def __post_init__(self) -> None:
        for name, least in (("presearch", 1), ("normal", 1), ("wld", 0), ("perfect", 0)):
            if not least <= (value := getattr(self, name)) <= 64:
                raise ValueError(f"{name}: {least}…64 are possible, not {value}")

    @classmethod
    def of(cls, x: int) -> Depths:
        """The depths of the study's tables."""
        return cls(presearch=5, normal=2 + x, wld=5 + x, perfect=3 + x)

    def within(self, depth: int | None, empties: int) -> Depths:
        """These depths under a limit; one that does not reach the end forbids solving."""
        if depth is None or empties <= depth:
            return self.within_plies(depth)
        return replace(self.within_plies(depth), wld=0, perfect=0)

    def within_plies(self, depth: int | None) -> Depths:
        """These depths, with none of more plies than that; None is no limit."""
        if depth is None:
            return self
        return replace(self, presearch=min(self.presearch, depth), normal=min(self.normal, depth))

    def meaning(self, empties: int) -> tuple[int, int, bool]:
        """What they come to, by the empties left: plies that order, plies searched, whether for discs."""
        is_perfect = empties <= self.perfect
        return self.presearch, empties if is_perfect or empties <= self.wld else self.normal, is_perfect


@dataclass(frozen=True, slots=True)
class AlphaBeta:
    """A move and how it was found."""

    move: int
    value: float
    """For the side to move, in discs; 1, 0 or -1 where only who wins was searched."""
    depth: int
    stage: Stage
    nodes: int
    is_complete: bool
    """False where the limits or a stop ended it; then the move is the best so far."""


def alpha_beta(
    board: Board | str,
    depths: Depths,
    threads: int = 1,
    limits: Limits | None = None,
    stop: Stop | None = None,
) -> AlphaBeta:
    """The study's move on a square board: the same one at any number of threads.

    With a limit of nodes it is found on one thread, so that it depends on nothing else.
    """
    board = board_of(board)
    if not board.legal_moves:
        raise ValueError("there is no legal move to choose")
    if board.variant.ring:
        raise ValueError(f"the features need corners and edges, which {board.variant} has not")
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads: 1…{MOST_THREADS} are possible, not {threads}")
    limits = limits or Limits()
    empties = len(board.empties())
    capped = depths.within(limits.depth, empties)
    found = _core.alpha_beta_choice(
        board,
        (capped.presearch, capped.normal, capped.wld, capped.perfect),
        threads,
        limits.nodes or 0,
        limits.seconds or 0.0,
        stop,
    )
    return AlphaBeta(
        move=found.square,
        value=found.points / found.points_per_disc,
        depth=found.depth,
        stage=cast(Stage, found.stage.name),
        nodes=found.nodes,
        is_complete=found.is_complete and capped.meaning(empties) == depths.meaning(empties),
    )
