"""How a rival chooses: as its opponent would in its place, leaning towards a level game.

With v for the value of a position to the rival, the final margin is v at the start, plus what the opponent's
moves lose, less what the rival's lose. So equal losses make a level game. The chances of the opponent's moves
in the rival's place say what the rival should lose on average; where the rival is ahead or behind what it
wants, they are multiplied by exp(lean·value), so that it loses a little more or less.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from shirokuro.board.board import Board
from shirokuro.players.rival.allowance import EXACT_EMPTIES
from shirokuro.players.rival.judging import Judged
from shirokuro.players.rival.opponent_model import OpponentModel, normed

PULL = 0.5
"""The part of what it is ahead or behind that the next move is to make up for."""
SPREAD = 0.6
"""By how many usual losses its moves may differ from what they should lose."""
LEAST_SPREAD = 1.5
"""Discs by which they may, even beside somebody who hardly errs."""
LATE_CARE = 0.5
"""How many usual losses it wants to be behind, since in the ending it throws less away than its opponent."""
STEERING_CHANCE = 0.05
"""It steers only by moves that somebody like its opponent makes at least so often."""
STEERING_EMPTIES = 16
"""With fewer empty cells it does not steer any more."""
SEEN = 0.25
"""Somebody sees how to keep a win who finds a move that does at least so often."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A board on which the rival is to move, and what it knows and wants."""

    board: Board
    judged: Judged
    chances: Mapping[int, float]
    """How likely its opponent makes each move in its place."""
    share: float
    """How much it loses beside what these chances tell."""
    wanted: float
    """The value that it wants to have, in the middle between its move and the next one of its opponent."""

    @classmethod
    def of(cls, board: Board, judged: Judged, model: OpponentModel, wanted: float) -> Situation:
        return cls(board, judged, model.chances(board, judged.values), model.share(board), wanted)

    @property
    def usual_loss(self) -> float:
        """Discs that its opponent would lose on average in its place."""
        return self.share * self.loss_of(self.chances)

    @property
    def ahead(self) -> float:
        """Discs by which it is ahead of what it wants, if its move loses what is usual."""
        return self.judged.best - (0.5 - LATE_CARE) * self.usual_loss - self.wanted

    def loss_of(self, likely: Mapping[int, float]) -> float:
        """Discs that a move drawn by such chances loses on average."""
        return sum(chance * self.judged.loss(move) for move, chance in likely.items())

    def nearing(self, ahead: float) -> dict[int, float]:
        """The chances, raised where a move makes up for a part of what it is ahead or behind by."""
        spread = max(SPREAD * self.usual_loss, LEAST_SPREAD)
        most = 2 * self.usual_loss + LEAST_SPREAD
        target = min(max(self.usual_loss + PULL * ahead, 0.0), most)
        return _weighted(
            {
                move: chance * math.exp(-(((self.judged.loss(move) - target) / spread) ** 2) / 2)
                for move, chance in self.chances.items()
            }
        )

    def keeping(self, ahead: float) -> dict[int, float]:
        """The same, without moves that throw away a won ending if its opponent would see it."""
        found, values = self.nearing(ahead), self.judged.values
        keeps = {move: chance for move, chance in found.items() if values[move] >= 0}
        is_won = len(self.board.empties()) <= EXACT_EMPTIES and self.judged.best > 0
        is_seen = sum(self.chances[move] for move in keeps) >= SEEN
        return _weighted(keeps) if is_won and is_seen else found

    def likely_enough(self) -> list[int]:
        """The moves by which it may steer; a best one looks odd to nobody."""
        return [
            move
            for move, chance in self.chances.items()
            if chance >= STEERING_CHANCE or self.judged.loss(move) == 0
        ]


def _weighted(weights: Mapping[int, float]) -> dict[int, float]:
    return dict(zip(weights, normed(weights.values()), strict=True))


def steered(situation: Situation) -> int:
    """The move that leads nearest to what is wanted."""
    after = situation.wanted - (0.5 + LATE_CARE) * situation.usual_loss
    values = situation.judged.values
    return min(situation.likely_enough(), key=lambda move: abs(values[move] - after))


def drawn(likely: Mapping[int, float], throw: Random) -> int:
    return throw.choices([*likely], [*likely.values()])[0]
