"""Which players are quick: those that say so, and those whose last moves here were."""

from __future__ import annotations

QUICK_SECONDS = 0.1
"""Within which a quick player has answered."""
ENOUGH = 3
"""Quick moves in a row that make a player one."""
MOST_KNOWN = 2000
"""Players whose speed is remembered."""


class Speeds:
    """What was seen of players, by a text that names each."""

    def __init__(self) -> None:
        self._quick_moves: dict[str, int] = {}
        """In a row; of the player heard of longest ago first."""

    def is_quick(self, player: str) -> bool:
        return self._quick_moves.get(player, 0) >= ENOUGH

    def note(self, player: str, seconds: float) -> None:
        """A move took so long, or longer."""
        before = self._quick_moves.pop(player, 0)
        self._quick_moves[player] = min(before + 1, ENOUGH) if seconds <= QUICK_SECONDS else 0
        if len(self._quick_moves) > MOST_KNOWN:
            del self._quick_moves[next(iter(self._quick_moves))]
