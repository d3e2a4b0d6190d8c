"""What crosses to the page about the rival: its opponent's strength and record, and its report."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from shirokuro.matches.interactive_game import Help
from shirokuro.web.values import Asked, PlayerName, Side, Told, Words

RivalGameState = Literal["playing", "over", "counted", "unfinished", "elsewhere", "read"] | Help
"""Whether a game counts for the rival: when it is over it is `counted`, unless the person was helped, it was
not played to its end, it began elsewhere than at the start of a board, or a file brought it."""


class RivalStrength(Told):
    """What the rival takes its opponent for."""

    loss: float
    """Discs that a move loses on the average."""
    error: float
    """Half the interval of 95 %."""
    level: int
    """Of the engine, that plays alike."""
    weakest: int
    """The weakest level within the interval."""
    strongest: int
    rating: int
    """Of the people who play most alike, on the scale of docs/people.md."""
    rating_error: int
    """Its standard error."""


class ColourRecord(Told):
    """How the games ended in which the person had one colour; all numbers are the person's."""

    won: int
    drawn: int
    lost: int


class RivalRecord(Told):
    black: ColourRecord
    white: ColourRecord


class RivalMemoryView(Told):
    """What the rival remembers of somebody."""

    name: str
    games: int
    strength: RivalStrength | None
    """None before the first move that counts."""
    record: RivalRecord


class RivalMemoryList(Told):
    rivals: list[RivalMemoryView]


class MoveLoss(Told):
    """What a move lost, as the rival judges it; moves without a choice are left out."""

    ply: int
    side: Side
    move: str
    loss: float


class RivalReportView(Told):
    """What the rival tells when a game is over."""

    texts: list[Words]
    """What it says of the game, one sentence each."""
    losses: list[MoveLoss]


class RivalGameView(Told):
    """The rival in one game."""

    name: str
    """By which it remembers the person."""
    side: Side
    """The rival's."""
    standing: RivalGameState
    strength: RivalStrength | None
    record: RivalRecord
    report: RivalReportView | None
    """None while the game goes on: it tells afterwards."""


class Renamed(Asked):
    name: PlayerName
    to: Annotated[PlayerName, Field(examples=["Aki"])]
