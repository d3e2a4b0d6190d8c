"""The plain values that every format is read into and written from: a position or a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from shirokuro.squares.square import move_repr


@dataclass(frozen=True, slots=True)
class PositionText:
    """A position as it is written; it need not be legal."""

    variant: str
    cells: str
    """X, O or - for each cell that exists, row by row."""
    turn: str
    """X or O."""
    scores: tuple[tuple[int, int], ...] = ()
    """Moves and their values for the side to move, best first."""


class GameText(NamedTuple):
    """A game as it is written; its moves need not be legal.

    It is a tuple because archives hold a hundred thousand games, and making a dataclass takes three times
    as long.
    """

    variant: str = "reversi"
    start: PositionText | None = None
    """None for the variant's own start."""
    moves: bytes = b""
    """One byte a move, a square or PASS; passes may be left out."""
    values: tuple[float | None, ...] = ()
    """The players' values of their moves, where they are written."""
    seconds: tuple[float | None, ...] = ()
    black: str = ""
    white: str = ""
    place: str = ""
    date: str = ""
    result: float | None = None
    """Black minus white; `theoretical` is the same if both had played the end perfectly."""
    theoretical: float | None = None
    nodes: tuple[int | None, ...] = ()
    """Positions searched for each move; only JSON has this field, `seed` and `note`."""
    seed: int | None = None
    note: str = ""
    handicap_discs: float = 0
    """Discs added to black's count at the end; `result` includes them."""

    def __repr__(self) -> str:
        return move_repr(self)


class MoveText(NamedTuple):
    """A move of a tree as it is written, with what is said of it."""

    move: int
    parent: int
    """The number of the move before it, from 0; -1 for a first move."""
    comment: str = ""
    mark: str = ""
    """`!`, `!!`, `!?`, `?!`, `?`, `??` or nothing."""
    value: float | None = None
    """For the side that moved."""

    def __repr__(self) -> str:
        return move_repr(self)


class TreeText(NamedTuple):
    """A game with variations as it is written; its moves need not be legal."""

    game: GameText
    """All but the moves and what is said of each."""
    comment: str = ""
    """On the start."""
    moves: tuple[MoveText, ...] = ()
    """Each after its parent and all that follows it before its next sibling; the main line comes first."""

    @classmethod
    def of(cls, item: Notated) -> TreeText:
        """A game without variations, or without moves."""
        game = GameText(item.variant, item) if isinstance(item, PositionText) else item
        values = [*game.values, *[None] * (len(game.moves) - len(game.values))]
        moves = (MoveText(move, ply - 1, value=values[ply]) for ply, move in enumerate(game.moves))
        return cls(game._replace(moves=b"", values=(), seconds=(), nodes=()), "", tuple(moves))

    def main_line(self) -> GameText:
        """The main line as a game, without comments and marks."""
        line = list[MoveText]()
        at = -1
        for number, move in enumerate(self.moves):  # the first move after another one is the main line's
            if move.parent == at:
                line.append(move)
                at = number
        values = tuple(move.value for move in line)
        return self.game._replace(
            moves=bytes(move.move for move in line),
            values=values if any(value is not None for value in values) else (),
        )


Notated = PositionText | GameText
"""What a reader finds."""
