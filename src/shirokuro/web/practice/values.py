"""The JSON values of practice: the day's puzzles, endgames and answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from shirokuro.practice.puzzles import PuzzleKind
from shirokuro.web.review.values import TriedMove
from shirokuro.web.values import Asked, Day, MoveName, Side, Told, Words


class PuzzleView(Told):
    """A position with one clear best move."""

    board: str
    text: str
    side: Side
    kind: PuzzleKind
    empties: int
    rating: int
    """At which half of the players find the move."""
    is_from_library: bool


class PracticeDay(Told):
    day: str
    answered: int
    right: int


class PracticeView(Told):
    """What the caller has done, and what comes next."""

    days: list[PracticeDay]
    """The days with practice, latest first."""
    rating: int
    """By the puzzles answered so far."""
    rating_error: int
    answered: int
    """The puzzles answered so far, of `of`."""
    of: int
    puzzles: list[PuzzleView]
    """The next ones of the middle game, about as hard as the caller is strong."""


class LibraryPuzzle(Told):
    """A position of a game of the library; null if there is none or if none was found in time."""

    puzzle: PuzzleView | None


class EndgameList(Told):
    puzzles: list[PuzzleView]
    solved: int
    """The endgames of this size that the caller found at the first try, of `of`."""
    of: int


class PuzzleTry(Asked):
    puzzle: Annotated[str, Field(max_length=100)]
    """The position line of the puzzle, which is looked up, not read."""
    move: MoveName | None
    """None to be shown the answer."""
    day: Day
    """Today where the caller is."""


class PuzzleAnswer(Told):
    tried: TriedMove
    """What the move was worth, or the best one if the caller asked to be shown it."""
    counted: bool
    """Only the first answer to a puzzle counts."""
    rating: int
    """The caller's after this answer."""
    rating_before: int


class PointView(Told):
    """What the caller's games until then showed, by the last ten of them."""

    ended: float
    rating: int
    error: int
    """Of the rating, as a standard error."""
    loss: float
    """Discs that a move lost on average, looked at eight plies ahead."""


class CurveView(Told):
    points: list[PointView]
    """One for each finished game of 8x8 without help, earliest first."""
    left: int
    """The games that are not measured yet; the next request measures some of them."""


# Lessons


class LessonPositionView(Told):
    board: str
    text: str
    accepted: list[str]
    """The moves that answer it; empty if `turns` says which, or if the game is played to its end."""
    turns: int | None
    """How many discs the move that is asked for turns."""
    task: Words
    done: Words
    """Said after the answer."""


class LessonView(Told):
    name: str
    title: Words
    is_round: bool
    """Whether it is about the rim of Nip."""
    positions: list[LessonPositionView]
    learned: list[int]
    """The positions that the caller has solved, counted from 1."""


class LessonList(Told):
    lessons: list[LessonView]
    """In the order in which they are taught."""
