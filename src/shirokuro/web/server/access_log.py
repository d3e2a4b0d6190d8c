"""The optional access log, one line per request.

It has the common log format, followed by the seconds that the answer took. It contains no headers, queries
or bodies, and parts of paths that look like a token or the name of a game are masked.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from logging.handlers import WatchedFileHandler

from starlette.types import ASGIApp, Message, Receive, Scope, Send

STANDARD_ERROR = "-"
LONGEST_PATH = 200
_SECRET = re.compile(r"[A-Za-z0-9_-]{16,}")
_ODD = re.compile(r"[^!#-\[\]-~]")
"""Characters that would break a line or a quoted part of it."""
_SWITCHED = 101
"""The status of a connection that becomes a WebSocket."""
_CLOSED = 499
"""The client disconnected before an answer was sent."""


class AccessLog:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, place: str) -> None:
        self._app = app
        self._log = logging.Logger("access", logging.INFO)  # without a parent that would get the lines too
        # A file is opened again when another program, such as logrotate, has moved it away.
        is_file = place != STANDARD_ERROR
        handler = (
            WatchedFileHandler(place, encoding="utf-8") if is_file else logging.StreamHandler(sys.stderr)
        )
        handler.setFormatter(logging.Formatter("%(message)s"))
        handler.handleError = lambda record: None  # type: ignore[method-assign]  # a full disk stops no answer
        self._log.addHandler(handler)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began, status, size = time.monotonic(), _CLOSED, 0

        async def sending(message: Message) -> None:
            nonlocal status, size
            if message["type"].endswith("response.start"):
                status = message["status"]
            elif message["type"].endswith("response.body"):
                size += len(message.get("body", b""))
            elif message["type"] == "websocket.accept":
                status = _SWITCHED
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            self._log.info(_line(scope, status, size, time.monotonic() - began))


def _line(scope: Scope, status: int, size: int, seconds: float) -> str:
    client = _ODD.sub("?", scope["client"][0]) if scope.get("client") else "-"
    moment = time.strftime("%d/%b/%Y:%H:%M:%S %z")
    shown = "/".join("*" if _SECRET.search(part) else part for part in scope["path"].split("/"))
    path = _ODD.sub("?", shown[:LONGEST_PATH])
    asked = f"{scope.get('method', 'GET')} {path} HTTP/{scope.get('http_version', '1.1')}"
    return f'{client} - - [{moment}] "{asked}" {status} {size} {seconds:.3f}'
