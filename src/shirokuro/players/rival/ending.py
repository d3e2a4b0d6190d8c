"""The last moves of a game, read to the end against an opponent who errs as its model says.

At its own moves the rival takes the best chance to reach its aim. At the opponent's moves each reply is as
likely as its exact value makes it. So a position has two numbers, for the rival: its exact value, and how
welcome what may come is on average.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from shirokuro.board import Board
from shirokuro.players.rival.memory import Aim
from shirokuro.players.rival.opponent_model import chances
from shirokuro.players.rival.situation import Situation
from shirokuro.square import PASS

ENDING_EMPTIES = 8
"""From here on."""
ENDING_NODES = 20_000
"""The most that such an ending has, nearly always."""
DRAW = 0.4
"""How welcome a draw is, where 1 is what the rival aims at."""
A_DISC = 0.018
"""How much less welcome each further disc of the margin is: close games are good games."""
EXACT_SHARE = 0.15
"""How much the exact value counts beside what may come: the model may be wrong."""
LOSS_SHARE = 0.1
"""What a loss as large as the opponent's errors speaks against a move."""


class Prospect(NamedTuple):
    """What a move leads to, for the rival."""

    value: int
    """Under perfect play."""
    welcome: float
    """On average, against this opponent."""


def welcome(aim: Aim, margin: int) -> float:
    """How welcome a final margin is."""
    ahead = margin if aim == "win" else -margin
    if ahead == 0:
        return DRAW
    return (ahead > 0) - A_DISC * abs(ahead)


@dataclass(slots=True)
class EndingTree:
    """All that can still come up on a board where the rival is to move."""

    board: Board
    beta: float
    """Of the opponent."""
    aim: Aim
    known: dict[tuple[int, int, bool], Prospect] = field(default_factory=dict)

    def prospects(self) -> dict[int, Prospect]:
        """What each move leads to."""
        return {move: self._after(move, True) for move in self.board.legal_moves}

    def _after(self, move: int, is_own: bool) -> Prospect:
        self.board.push(move)
        key = int(self.board.own), int(self.board.opp), not is_own
        if key not in self.known:
            self.known[key] = self._read(not is_own)
        self.board.pop()
        return self.known[key]

    def _read(self, is_own: bool) -> Prospect:
        if self.board.is_over():
            is_black = is_own != self.board.white_to_move
            margin = self.board.margin() * (1 if is_black else -1)
            return Prospect(margin, welcome(self.aim, margin))
        found = [self._after(move, is_own) for move in self.board.legal_moves or (PASS,)]
        if is_own:
            return Prospect(max(each.value for each in found), max(each.welcome for each in found))
        likely = chances(self.beta, [-each.value for each in found])
        expected = sum(chance * each.welcome for chance, each in zip(likely, found, strict=True))
        return Prospect(min(each.value for each in found), expected)


def choose_in_ending(situation: Situation) -> int:
    """The move with the best prospect, unless it gives away more than the opponent's errors do."""
    board, aim = situation.board.copy(), situation.aim
    prospects = EndingTree(board, situation.model.beta, aim).prospects()
    best = max(each.value for each in prospects.values())

    def merit(move: int) -> float:
        value, hope = prospects[move]
        against = LOSS_SHARE * ((best - value) / situation.most_loss) ** 2
        return (1 - EXACT_SHARE) * hope + EXACT_SHARE * welcome(aim, value) - against

    return max(prospects, key=merit)
