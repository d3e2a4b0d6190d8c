"""Ends games that are decided, so that a match spends its time on the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from shirokuro.board.board import Board
from shirokuro.board.end import End
from shirokuro.engine.engine import Engine
from shirokuro.parameters.parameter import check_parameters, parameter, read_settings
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.squares.square import PASS
from shirokuro.words.counted import counted

MOST_SOLVED = 24
TABLE_MIB = 16


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When a game ends before the rules end it; this is part of what defines the game."""

    solve: int = parameter(
        0, "empties from which on the game ends with its exact result; 0: never", least=0, most=MOST_SOLVED
    )
    discs: float = parameter(
        0.0,
        "end the game by so many discs once both players value it so high for one side; 0: never",
        least=0,
        most=64,
    )
    moves: int = parameter(3, "for so many moves of each in a row", least=1, most=30)

    def __post_init__(self) -> None:
        check_parameters(self)
        if not self.solve and not self.discs:
            raise ValueError("an adjudication needs solve or discs: otherwise it never ends a game")

    @classmethod
    def parse(cls, text: str) -> Adjudication:
        """Reads `solve=12`, `discs=20,moves=3` or both."""
        return read_settings(cls, text, "an adjudication")

    def verdict(self, board: Board, values: Sequence[float | None]) -> tuple[float, End] | None:
        """Black's margin and how the game ended, if it is decided; `values` are those of all its moves."""
        if self.discs and (winner := self._agreed_winner(board, values)) is not None:
            margin = self.discs if winner == BLACK else -self.discs
            seen = f"both players saw {self.discs:g} discs for {counted(self.moves, 'move')}"
            return margin, End(winner.opponent, "adjudicated", seen)
        empties = len(board.empties())
        if empties > self.solve:
            return None
        value = Engine(threads=1, table_mib=TABLE_MIB).solve(board).value
        margin = value if board.turn == BLACK else -value
        loser = None if margin == 0 else BLACK if margin < 0 else WHITE
        return margin, End(loser, "adjudicated", f"solved with {empties} empties")

    def _agreed_winner(self, board: Board, values: Sequence[float | None]) -> Colour | None:
        """The side that the last values of both players favour by `discs` at least."""
        winners = set[Colour | None]()
        for side in Colour:
            own = [*islice(_values_of(side, board, values), self.moves)]
            if len(own) < self.moves:
                return None
            is_won = all(value >= self.discs for value in own)
            is_lost = all(value <= -self.discs for value in own)
            winners.add(side if is_won else side.opponent if is_lost else None)
        return winners.pop() if len(winners) == 1 else None


def _values_of(side: Colour, board: Board, values: Sequence[float | None]) -> Iterator[float]:
    """A side's values, the last one first, back to the first move that has none."""
    turn = board.turn.opponent
    for move, value in zip(reversed(board.move_stack), reversed(values), strict=True):
        if turn == side and move != PASS:
            if value is None:
                return
            yield value
        turn = turn.opponent
