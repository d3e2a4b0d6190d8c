"""Remembers which players are quick, by the time of their last moves."""

from __future__ import annotations

QUICK_SECONDS = 0.1
"""The longest time of a quick move."""
ENOUGH = 3
"""Quick moves in a row that make a player quick."""
MOST_KNOWN = 2000
"""Players whose speed is remembered."""


class Speeds:
    """The number of quick moves of each player, by name."""

    def __init__(self) -> None:
        self._quick_moves: dict[str, int] = {}
        """Quick moves in a row; the player seen longest ago comes first."""

    def is_quick(self, player: str) -> bool:
        return self._quick_moves.get(player, 0) >= ENOUGH

    def note(self, player: str, seconds: float) -> None:
        """Notes that a move took at least so long."""
        before = self._quick_moves.pop(player, 0)
        self._quick_moves[player] = min(before + 1, ENOUGH) if seconds <= QUICK_SECONDS else 0
        if len(self._quick_moves) > MOST_KNOWN:
            del self._quick_moves[next(iter(self._quick_moves))]
