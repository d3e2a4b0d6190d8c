"""Runs uvicorn with our connections, and shuts it down promptly and quietly."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import uvicorn
from fastapi import FastAPI

from shirokuro.web.server.connection import prompt_protocol
from shirokuro.web.server.connection_limits import LEAST_FILES, ConnectionLimits, FileShares
from shirokuro.web.settings import WebSettings
from shirokuro.words.message import Message

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

GRACE_SECONDS = 2
"""The time to answer open requests at shutdown."""
_UNIMPORTANT = (
    "completing handshake",
    "Invalid HTTP request",
    "Unsupported upgrade",
    "timeout graceful shutdown",
)
"""Log messages of uvicorn about misbehaving clients, which are no faults of the server."""


def allow_many_files(settings: WebSettings) -> FileShares:
    """Raises the limit of open files to what the connections need, as far as allowed."""
    wanted = FileShares.wanted(settings)
    if resource is None:  # Windows, which has no such limit
        return FileShares.of(wanted, settings)
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if limit != resource.RLIM_INFINITY and limit < allowed:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = wanted if limit == resource.RLIM_INFINITY else limit
    if files < LEAST_FILES:
        raise ValueError(Message("refusals.open_files", least=LEAST_FILES, files=files))
    return FileShares.of(files, settings)


class PromptServer(uvicorn.Server):
    """A server that stops all searches at shutdown; SIGINT and SIGTERM are a normal end."""

    def __init__(self, app: FastAPI, settings: WebSettings, shares: FileShares) -> None:
        self._app = app
        limits = ConnectionLimits(shares, settings.connections_a_client, settings.proxies)
        config = uvicorn.Config(
            app,
            http=prompt_protocol(limits, settings),
            log_level="warning",
            server_header=False,
            access_log=False,  # ours masks secrets
            proxy_headers=False,  # ours trusts only those named by --proxy
            backlog=shares.backlog,
            h11_max_incomplete_event_size=settings.header_bytes,
            ws_max_size=settings.message_bytes,
            ws_max_queue=8,
            ws_per_message_deflate=False,  # on one machine it costs more than it saves
            timeout_keep_alive=60,  # a person thinks longer than a few seconds
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        logging.getLogger("uvicorn.error").addFilter(_is_important)
        super().__init__(config)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.server.stop()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            try:
                yield
            finally:
                self._captured_signals.clear()  # uvicorn would raise them again


def _is_important(line: logging.LogRecord) -> bool:
    if line.exc_info and isinstance(line.exc_info[1], asyncio.CancelledError):
        return False
    return not any(text in line.getMessage() for text in _UNIMPORTANT)
