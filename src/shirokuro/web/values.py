"""The bodies of requests and answers, with their bounds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, model_validator

from shirokuro.players.spec import PlayerSpec

LONGEST_TEXT = 20_000
"""Characters of a pasted game or position."""
LONGEST_GAME = 200
"""Plies; no game is longer."""

UNNAMED = "you"
"""The name that a rival remembers by default."""

Side = Literal["black", "white"]
PlayerGroup = Literal["rival", "study", "simple", "engine", "own"]
BoardName = Annotated[str, Field(max_length=20, examples=["reversi", "nip"])]
MoveName = Annotated[str, Field(min_length=2, max_length=4, examples=["f5", "pass"])]
Spec = Annotated[str, Field(min_length=1, max_length=300, examples=["person", "engine:level=4"])]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$", examples=["2026-11-19"])]
PlayerName = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^\S+( \S+)*$")]
"""The name by which a rival remembers a person."""
LinkSecret = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]
"""The secret in a link to a game."""
PastedText = Annotated[str, Field(max_length=LONGEST_TEXT, examples=["f5d6c3"])]


class Asked(BaseModel):
    """The base of requests; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _check_fields(cls, fields: Any) -> Any:
        """Refuses at the first unknown field; naming thousands of them would take seconds."""
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
    """A code for programs."""
    text: str
    """A sentence for people."""
    words: Words
    """The sentence by language."""


class ErrorBody(Told):
    error: Complaint


# Owners


class OwnerToken(Told):
    token: str
    """The secret that gives access to the owner's data."""


class DeviceCode(Told):
    """A one-time code that makes a second device the same owner."""

    code: str
    seconds: float
    """How long it is valid."""


class DeviceCodeAsked(Asked):
    code: Annotated[str, Field(min_length=10, max_length=40, examples=["K7QRM-2XV9D"])]
    """Case, spaces and hyphens do not matter."""


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
    """The neighbours by `up`, `down`, `left`, `right`, `clockwise` and `anticlockwise`, where they exist."""


class DrawnLabel(Told):
    text: str
    x: float
    y: float


class Discs(Told):
    black: list[str]
    white: list[str]


class SolvedStart(Told):
    """The result of perfect play from the start of a board."""

    winner: Side | None
    """None for a draw."""
    margin: int | None
    """The winner's margin in discs; None if only the winner is known."""


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
    """Known from a proof of the server or the package's book; otherwise None."""


class BoardList(Told):
    boards: list[DrawnBoard]


# Players


class LevelChoice(Told):
    level: int
    spec: str
    name: Words
    rating: int | None
    """That of the people it plays like; None for those that search."""
    seconds: float | None
    """About so many for a move, where one notices."""


class ParameterChoice(Told):
    name: str
    kind: Literal["whole", "number", "truth", "choice"]
    default: bool | int | float | str
    least: float | None
    most: float | None
    choices: list[str]
    about: Words
    is_technical: bool
    """Whether it concerns the machine and not how the player plays."""


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
    """The groups that have players, in the order to show them."""
    players: list[PlayerChoice]


# Games


class SeatsAsked(Asked):
    black: Spec
    white: Spec


class NewGame(Asked):
    board: BoardName = "reversi"
    seats: SeatsAsked
    clock: Annotated[str, Field(max_length=30, examples=["300+5"])] | None = None
    """Seconds per side for the game, and the increment per move."""
    text: PastedText | None = None
    """The position or game to start from."""
    handicap: Annotated[int, Field(ge=0, le=4)] = 0
    """Corners that black has at the start."""
    handicap_discs: Annotated[float, Field(ge=0, le=64)] = 0
    """Discs added to black's count at the end."""
    seed: Annotated[int, Field(ge=0, lt=2**32)] | None = None
    name: PlayerName = UNNAMED
    """The name by which a rival remembers the person."""


class NewMove(Asked):
    move: MoveName
    ply: Annotated[int, Field(ge=0, le=LONGEST_GAME)]
    """The number of moves made when this one was chosen."""


class Rematch(Asked):
    swap: bool = True
    """Whether the players swap colours."""
    name: PlayerName | None = None
    """The name by which a rival remembers the person; by default that of the previous game."""


class FollowAsked(Asked):
    game: Annotated[str, Field(max_length=64)] = ""
    secret: LinkSecret = ""
    """That of a link for spectators, instead of the name of a game of yours."""


class Seat(Told):
    kind: Literal["person", "player", "friend"]
    """`friend` is a person at another browser."""
    spec: str
    """The player's specification; empty if only a name is known."""
    name: Words
    about: Words

    player: str
    """The name in the specification."""
    parameters: dict[str, str | None]
    """The parameters in the specification, with their values as text."""

    @classmethod
    def of(cls, kind: Literal["person", "player", "friend"], spec: str, name: Words, about: Words) -> Seat:
        try:
            read = PlayerSpec.parse(spec)
        except ValueError:  # an imported game may name its players by any text
            read = PlayerSpec(spec)
        return cls(
            kind=kind, spec=spec, name=name, about=about, player=read.name, parameters=dict(read.words)
        )


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
    """The turned squares of each line, outward from the move."""
    value: float | None
    """The player's own value of the move, for the side that moved."""
    seconds: float | None


class LegalMove(Told):
    move: str
    flips: list[list[str]]


EndedBy = Literal["discs", "resigned", "clock", "left", "agreed", "fault"]


class GameEnding(Told):
    winner: Side | None
    black: int
    white: int
    margin: float
    """Black minus white; the empties go to the winner."""
    handicap_discs: float
    """Discs of the margin that black was given."""
    by: EndedBy
    """`fault` is for a player that failed or made an illegal move."""
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
    """The number of plies up to the last named position."""
    family: Words | None
    """The opening of which this one is a variation, such as Tiger, if it has another name."""


class PersonView(Told):
    """Somebody at one of two browsers."""

    name: str
    """Empty if they gave none."""
    is_here: bool
    """Whether their page is connected."""
    offers: bool
    """Whether they offer a draw, or after the game another one."""


class PeopleView(Told):
    """Two people who play each other from two browsers, for one of them or for a spectator."""

    you: Side | None
    """None for a spectator."""
    black: PersonView | None
    """None while nobody has taken the seat."""
    white: PersonView | None
    claim: float | None
    """The seconds until you may claim the win, since the other one is away; None if you cannot."""
    next: str | None
    """The game that follows this one."""


class GameView(Told):
    """The state of a game, with everything needed to show any earlier position."""

    id: str | None
    """None for a game from a text, which is not stored."""
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
    people: PeopleView | None
    """For a game between two browsers; its seats and `waits` are as you see them."""
    revision: int
    """Grows with every change of the game, undo included; the answer with the higher one is newer."""
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
    """The current position as a line."""
    result: str
    """For example `40-24` or `white resigned`; empty for an unfinished game."""
    winner: Side | Literal["nobody", ""]
    """Empty for an unfinished game."""
    started: float
    updated: float
    opening: Words | None


class GameList(Told):
    games: list[GameSummary]
    more: bool
    found: int
    """The number of games that match, on all pages."""


# Values of moves


class Badge(Told):
    """How certain a value is."""

    kind: Literal["exact", "wld", "selective", "depth", "bound", "book", "solved"]
    """`solved` means proven without a search: by a proof or by the exact values of a book."""
    depth: int | None = None
    confidence: int | None = None


class MoveValue(Told):
    move: str
    value: float
    """In discs, for the side to move."""
    is_most: bool
    """Whether the value is only an upper bound."""
    badge: Badge
    certainty: int
    """A rank: of two values of a move, the higher is the more certain."""
    line: list[str]
    """The expected line, starting with this move."""


class MoveValuesView(Told):
    values: list[MoveValue]
