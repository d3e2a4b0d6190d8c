"""Connections that are counted, and whose requests must begin in time and with headers of a bounded length.

uvicorn itself counts none before its request has come, waits for slow headers without end and takes as many
bytes of them as anybody sends.
"""

from __future__ import annotations

import asyncio
import fcntl
import struct
import termios
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

HEADER_SECONDS = 20.0
"""In which all headers of a request must have come, from the connection or from their first byte on."""
UNREAD_SECONDS = 60.0
"""After which a connection is ended whose client does not read what it asked for."""
SLICE = 16 * 1024
"""Bytes that are read before the bounds are looked at again."""
MOST_PIPELINED = 20
"""Requests that may come before the first of them is answered; browsers send one at a time."""


def written(refusal: RefusedError) -> bytes:
    """A refusal as bytes of HTTP, for where no application is asked."""
    response = refusal.response()
    headers = [*response.raw_headers, *PRIVATE_HEADERS, (b"connection", b"close")]
    status = HTTPStatus(refusal.status)
    lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode(), *map(b": ".join, headers), b"", b""]
    return b"\r\n".join(lines) + bytes(response.body)


class CountedSocket(AutoWebSocketsProtocol):  # type: ignore[valid-type, misc]  # one of several
    """A WebSocket that is counted as the connection was which it came from."""

    limits: ConnectionLimits | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if hasattr(self.conn, "reject"):  # which answers what is no handshake
            self.conn.reject = partial(_rejected, self.conn.reject)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.limits is not None:
            self.limits.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if getattr(self.conn, "handshake_exc", None) is not None and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))  # which uvicorn leaves lying
            self.transport.close()


def _rejected(reject: Any, status: Any, text: str) -> Any:
    """The answer to a handshake that fails, in the form of all refusals."""
    refusal = RefusedError(int(status), "invalid", Message("refusals.no_websocket"))
    response = reject(status, text)
    response.body = bytes(refusal.response().body)
    del response.headers["Content-Length"], response.headers["Content-Type"]
    for name, value in (*refusal.response().raw_headers, *PRIVATE_HEADERS):
        response.headers[name.decode()] = value.decode()
    return response


_AnyProtocol: Any = object
"""Either of uvicorn's protocols, for the checker of types."""


class Prompt(_AnyProtocol):  # type: ignore[misc]
    """What is added to a protocol of uvicorn's, of whichever parser."""

    limits: ConnectionLimits
    app: Any
    ws_protocol_class: Any
    header_seconds = HEADER_SECONDS
    unread_seconds = UNREAD_SECONDS
    header_bytes: int
    _timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None
    _refusal: RefusedError | None = None
    """Why there is no place for it."""
    _steps = 0
    """Headers that were complete, pieces of bodies and ends of requests so far."""
    _unfinished = 0
    """Bytes since the last of them."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if self.ws_protocol_class is not None:
            self.ws_protocol_class = CountedSocket
        self._inner, self.app = self.app, self._answer

    # What the transport tells

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

    # What the parser tells

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
        """Asks the application, if there is a place for the connection."""
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
        """What cannot be read as HTTP."""
        self.refuse(
            long_headers()
            if self._is_too_long()
            else RefusedError(400, "invalid", Message("refusals.no_http"))
        )

    # How it ends

    def has_spoken(self) -> bool:
        socket = self.transport.get_extra_info("socket")
        if socket is None or self.transport.is_closing():
            return False
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
        if self.cycle is not before:  # the headers of a request are there
            self._cancel()
            self._refusal = self.limits.work(self)
        elif self._timer is None and (before is None or before.response_complete):
            self._expect_headers()
        if self._is_too_long() and not self.transport.is_closing():
            self.refuse(long_headers())
        elif len(getattr(self, "pipeline", ())) > MOST_PIPELINED:
            self.transport.close()

    def _is_too_long(self) -> bool:
        if hasattr(self, "conn"):  # h11 has the same bound, and says only that something is wrong
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
        if self.transport.get_protocol() is self:  # it did not become a WebSocket, which has its own bounds
            self.transport.close()


class PromptProtocol(Prompt, AutoHTTPProtocol):  # type: ignore[valid-type, misc]  # one of two
    """Closes a connection that does not say in time what it wants, or says too much."""


def prompt_protocol(limits: ConnectionLimits, settings: WebSettings) -> type[PromptProtocol]:
    """The protocol for connections that are counted together."""
    return type(
        "CountedProtocol", (PromptProtocol,), {"limits": limits, "header_bytes": settings.header_bytes}
    )
