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
    reached: int
    """The number of games that ended as the rival aimed."""
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

    aim: Literal["win", "lose"] | None
    """Null if the rival only held its opponent's level."""
    is_reached: bool
    text: Words
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
    """Null while the game is in progress, so that the aim stays secret."""


class Renamed(Asked):
    name: PlayerName
    to: Annotated[PlayerName, Field(examples=["Aki"])]
