"""The JSON values of analyses, reviews, reasons, tries and drills."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from shirokuro.engine.deepening import Mode
from shirokuro.people.model import HIGHEST, LOWEST, NEWCOMER_RATING
from shirokuro.web.values import (
    LONGEST_GAME,
    UNNAMED,
    Asked,
    Badge,
    BoardName,
    Day,
    Discs,
    LegalMove,
    MadeMove,
    MoveName,
    MoveValue,
    OpeningName,
    PastedText,
    PlayerName,
    Side,
    StartPosition,
    Told,
    Words,
)

Mark = Literal["", "?!", "?", "??"]
LONGEST_SEARCH = 600.0
"""In seconds; the server's own limit is lower."""


class PlaceAsked(Asked):
    """A position: a position line, or a game, which stands for its last position."""

    board: BoardName = "reversi"
    text: PastedText = ""


# Analysis


class AnalysisAsked(PlaceAsked):
    mode: Mode = "exact"
    """`exact` searches for the difference in discs, `wld` only for who wins, which is faster."""
    seconds: Annotated[float, Field(gt=0, le=LONGEST_SEARCH)] | None = None
    """On the socket, without them, the analysis deepens until the page ends it."""


class MovesThatKeep(Told):
    """How hard a position is: the moves that are proved to reach the best result it allows."""

    ending: Literal["win", "draw", "loss"]
    moves: list[str]
    of: int


class FeatureCount(Told):
    black: int
    white: int
    defined: bool
    """Whether the feature is defined on this board."""


class RegionSizes(Told):
    odd: list[int]
    even: list[int]


class AnalysedMove(Told):
    """What an analysis that deepens searches just now."""

    move: str
    depth: int
    nodes_a_second: int
    threads: int


class PositionAnalysis(Told):
    values: list[MoveValue]
    """One for each legal move or the pass, best first; empty if the game is over."""
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
    """Whether no better values will follow."""
    now: AnalysedMove | None = None


class LineAsked(PlaceAsked):
    moves: Annotated[list[MoveName], Field(max_length=LONGEST_GAME, default_factory=list)]


class PlayedLine(Told):
    """Moves played from a position with the discs they turn, and the legal moves at the end."""

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
    """The id of the caller's own game, instead of a text."""
    name: PlayerName = UNNAMED
    """The name under which the rival knows the caller."""
    refine: bool = False
    """Whether the socket goes on with deeper searches."""

    @model_validator(mode="after")
    def _one_of_both(self) -> ReviewAsked:
        if (self.text is None) == (self.game is None):
            raise ValueError("a text or a game is needed, and not both")
        return self


class PeersView(Told):
    """What people of a rating play there."""

    rating: int
    played: float
    """The chance of the move that was played."""
    best: float
    """The chance of the best move."""
    loss: float
    """The discs that they lose there on average."""


class JudgedMove(Told):
    ply: int
    side: Side
    move: str
    value: int
    """In discs, for the side that moved."""
    best: str
    best_value: int
    loss: int
    accuracy: float
    """In per cent; every eight discs lost halve it."""
    mark: Mark
    badge: Badge
    certainty: int
    """A rank: of two judgements of a move, the higher is the more certain."""
    peers: PeersView | None
    """Null for passes."""
    line: list[str]
    """The expected line, beginning with the best move."""
    punish: list[str]
    """The expected line after the move played, beginning with that move."""


class SideTotals(Told):
    lost: int
    mean_loss: float | None
    accuracy: float | None


class SideRating(Told):
    """With whom a side is compared."""

    rating: int
    source: Literal["rival", "game", "default"]
    """The rival's estimate, the moves of this game, or neither."""


class ReviewRatings(Told):
    black: SideRating
    white: SideRating


class ReviewTotals(Told):
    black: SideTotals
    white: SideTotals
    ratings: ReviewRatings | None = None
    """With whom both sides are compared; on the socket alone."""


class GameReview(Told):
    moves: list[JudgedMove]
    totals: ReviewTotals


class ReviewProgress(Told):
    judged: JudgedMove
    done: int
    of: int


class RefinementProgress(Told):
    judged: JudgedMove | None
    """A move that is better known now; null if this step found nothing new."""
    done: int
    of: int


# How people play


class PeopleAsked(PlaceAsked):
    rating: Annotated[int, Field(ge=LOWEST, le=HIGHEST)] = NEWCOMER_RATING


class MoveChance(Told):
    move: str
    chance: float


class PeopleHereView(Told):
    """What people of a rating make of a position."""

    rating: int
    chances: list[MoveChance]
    """Likeliest first."""
    by_values: bool
    """Whether no games of people are known on this board."""
    is_extrapolated: bool
    """Whether no tournament player has this rating."""
    keeps: float
    """The chance of a move that keeps the result."""
    loss: float
    """The discs that they lose on average."""
    blunder: float
    """The chance of a move that loses eight discs or more."""


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
    """Whether a reason uses this number."""


class MoveExplanation(Told):
    move: str
    best: str
    loss: int
    reasons: list[ReasonGiven]
    is_deep: bool
    """Whether the move lost discs but no measured difference explains it."""
    compared: list[ComparedNumber]


# Tries and drills


class TriedMove(Told):
    move: str
    accepted: bool
    """Whether it is near the best."""
    value: int
    loss: int
    mark: Mark
    badge: Badge
    best: str
    best_value: int
    near: list[str]
    """All accepted moves, best first."""
    line: list[str]
    """The expected line, beginning with this move."""


class NewDrill(MoveAsked):
    again: bool = False
    """Keeps the drill even if it was removed before."""


class DrillView(Told):
    id: str
    board: str
    text: str
    side: Side
    move: str
    """The move that was a mistake."""
    loss: int
    mark: Mark
    is_kept: bool
    """False if the drill was removed and no longer comes back."""
    due: float
    right: int
    """The number of right answers in a row."""


class DrillList(Told):
    drills: list[DrillView]
    """The drills that are due, or all, the longest waiting first."""
    due: int
    kept: int
    next: float | None
    """The time when the next drill is due."""


class DrillTry(Asked):
    move: MoveName
    day: Day | None = None
    """Today where the caller is, if the answer counts as practice of that day."""


class DrillAnswer(Told):
    tried: TriedMove
    drill: DrillView
    counted: bool
    """Only the first answer of a day counts."""
