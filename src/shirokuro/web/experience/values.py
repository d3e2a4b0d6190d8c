"""The JSON values of experience."""

from __future__ import annotations

from shirokuro.web.values import Told


class ExperienceView(Told):
    """What an engine learned from an owner's games."""

    name: str
    games: int


class ExperienceList(Told):
    experiences: list[ExperienceView]
