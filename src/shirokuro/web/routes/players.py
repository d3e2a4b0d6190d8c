"""Who can play, and who owns what."""

from __future__ import annotations

from fastapi import APIRouter

from shirokuro.web.state import Client, Server
from shirokuro.web.values import DeviceCodeAsked, OwnerToken, PlayerList

router = APIRouter(tags=["players"])


@router.get("/players")
async def list_players(server: Server) -> PlayerList:
    """The levels, every player with its parameters, and the own players that the server was started with."""
    return server.roster.listing()


@router.post("/owners", status_code=201)
async def create_owner(server: Server, client: Client) -> OwnerToken:
    """A new owner: all of one's own is asked for with its token, as `Authorization: Bearer TOKEN`."""
    return OwnerToken(token=await server.owners.create(client))


@router.post("/owners/code")
async def redeem_code(server: Server, client: Client, asked: DeviceCodeAsked) -> OwnerToken:
    """The token of the owner who got a code from `POST /api/mine/code`; a code is worth this once."""
    token = server.codes.redeem(asked.code, client)
    await server.owner_with(token)  # they may have been deleted meanwhile
    return OwnerToken(token=token)
