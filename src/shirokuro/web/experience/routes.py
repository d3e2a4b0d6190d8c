"""Lists and deletes what engines learned from the caller's games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from shirokuro.web.experience.values import ExperienceList
from shirokuro.web.state import Owner, Server
from shirokuro.web.values import PlayerName

router = APIRouter(prefix="/experiences", tags=["experiences"])


@router.get("")
async def list_experiences(server: Server, owner: Owner) -> ExperienceList:
    """The experiences of engines that played with `experience=NAME`, by name."""
    return ExperienceList(experiences=await server.experiences.all(owner))


@router.delete("", status_code=204)
async def forget_experience(server: Server, owner: Owner, name: Annotated[PlayerName, Query()]) -> None:
    """Deletes an experience."""
    await server.experiences.forget(owner, name)
