"""The socket: a page follows its games, and gets what is new without asking."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from shirokuro.web.live_game import LiveGame
from shirokuro.web.refusal import RefusedError
from shirokuro.web.state import ServerState, state_of

router = APIRouter(tags=["live"])
HELLO_SECONDS = 20.0
MOST_REQUESTS = 50
"""That one socket may have open."""
POLICY_VIOLATION = 1008
TRY_AGAIN_LATER = 1013


class Outbox:
    """What waits to be sent. News of a request replaces older news, so a slow page holds no memory."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, int], str] = {}
        self._filled = asyncio.Event()

    def put(self, kind: str, number: int, body: str) -> None:
        """`body` is JSON; what is put for a request before it was sent is replaced by its successor."""
        self._waiting.pop((kind, number), None)
        self._waiting[kind, number] = body
        self._filled.set()

    async def next(self) -> str:
        while not self._waiting:
            self._filled.clear()
            await self._filled.wait()
        key = next(iter(self._waiting))
        kind, number = key
        body = self._waiting.pop(key)
        if kind == "game":
            return f'{{"type":"game","id":{number},"game":{body}}}'
        return f'{{"type":{json.dumps(kind)},"id":{number},{body[1:]}'


class Conversation:
    """One socket, from its hello to its end."""

    def __init__(self, server: ServerState, owner: str) -> None:
        self._server = server
        self._owner = owner
        self.outbox = Outbox()
        self._open: dict[int, Callable[[], None]] = {}
        """How each request is ended, by its number."""

    async def hear(self, message: dict[str, Any]) -> None:
        """One request; whatever is wrong with it is answered."""
        number = message.get("id", 0)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 2**53:
            number = 0
        try:
            await self._obey(str(message.get("type")), number, message)
        except RefusedError as refusal:
            self.refuse(number, refusal)

    def refuse(self, number: int, refusal: RefusedError) -> None:
        self.outbox.put("error", number, refusal.body.model_dump_json())

    def close(self) -> None:
        for end in self._open.values():
            end()
        self._open.clear()

    async def _obey(self, kind: str, number: int, message: dict[str, Any]) -> None:
        self._end(number)
        match kind:
            case "follow":
                self._begin(number, await self._follow(number, str(message.get("game"))))
            case "cancel":
                pass
            case _:
                raise RefusedError(
                    400, "unknown_type", f"no request {kind[:20]!r}: there are follow and cancel"
                )

    def _begin(self, number: int, end: Callable[[], None]) -> None:
        if len(self._open) >= MOST_REQUESTS:
            self._end(next(iter(self._open)))
        self._open[number] = end

    def _end(self, number: int) -> None:
        if number in self._open:
            self._open.pop(number)()

    async def _follow(self, number: int, key: str) -> Callable[[], None]:
        live: LiveGame = await self._server.games.find(self._owner, key)

        def tell(kind: str, body: str) -> None:
            self.outbox.put(kind, number, body)

        live.followers.add(tell)
        live.touch()
        tell("game", live.view().model_dump_json())
        return lambda: live.followers.discard(tell)


@router.websocket("/live")
async def live(socket: WebSocket) -> None:
    """First `{"type": "hello", "token": …}`, then requests; docs/web.md lists them."""
    server = state_of(socket)
    await socket.accept()
    try:
        owner = await asyncio.wait_for(_hello(server, socket), HELLO_SECONDS)
    except (TimeoutError, RefusedError, WebSocketDisconnect):
        await _close(socket, POLICY_VIOLATION, "the first message is a hello with the token of an owner")
        return
    conversation = Conversation(server, owner)
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
    return await server.owners.find(str(message.get("token", "")))


async def _receive(socket: WebSocket) -> dict[str, Any] | None:
    """A message, or None if it is not one."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    try:
        message = json.loads(event.get("text") or "")
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


async def _send(socket: WebSocket, outbox: Outbox) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the page went away
        while True:
            await socket.send_text(await outbox.next())


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it did so first
        await socket.close(code, reason)
