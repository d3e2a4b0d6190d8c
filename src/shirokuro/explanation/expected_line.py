"""An expected line as a person looks at it: the boards, whose turn it is, and what each side can play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import SquareSet, place_of
from shirokuro.squares.variant import Variant

NONE = SquareSet()


@dataclass(frozen=True, slots=True)
class ExpectedLine:
    """A move and what is expected after it."""

    side: Colour
    """Who makes the first move."""
    moves: tuple[int, ...]
    boards: tuple[Board, ...]
    """The board before the line, then that after each move."""

    @classmethod
    def on(cls, board: Board, moves: tuple[int, ...]) -> ExpectedLine:
        return cls(board.turn, moves, (board.copy(stack=False), *after_each(board, moves)))

    @property
    def variant(self) -> Variant:
        return self.boards[0].variant

    @property
    def end(self) -> Board:
        return self.boards[-1]

    def moves_by(self, side: Colour, plies: int | None = None) -> Iterator[tuple[int, int]]:
        """The plies of a side, from 1, with what it plays there; passes too."""
        for ply, move in enumerate(self.moves[:plies], 1):
            if self.boards[ply - 1].turn == side:
                yield ply, move

    def turns_of(self, side: Colour, plies: int) -> Iterator[int]:
        """The plies before which a side is to move and has a choice or one move."""
        for ply in range(2, min(plies, len(self.moves)) + 2):
            board = self.boards[ply - 1]
            if board.turn == side and board.legal_moves:
                yield ply


def after_each(board: Board, line: tuple[int, ...]) -> Iterator[Board]:
    """The board after each move of a line."""
    board = board.copy(stack=False)
    for move in line:
        board.push(move)
        yield board.copy(stack=False)


def moves_of(board: Board, side: Colour) -> SquareSet:
    """Where a side could play, whoever's turn it is."""
    return with_turn(board, side).legal_moves


def with_turn(board: Board, side: Colour) -> Board:
    if board.turn == side:
        return board
    turned = board.copy(stack=False)
    turned.turn = side
    return turned


def safe_moves(board: Board) -> SquareSet:
    """Moves that are not next to an empty corner and open no corner to the opponent."""
    all_corners = board.variant.corners
    open_before = moves_of(board, board.turn.opponent) & all_corners
    risky = joined(map(board.variant.neighbours, all_corners & board.empties()))
    return SquareSet(
        move
        for move in board.legal_moves - risky
        if next(after_each(board, (move,))).legal_moves & all_corners <= open_before
    )


def frontier(board: Board, side: Colour) -> SquareSet:
    """The discs of a side that stand beside an empty cell."""
    return board.discs(side) & joined(map(board.variant.neighbours, board.empties()))


def edges_of(variant: Variant) -> dict[str, SquareSet]:
    """The edges of a square board by their sides."""
    if variant.is_round:
        return {}
    rows, last = variant.rows, variant.width - 1
    return {
        "top": SquareSet(rows[0]),
        "bottom": SquareSet(rows[last]),
        "left": SquareSet(row[0] for row in rows),
        "right": SquareSet(row[last] for row in rows),
    }


def joined(sets: Iterable[SquareSet]) -> SquareSet:
    return SquareSet(square for each in sets for square in each)


def is_in_line(corner: int, edge: SquareSet) -> bool:
    """Whether the discs are on one edge with the corner."""
    columns, rows = zip(*map(place_of, (corner, *edge)), strict=True)
    return len({*columns}) == 1 or len({*rows}) == 1
