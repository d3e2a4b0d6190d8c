"""What crosses between server and page: the bodies of requests and answers, with their bounds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, model_validator

from shirokuro.players.spec import PlayerSpec

LONGEST_TEXT = 20_000
"""Characters of a pasted game or position."""
LONGEST_GAME = 200
"""Plies; no game has so many."""

UNNAMED = "you"
"""Whom a rival remembers if nobody says a name."""

Side = Literal["black", "white"]
PlayerGroup = Literal["rival", "study", "simple", "engine", "own"]
BoardName = Annotated[str, Field(max_length=20, examples=["reversi", "nip"])]
MoveName = Annotated[str, Field(min_length=2, max_length=4, examples=["f5", "pass"])]
Spec = Annotated[str, Field(min_length=1, max_length=300, examples=["person", "engine:level=4"])]
PlayerName = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^\S+( \S+)*$")]
"""By which a rival remembers somebody."""
PastedText = Annotated[str, Field(max_length=LONGEST_TEXT, examples=["f5d6c3"])]


class Asked(BaseModel):
    """The base of requests: what is not known is refused."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _check_fields(cls, fields: Any) -> Any:
        """Refuses at the first field too many; to name thousands of them would take seconds."""
        if isinstance(fields, dict) and len(fields) > len(cls.model_fields):
            unknown = next(name for name in fields if name not in cls.model_fields)
            raise ValueError(f"no field {str(unknown)[:40]!r}")
        return fields


class Told(BaseModel):
    """The base of answers."""

    model_config = ConfigDict(extra="forbid")


class Words(RootModel[dict[str, str]]):
    """A text by language."""


# Errors


class Complaint(Told):
    code: str
    """A word for programs."""
    text: str
    """A sentence for people."""
    words: Words
    """The same by language."""


class ErrorBody(Told):
    error: Complaint


# Owners


class OwnerToken(Told):
    token: str
    """The secret that all of one's own is asked for with."""


class DeviceCode(Told):
    """A code that makes whoever types it on a second device the same owner, once."""

    code: str
    seconds: float
    """How long it is valid."""


class DeviceCodeAsked(Asked):
    code: Annotated[str, Field(min_length=10, max_length=40, examples=["K7QRM-2XV9D"])]
    """As it was given; small letters, spaces and hyphens do not matter."""


class HealthView(Told):
    status: Literal["ok"]
    version: str


# Boards


class DrawnCell(Told):
    name: str
    path: str
    """An SVG path."""
    x: float
    y: float
    row: int
    column: int
    is_rim: bool
    near: dict[str, str]
    """Cells by `up`, `down`, `left`, `right`, `clockwise`, `anticlockwise`, where there are any."""


class DrawnLabel(Told):
    text: str
    x: float
    y: float


class Discs(Told):
    black: list[str]
    white: list[str]


class SolvedStart(Told):
    """How a board ends if both sides play perfectly from its start."""

    winner: Side | None
    """None where it is a draw."""
    margin: int | None
    """The winner's, in discs; None where only who wins is known."""


class DrawnBoard(Told):
    """A board and how to draw it; one unit is one cell."""

    name: str
    is_round: bool
    is_loop: bool
    width: int
    view: tuple[float, float, float, float]
    disc: float
    cells: list[DrawnCell]
    labels: list[DrawnLabel]
    stars: list[tuple[float, float]]
    start: Discs
    solved: SolvedStart | None
    """By a proof among the server's data, or by the package's book; None where it is not."""


class BoardList(Told):
    boards: list[DrawnBoard]


# Players


class LevelChoice(Told):
    level: int
    spec: str
    name: Words


class ParameterChoice(Told):
    name: str
    kind: Literal["whole", "number", "truth", "choice"]
    default: bool | int | float | str
    least: float | None
    most: float | None
    choices: list[str]
    about: Words
    is_technical: bool
    """Whether it is about the machine and not about how the player plays."""


class PlayerChoice(Told):
    name: str
    group: PlayerGroup
    about: Words
    origin: str
    boards: list[str]
    parameters: list[ParameterChoice]


class PlayerList(Told):
    levels: list[LevelChoice]
    groups: list[PlayerGroup]
    """Those that have players, in the order in which to offer them."""
    players: list[PlayerChoice]


# Games


class SeatsAsked(Asked):
    black: Spec
    white: Spec


class NewGame(Asked):
    board: BoardName = "reversi"
    seats: SeatsAsked
    clock: Annotated[str, Field(max_length=30, examples=["300+5"])] | None = None
    """Seconds a side for the game, and how many come back after each move."""
    text: PastedText | None = None
    """Any position or game to go on from."""
    seed: Annotated[int, Field(ge=0, lt=2**32)] | None = None
    name: PlayerName = UNNAMED
    """By which a rival remembers the person."""


class NewMove(Asked):
    move: MoveName
    ply: Annotated[int, Field(ge=0, le=LONGEST_GAME)]
    """How many moves were made when this one was chosen."""


class Rematch(Asked):
    swap: bool = True
    """Whether the players change colours."""
    name: PlayerName | None = None
    """By which a rival remembers the person; the same as before unless told."""


class FollowAsked(Asked):
    game: Annotated[str, Field(max_length=64)]


class Seat(Told):
    kind: Literal["person", "player"]
    spec: str
    """The one text for a player; empty where only a name is known."""
    name: Words
    about: Words

    player: str
    """The name in the specification."""
    parameters: dict[str, str | None]
    """The parameters in the specification, with their values as it writes them."""

    @classmethod
    def of(cls, kind: Literal["person", "player"], spec: str, name: Words, about: Words) -> Seat:
        read = _read_spec(spec)
        return cls(
            kind=kind, spec=spec, name=name, about=about, player=read.name, parameters=dict(read.words)
        )


def _read_spec(text: str) -> PlayerSpec:
    """An imported game may name its players by any text."""
    try:
        return PlayerSpec.parse(text)
    except ValueError:
        return PlayerSpec(text)


class Seats(Told):
    black: Seat
    white: Seat


class StartPosition(Told):
    black: list[str]
    white: list[str]
    turn: Side


class MadeMove(Told):
    ply: int
    """Counted from 1, passes included."""
    side: Side
    move: str
    flips: list[list[str]]
    """The discs that turn, line by line, each outward from the move."""
    value: float | None
    """What its player thought of it, for the side that moved."""
    seconds: float | None


class LegalMove(Told):
    move: str
    flips: list[list[str]]


EndedBy = Literal["discs", "resigned", "clock", "fault"]


class GameEnding(Told):
    winner: Side | None
    black: int
    white: int
    margin: int
    """Black minus white; the empties go to the winner."""
    by: EndedBy
    """A player that makes a mistake, as an illegal move, has lost by a fault."""
    text: Words


class Thinking(Told):
    side: Side
    seconds: float
    depth: int | None = None
    nodes: int | None = None
    value: float | None = None
    move: str | None = None


class ClockTimes(Told):
    black: float
    white: float
    running: Side | None


class OpeningName(Told):
    en: str
    ja: str
    known: int
    """Plies of the game that are in the list of openings."""
    family: Words | None
    """What the game was called before, if that is another name: Tiger, of which it is a variation."""


class GameView(Told):
    """A game as it stands, with all that is needed to show any earlier place in it."""

    id: str | None
    """None for a game that was read from a text and is not stored."""
    board: str
    seats: Seats
    start: StartPosition
    moves: list[MadeMove]
    ply: int
    turn: Side
    black: list[str]
    white: list[str]
    legal: list[LegalMove]
    is_over: bool
    result: GameEnding | None
    waits: bool
    """Whether a person is to move."""
    thinking: Thinking | None
    clock: ClockTimes | None
    can_undo: bool
    can_redo: bool
    opening: OpeningName | None
    revision: int
    """Grows with every change of the game, undo included: of two answers the greater is the newer."""
    started: float
    """Seconds since 1970, like `updated`."""
    updated: float


class GameSummary(Told):
    id: str
    board: str
    black: Seat
    white: Seat
    moves: int
    line: str
    """Where the game stands, as a position line."""
    result: str
    """As `40-24`, `white resigned`; empty while it goes on."""
    winner: Side | Literal["nobody", ""]
    """Empty while it goes on."""
    started: float
    updated: float
    opening: Words | None


class GameList(Told):
    games: list[GameSummary]
    more: bool
    found: int
    """How many games there are that were asked for, on this page and on others."""


# Values of moves


class Badge(Told):
    """How far a value can be trusted."""

    kind: Literal["exact", "wld", "selective", "depth", "bound", "book", "solved"]
    """`solved` is proven, without a search: by a proof, or by the exact values of a book."""
    depth: int | None = None
    confidence: int | None = None


class MoveValue(Told):
    move: str
    value: float
    """In discs, for the side to move."""
    is_most: bool
    """Whether it is only the most that the move can be worth."""
    badge: Badge
    certainty: int
    """The rank of the value: of two values of a move, the one that ranks higher is the better known."""
    line: list[str]
    """The moves that are expected, this one first."""


class MoveValuesView(Told):
    values: list[MoveValue]
