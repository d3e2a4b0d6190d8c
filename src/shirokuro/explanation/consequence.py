"""What a move leads to, in numbers: averages over the boards of its expected line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import mean

from shirokuro.board.board import Board
from shirokuro.engine.features import empty_regions, quiet_moves, square_value, stable_discs
from shirokuro.explanation.expected_line import (
    after_each,
    frontier,
    joined,
    moves_of,
    safe_moves,
    with_turn,
)
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import PASS

AHEAD = 8
"""Plies of a line that are measured, the move itself included; passes of the whole line."""
LEFT = 5
"""Empties at which measuring ends: that all discs of a full board are stable says no more than the result."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The numbers of both sides; some measures have only one."""

    own: float = 0
    theirs: float = 0

    @property
    def number(self) -> float:
        """The own number minus the opponent's."""
        return round(self.own - self.theirs, 1)


Measures = Mapping[str, Measured]
"""The measures of a line by name."""
COUNTS: Mapping[str, Callable[[Board, Colour], int]] = {
    "mobility": lambda board, side: len(moves_of(board, side)),
    "safe_moves": lambda board, side: len(safe_moves(with_turn(board, side))),
    "frontier": lambda board, side: len(frontier(board, side)),
    "potential": lambda board, side: len(
        joined(map(board.variant.neighbours, board.discs(side.opponent))) & board.empties()
    ),
    "stable": lambda board, side: len(stable_discs(board, side)),
    "squares": lambda board, side: square_value(board) if board.turn == side else 0,
    "corners": lambda board, side: len(board.discs(side) & board.variant.corners),
    "open_corners": lambda board, side: len(moves_of(board, side) & board.variant.corners),
}
"""What each side has on a board, whoever's turn it is."""
OF_SQUARE_BOARDS = {"safe_moves", "corners", "open_corners"}


def consequence(board: Board, line: tuple[int, ...], plies: int) -> Measures:
    """Measures a line for the side that begins it, for at most `plies` plies; without what is not defined."""
    boards, side = list(after_each(board, line)), board.turn
    seen = boards[: min(plies, max(len(board.empties()) - LEFT, 1))]
    undefined = OF_SQUARE_BOARDS if board.variant.is_round else set()
    measured = {
        name: Measured(*(_mean(count(each, who) for each in seen) for who in (side, side.opponent)))
        for name, count in COUNTS.items()
        if name not in undefined
    }
    measured["quiet"] = Measured(
        *(_mean(len(quiet_moves(each)) for each in seen if each.turn == who) for who in (side, side.opponent))
    )
    measured["odd_regions"] = Measured(sum(len(region) % 2 for region in empty_regions(boards[0])))
    passes = [ply % 2 for ply, move in enumerate(line) if move == PASS]
    return measured | {"passes": Measured(passes.count(0), passes.count(1))}


def _mean(numbers: Iterable[int]) -> float:
    return round(float(mean([*numbers] or [0])), 1)
