"""What crosses to the page about experience."""

from __future__ import annotations

from shirokuro.web.values import Told


class ExperienceView(Told):
    """What an engine learned from the games of an owner."""

    name: str
    games: int


class ExperienceList(Told):
    experiences: list[ExperienceView]
