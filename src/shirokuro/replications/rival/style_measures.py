"""Measures of a rival's style, which is how it plays whatever the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from shirokuro.board.board import Board
from shirokuro.board.record import Record
from shirokuro.engine.limits import Limits
from shirokuro.engine.pool import ENGINES
from shirokuro.players.player import after
from shirokuro.players.rival.character import rim
from shirokuro.squares.colour import Colour

EMPTIES = 20
"""Style is measured until this many cells are empty."""
DEPTH = 4
"""Plies of the searches that tell what a reply loses."""


@dataclass(frozen=True, slots=True)
class Style:
    """A side's play before the endgame, averaged over its moves."""

    mobility: float
    """The number of legal moves."""
    discs: float
    """Its share of all discs after each of its moves."""
    edges: float
    """The share of its moves that took a cell of the rim."""
    sharpness: float
    """Discs that a random reply to its moves would have lost."""


def style(record: Record, colour: Colour) -> Style:
    """The style of a side in a game."""
    turns = [
        (board, move)
        for board, move in zip(record.boards(), record.moves, strict=False)
        if len(board.legal_moves) > 1 and len(board.empties()) >= EMPTIES
    ]
    own = [(board, move) for board, move in turns if board.turn == colour]
    ends = [after(board, move) for board, move in own]
    return Style(
        mobility=_mean([len(board.legal_moves) for board, _ in own]),
        discs=_mean([len(end.opp) / (len(end.own) + len(end.opp)) for end in ends]),
        edges=_mean([move in rim(board.variant) for board, move in own]),
        sharpness=_mean([_sharpness(board) for board, _ in turns if board.turn != colour]),
    )


def _sharpness(board: Board) -> float:
    """What a random move loses there."""
    with ENGINES.lend(1, 1) as engine:
        values = [result.value for result in engine.analyze(board, Limits(depth=DEPTH)).values()]
    return max(values) - mean(values)


def _mean(numbers: Sequence[float]) -> float:
    """The mean, rounded to keep the store small."""
    return round(mean(numbers), 4) if numbers else 0.0
