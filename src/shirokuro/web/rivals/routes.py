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
    """The names that the rival remembers, with what it knows of each."""
    return RivalMemoryList(rivals=await server.rivals.all(owner))


@router.post("/rename", status_code=204)
async def rename_memory(server: Server, owner: Owner, asked: Renamed) -> None:
    """Renames a memory; the new name must be free."""
    await server.rivals.rename(owner, asked.name, asked.to)


@router.delete("", status_code=204)
async def forget(server: Server, owner: Owner, name: Annotated[PlayerName, Query()]) -> None:
    """Deletes the memory of a name."""
    await server.rivals.forget(owner, name)
