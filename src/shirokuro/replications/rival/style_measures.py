"""Measures of a rival's play besides the result: corners given away, and its style."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from shirokuro.board.board import Board
from shirokuro.board.record import Record
from shirokuro.engine.limits import Limits
from shirokuro.engine.pool import ENGINES
from shirokuro.players.player import after
from shirokuro.players.rival.allowance import EXACT_EMPTIES, Allowance
from shirokuro.players.rival.character import rim
from shirokuro.players.rival.knowledge import observed_moves
from shirokuro.players.rival.report import RivalReport

GIFT_LOSS = 6
"""A move gives a corner away only if it loses at least this many discs."""
GIFT_DEPTH = 8
"""The depth of the search for that loss, before positions can be solved."""
STYLE_EMPTIES = 20
"""Style is measured until this many cells are empty."""


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


def gives_a_corner(board: Board, move: int) -> bool:
    """Whether the opponent can take a corner after the move."""
    return bool(after(board, move).legal_moves & board.variant.corners)


def corners_given(record: Record, report: RivalReport) -> int:
    """The number of the rival's moves that gave a corner away at a loss when another move did not."""
    boards, given = list(record.boards()), 0
    for ply, loss in report.losses.items():
        board, move = boards[ply - 1], record.moves[ply - 1]
        # Skip moves that seemed to lose less than half as much, which are most.
        if loss < GIFT_LOSS / 2 or not gives_a_corner(board, move):
            continue
        limits = Limits() if len(board.empties()) <= EXACT_EMPTIES else Limits(depth=GIFT_DEPTH)
        with ENGINES.lend(1, 16) as engine:
            values = {each: result.value for each, result in engine.analyze(board, limits).items()}
        sound = [each for each, value in values.items() if max(values.values()) - value < GIFT_LOSS]
        given += move not in sound and any(not gives_a_corner(board, each) for each in sound)
    return given


def style(record: Record, report: RivalReport, allowance: Allowance) -> Style:
    """The rival's style in a game; positions are evaluated as the rival did."""
    board = record.board()
    own, theirs = (
        [
            turn
            for turn in observed_moves(board, side, allowance)
            if len(turn.board.empties()) >= STYLE_EMPTIES
        ]
        for side in (report.colour, report.colour.opponent)
    )
    ends = [after(turn.board, turn.move) for turn in own]
    return Style(
        mobility=_mean([len(turn.judged.values) for turn in own]),
        discs=_mean([len(end.opp) / (len(end.own) + len(end.opp)) for end in ends]),
        edges=_mean([turn.move in rim(board.variant) for turn in own]),
        sharpness=_mean([turn.judged.best - mean(turn.judged.values.values()) for turn in theirs]),
    )


def _mean(numbers: Sequence[float]) -> float:
    """The mean, rounded to keep the store small."""
    return round(mean(numbers), 4) if numbers else 0.0
