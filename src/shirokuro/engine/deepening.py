"""How an analysis looks at all moves again and again: plies ahead, selectively to the end, then surely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Mode = Literal["exact", "wld"]
MODES: tuple[Mode, ...] = ("exact", "wld")
EXACT_LEVEL = 3
"""The level of confidence at which no move is left out."""
SELECTIVE_LEVELS = (0, 1)
"""Those that take much less time than an exact reading."""
SELECTIVE_FROM = 19
"""Empties; with fewer an exact reading takes hardly longer."""
LOOKED_AHEAD = 10
"""Plies after which a selective reading costs no more than looking further ahead …"""
UNREAD = 16
"""… or which leave so many empties, whichever are more."""
NEAR_END = 8
"""With so few empties left a look costs as much as reading to the end."""


@dataclass(frozen=True, slots=True)
class Look:
    """One search of every move."""

    depth: int
    """Plies; as many as there are empties: to the end of the game."""
    goal: Literal["move", "exact", "wld"] = "move"
    """With `move` what was seen counts even if it is not all read."""
    level: int = EXACT_LEVEL


def looks(depth: int | None, empties: int, mode: Mode) -> list[Look]:
    """The looks at a position, each better than the one before it."""
    if depth is not None and depth < empties:
        return [Look(plies) for plies in (*range(2 + depth % 2, depth, 2), depth)]
    deepest = min(empties - NEAR_END, max(LOOKED_AHEAD, empties - UNREAD))
    found = [Look(plies) for plies in range(2 + empties % 2, deepest + 1, 2)]
    if empties >= SELECTIVE_FROM:
        found += [Look(empties, "exact", level) for level in SELECTIVE_LEVELS]
    return [*found, Look(empties, mode if found else "move")]
