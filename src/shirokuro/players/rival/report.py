"""A rival's report after a game: what the moves of both sides lost, and the opponent's strength."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shirokuro.players.rival.memory import RivalMemory
from shirokuro.players.rival.strength import Strength
from shirokuro.squares.colour import Colour


@dataclass(frozen=True, slots=True)
class RivalReport:
    """A game as the rival played it."""

    colour: Colour
    """The rival's."""
    margin: int
    """The rival's discs less the opponent's."""
    losses: Mapping[int, float]
    """What the rival's moves lost, by their number in the game; moves without a choice are left out."""
    opponent_losses: Mapping[int, float]
    memory: RivalMemory
    """What it remembers now."""

    @property
    def strength(self) -> Strength:
        """The opponent's, as far as it is known now."""
        return self.memory.knowledge.strength
