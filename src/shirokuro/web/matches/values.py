"""What crosses between server and page about matches and the laboratory's stores."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from shirokuro.web.openings.values import OpeningLabel
from shirokuro.web.values import Asked, BoardName, Seat, Side, Spec, Told, Words

SLOWEST = 60.0
Pacing = Annotated[float, Field(ge=0, le=SLOWEST)] | None
"""Seconds a move, 0 as quickly as the players can; null while it is paused."""


class NewMatch(Asked):
    board: BoardName = "reversi"
    first: Spec
    second: Spec
    games: Annotated[int, Field(ge=1, le=10_000)] = 1
    """One is played from the start; several from level openings, each with both colours."""
    pace: Pacing = 0.0
    seed: Annotated[int, Field(ge=0, lt=2**32)] | None = None


class NewPace(Asked):
    pace: Pacing


class MatchAsked(Asked):
    match: Annotated[str, Field(max_length=64)]


class MatchedGame(Told):
    """A game of a match."""

    number: int
    """From 1."""
    id: str
    first: Side
    """The colour of the match's first player."""
    margin: float | None
    """The first player's discs minus the second's; null while it is played, or if it was broken off."""
    black: int
    white: int
    moves: int


class MatchSummary(Told):
    """A match in a list; the wins are the first player's."""

    id: str
    board: str
    first: Seat
    second: Seat
    state: Literal["going", "done", "cancelled"]
    pace: float | None
    total: int
    played: int
    wins: int
    draws: int
    losses: int
    started: float


class MatchView(MatchSummary):
    """A match as it stands; Elo and margins are the first player's."""

    elo: float | None
    """Null where every game was won or lost, or none was played: the difference has no upper or lower end."""
    elo_error: float | None
    elo_interval: tuple[float | None, float | None]
    """Holds in 95 of 100 cases; null is infinite."""
    mean_margin: float
    opening_moves: int
    """That were chosen before the players took over, in the longest opening."""
    games: list[MatchedGame]
    current: str | None
    """The game that is played now."""
    trouble: str
    """Why it does not go on, if something is wrong."""
    updated: float


class MatchedOpening(Told):
    """The games that passed through an opening, for the first player."""

    opening: OpeningLabel | None
    """Null for games that passed through none with a name."""
    games: int
    wins: int
    draws: int
    losses: int
    mean_margin: float


class MatchOpenings(Told):
    openings: list[MatchedOpening]
    """Most played first, games without a name last; empty where no game has one."""


class MatchList(Told):
    matches: list[MatchSummary]
    more: bool


class LabRun(Told):
    name: str
    title: Words


class LabStore(Told):
    name: str
    games: int
    runs: list[LabRun]


class LabStoreList(Told):
    stores: list[LabStore]


class LabCell(Told):
    """A set of games of a study."""

    name: str
    player: str
    """Whose wins are counted."""
    planned: int
    played: int


class LabCellList(Told):
    title: Words
    question: Words
    cells: list[LabCell]


class LabGame(Told):
    key: str
    board: str
    black: str
    white: str
    margin: float | None
    """Black minus white."""
    moves: int
    opening: str


class LabGameList(Told):
    games: list[LabGame]
    next: int | None
    """What `after` says for those that follow."""
