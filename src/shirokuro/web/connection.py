"""A connection whose requests must begin in time: uvicorn itself waits for slow headers without end."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEADER_SECONDS = 20.0
"""In which all headers of a request must have come, from the connection or from their first byte on."""


class PromptProtocol(AutoHTTPProtocol):  # type: ignore[valid-type, misc]  # one of two, by what is installed
    """Closes a connection that does not say in time what it wants."""

    header_seconds = HEADER_SECONDS
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._expect_headers()

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:  # the headers of a request are there
            self._cancel()
        elif self._timer is None and (before is None or before.response_complete):
            self._expect_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        super().connection_lost(exc)

    def _expect_headers(self) -> None:
        self._timer = self.loop.call_later(self.header_seconds, self._give_up)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if self.transport.get_protocol() is self:  # it did not become a WebSocket, which has its own bounds
            self.transport.close()
