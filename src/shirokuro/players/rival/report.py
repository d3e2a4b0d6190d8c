"""A rival's report after a game: its aim, what the moves of both sides lost, and the opponent's strength."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shirokuro.players.rival.memory import Aim, RivalMemory, is_reached
from shirokuro.players.rival.strength import Strength
from shirokuro.squares.colour import Colour


@dataclass(frozen=True, slots=True)
class RivalReport:
    """A game as the rival played it."""

    colour: Colour
    """The rival's."""
    margin: int
    """The rival's discs less the opponent's."""
    aim: Aim | None
    """None where it only held its level."""
    is_equal: bool
    """Whether it aimed to win because its opponent plays as well as its engine does."""
    losses: Mapping[int, float]
    """What the rival's moves lost, by their number in the game; moves without a choice are left out."""
    opponent_losses: Mapping[int, float]
    memory: RivalMemory
    """What it remembers now."""

    @property
    def is_reached(self) -> bool:
        """Whether the game ended as it aimed."""
        return self.aim is not None and is_reached(self.aim, self.margin)

    @property
    def strength(self) -> Strength:
        """The opponent's, as far as it is known now."""
        return self.memory.knowledge.strength
