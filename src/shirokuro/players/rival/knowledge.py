"""What a rival knows of its opponent at some point of a game: what it remembers, and the moves since."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.players.rival.allowance import Allowance
from shirokuro.players.rival.judging import Judged
from shirokuro.players.rival.opponent_model import UNSEEN, OpponentModel
from shirokuro.players.rival.strength import UNKNOWN, Strength
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import PASS

OPENING = 1 / 5
"""The part of a game that says nothing of strength, as in docs/levels.md: openings are known by heart."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """An opponent: how it plays just now, and how strong it has been in all that was seen of it."""

    model: OpponentModel = UNSEEN
    strength: Strength = UNKNOWN

    def after(self, seen: Iterable[ObservedMove]) -> Knowledge:
        """With some more moves, the first one first."""
        model, strength = self.model, self.strength
        for each in seen:
            model = model.after(each.board, each.judged.values, each.move)
            strength = strength if each.is_opening else strength.after(each.loss)
        return Knowledge(model, strength)


STRANGER = Knowledge()


@dataclass(frozen=True, slots=True)
class ObservedMove:
    """A move that somebody chose among several, with what each of them was worth."""

    board: Board
    move: int
    judged: Judged

    @property
    def ply(self) -> int:
        """Its number in the game, from 1."""
        return len(self.board.move_stack) + 1

    @property
    def loss(self) -> float:
        """Discs that it gave away."""
        return self.judged.loss(self.move)

    @property
    def is_opening(self) -> bool:
        """Whether so little was played that it says nothing of strength."""
        places = len(self.board.variant.cells) - 4
        return places - len(self.board.empties()) < OPENING * places


def observed_moves(board: Board, side: Colour, allowance: Allowance) -> list[ObservedMove]:
    """The choices that a side made so far, in order; as far back as the allowance reaches."""
    board, last_first = board.copy(), []
    while board.move_stack:
        move = board.pop()
        if move == PASS or board.turn != side or len(board.legal_moves) < 2:
            continue
        found = allowance.earlier(board)
        if found is None:
            break
        last_first.append(ObservedMove(board.copy(), move, found))
    return last_first[::-1]
