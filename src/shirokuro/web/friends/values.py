"""The bodies of requests and answers about games between two browsers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from shirokuro.web.values import Asked, BoardName, GameView, LinkSecret, PastedText, Side, Told

FriendName = Annotated[str, Field(max_length=40, pattern=r"^(\S+( \S+)*)?$")]
"""The name that the other one sees; it may be empty."""


class NewInvitation(Asked):
    board: BoardName = "reversi"
    side: Literal["black", "white", "lot"] = "black"
    """Yours; `lot` draws it."""
    clock: Annotated[str, Field(max_length=30, examples=["300+5"])] | None = None
    """It runs once both pages are open, or from the first move."""
    text: PastedText | None = None
    """The position or game to start from."""
    handicap: Annotated[int, Field(ge=0, le=4)] = 0
    name: FriendName = ""


class GivenLink(Told):
    secret: str
    """The secret in the link, of which the server keeps only a digest."""


class NewInvitationView(GivenLink):
    game: GameView


class LinkAsked(Asked):
    secret: LinkSecret


class SeatAsked(LinkAsked):
    name: FriendName = ""


class SeatsTo(Asked):
    token: Annotated[str, Field(max_length=64)]
    """That of the other owner."""


class InvitationView(Told):
    """What a link to a seat leads to."""

    board: str
    side: Side
    """The side of whoever takes the seat."""
    name: str
    """Of the one who invites; empty if they gave none."""
    clock: str | None
    state: Literal["free", "taken", "yours", "own"]
    """`yours`: you have this seat; `own`: you have invited."""
    game: str | None
    """The name of the game, if you play in it."""
