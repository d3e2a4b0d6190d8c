"""Who asks: the address that a request comes from, and whether its client is still there.

The address is what bounds are counted by besides the owner, since anybody can become a new owner. Whatever a
request begins, in tasks of its own too, finds its caller in the context.
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
    """The client of one request; of the server itself without an address."""

    address: str = ""
    receive: Receive | None = None
    """What tells of the end of a request whose body was read; None where others listen, as on a socket."""

    async def hung_up(self) -> None:
        """Returns when the client is gone."""
        if self.receive is None:
            await asyncio.Event().wait()  # nothing will tell
        else:
            while (await self.receive())["type"] != "http.disconnect":
                pass


_SERVER = Caller()
_CALLER: ContextVar[Caller] = ContextVar("caller")


def caller() -> Caller:
    """Who is behind the present task."""
    return _CALLER.get(_SERVER)


def introduce(who: Caller) -> None:
    """From now on the present task and all that it begins are theirs."""
    _CALLER.set(who)
