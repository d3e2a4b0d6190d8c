"""How many connections there may be, in all and of one address, and which of them give way to new ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from itertools import islice
from typing import Any, Protocol

from shirokuro.web.refusal import RefusedError, busy, too_many
from shirokuro.web.server.addresses import person_of
from shirokuro.web.settings import WebSettings
from shirokuro.words.message import Message

OWN_FILES = 64
"""Kept for the store, engines and all else that is no connection."""
LEAST_A_CLIENT = 8
"""Places that one address may have, however full the server is."""
LEAST_FILES = 128
"""With fewer open files no server can be run."""
MOST_BACKLOG = 2048
MOST_LOOKED_AT = 50
"""Silent connections that are looked at before a new one is refused."""


class Closable(Protocol):
    """A connection as it is counted here."""

    def has_spoken(self) -> bool:
        """Whether something of it has come that nobody has read yet."""

    def refuse(self, refusal: RefusedError) -> None:
        """Ends a connection that has not asked for anything, and says why."""

    def close_idle(self) -> None:
        """Ends a connection that waits for its next request."""


@dataclass(eq=False)
class _Visitor:
    """The connections of one address."""

    silent: dict[Closable, None] = field(default_factory=dict)
    """Those that have not asked for anything yet, the oldest first."""
    placed: set[object] = field(default_factory=set)
    """Those that have, and sockets."""
    resting: dict[Closable, None] = field(default_factory=dict)
    """Those of them that wait for their next request, the longest first."""

    def oldest(self, waiting: dict[Closable, None]) -> Closable | None:
        """The first from which nothing has come meanwhile."""
        return next((each for each in islice(waiting, MOST_LOOKED_AT) if not each.has_spoken()), None)


@dataclass(frozen=True, slots=True)
class FileShares:
    """How the files that a process may open are shared out."""

    places: int
    """For connections that have asked for something."""
    silent: int
    """For those that have not."""
    backlog: int
    """For those that the system may hand over at once, before any of them is counted."""

    @classmethod
    def of(cls, files: int, settings: WebSettings) -> FileShares:
        backlog = min(MOST_BACKLOG, files // 8)
        free = files - OWN_FILES - backlog
        places = min(settings.connections, free * 2 // 3)
        return cls(places, min(settings.silent_connections, free - places), backlog)

    @staticmethod
    def wanted(settings: WebSettings) -> int:
        """The files with which all of them fit."""
        return settings.connections + settings.silent_connections + OWN_FILES + MOST_BACKLOG


class ConnectionLimits:
    """Counts connections from the moment they are made.

    Whoever has asked for nothing takes nobody's place: silent connections have room of their own, and where
    it is full, the address that has most of them loses its oldest. With its first request a connection gets
    a place. An address may have as many places as are free, up to a bound of its own, so some always remain
    for others. Where it wants more, its connections that wait for their next request give way; where all
    places are taken, those of the address that has most. Requests that are being answered and sockets never
    give way.
    """

    def __init__(self, shares: FileShares, a_client: int, proxies: tuple[str, ...] = ()) -> None:
        """`proxies` are addresses and networks that speak for many; they are bounded only by all places."""
        self._shares = shares
        self._a_client = a_client
        self._proxies = tuple(map(ip_network, proxies))
        self._visitors: dict[str, _Visitor] = {}
        self._address_of: dict[object, str] = {}
        self._silent = 0

    @property
    def silent(self) -> int:
        return self._silent

    @property
    def placed(self) -> int:
        return len(self._address_of) - self._silent

    def enter(self, connection: Closable, address: str) -> None:
        """A new connection, which has asked for nothing yet."""
        self._address_of[connection] = address
        self._visitors.setdefault(person_of(address), _Visitor()).silent[connection] = None
        self._silent += 1
        if self._silent > self._shares.silent:
            largest = max(self._visitors.values(), key=lambda visitor: len(visitor.silent))
            oldest = largest.oldest(largest.silent) or connection
            self.leave(oldest)
            oldest.refuse(too_many(Message("refusals.your_connections"), 5))

    def work(self, connection: Closable) -> RefusedError | None:
        """A request has come: it has a place until that is answered, or is refused."""
        address = self._address_of.get(connection)
        if address is None:  # it was closed meanwhile
            return None
        visitor = self._visitors[person_of(address)]
        visitor.resting.pop(connection, None)
        if connection in visitor.placed:
            return None
        refusal = self._make_room(visitor, self._allowed(address))
        if refusal is None:
            del visitor.silent[connection]
            self._silent -= 1
            visitor.placed.add(connection)
        return refusal

    def rest(self, connection: Closable) -> None:
        """It waits for its next request."""
        address = self._address_of.get(connection)
        if address is not None and connection in (visitor := self._visitors[person_of(address)]).placed:
            visitor.resting[connection] = None

    def hand_over(self, connection: Closable, socket: object) -> None:
        """A connection becomes a socket, which stays."""
        if (address := self._address_of.get(connection)) is not None:
            self._visitors[person_of(address)].placed.add(socket)
            self._address_of[socket] = address
            self.leave(connection)

    def leave(self, connection: Any) -> None:
        """It is closed, or about to be."""
        address = self._address_of.pop(connection, None)
        if address is None:
            return
        visitor = self._visitors[person_of(address)]
        self._silent -= connection in visitor.silent
        visitor.silent.pop(connection, None)
        visitor.resting.pop(connection, None)
        visitor.placed.discard(connection)
        if not visitor.silent and not visitor.placed:
            del self._visitors[person_of(address)]

    def _make_room(self, visitor: _Visitor, allowed: int) -> RefusedError | None:
        """Ends a connection that waits for its next request, where no place is free for another one."""
        if len(visitor.placed) >= allowed:
            longest = visitor.oldest(visitor.resting)
            refusal = too_many(Message("refusals.your_connections"), 5)
        elif self.placed >= self._shares.places:
            largest = sorted(self._visitors.values(), key=lambda each: -len(each.placed))
            longest = next(filter(None, (each.oldest(each.resting) for each in largest)), None)
            refusal = busy(Message("refusals.all_connections"), 5)
        else:
            return None
        if longest is None:
            return refusal
        self.leave(longest)
        longest.close_idle()
        return None

    def _allowed(self, address: str) -> int:
        if self._is_proxy(address):
            return self._shares.places
        return min(self._a_client, max(LEAST_A_CLIENT, self._shares.places - self.placed))

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False
