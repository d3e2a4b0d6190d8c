"""Preferences among moves that serve the aim equally well: four characters of the rival."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal

from shirokuro.board.board import Board
from shirokuro.engine.engine import evaluate
from shirokuro.players.player import after
from shirokuro.squares.square import SquareSet, place_of
from shirokuro.squares.variant import Variant

CharacterName = Literal["any", "calm", "sharp", "greedy", "patient"]


@dataclass(frozen=True, slots=True)
class Character:
    """The weight of each quality of a move; a negative one is a dislike."""

    mobility: float = 0.0
    """More moves for oneself than for the opponent."""
    discs: float = 0.0
    """Many discs turned."""
    edges: float = 0.0
    """Discs on the rim of the board."""
    sharpness: float = 0.0
    """Few good replies among many bad ones: the discs that a reply loses on average, by evaluation."""

    def liking(self, board: Board, move: int) -> float:
        """How much a move is to its taste."""
        child = after(board, move)
        own = child.copy(stack=False)  # as if the side that has just moved were to move again
        own.turn = child.turn.opponent
        values = [-evaluate(after(child, reply)) for reply in child.legal_moves]
        sharpness = max(values) - sum(values) / len(values) if values else 0.0
        return (
            self.mobility * (len(own.legal_moves) - len(child.legal_moves)) / 4
            + self.discs * len(board.flips(move)) / 4
            + self.edges * (move in rim(board.variant))
            + self.sharpness * sharpness / 6
        )


CHARACTERS: Mapping[str, Character] = MappingProxyType(
    {
        "calm": Character(discs=-2.0, edges=-2.0, sharpness=-4.0),
        "sharp": Character(sharpness=4.0),
        "greedy": Character(discs=3.5, edges=3.0),
        "patient": Character(mobility=2.0, edges=-2.0),
    }
)


@cache
def rim(variant: Variant) -> SquareSet:
    """The outermost cells of a board."""
    last = variant.width - 1
    border = (cell for cell in variant.cells if {*place_of(cell)} & {0, last})
    return SquareSet(variant.ring or border)
