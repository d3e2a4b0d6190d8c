"""What crosses between server and page about understanding: analysis, reviews, reasons, tries and drills."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from shirokuro.engine.deepening import Mode
from shirokuro.web.values import (
    LONGEST_GAME,
    Asked,
    Badge,
    BoardName,
    Discs,
    LegalMove,
    MadeMove,
    MoveName,
    MoveValue,
    OpeningName,
    PastedText,
    Side,
    StartPosition,
    Told,
    Words,
)

Mark = Literal["", "?!", "?", "??"]
LONGEST_SEARCH = 600.0
"""Seconds; the server's own bound is lower."""


class PlaceAsked(Asked):
    """A position on a board: its line, or any game, of which the end counts."""

    board: BoardName = "reversi"
    text: PastedText = ""


# Analysis


class AnalysisAsked(PlaceAsked):
    mode: Mode = "exact"
    """Reading to the end for discs, or only for who wins, which is proved sooner."""
    seconds: Annotated[float, Field(gt=0, le=LONGEST_SEARCH)] | None = None


class MovesThatKeep(Told):
    """How hard a position is: the moves that are proved to reach the best result it allows."""

    ending: Literal["win", "draw", "loss"]
    moves: list[str]
    of: int


class FeatureCount(Told):
    black: int
    white: int
    defined: bool
    """Whether it means anything on this board."""


class RegionSizes(Told):
    odd: list[int]
    even: list[int]


class PositionAnalysis(Told):
    values: list[MoveValue]
    """Of every legal move, or of the pass; the best known, best first. Empty where the game is over."""
    best: MoveValue | None
    keeping: MovesThatKeep | None
    """Known only where all values are proved."""
    near: list[str]
    """The moves that count as near the best, best first."""
    turn: Side
    empties: int
    discs: Discs
    features: dict[str, FeatureCount]
    regions: RegionSizes
    opening: OpeningName | None
    is_over: bool
    is_final: bool
    """Whether nothing more is to come."""


class LineAsked(PlaceAsked):
    moves: Annotated[list[MoveName], Field(max_length=LONGEST_GAME, default_factory=list)]


class PlayedLine(Told):
    """Moves from a position on, with what they turn, and what may be played then."""

    start: StartPosition
    moves: list[MadeMove]
    turn: Side
    black: list[str]
    white: list[str]
    legal: list[LegalMove]
    is_over: bool


# Reviews


class ReviewAsked(Asked):
    board: BoardName = "reversi"
    text: PastedText | None = None
    game: Annotated[str, Field(max_length=64)] | None = None
    """One's own game, instead of a text."""

    @model_validator(mode="after")
    def _one_of_both(self) -> ReviewAsked:
        if (self.text is None) == (self.game is None):
            raise ValueError("a text or a game is needed, and not both")
        return self


class JudgedMove(Told):
    ply: int
    side: Side
    move: str
    value: int
    """In discs, for the side that made it."""
    best: str
    best_value: int
    loss: int
    mark: Mark
    badge: Badge
    line: list[str]
    """What was expected, the best move first."""
    punish: list[str]
    """What was expected after the move made, that move first."""


class SideTotals(Told):
    lost: int
    mean_loss: float | None


class ReviewTotals(Told):
    black: SideTotals
    white: SideTotals


class GameReview(Told):
    moves: list[JudgedMove]
    totals: ReviewTotals


class ReviewProgress(Told):
    judged: JudgedMove
    done: int
    of: int


# Reasons


CellRole = Literal["lost", "gained", "left", "opened"]
"""Of a cell in a reason: lost to the opponent, gained after the best move, still playable, opened."""


class MoveAsked(PlaceAsked):
    move: MoveName


class ReasonGiven(Told):
    """What happens on the board after the move or, if it is missed, after the best one."""

    term: str
    title: Words
    sentence: Words
    to_you: Words
    """The sentence said to the one who moved."""
    is_missed: bool
    ply: int
    """The turning ply: which move of the line it is, counted from 1."""
    line: list[str]
    """The moves up to it, beginning with the move or the best one."""
    arrows: list[tuple[str, str]]
    """From that move to the last disc that it turns in each direction."""
    cells: dict[str, CellRole]


class ComparedNumber(Told):
    feature: str
    label: Words
    mine: float
    best: float
    counts: bool
    """Whether a reason rests on it."""


class MoveExplanation(Told):
    move: str
    best: str
    loss: int
    reasons: list[ReasonGiven]
    is_deep: bool
    """Whether discs were lost and nothing measured says why."""
    compared: list[ComparedNumber]


# Tries and drills


class TriedMove(Told):
    move: str
    accepted: bool
    """Any move near the best is."""
    value: int
    loss: int
    mark: Mark
    badge: Badge
    best: str
    best_value: int
    near: list[str]
    """All that are accepted, best first."""
    line: list[str]
    """What is expected after it, the move first."""


class NewDrill(MoveAsked):
    again: bool = False
    """Keeps it even if it was removed before."""


class DrillView(Told):
    id: str
    board: str
    text: str
    side: Side
    move: str
    """The mistake."""
    loss: int
    mark: Mark
    is_kept: bool
    """Whether it comes back; one that was removed does not."""
    due: float
    right: int
    """Right answers in a row."""


class DrillList(Told):
    drills: list[DrillView]
    """Those that are due, the longest waiting first."""
    due: int
    kept: int
    next: float | None
    """When the next one is due."""


class DrillTry(Asked):
    move: MoveName


class DrillAnswer(Told):
    tried: TriedMove
    drill: DrillView
    counted: bool
    """Only the first answer of a day changes when it comes back."""
