"""How strong somebody plays: what a move of theirs loses on average, how sure that is, the level alike."""

from __future__ import annotations

import math
from dataclasses import dataclass

from shirokuro.players.levels import LEVELS

NORMAL_95 = 1.96
ROUNDING = 1e-9
CORNERS_FROM = (2.0, 3.0, 4.5, 6.5)
"""Discs lost a move from which on one, two, three and four corners are offered as a handicap."""
USUAL_LOSS = 4.0
"""Discs that a move of somebody unknown is taken to lose: as a keen player's does."""
USUAL_MOVES = 2.0
"""How many seen moves that assumption is worth."""
KEPT_A_GAME = 0.85
"""What earlier games still count after another one: people learn."""


@dataclass(frozen=True, slots=True)
class Strength:
    """Losses of somebody's moves, in discs; before the first one it is a guess, and says how vague."""

    moves: float = 0.0
    lost: float = 0.0
    squares: float = 0.0
    """The sum of the losses squared."""

    def after(self, loss: float) -> Strength:
        """With one more move."""
        return Strength(self.moves + 1, self.lost + loss, self.squares + loss * loss)

    def faded(self) -> Strength:
        """As it counts in the next game."""
        return Strength(KEPT_A_GAME * self.moves, KEPT_A_GAME * self.lost, KEPT_A_GAME * self.squares)

    def is_possible(self) -> bool:
        """Whether losses can have these sums."""
        return self.lost**2 <= self.moves * self.squares * (1 + ROUNDING)

    @property
    def mean(self) -> float:
        """Discs that a move loses."""
        return (self.lost + USUAL_MOVES * USUAL_LOSS) / (self.moves + USUAL_MOVES)

    @property
    def error(self) -> float:
        """Half the 95 % interval of the mean."""
        # The guess of somebody unknown stands for moves whose losses spread as widely as they are large.
        squares = (self.squares + USUAL_MOVES * 2 * USUAL_LOSS**2) / (self.moves + USUAL_MOVES)
        return NORMAL_95 * math.sqrt((squares - self.mean**2) / (self.moves + USUAL_MOVES))

    @property
    def level(self) -> int:
        """The engine's level whose moves lose as much, as measured on 8x8; the last one measured or above."""
        return level_losing(self.mean)

    @property
    def corners(self) -> int:
        """The corners that somebody like that should have against the engine's highest levels; none if close.

        A guess: clubs give a corner for a clear difference, and four are all there are.
        """
        return sum(self.mean >= least for least in CORNERS_FROM)

    @property
    def levels(self) -> tuple[int, int]:
        """The weakest and the strongest level within the interval."""
        return level_losing(self.mean + self.error), level_losing(self.mean - self.error)


UNKNOWN = Strength()
"""Of somebody of whom no move was seen."""


def level_losing(loss: float) -> int:
    """The level whose mean loss is nearest, in proportion."""
    measured = {number: level.loss for number, level in enumerate(LEVELS) if level.loss is not None}
    least = min(measured.values())
    return min(measured, key=lambda number: abs(math.log(max(loss, least) / measured[number])))
