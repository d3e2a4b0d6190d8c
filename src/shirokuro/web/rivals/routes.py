"""Routes of the rival's memory: list, rename, delete."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from shirokuro.web.rivals.values import Renamed, RivalMemoryList
from shirokuro.web.state import Owner, Server
from shirokuro.web.values import PlayerName

router = APIRouter(prefix="/rivals", tags=["rivals"])


@router.get("")
async def list_memories(server: Server, owner: Owner) -> RivalMemoryList:
    """What the rival remembers, by the names under which one has played it."""
    return RivalMemoryList(rivals=await server.rivals.all(owner))


@router.post("/rename", status_code=204)
async def rename_memory(server: Server, owner: Owner, asked: Renamed) -> None:
    """All that is remembered of a name becomes that of another, of which nothing is known."""
    await server.rivals.rename(owner, asked.name, asked.to)


@router.delete("", status_code=204)
async def forget(server: Server, owner: Owner, name: Annotated[PlayerName, Query()]) -> None:
    """Deletes what is remembered of a name."""
    await server.rivals.forget(owner, name)
