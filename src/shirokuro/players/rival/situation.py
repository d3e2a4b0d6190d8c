"""All that decides a move of a rival, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board import Board
from shirokuro.players.rival.character import Character
from shirokuro.players.rival.judging import Judged
from shirokuro.players.rival.memory import Aim
from shirokuro.players.rival.opponent_model import OpponentModel

LEAD = 2.0
"""Discs by which the rival wants to be ahead, or behind."""


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
        return LEAD if self.aim == "win" else -LEAD - self.model.mean_loss

    @property
    def most_loss(self) -> float:
        """Discs that a move of the rival may lose: no more than the opponent's own errors do."""
        return max(6.0, 1.5 * self.model.mean_loss + 1, 0.8 * self.model.largest)

    @property
    def stage(self) -> float:
        """From 0 at the start to 1 at the end."""
        return 1 - len(self.board.empties()) / (len(self.board.variant.cells) - 4)
