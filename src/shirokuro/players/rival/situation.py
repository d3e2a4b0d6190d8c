"""All that decides a move of a rival, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.players.rival.allowance import EXACT_EMPTIES
from shirokuro.players.rival.character import Character
from shirokuro.players.rival.judging import Judged
from shirokuro.players.rival.memory import Aim
from shirokuro.players.rival.opponent_model import OpponentModel

OPENING = 0.15
"""The part of a game in which games should differ."""
LEAD = 2.0
"""Discs by which the rival wants to be ahead, or behind."""
CAUTION = 4.0
"""How many more while values are guesses, against somebody who does not err."""
LATE_CARE = 1.0
"""How many mean losses of the opponent more the rival wants to be behind at the end than at the start."""
LOOSE_LOSS = 4.0
"""Whose moves lose so much or more leaves the rival all freedom."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A board on which the rival is to move, and what it knows, wants and likes."""

    board: Board
    judged: Judged
    model: OpponentModel
    """Of the opponent."""
    aim: Aim
    character: Character

    @property
    def wanted(self) -> float:
        """The value that the rival wants after its move; the opponent's next one will raise it."""
        lead = LEAD if self.is_exact else LEAD + CAUTION * (1 - self.looseness)
        if self.aim == "win":
            return lead
        # Later there are fewer moves left to make up for a large error of the opponent.
        return -lead - (1 + LATE_CARE * self.stage) * self.model.mean_loss

    @property
    def most_loss(self) -> float:
        """Discs that a move of the rival may lose: no more than the opponent's own errors do."""
        return max(3.0, 1.5 * self.model.mean_loss + 1, self.model.largest)

    @property
    def is_behind(self) -> bool:
        """Whether even the best move leaves the rival short of a win that it aims at."""
        return self.aim == "win" and self.judged.best < self.wanted

    @property
    def is_exact(self) -> bool:
        """Whether its values are read to the end."""
        return len(self.board.empties()) <= EXACT_EMPTIES

    @property
    def is_opening(self) -> bool:
        return self.stage < OPENING

    @property
    def looseness(self) -> float:
        """How freely the rival may choose, from 0 against somebody who does not err to 1."""
        return min(self.model.mean_loss / LOOSE_LOSS, 1.0)

    @property
    def stage(self) -> float:
        """From 0 at the start to 1 at the end."""
        return 1 - len(self.board.empties()) / (len(self.board.variant.cells) - 4)
