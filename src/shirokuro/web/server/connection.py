"""Connections with limits on their number and on the time and length of headers.

uvicorn itself does not count connections before their first request, waits for slow headers forever and
accepts headers of any length.
"""

from __future__ import annotations

import asyncio
import select
import struct
from functools import partial
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from shirokuro.web.refusal import RefusedError, long_headers
from shirokuro.web.server.connection_limits import ConnectionLimits
from shirokuro.web.server.guard import PRIVATE_HEADERS
from shirokuro.web.settings import WebSettings
from shirokuro.words.message import Message

try:
    import fcntl
    import termios
except ImportError:
    fcntl = None  # type: ignore[assignment]

HEADER_SECONDS = 20.0
"""The time for all headers of a request, from the connection or from their first byte."""
UNREAD_SECONDS = 60.0
"""A client that does not read its answer for so long is disconnected."""
SLICE = 16 * 1024
"""Bytes that are parsed between two checks of the limits."""
MOST_PIPELINED = 20
"""Requests that a client may send ahead of the answers; browsers send one at a time."""


def written(refusal: RefusedError) -> bytes:
    """A refusal as HTTP bytes, for when the application is not involved."""
    response = refusal.response()
    headers = [*response.raw_headers, *PRIVATE_HEADERS, (b"connection", b"close")]
    status = HTTPStatus(refusal.status)
    lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode(), *map(b": ".join, headers), b"", b""]
    return b"\r\n".join(lines) + bytes(response.body)


class CountedSocket(AutoWebSocketsProtocol):  # type: ignore[valid-type, misc]  # one of several
    """A WebSocket that is counted like the connection that it was."""

    limits: ConnectionLimits | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if hasattr(self.conn, "reject"):  # answers invalid handshakes
            self.conn.reject = partial(_rejected, self.conn.reject)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.limits is not None:
            self.limits.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if getattr(self.conn, "handshake_exc", None) is not None and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))  # uvicorn does not send it
            self.transport.close()


def _rejected(reject: Any, status: Any, text: str) -> Any:
    """Gives the answer to a failed handshake the form of all refusals."""
    refusal = RefusedError(int(status), "invalid", Message("refusals.no_websocket"))
    response = reject(status, text)
    response.body = bytes(refusal.response().body)
    del response.headers["Content-Length"], response.headers["Content-Type"]
    for name, value in (*refusal.response().raw_headers, *PRIVATE_HEADERS):
        response.headers[name.decode()] = value.decode()
    return response


_AnyProtocol: Any = object
"""Either of uvicorn's protocols, for the type checker."""


class Prompt(_AnyProtocol):  # type: ignore[misc]
    """Adds the limits to a protocol of uvicorn, with either parser."""

    limits: ConnectionLimits
    app: Any
    ws_protocol_class: Any
    header_seconds = HEADER_SECONDS
    unread_seconds = UNREAD_SECONDS
    header_bytes: int
    _timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None
    _refusal: RefusedError | None = None
    """Why the connection gets no place."""
    _steps = 0
    """The number of complete headers, body parts and ends of requests so far."""
    _unfinished = 0
    """Bytes since the last step."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if self.ws_protocol_class is not None:
            self.ws_protocol_class = CountedSocket
        self._inner, self.app = self.app, self._answer

    # Called by the transport

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._expect_headers()
        self.limits.enter(self, self.client[0] if self.client else "")

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            self._take(data[start : start + SLICE])
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        self._stop_unread_timer()
        self.limits.leave(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stop_unread_timer()
        self._unread_timer = self.loop.call_later(self.unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop_unread_timer()
        super().resume_writing()

    # Called by the parser

    def on_headers_complete(self) -> None:
        self._steps += 1
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._steps += 1
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._steps += 1
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle is None or self.cycle.response_complete:
            self.limits.rest(self)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        """Calls the application, unless the connection was refused."""
        refusal = self._refusal
        if refusal is None:
            await self._inner(scope, receive, send)
            return
        headers = [*refusal.response().raw_headers, *PRIVATE_HEADERS, (b"connection", b"close")]
        await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await send({"type": "http.response.body", "body": bytes(refusal.response().body)})

    def handle_websocket_upgrade(self, *event: Any) -> None:
        refusal = self.limits.work(self)
        if refusal is not None:
            self.refuse(refusal)
            return
        super().handle_websocket_upgrade(*event)
        socket = self.transport.get_protocol()
        if isinstance(socket, CountedSocket):
            socket.limits = self.limits
            self.limits.hand_over(self, socket)

    def send_400_response(self, msg: str) -> None:
        """Answers data that is not valid HTTP."""
        self.refuse(
            long_headers()
            if self._is_too_long()
            else RefusedError(400, "invalid", Message("refusals.no_http"))
        )

    # The end of a connection

    def has_spoken(self) -> bool:
        socket = self.transport.get_extra_info("socket")
        if socket is None or self.transport.is_closing():
            return False
        if fcntl is None:  # Windows; there, the end of a connection counts as a word, too
            return bool(select.select([socket.fileno()], [], [], 0)[0])
        waiting = fcntl.ioctl(socket.fileno(), termios.FIONREAD, b"\0" * 4)
        return bool(struct.unpack("i", waiting)[0])

    def close_idle(self) -> None:
        self.transport.close()

    def refuse(self, refusal: RefusedError) -> None:
        self._cancel()
        self.limits.leave(self)
        if not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete):
            self.transport.write(written(refusal))
        self.transport.close()

    # Headers in time and within bounds

    def _take(self, data: bytes) -> None:
        before, steps = self.cycle, self._steps
        super().data_received(data)
        self._unfinished = 0 if self._steps != steps else self._unfinished + len(data)
        if self.cycle is not before:  # the headers of a request are complete
            self._cancel()
            self._refusal = self.limits.work(self)
        elif self._timer is None and (before is None or before.response_complete):
            self._expect_headers()
        if self._is_too_long() and not self.transport.is_closing():
            self.refuse(long_headers())
        elif len(getattr(self, "pipeline", ())) > MOST_PIPELINED:
            self.transport.close()

    def _is_too_long(self) -> bool:
        if hasattr(self, "conn"):  # h11 has the same limit, but only reports an error
            return len(self.conn.trailing_data[0]) > self.header_bytes
        return self._unfinished > self.header_bytes

    def _expect_headers(self) -> None:
        self._timer = self.loop.call_later(self.header_seconds, self._give_up)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _stop_unread_timer(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None

    def _give_up(self) -> None:
        self._timer = None
        if self.transport.get_protocol() is self:  # a WebSocket has its own limits
            self.transport.close()


class PromptProtocol(Prompt, AutoHTTPProtocol):  # type: ignore[valid-type, misc]  # one of two
    """Closes connections whose headers are late or too long."""


def prompt_protocol(limits: ConnectionLimits, settings: WebSettings) -> type[PromptProtocol]:
    """The protocol class for connections that share these limits."""
    return type(
        "CountedProtocol", (PromptProtocol,), {"limits": limits, "header_bytes": settings.header_bytes}
    )
