"""How much work learning from a game is, and what a search of learning finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from shirokuro.books.entry import BookMove
from shirokuro.parameters.parameter import check_parameters, parameter


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


class SearchedMove(NamedTuple):
    """A move with the value that its search found, and the key of the position that it leads to."""

    found: BookMove
    after: bytes
