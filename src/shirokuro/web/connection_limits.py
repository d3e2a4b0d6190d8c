"""How many connections there may be, in all and of one address, and which of them give way to new ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from itertools import islice
from typing import Any, Protocol

from shirokuro.web.addresses import person_of
from shirokuro.web.refusal import RefusedError, busy, too_many

OWN_FILES = 64
"""Kept for the store, engines and all else that is no connection."""
LOBBY = 32
"""Refused connections that are still open, so that whoever asked can read why."""
LEAST_A_CLIENT = 8
"""Connections that one address may have, however full the server is."""
LEAST_FILES = 128
"""With fewer open files no server can be run."""
MOST_LOOKED_AT = 50
"""Idle connections that are looked at before a new one is refused."""


class Dismissible(Protocol):
    """A connection as it is counted here."""

    def has_spoken(self) -> bool:
        """Whether something of it has come that nobody has read yet."""

    def dismiss(self, refusal: RefusedError) -> None:
        """Ends it and says why, as soon as whoever opened it says what they want."""

    def answer_refusal(self) -> None:
        """Says now why it was dismissed, and closes it."""

    def close_idle(self) -> None:
        """Ends a connection that waits for its next request."""


@dataclass(eq=False)
class _Visitor:
    """The connections of one address."""

    open: set[object] = field(default_factory=set)
    silent: dict[Dismissible, None] = field(default_factory=dict)
    """Those that have not asked for anything yet, the oldest first."""
    resting: dict[Dismissible, None] = field(default_factory=dict)
    """Those that wait for their next request, the longest first."""

    def idle(self) -> Dismissible | None:
        """The connection that nobody misses most."""
        for waiting in (self.silent, self.resting):
            for each in islice(waiting, MOST_LOOKED_AT):
                if not each.has_spoken():
                    return each
        return None


@dataclass(frozen=True, slots=True)
class FileShares:
    """How the files that a process may open are shared out."""

    connections: int
    backlog: int
    """Connections that the system may hand over at once, before any of them is counted."""

    @classmethod
    def of(cls, files: int, most: int) -> FileShares:
        """`files` in all; no more than `most` connections."""
        backlog = min(2048, files // 8)
        return cls(min(most, files - OWN_FILES - LOBBY - backlog), backlog)

    @staticmethod
    def files_for(connections: int) -> int:
        """The files that a server with so many connections needs."""
        return connections + OWN_FILES + LOBBY + 2048


class ConnectionLimits:
    """Counts connections from the moment they are made.

    An address may have as many as there are free places, up to a bound of its own, so places always remain
    for others. Where it wants more, its idle connections give way first; where all places are taken, those
    of the address that has most. Requests that are being answered and sockets never give way.
    """

    def __init__(self, most: int, a_client: int, proxies: tuple[str, ...] = ()) -> None:
        """`proxies` are addresses and networks that speak for many; they are bounded only by `most`."""
        self._most = most
        self._a_client = a_client
        self._proxies = tuple(map(ip_network, proxies))
        self._visitors: dict[str, _Visitor] = {}
        self._visitor_of: dict[object, str] = {}
        self._lobby: dict[Dismissible, None] = {}

    def __len__(self) -> int:
        return len(self._visitor_of)

    def admit(self, connection: Dismissible, address: str) -> RefusedError | None:
        """Counts a new connection, or says why it cannot stay."""
        person = person_of(address)
        refusal = self._make_room(person, self._allowed(address))
        if refusal is None:
            visitor = self._visitors.setdefault(person, _Visitor())
            visitor.open.add(connection)
            visitor.silent[connection] = None
            self._visitor_of[connection] = person
        return refusal

    def work(self, connection: Dismissible) -> None:
        """A request has come: it stays until that is answered."""
        if (visitor := self._visitor(connection)) is not None:
            visitor.silent.pop(connection, None)
            visitor.resting.pop(connection, None)

    def rest(self, connection: Dismissible) -> None:
        """It waits for its next request."""
        if (visitor := self._visitor(connection)) is not None:
            visitor.resting[connection] = None

    def hand_over(self, connection: Dismissible, successor: object) -> None:
        """A connection becomes a socket, which stays."""
        if (visitor := self._visitor(connection)) is not None:
            person = self._visitor_of[connection]
            visitor.open.add(successor)
            self._visitor_of[successor] = person
            self.leave(connection)

    def leave(self, connection: Any) -> None:
        """It is closed, or about to be."""
        self._lobby.pop(connection, None)
        person = self._visitor_of.pop(connection, None)
        if person is None:
            return
        visitor = self._visitors[person]
        visitor.open.discard(connection)
        visitor.silent.pop(connection, None)
        visitor.resting.pop(connection, None)
        if not visitor.open:
            del self._visitors[person]

    def linger(self, connection: Dismissible) -> None:
        """Keeps a refused connection for a moment; the first of too many is answered at once."""
        self._lobby[connection] = None
        if len(self._lobby) > LOBBY:
            next(iter(self._lobby)).answer_refusal()

    def _make_room(self, person: str, allowed: int) -> RefusedError | None:
        visitor = self._visitors.get(person)
        if visitor is not None and len(visitor.open) >= allowed:
            refusal = too_many("too many connections from your address: close some of them", 5)
            return self._dismiss(visitor.idle(), refusal)
        if len(self) >= self._most:
            return self._dismiss(self._idle_of_largest(), busy("all connections of the server are in use", 5))
        return None

    def _dismiss(self, connection: Dismissible | None, refusal: RefusedError) -> RefusedError | None:
        """Ends an idle connection; where there is none, the refusal is for the new one."""
        visitor = None if connection is None else self._visitor(connection)
        if connection is None or visitor is None:
            return refusal
        is_silent = connection in visitor.silent
        self.leave(connection)
        if is_silent:
            connection.dismiss(refusal)
        else:
            connection.close_idle()
        return None

    def _idle_of_largest(self) -> Dismissible | None:
        largest = sorted(self._visitors.values(), key=lambda visitor: -len(visitor.open))
        return next(filter(None, (visitor.idle() for visitor in largest)), None)

    def _allowed(self, address: str) -> int:
        if self._is_proxy(address):
            return self._most
        return min(self._a_client, max(LEAST_A_CLIENT, self._most - len(self)))

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False

    def _visitor(self, connection: object) -> _Visitor | None:
        person = self._visitor_of.get(connection)
        return None if person is None else self._visitors[person]
