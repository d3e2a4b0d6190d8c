"""Routes of games between two browsers: invitations, offers, links for spectators.

Secrets of links travel in bodies only, never in paths, which servers between may log.
"""

from __future__ import annotations

from fastapi import APIRouter, Response

from shirokuro.web.friends.values import (
    GivenLink,
    InvitationView,
    LinkAsked,
    NewInvitation,
    NewInvitationView,
    SeatAsked,
    SeatsTo,
)
from shirokuro.web.games.routes import answer
from shirokuro.web.state import AskedGame, Owner, Server
from shirokuro.web.values import GameView

router = APIRouter(tags=["friends"])


@router.post("/invitations", status_code=201)
async def invite(server: Server, owner: Owner, asked: NewInvitation) -> NewInvitationView:
    """Creates a game with a free seat, and the secret of the link that leads to it."""
    live, secret = await server.friends.invite(owner, asked)
    return NewInvitationView(secret=secret, game=live.followers.view(live.side_of(owner)))


@router.post("/invitations/look")
async def look(server: Server, owner: Owner, asked: LinkAsked) -> InvitationView:
    """What a link leads to, and whether its seat is free; takes nothing."""
    return await server.friends.look(owner, asked.secret)


@router.post("/invitations/join", response_model=GameView)
async def join(server: Server, owner: Owner, asked: SeatAsked) -> Response:
    """Takes the seat of a link, once; whoever has taken it may use the link again to come back."""
    return await answer(await server.friends.join(owner, asked.secret, asked.name), owner)


@router.post("/spectators", response_model=GameView)
async def watch(server: Server, asked: LinkAsked) -> Response:
    """The game of a link for spectators, who cannot move."""
    return await answer(await server.friends.watched(asked.secret))


@router.post("/mine/seats", status_code=204)
async def move_seats(server: Server, owner: Owner, asked: SeatsTo) -> None:
    """Gives your seats in games between two browsers to another owner, whose token you know."""
    await server.friends.move_seats(owner, await server.owner_with(asked.token))


@router.post("/games/{game}/invitation", status_code=201)
async def new_link(server: Server, owner: Owner, live: AskedGame) -> GivenLink:
    """A new link to the free seat; the one before becomes invalid."""
    return GivenLink(secret=await server.friends.new_link(live, owner))


@router.post("/games/{game}/spectators", status_code=201)
async def new_watch_link(server: Server, owner: Owner, live: AskedGame) -> GivenLink:
    """A new link for spectators; the one that you gave before becomes invalid."""
    return GivenLink(secret=await server.friends.watch_link(live, owner))


@router.post("/games/{game}/draw", response_model=GameView)
async def offer_draw(server: Server, owner: Owner, live: AskedGame) -> Response:
    """Offers a draw, or agrees to one. A move of the other one declines it."""
    await server.friends.offer_draw(live, owner)
    return await answer(live, owner)


@router.delete("/games/{game}/draw", response_model=GameView)
async def decline_draw(server: Server, owner: Owner, live: AskedGame) -> Response:
    """Declines the draw that is offered, or takes one's own offer back."""
    await server.friends.decline_draw(live, owner)
    return await answer(live, owner)


@router.post("/games/{game}/claim", response_model=GameView)
async def claim(server: Server, owner: Owner, live: AskedGame) -> Response:
    """Wins a game without a clock whose other person is to move and has been away for long."""
    await server.friends.claim(live, owner)
    return await answer(live, owner)


@router.post("/games/{game}/rematch", response_model=GameView)
async def rematch(server: Server, owner: Owner, live: AskedGame) -> Response:
    """Offers another game with colours swapped; once both have, `people.next` names it."""
    await server.friends.rematch(live, owner)
    return await answer(live, owner)
