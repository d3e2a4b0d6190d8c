"""The caller of a request: its address, and whether its client is still connected.

Limits count by address as well as by owner, since anybody can create new owners. The caller is a context
variable, so that tasks started by a request find it too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]


@dataclass(frozen=True, slots=True)
class Caller:
    """The client of one request; for work of the server itself it has no address."""

    address: str = ""
    receive: Receive | None = None
    """Receives the disconnection after the body was read; None if something else does, as on a socket."""

    async def hung_up(self) -> None:
        """Returns when the client has disconnected."""
        if self.receive is None:
            await asyncio.Event().wait()  # forever
        else:
            while (await self.receive())["type"] != "http.disconnect":
                pass


_SERVER = Caller()
_CALLER: ContextVar[Caller] = ContextVar("caller")


def caller() -> Caller:
    """The caller of the current task."""
    return _CALLER.get(_SERVER)


def introduce(who: Caller) -> None:
    """Sets the caller of the current task and of all tasks that it starts."""
    _CALLER.set(who)
