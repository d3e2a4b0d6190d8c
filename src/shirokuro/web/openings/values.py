"""The JSON values of openings: the tree with its statistics, and the steps of a drill."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from shirokuro.web.library.values import LibraryFilter
from shirokuro.web.review.values import Mark, PlaceAsked, PlayedLine
from shirokuro.web.values import Badge, MoveName, Side, Told, Words


class OpeningLabel(Told):
    """A named position."""

    name: Words
    """The usual name in each language; where one lacks a name, that of the other."""
    english: list[str]
    japanese: list[str]
    ply: int
    moves: list[str]
    """The moves that usually lead to it."""


class OpeningFigures(Told):
    """What the book and the games of the library say of a position or a move, for black."""

    value: int | None
    """In discs."""
    badge: Badge | None
    games: int
    """The number of games in which it was played."""
    wins: int
    """Of black."""
    draws: int
    score: float | None
    """The mean points of those games."""


class OpeningMove(Told):
    move: str
    equal: list[str]
    """Other moves that lead to the same position by symmetry."""
    figures: OpeningFigures
    opening: OpeningLabel | None
    """The opening after the move."""
    line: list[str]
    """The best moves of both sides after it, as far as the book goes."""


class OpeningLine(Told):
    """An opening that follows, with the openings that follow it."""

    opening: OpeningLabel
    moves: list[str]
    """The moves from the position, or from the opening above, as they are on this board."""
    figures: OpeningFigures
    count: int
    """The number of openings in this branch, itself included."""
    below: list[OpeningLine]


class OpeningView(Told):
    """A position of the tree, with the moves that led to it."""

    board: str
    place: PlayedLine
    passed: list[OpeningLabel]
    """The openings on the way, this one included; `ply` is the number of moves of this game."""
    figures: OpeningFigures
    moves: list[OpeningMove]
    """The known moves, the best of the side to move first."""
    named: list[OpeningLine]
    """Empty if only some games were asked for."""
    has_book: bool
    has_games: bool
    boards: list[str]
    """The boards with a book."""


class OpeningAsked(PlaceAsked):
    games: LibraryFilter | None = None
    """The games to count; by default all of the library."""


class OpeningsFound(Told):
    openings: list[OpeningLabel]
    nearest: list[str]
    """Similar names, if none was found."""


class StepAsked(PlaceAsked):
    """A position of a drill: the book moves until it is `side`'s turn; `move` is the answer."""

    side: Side
    move: MoveName | None = None
    keep: bool = False
    """Whether a miss is kept as a drill."""
    seed: Annotated[int, Field(ge=0, lt=2**32)] | None = None
    """Makes the book's choices repeatable."""


class StepAnswer(Told):
    move: str
    accepted: bool
    """Whether the book has it within a disc of its best move."""
    value: int | None
    """Null if the book does not have the move."""
    loss: int | None
    mark: Mark
    best: list[str]
    """All accepted moves, best first."""
    best_value: int
    badge: Badge


class StepTaken(Told):
    answer: StepAnswer | None
    moves: list[str]
    """The moves played now: the answer, or after a miss the best move instead, then the book's moves."""
    asks: bool
    """Whether another answer is expected; otherwise the line is over."""
    is_kept: bool
    """Whether the miss was kept as a drill."""
