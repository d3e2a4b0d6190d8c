"""What crosses between server and page about openings: the tree with its figures, and steps of a drill."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from shirokuro.web.review.values import Mark, PlaceAsked, PlayedLine
from shirokuro.web.values import Badge, MoveName, Side, Told, Words


class OpeningLabel(Told):
    """A position that players have names for."""

    name: Words
    """The usual one; in a language without one, the other's."""
    english: list[str]
    japanese: list[str]
    ply: int
    moves: list[str]
    """What usually leads to it."""


class OpeningFigures(Told):
    """What book and games say of a position or a move, for one side."""

    value: int | None
    """In discs."""
    badge: Badge | None
    games: int
    """Imported ones in which it was played."""
    score: float | None
    """Points a game in them."""


class OpeningMove(Told):
    move: str
    equal: list[str]
    """Other moves that lead to the same position by symmetry."""
    figures: OpeningFigures
    """For the side to move."""
    opening: OpeningLabel | None
    """What the position after it is called."""
    line: list[str]
    """The best moves of both sides after it, as far as the book goes."""


class OpeningLine(Told):
    """An opening that follows, and those that follow on it."""

    opening: OpeningLabel
    moves: list[str]
    """Since the position, or since the opening above, as they are on this board."""
    figures: OpeningFigures
    """For black."""
    count: int
    """How many openings it is, itself included."""
    below: list[OpeningLine]


class OpeningView(Told):
    """A position of the tree, with the moves to it."""

    board: str
    place: PlayedLine
    passed: list[OpeningLabel]
    """The openings on the way, this one included; `ply` says after how many moves of this game."""
    figures: OpeningFigures
    """For the side to move."""
    moves: list[OpeningMove]
    """Those that are known, best first."""
    named: list[OpeningLine]
    has_book: bool
    has_games: bool
    boards: list[str]
    """Those that have a book."""


class OpeningsFound(Told):
    openings: list[OpeningLabel]
    nearest: list[str]
    """Names that may have been meant, where none was found."""


class StepAsked(PlaceAsked):
    """A place of a drill: the book moves until `side` is to answer; with a move, that is the answer."""

    side: Side
    move: MoveName | None = None
    keep: bool = False
    """Whether a miss is kept as a drill that comes back days later."""
    seed: Annotated[int, Field(ge=0, lt=2**32)] | None = None
    """Repeats what the book chooses."""


class StepAnswer(Told):
    move: str
    accepted: bool
    """Whether the book has it among its best, within a disc."""
    value: int | None
    """None for a move that the book does not have."""
    loss: int | None
    mark: Mark
    best: list[str]
    """All that are accepted, best first."""
    best_value: int
    badge: Badge


class StepTaken(Told):
    answer: StepAnswer | None
    moves: list[str]
    """What is played now: the answer, or the best move instead of a miss, then the book's moves."""
    asks: bool
    """Whether an answer is expected then; otherwise the line is over."""
    is_kept: bool
    """Whether the miss was kept as a drill."""
