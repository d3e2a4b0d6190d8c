"""The socket, on which the server pushes changes to a page."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from shirokuro.web.matches.routes import follow_match
from shirokuro.web.owners.blocked import BLOCKED, Gone
from shirokuro.web.refusal import RefusedError
from shirokuro.web.review.analysis_routes import analyse_live
from shirokuro.web.review.routes import review_live
from shirokuro.web.server.conversation import Conversation, Handler, Outbox, Unfollow, read
from shirokuro.web.state import ServerState, state_of
from shirokuro.web.values import FollowAsked

router = APIRouter(tags=["live"])
HELLO_SECONDS = 20.0
POLICY_VIOLATION = 1008


async def follow(conversation: Conversation, number: int, message: dict[str, Any]) -> Unfollow:
    """Sends the game now and after every change, and what a player thinks."""
    asked = read(FollowAsked, message)
    server, owner = conversation.server, conversation.owner
    if asked.secret:  # of a link for spectators, who see it as nobody's
        live, owner = await server.friends.watched(asked.secret), ""
    else:
        live = await server.games.find(owner, asked.game)
    side = live.side_of(owner)

    def hear(kind: str, body: str) -> None:
        conversation.outbox.put(kind, number, body)

    live.followers.add(hear, side)
    server.friends.note_arrival(live)
    live.touch()
    hear("game", await live.told(owner))
    return lambda: live.followers.discard(hear)


HANDLERS: dict[str, Handler] = {
    "follow": follow,
    "analyse": analyse_live,
    "review": review_live,
    "match": follow_match,
}
"""Every kind of request that the socket takes."""


@router.websocket("/live")
async def live(socket: WebSocket) -> None:
    """The first message is `{"type": "hello", "token": …}`; docs/web.md lists the requests."""
    server = await state_of(socket)
    await socket.accept()
    try:
        owner = await asyncio.wait_for(_hello(server, socket), HELLO_SECONDS)
    except (TimeoutError, RefusedError, WebSocketDisconnect) as error:
        is_blocked = isinstance(error, RefusedError) and error.code == "blocked"
        reason = "the first message is a hello with the token of an owner"
        await _close(socket, BLOCKED if is_blocked else POLICY_VIOLATION, reason)
        return
    with server.owners.connected(owner), server.blocked.watched(owner) as gone:
        leaving = asyncio.create_task(_leave(socket, gone))
        await _converse(socket, Conversation(server, owner, HANDLERS))
        leaving.cancel()


async def _converse(socket: WebSocket, conversation: Conversation) -> None:
    """Handles messages until the page disconnects."""
    sender = asyncio.create_task(_send(socket, conversation.outbox))
    try:
        while True:
            message = await _receive(socket)
            if message is None:
                conversation.refuse(0, RefusedError(400, "invalid", "a message is a JSON object"))
            else:
                await conversation.hear(message)
    except WebSocketDisconnect:
        pass
    finally:
        conversation.close()
        sender.cancel()


async def _hello(server: ServerState, socket: WebSocket) -> str:
    message = await _receive(socket) or {}
    if message.get("type") != "hello":
        raise RefusedError(400, "no_hello", "the first message is a hello")
    return await server.owner_with(str(message.get("token", "")))


async def _receive(socket: WebSocket) -> dict[str, Any] | None:
    """The next message; None if it is not a JSON object."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    try:
        message = json.loads(event.get("text") or "")
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


async def _send(socket: WebSocket, outbox: Outbox) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the page disconnected
        while True:
            await socket.send_text(await outbox.next())


async def _leave(socket: WebSocket, gone: Gone) -> None:
    """Closes the socket when the administrator has ordered it."""
    await _close(socket, await gone, "whoever runs this server has ended this")


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the page closed it first
        await socket.close(code, reason)
