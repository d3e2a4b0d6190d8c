"""The JSON values of matches and the laboratory's stores."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from shirokuro.web.openings.values import OpeningLabel
from shirokuro.web.values import Asked, BoardName, Seat, Side, Spec, Told, Words

SLOWEST = 60.0
Pacing = Annotated[float, Field(ge=0, le=SLOWEST)] | None
"""Seconds per move; 0 is as fast as the players can, null while it is paused."""


class NewMatch(Asked):
    board: BoardName = "reversi"
    first: Spec
    second: Spec
    games: Annotated[int, Field(ge=1, le=10_000)] = 1
    """One game is played from the start; several from level openings, each twice with colours swapped."""
    pace: Pacing = 0.0
    seed: Annotated[int, Field(ge=0, lt=2**32)] | None = None


class NewPace(Asked):
    pace: Pacing


class MatchAsked(Asked):
    match: Annotated[str, Field(max_length=64)]


class MatchedGame(Told):
    """A game of a match."""

    number: int
    """Counted from 1."""
    id: str
    first: Side
    """The colour of the match's first player."""
    margin: float | None
    """The first player's discs less the second's; null if the game is in progress or was aborted."""
    black: int
    white: int
    moves: int


class MatchSummary(Told):
    """A match in a list; wins are the first player's."""

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
    """The current state of a match; Elo and margins are the first player's."""

    elo: float | None
    """Null if no game was played or one side has all points: the difference is then unbounded."""
    elo_error: float | None
    elo_interval: tuple[float | None, float | None]
    """The 95 % confidence interval; null is infinite."""
    mean_margin: float
    opening_moves: int
    """The moves of the longest opening, which were chosen before the players took over."""
    games: list[MatchedGame]
    current: str | None
    """The id of the first game in progress."""
    boards: list[str]
    """The ids of all games in progress, of which the socket tells."""
    trouble: str
    """Why the match has stopped, if something went wrong."""
    updated: float


class MatchedOpening(Told):
    """The first player's results in the games that passed through an opening."""

    opening: OpeningLabel | None
    """Null for games without a named opening."""
    games: int
    wins: int
    draws: int
    losses: int
    mean_margin: float


class MatchOpenings(Told):
    openings: list[MatchedOpening]
    """Most played first, games without a named opening last; empty if no game had one."""


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
    """A cell of a study: a set of games."""

    name: str
    player: str
    """The player whose wins are counted."""
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
    """Black's discs less White's."""
    moves: int
    opening: str


class LabGameList(Told):
    games: list[LabGame]
    next: int | None
    """Pass this as `after` to get the next page."""
