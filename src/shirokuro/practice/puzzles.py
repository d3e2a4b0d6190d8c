"""Puzzles: positions of reversi with one clear best move, each with the rating at which half find it.

`benchmarks/puzzles.py` made the file from games of the player `person` against itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from shirokuro.board.board import Board
from shirokuro.people.model import Question

PUZZLES = Path(__file__).with_name("puzzles.txt")
BOARD = "reversi"
LEAST_LEAD = 4
"""Discs by which the best move of a puzzle of the middle game leads."""
LEAST_EXACT_LEAD = 2
"""The same where all values are exact: no other move ends as well."""
MIDDLE, ENDGAMES = range(18, 45), range(6, 15)
"""Empty squares of puzzles of the middle game and of endgames."""
STEPS = ((6, LEAST_LEAD + 2), (10, LEAST_LEAD + 1), (12, LEAST_LEAD))
"""The searches of the middle game: plies, and the lead that the best move has in each."""
FEWEST_MOVES = 4
GRADES = range(600, 2401, 50)
"""The ratings that a puzzle can have."""
PuzzleKind: TypeAlias = Literal["middle", "endgame"]


class Puzzle(NamedTuple):
    """A position whose best move is to be found."""

    line: str
    best: str
    lead: int
    """Discs by which the best move is better than any other."""
    depth: int
    """The plies that this rests on; 0 if it is exact."""
    rating: int
    """At which half of the players find the move, by the model of people."""

    @property
    def empties(self) -> int:
        return self.line.count("-")

    @property
    def kind(self) -> PuzzleKind:
        return "endgame" if self.empties in ENDGAMES else "middle"


@cache
def puzzles() -> dict[str, Puzzle]:
    """All puzzles of the package by their position lines."""
    rows = (row.split("\t") for row in PUZZLES.read_text(encoding="ascii").splitlines())
    found = (
        Puzzle(line, best, int(lead), int(depth), int(rating)) for line, best, lead, depth, rating in rows
    )
    return {puzzle.line: puzzle for puzzle in found}


def grade(board: Board, best: int) -> int:
    """The lowest rating at which half of the players find a move, by the model of people."""
    question = Question(board)
    return next((rating for rating in GRADES if question.chances(rating)[best] >= 0.5), GRADES[-1])


def nearest(candidates: Sequence[Puzzle], rating: float, seed: int) -> list[Puzzle]:
    """Puzzles in the order in which somebody of a rating should meet them: about as hard as they are strong.

    The seed decides among puzzles that are about as near.
    """
    random = Random(seed)
    drawn = [(abs(puzzle.rating - rating) + random.uniform(0, 150), puzzle) for puzzle in candidates]
    return [puzzle for _, puzzle in sorted(drawn)]
