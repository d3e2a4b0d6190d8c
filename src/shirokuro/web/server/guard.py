"""Checks every request before the routes (host, origin, size, rate), and adds security headers to answers."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from shirokuro.web.refusal import RefusedError, busy, ending, long_headers, too_many
from shirokuro.web.server.addresses import is_own_page, person_of, read_host
from shirokuro.web.server.caller import AsgiMessage, Caller, Receive, caller, introduce
from shirokuro.web.settings import WebSettings
from shirokuro.words.message import Message

Scope = MutableMapping[str, Any]
Send = Callable[[AsgiMessage], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY_SECONDS = 30.0
"""The time for a whole body to arrive."""
THROTTLE_SECONDS = 0.1
"""The delay of a socket that exceeds its rate."""
MOST_ADDRESSES = 10_000
"""Addresses whose rate is remembered."""
HEALTH = "/healthz"
"""The health check, which has no rate limit; it tries the store at most once a second."""
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = tuple(
    (name.lower().encode(), value.encode())
    for name, value in {
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    }.items()
)

PRIVATE_HEADERS = (*HEADERS, (b"cache-control", b"no-store"))
"""The headers of private answers and of refusals."""


class Guard:
    """ASGI middleware."""

    def __init__(self, app: App, settings: WebSettings) -> None:
        self._app = app
        self._settings = settings
        self._rates = Rates(settings.requests_a_second, settings.burst)
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        # Limits count by address, for IPv6 by network.
        introduce(Caller(person_of(str(scope["client"][0])) if scope.get("client") else ""))
        try:
            self._check(scope)
        except RefusedError as refusal:
            await _refuse(scope, send, refusal)
            return
        if scope["type"] == "websocket":
            await self._converse(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        headers = dict(scope["headers"])
        length = sum(len(name) + len(value) for name, value in scope["headers"])
        if len(scope["headers"]) > self._settings.headers or length > self._settings.header_bytes:
            raise long_headers()
        host = headers.get(b"host", b"").decode("latin-1")
        asked = read_host(host)
        settings = self._settings
        is_known = asked is not None and (
            asked.name in settings.hosts or (settings.has_network and asked.is_address)
        )
        if asked is None or not is_known:
            raise RefusedError(421, "wrong_host", Message("refusals.other_host"))
        origin = headers.get(b"origin")
        if origin is not None and not is_own_page(origin.decode("latin-1"), asked):
            raise RefusedError(403, "wrong_origin", Message("refusals.other_page"))
        if scope["path"] != HEALTH and not self._rates.allow(caller().address):
            raise too_many(Message("refusals.too_many_requests"))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        settings = self._settings
        most = {"/api/wthor": settings.wthor_bytes}.get(scope["path"], settings.body_bytes)
        if settings.is_private and scope["path"] == "/api/library/files":
            most = settings.library_bytes
        body = _Body(receive, most)
        introduce(Caller(caller().address, body.receive))
        is_begun = False
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        is_private = path.startswith("/api/") or path == HEALTH

        async def sending(message: AsgiMessage) -> None:
            nonlocal is_begun
            if body.refusal is not None:  # the answer to an incomplete body
                return
            is_begun = True
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ())]
                has_cache = any(name.lower() == b"cache-control" for name, _ in headers)
                is_hidden = (is_private or message["status"] >= 400) and not has_cache
                message["headers"] = [*headers, *(PRIVATE_HEADERS if is_hidden else HEADERS)]
            await send(message)

        try:
            body.check(dict(scope["headers"]))
            await self._app(scope, body.receive, sending)
        except RefusedError:
            pass  # of the body, answered below
        except asyncio.CancelledError:  # the server shuts down before the answer
            if not is_begun:
                await _refuse(scope, send, ending())
        except Exception:
            if not is_begun:
                await _refuse(scope, send, RefusedError(500, "broken", Message("refusals.internal")))
            raise
        if body.refusal is not None:
            await _refuse(scope, send, body.refusal)

    async def _converse(self, scope: Scope, receive: Receive, send: Send) -> None:
        client, settings = caller().address, self._settings
        try:
            if self._sockets.total() >= settings.sockets:
                raise busy(Message("refusals.all_pages"), 5)
            if self._sockets[client] >= settings.sockets_a_client:
                raise too_many(Message("refusals.your_pages", most=settings.sockets_a_client), 5)
        except RefusedError as refusal:
            await _refuse(scope, send, refusal)
            return
        self._sockets[client] += 1

        async def receiving() -> AsgiMessage:
            message = await receive()
            while message["type"] == "websocket.receive" and not self._rates.allow(client):
                await asyncio.sleep(THROTTLE_SECONDS)
            return message

        try:
            await self._app(scope, receiving, send)
        finally:
            self._sockets[client] -= 1
            if not self._sockets[client]:
                del self._sockets[client]


class _Body:
    """A body with limits on its length and time."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._most = most
        self._read = 0
        self._is_whole = False
        self.refusal: RefusedError | None = None
        """Why the body was not read to its end."""
        self._deadline = time.monotonic() + BODY_SECONDS

    def check(self, headers: dict[bytes, bytes]) -> None:
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length[:20]) > self._most:
            raise self._refused(413, "too_large", Message("refusals.long_body", most=self._most))

    async def receive(self) -> AsgiMessage:
        if self._is_whole:  # the next message is the disconnection
            return await self._receive()
        try:
            left = max(self._deadline - time.monotonic(), 0.001)
            message = await asyncio.wait_for(self._receive(), left)
        except TimeoutError:
            raise self._refused(408, "too_slow", Message("refusals.late_body")) from None
        self._read += len(message.get("body", b""))
        if self._read > self._most:
            raise self._refused(413, "too_large", Message("refusals.long_body", most=self._most))
        self._is_whole = not message.get("more_body", False)
        return message

    def _refused(self, status: int, code: str, text: Message) -> RefusedError:
        self.refusal = RefusedError(status, code, text)
        return self.refusal


class Rates:
    """A token bucket for each address: an average rate and a burst."""

    def __init__(self, a_second: float, burst: int) -> None:
        self._a_second = a_second
        self._burst = burst
        self._left: dict[str, tuple[float, float]] = {}
        """The tokens left for each address and when they were counted, the latest address last."""

    def allow(self, client: str) -> bool:
        now = time.monotonic()
        left, since = self._left.pop(client, (float(self._burst), now))
        left = min(left + (now - since) * self._a_second, self._burst)
        allowed = left >= 1
        self._left[client] = (left - allowed, now)
        if len(self._left) > MOST_ADDRESSES:
            del self._left[next(iter(self._left))]
        return allowed


async def _refuse(scope: Scope, send: Send, refusal: RefusedError) -> None:
    """Answers a request or a socket with a refusal."""
    is_socket = scope["type"] == "websocket"
    if is_socket and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1013, "reason": str(refusal.text)})
        return
    kind = "websocket.http.response" if is_socket else "http.response"
    response = refusal.response()
    headers = [*response.raw_headers, *PRIVATE_HEADERS]
    await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": bytes(response.body)})
