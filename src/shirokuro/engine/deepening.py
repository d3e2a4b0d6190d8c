"""The steps by which an analysis deepens all moves: plies ahead, selectively to the end, then exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from shirokuro._core import Goal

Mode = Literal["exact", "wld"]
MODES: tuple[Mode, ...] = ("exact", "wld")
FULL_CONFIDENCE = 3
"""The confidence at which no move is left out."""
SELECTIVE_CONFIDENCES = (0, 1)
"""Those that take much less time than an exact search."""
SELECTIVE_FROM = 19
"""Empties; with fewer an exact search takes hardly longer."""
DEEPENED = 10
"""Plies after which a selective search to the end costs no more than deepening further …"""
LEFT = 16
"""… or which leave so many empties, whichever are more."""
NEAR_END = 8
"""With so few empties left a step costs as much as solving."""


@dataclass(frozen=True, slots=True)
class DeepeningStep:
    """One search of every move."""

    depth: int
    """Plies; as many as there are empties: to the end of the game."""
    goal: Goal = Goal.best_move
    """With `best_move` a result counts even if it is not searched to the end."""
    confidence: int = FULL_CONFIDENCE


def deepening_steps(depth: int | None, empties: int, mode: Mode) -> list[DeepeningStep]:
    """The steps for a position, each better than the one before it."""
    if depth is not None and depth < empties:
        return [DeepeningStep(plies) for plies in (*range(2 + depth % 2, depth, 2), depth)]
    deepest = min(empties - NEAR_END, max(DEEPENED, empties - LEFT))
    steps = [DeepeningStep(plies) for plies in range(2 + empties % 2, deepest + 1, 2)]
    if empties >= SELECTIVE_FROM:
        steps += [DeepeningStep(empties, Goal.exact, confidence) for confidence in SELECTIVE_CONFIDENCES]
    return [*steps, DeepeningStep(empties, Goal[mode] if steps else Goal.best_move)]
