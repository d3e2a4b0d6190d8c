"""How a rival chooses: as its opponent would in its place, leaning towards a level game.

With v for the value of a position to the rival, the final margin is v at the start, plus what the opponent's
moves lose, less what the rival's lose. So equal losses make a level game. The chances of the opponent's moves
in the rival's place say what the rival should lose on average; where the rival is ahead or behind what it
wants, they are multiplied by exp(lean·value), so that it loses a little more or less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from shirokuro.board.board import Board
from shirokuro.players.rival.allowance import EXACT_EMPTIES
from shirokuro.players.rival.judging import Judged
from shirokuro.players.rival.opponent_model import OpponentModel, chances

PULL = 0.5
"""The part of what it is ahead or behind that the next move is to make up for."""
MOST_LEAN = 3.0
"""How strongly it leans at most towards good moves."""
LEAST_LEAN = -0.6
"""How strongly it leans at most towards bad ones."""
STEERING_CHANCE = 0.05
"""It steers only by moves that somebody like its opponent makes at least so often."""
STEERING_EMPTIES = 16
"""With fewer empty cells it does not steer any more."""
SEEN = 0.5
"""A way to keep the result is seen by those who find one more often than not."""
STEPS = 30


@dataclass(frozen=True, slots=True)
class Situation:
    """A board on which the rival is to move, and what it knows and wants."""

    board: Board
    judged: Judged
    chances: Mapping[int, float]
    """How likely its opponent makes each move in its place."""
    wanted: float
    """The value that it wants to have, in the middle between its move and the next one of its opponent."""

    @classmethod
    def of(cls, board: Board, judged: Judged, model: OpponentModel, wanted: float) -> Situation:
        return cls(board, judged, model.chances(board, judged.values), wanted)

    @property
    def usual_loss(self) -> float:
        """Discs that its opponent would lose on average in its place."""
        return self.loss_of(self.chances)

    @property
    def ahead(self) -> float:
        """Discs by which it is ahead of what it wants, if its move loses what is usual."""
        return self.judged.best - self.usual_loss / 2 - self.wanted

    def loss_of(self, likely: Mapping[int, float]) -> float:
        """Discs that a move drawn by such chances loses on average."""
        return sum(chance * self.judged.loss(move) for move, chance in likely.items())

    def leaning(self, pull: float) -> dict[int, float]:
        """The chances that lose so much on average that a part of what it is ahead by is made up for."""
        target = max(self.usual_loss + pull * self.ahead, 0.0)
        low, high = LEAST_LEAN, MOST_LEAN  # the higher the lean, the less is lost
        for _ in range(STEPS):
            lean = (low + high) / 2
            low, high = (lean, high) if self.loss_of(self._leant(lean)) > target else (low, lean)
        return self._leant(low)

    def keeping(self) -> dict[int, float]:
        """The chances without moves that turn a won ending into a lost one, if its opponent would see that."""
        values = self.judged.values
        keeps = {move: chance for move, chance in self.chances.items() if values[move] >= 0}
        is_won = len(self.board.empties()) <= EXACT_EMPTIES and self.judged.best > 0
        return keeps if is_won and sum(keeps.values()) >= SEEN else dict(self.chances)

    def likely_enough(self) -> list[int]:
        """The moves by which it may steer."""
        least = min(STEERING_CHANCE, max(self.chances.values()))
        return [move for move, chance in self.chances.items() if chance >= least]

    def _leant(self, lean: float) -> dict[int, float]:
        moved = chances(lean, (self.judged.values[move] for move in self.chances))
        weights = [chance * factor for chance, factor in zip(self.chances.values(), moved, strict=True)]
        whole = sum(weights)
        return {move: weight / whole for move, weight in zip(self.chances, weights, strict=True)}


def steered(situation: Situation) -> int:
    """The move that leads nearest to what is wanted."""
    after = situation.wanted - situation.usual_loss / 2
    values = situation.judged.values
    return min(situation.likely_enough(), key=lambda move: abs(values[move] - after))


def drawn(likely: Mapping[int, float], throw: Random) -> int:
    return throw.choices([*likely], [*likely.values()])[0]
