"""What learning looks at: the moves of a position, searched once, or read to the end where that is quick.

What is found depends on the position and the effort alone, not on what was learned before. So it does not
matter in which order games are learned, nor by how many programs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from shirokuro.board.board import Board
from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.books.entry import BookMove
from shirokuro.engine.engine import Engine
from shirokuro.engine.limits import Limits
from shirokuro.engine.pool import ENGINES
from shirokuro.engine.table_memory import table_for_empties
from shirokuro.parameters.parameter import check_parameters, parameter

SEARCH_TABLE_MIB = 1


@dataclass(frozen=True, slots=True)
class LearningEffort:
    """How much work learning is; an experience keeps the effort that it began with."""

    nodes: int = parameter(10_000, "nodes that each move is searched with", least=1, most=10**9)
    solved: int = parameter(16, "empties from which on positions are solved", least=1, most=24)
    positions: int = parameter(
        200, "the most positions that are searched besides those of a game", least=0, most=10**6
    )
    """As many as there are games so far, so that a tree that grows wider goes on to grow deeper."""

    def __post_init__(self) -> None:
        check_parameters(self)


class ReadMove(NamedTuple):
    """A move, what its search found, and the key of the position that it leads to."""

    found: BookMove
    after: bytes


def read_position(variant: str, key: bytes, effort: LearningEffort) -> tuple[ReadMove, ...]:
    """Of moves that are the same by symmetry the first; only a best one where all is read to the end."""
    board = board_of_key(variant, key)
    if len(board.empties()) <= effort.solved:
        return (_solved(board),)
    with ENGINES.lend(1, SEARCH_TABLE_MIB) as engine:
        moves = {key_of(after): (move, after) for move, after in reversed([*following(board)])}
        return tuple(
            ReadMove(_searched(engine, move, after, effort), reached)
            for reached, (move, after) in reversed(moves.items())
        )


def _solved(board: Board) -> ReadMove:
    with ENGINES.lend(1, table_for_empties(len(board.empties()))) as engine:
        result = engine.solve(board)
    assert result.move is not None
    after = board.copy(stack=False)
    after.push(result.move)
    return ReadMove(BookMove(result.move, result.value), key_of(after))


def _searched(engine: Engine, move: int, after: Board, effort: LearningEffort) -> BookMove:
    """The value of a move, for the side that makes it."""
    if after.is_over():
        return BookMove(move, -after.final_value())
    result = engine.search(after, Limits(nodes=effort.nodes))
    return BookMove.of(move, result.as_value().before(move))
