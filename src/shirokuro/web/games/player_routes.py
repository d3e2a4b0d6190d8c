"""Routes of players and new owners."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Response

from shirokuro.web.games.roster import Roster
from shirokuro.web.state import Server
from shirokuro.web.values import DeviceCodeAsked, OwnerToken, PlayerList

router = APIRouter(tags=["players"])


@lru_cache(4)
def _listing(roster: Roster) -> bytes:
    return roster.listing().model_dump_json().encode()


@router.get("/players", response_model=PlayerList)
async def list_players(server: Server) -> Response:
    """The levels, every player with its parameters, and the server's own players."""
    listing = await server.readers.read(lambda: _listing(server.roster))
    return Response(listing, media_type="application/json")


@router.post("/owners", status_code=201)
async def create_owner(server: Server) -> OwnerToken:
    """Creates an owner. Requests send the token as `Authorization: Bearer TOKEN`."""
    return OwnerToken(token=await server.owners.create())


@router.post("/owners/code")
async def redeem_code(server: Server, asked: DeviceCodeAsked) -> OwnerToken:
    """Exchanges a code from `POST /api/mine/code` for the owner's token, once."""
    token = server.codes.redeem(asked.code)
    await server.owner_with(token)  # the owner may have been deleted
    return OwnerToken(token=token)
