"""What learning looks at: the moves of a position, searched once, or read to the end where that is quick.

What is found depends on the position and the effort alone, not on what was learned before. So it does not
matter in which order games are learned, nor by how many programs.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple

from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.books.entry import BookKind, BookMove
from shirokuro.engine.engine import Limits, table_for_empties
from shirokuro.engine.pool import ENGINES
from shirokuro.squares.square import PASS

SEARCH_TABLE_MIB = 1


@dataclass(frozen=True, slots=True)
class LearningEffort:
    """How much work learning is; an experience keeps the effort that it began with."""

    nodes: int = 10_000
    """That each move of a position is searched with."""
    solved: int = 16
    """Empties from which on a position is read to the end."""
    positions: int = 200
    """That are looked at besides those of a game, where the next ones may lead: as many as there are games so
    far, so that a tree that grows wider goes on to grow deeper, and so many at most."""

    def __post_init__(self) -> None:
        for each, (least, most) in zip(fields(self), ((1, 10**9), (1, 24), (0, 10**6)), strict=True):
            if not least <= getattr(self, each.name) <= most:
                raise ValueError(f"{each.name}: {least}…{most} is possible, not {getattr(self, each.name)}")


class ReadMove(NamedTuple):
    """A move, what its search found, and the key of the position that it leads to."""

    found: BookMove
    after: bytes


def read_position(variant: str, key: bytes, effort: LearningEffort) -> tuple[ReadMove, ...]:
    """Of moves that are the same by symmetry the first; only a best one where all is read to the end."""
    board = board_of_key(variant, key)
    if len(board.empties()) <= effort.solved:
        with ENGINES.lend(1, table_for_empties(len(board.empties()))) as engine:
            result = engine.solve(board)
        assert result.move is not None
        board.push(result.move)
        return (ReadMove(BookMove(result.move, result.value), key_of(board)),)
    moves = {key_of(after): (move, after) for move, after in reversed([*following(board)])}
    found: list[ReadMove] = []
    with ENGINES.lend(1, SEARCH_TABLE_MIB) as engine:
        for reached, (move, after) in reversed(moves.items()):
            if after.is_over():
                value = after.margin() if after.turn else -after.margin()
                found.append(ReadMove(BookMove(move, value), reached))
                continue
            result = engine.search(after, Limits(nodes=effort.nodes))
            certainty: tuple[BookKind, int] = "depth", result.depth + (move != PASS)
            if result.kind == "exact":
                certainty = "exact", 0
            elif result.kind == "selective":
                certainty = "selective", result.confidence or 0
            found.append(ReadMove(BookMove(move, -result.value, *certainty), reached))
    return tuple(found)
