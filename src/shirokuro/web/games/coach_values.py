"""The JSON values of the coach."""

from __future__ import annotations

from typing import Literal

from shirokuro.web.values import UNNAMED, Asked, PlayerName, Told


class CoachAsked(Asked):
    name: PlayerName = UNNAMED
    """By which the rival remembers the person, and so their rating."""


class MoveAdvice(Told):
    move: str
    loss: int
    advice: Literal["ask", "praise"]
    """Whether to ask before it is made, or to praise it afterwards."""


class CoachView(Told):
    ply: int
    rating: int
    """For which the advice is meant."""
    moves: list[MoveAdvice]
    """Only those of which there is something to say."""
