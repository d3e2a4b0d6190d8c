"""One socket between a page and the server: numbered requests and outgoing messages.

Each kind of request is a function listed in `server/live.py`. It gets the conversation, the number that the
answers repeat and the message, and returns a function that ends the request.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from shirokuro.web.refusal import RefusedError
from shirokuro.web.state import ServerState

M = TypeVar("M", bound=BaseModel)
Unfollow = Callable[[], object]
Handler = Callable[["Conversation", int, dict[str, Any]], Awaitable[Unfollow]]
MOST_REQUESTS = 50
"""Open requests of one socket; a new one beyond that ends the oldest."""
MOST_WAITING = 2000
"""Unsent messages to a slow page."""


class Outbox:
    """Messages to be sent. A newer message of a request replaces an older one, which bounds the memory."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, int, str, int], str] = {}
        self._numbers = count(1)
        self._filled = asyncio.Event()

    def put(self, kind: str, number: int, body: str, about: str = "", *, replaces: bool = True) -> None:
        """Adds a message; `body` is a JSON object. One about the same is replaced if `replaces`."""
        key = (kind, number, about, 0 if replaces else next(self._numbers))
        self._waiting.pop(key, None)
        if len(self._waiting) < MOST_WAITING:
            self._waiting[key] = body
        self._filled.set()

    def forget(self, number: int) -> None:
        """Drops the messages of a request that has ended."""
        for key in [key for key in self._waiting if key[1] == number]:
            del self._waiting[key]

    async def next(self) -> str:
        while not self._waiting:
            self._filled.clear()
            await self._filled.wait()
        kind, number, *_ = key = next(iter(self._waiting))
        body = self._waiting.pop(key)
        if kind == "game":
            return f'{{"type":"game","id":{number},"game":{body}}}'
        head = f'{{"type":{json.dumps(kind)},"id":{number}'
        return f"{head}}}" if body == "{}" else f"{head},{body[1:]}"


class Conversation:
    """One socket after its hello."""

    def __init__(self, server: ServerState, owner: str, handlers: Mapping[str, Handler]) -> None:
        self.server = server
        self.owner = owner
        self.outbox = Outbox()
        self._handlers = handlers
        self._loop = asyncio.get_running_loop()
        self._open: dict[int, tuple[str, Unfollow]] = {}
        """The kind of each open request and the function that ends it, by number."""

    async def hear(self, message: dict[str, Any]) -> None:
        """Handles a request; errors are answered. It ends an earlier request with the same number."""
        number = message.get("id", 0)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 2**53:
            number = 0
        self._end(number)
        try:
            await self.server.owners.check(self.owner)
            await self._obey(str(message.get("type")), number, message)
        except RefusedError as refusal:
            self.refuse(number, refusal)

    def refuse(self, number: int, refusal: RefusedError) -> None:
        self.outbox.put("error", number, refusal.body.model_dump_json())

    def tell(self, kind: str, number: int, body: str, *, replaces: bool = True) -> None:
        """Sends an answer unless the request has ended. Any thread may call this."""

        def put() -> None:
            if number in self._open:
                self.outbox.put(kind, number, body, replaces=replaces)

        self._loop.call_soon_threadsafe(put)

    def work(self, number: int, answer: Callable[[], Awaitable[None]]) -> Unfollow:
        """Answers a request in a task of its own; returns the function that ends it. Refusals are sent."""

        async def run() -> None:
            try:
                await answer()
            except RefusedError as refusal:
                self.refuse(number, refusal)

        task = self._loop.create_task(run())
        return task.cancel

    def close(self) -> None:
        for _, end in self._open.values():
            end()
        self._open.clear()

    def end_others(self, kind: str, number: int) -> None:
        """Ends other requests of a kind of which a page needs only the latest."""
        for other in [other for other, (each, _) in self._open.items() if each == kind and other != number]:
            self._end(other)

    async def _obey(self, kind: str, number: int, message: dict[str, Any]) -> None:
        if kind == "cancel":
            return
        if kind not in self._handlers:
            known = ", ".join((*self._handlers, "cancel"))
            raise RefusedError(400, "unknown_type", f"no request {kind[:20]!r}: there are {known}")
        if len(self._open) >= MOST_REQUESTS:
            self._end(next(iter(self._open)))
        self._open[number] = kind, lambda: None  # the handler may answer before it returns
        try:
            self._open[number] = kind, await self._handlers[kind](self, number, message)
        except RefusedError:
            del self._open[number]
            raise

    def _end(self, number: int) -> None:
        if number in self._open:
            _, end = self._open.pop(number)
            end()
            self.outbox.forget(number)


def read(kind: type[M], message: dict[str, Any]) -> M:
    """Validates the fields of a message, without type and number, like the body of a request."""
    fields = {name: value for name, value in message.items() if name not in ("type", "id")}
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise RefusedError(422, "malformed", f"{place}: {first['msg']}") from None
