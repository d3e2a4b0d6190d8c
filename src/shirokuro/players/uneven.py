"""`uneven`: the engine at a level that changes in the course of a game, as that of people does."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi
from typing import Literal

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits, Stop
from shirokuro.parameters.parameter import parameter, seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.levels import LEVELS
from shirokuro.players.player import BuiltinPlayer, dice
from shirokuro.words.message import Message

SWINGS = 3
"""How often a swinging level goes from `start` to `end` and back in a game."""


@dataclass(frozen=True)
class Uneven(BuiltinPlayer):
    """Plays each move as the engine's level that it has just then.

    The level goes from `start` to `end`: little by little, at once in the middle of the game, or back and
    forth three times. With a `spread` it is drawn anew for each move, so many levels up or down at most. Its
    value is in discs.
    """

    spec_name = "uneven"
    summary = Message("players.uneven")
    origin = "this project, to try the rival on"

    start: int = parameter(9, Message("parameters.start"), least=0, most=len(LEVELS) - 1)
    end: int = parameter(3, Message("parameters.end"), least=0, most=len(LEVELS) - 1)
    course: Literal["gradual", "sudden", "swinging"] = parameter("gradual", Message("parameters.course"))
    spread: int = parameter(0, Message("parameters.uneven_spread"), least=0, most=len(LEVELS) - 1)
    seed: int = seed_parameter()

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        return EnginePlayer(level=self.level(board), seed=self.seed).pick(board, limits, stop)

    def level(self, board: Board) -> int:
        """The level that it plays this move at."""
        part = 1 - len(board.empties()) / (len(board.variant.cells) - 4)
        if self.course == "sudden":
            part = float(part > 0.5)
        elif self.course == "swinging":
            part = (1 - cos(2 * pi * SWINGS * part)) / 2
        usual = self.start + (self.end - self.start) * part
        drawn = round(usual) + dice(self.seed, board).randint(-self.spread, self.spread)
        return min(max(drawn, 0), len(LEVELS) - 1)
