"""Limits the connections, in total and per address, and chooses which idle ones to close for new ones."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from itertools import islice
from typing import Any, Protocol

from shirokuro.web.refusal import RefusedError, busy, too_many
from shirokuro.web.server.addresses import person_of
from shirokuro.web.settings import WebSettings
from shirokuro.words.message import Message

OWN_FILES = 64
"""Files reserved for the store, engines and everything else but connections."""
LEAST_A_CLIENT = 8
"""Places that one address may always have, however full the server is."""
LEAST_FILES = 128
"""The server does not start with fewer open files."""
MOST_BACKLOG = 2048
MOST_LOOKED_AT = 50
"""Connections to check before a new one is refused."""


class Closable(Protocol):
    """A connection as this module sees it."""

    def has_spoken(self) -> bool:
        """Whether it has sent data that is not read yet."""

    def refuse(self, refusal: RefusedError) -> None:
        """Closes a connection that has made no request, with a reason."""

    def close_idle(self) -> None:
        """Closes a connection between two requests."""


@dataclass(eq=False)
class _Visitor:
    """The connections of one address."""

    silent: dict[Closable, None] = field(default_factory=dict)
    """Connections without a request yet, oldest first."""
    placed: set[object] = field(default_factory=set)
    """Connections that have made a request, and sockets."""
    resting: dict[Closable, None] = field(default_factory=dict)
    """Placed connections between two requests, the longest idle first."""

    def oldest(self, waiting: dict[Closable, None]) -> Closable | None:
        """The first one that has not sent anything meanwhile."""
        return next((each for each in islice(waiting, MOST_LOOKED_AT) if not each.has_spoken()), None)


@dataclass(frozen=True, slots=True)
class FileShares:
    """How the open files of the process are divided."""

    places: int
    """For connections that have made a request."""
    silent: int
    """For connections without a request yet."""
    backlog: int
    """For connections that the system may hand over at once, before they are counted."""

    @classmethod
    def of(cls, files: int, settings: WebSettings) -> FileShares:
        backlog = min(MOST_BACKLOG, files // 8)
        free = files - OWN_FILES - backlog
        places = min(settings.connections, free * 2 // 3)
        return cls(places, min(settings.silent_connections, free - places), backlog)

    @staticmethod
    def wanted(settings: WebSettings) -> int:
        """The number of files that all limits need."""
        return settings.connections + settings.silent_connections + OWN_FILES + MOST_BACKLOG


class ConnectionLimits:
    """Counts connections from the moment they are made.

    Connections without a request (silent ones) have room of their own. If it is full, the address with the
    most silent connections loses its oldest. A connection gets a place with its first request. An address may
    have as many places as are free, up to its own limit, so that some always remain for others. If it needs
    more, its idle connections are closed; if all places are taken, those of the address with the most. Open
    requests and sockets are never closed.
    """

    def __init__(self, shares: FileShares, a_client: int, proxies: tuple[str, ...] = ()) -> None:
        """`proxies` are addresses and networks that serve many clients; only the total limits them."""
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
        """Adds a new connection."""
        self._address_of[connection] = address
        self._visitors.setdefault(person_of(address), _Visitor()).silent[connection] = None
        self._silent += 1
        if self._silent > self._shares.silent:
            largest = max(self._visitors.values(), key=lambda visitor: len(visitor.silent))
            oldest = largest.oldest(largest.silent) or connection
            self.leave(oldest)
            oldest.refuse(too_many(Message("refusals.your_connections"), 5))

    def work(self, connection: Closable) -> RefusedError | None:
        """Gives a connection with a request a place, or returns a refusal."""
        address = self._address_of.get(connection)
        if address is None:  # closed meanwhile
            return None
        visitor = self._visitors[person_of(address)]
        visitor.resting.pop(connection, None)
        if connection in visitor.placed:
            return None
        allowed = min(self._a_client, max(LEAST_A_CLIENT, self._shares.places - self.placed))
        with suppress(ValueError):  # a Unix socket has no address
            if any(ip_address(address) in network for network in self._proxies):
                allowed = self._shares.places
        refusal = self._make_room(visitor, allowed)
        if refusal is None:
            del visitor.silent[connection]
            self._silent -= 1
            visitor.placed.add(connection)
        return refusal

    def rest(self, connection: Closable) -> None:
        """Marks a connection as idle until its next request."""
        address = self._address_of.get(connection)
        if address is not None and connection in (visitor := self._visitors[person_of(address)]).placed:
            visitor.resting[connection] = None

    def hand_over(self, connection: Closable, socket: object) -> None:
        """Replaces a connection by the socket that it became."""
        if (address := self._address_of.get(connection)) is not None:
            self._visitors[person_of(address)].placed.add(socket)
            self._address_of[socket] = address
            self.leave(connection)

    def leave(self, connection: Any) -> None:
        """Removes a connection that is closed or about to be."""
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
        """Closes an idle connection if no place is free; returns a refusal if there is none to close."""
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
