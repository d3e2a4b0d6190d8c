"""The JSON values of the rival: its opponent's strength and record, and its report."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from shirokuro.matches.interactive_game import Help
from shirokuro.web.values import Asked, PlayerName, Side, Told, Words

RivalGameState = Literal["playing", "over", "counted", "unfinished", "elsewhere", "read"] | Help
"""Whether a game counts for the rival: `playing`, `counted`, or the reason why it does not count."""


class RivalStrength(Told):
    """The rival's estimate of its opponent."""

    loss: float
    """The mean loss of a move, in discs."""
    error: float
    """Half the width of the 95 % confidence interval."""
    level: int
    """The level of the engine that loses as much."""
    weakest: int
    """The weakest level in the interval."""
    strongest: int
    rating: int
    """Of the people who play most alike, on the scale of docs/people.md."""
    rating_error: int
    """Its standard error."""


class ColourRecord(Told):
    """The results of the games in which the person had one colour, from the person's side."""

    won: int
    drawn: int
    lost: int


class RivalRecord(Told):
    black: ColourRecord
    white: ColourRecord


class RivalMemoryView(Told):
    """What the rival remembers of a person."""

    name: str
    games: int
    strength: RivalStrength | None
    """Null before the first move that counts."""
    record: RivalRecord


class RivalMemoryList(Told):
    rivals: list[RivalMemoryView]


class MoveLoss(Told):
    """What a move lost in the rival's judgement; forced moves are left out."""

    ply: int
    side: Side
    move: str
    loss: float


class RivalReportView(Told):
    """The rival's report after a game."""

    texts: list[Words]
    """What it says of the game, one sentence each."""
    losses: list[MoveLoss]


class RivalGameView(Told):
    """The rival in one game."""

    name: str
    """The name under which it remembers the person."""
    side: Side
    """The colour of the rival."""
    standing: RivalGameState
    strength: RivalStrength | None
    record: RivalRecord
    report: RivalReportView | None
    """Null while the game is in progress."""


class Renamed(Asked):
    name: PlayerName
    to: Annotated[PlayerName, Field(examples=["Aki"])]
