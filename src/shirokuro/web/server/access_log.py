"""A line for each request, where somebody wants it: who asked for what, and how it was answered.

It is the common log format, which the usual programs read, with the seconds that the answer took at its end.
Headers, queries and bodies are not in it, and paths are without what looks like a token or a game's name.
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
"""What would break a line or a quoted part of it."""
_SWITCHED = 101
"""The status with which a connection becomes a WebSocket."""
_CLOSED = 499
"""No answer was sent: whoever asked had gone away."""


class AccessLog:
    """An ASGI application around another."""

    def __init__(self, app: ASGIApp, place: str) -> None:
        self._app = app
        self._log = _logger(place)

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
    asked = f"{scope.get('method', 'GET')} {_path(scope['path'])} HTTP/{scope.get('http_version', '1.1')}"
    return f'{client} - - [{moment}] "{asked}" {status} {size} {seconds:.3f}'


def _path(path: str) -> str:
    shown = "/".join("*" if _SECRET.search(part) else part for part in path.split("/"))
    return _ODD.sub("?", shown[:LONGEST_PATH])


def _logger(place: str) -> logging.Logger:
    """One of its own, so that the lines go nowhere else."""
    logger = logging.Logger("access", logging.INFO)
    # The file is opened again when another program has put it aside, as logrotate does.
    is_file = place != STANDARD_ERROR
    handler = WatchedFileHandler(place, encoding="utf-8") if is_file else logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    handler.handleError = lambda record: None  # type: ignore[method-assign]  # a full disk stops no answer
    logger.addHandler(handler)
    return logger
