"""Stores who has a seat in a game between two browsers, and the digests of the links to it.

Like tokens, links are stored only as digests, so a stolen store gives nobody a seat.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Collection
from typing import Literal, NamedTuple

from shirokuro.web.owners.owners import digest
from shirokuro.web.refusal import RefusedError
from shirokuro.web.store.store import Act, GameStore
from shirokuro.web.values import Side
from shirokuro.words.message import Message

SECRET_BYTES = 24
Offer = Literal["", "draw", "declined", "rematch"]
"""`declined` until its owner has made another move: nobody is asked twice in a row."""


class StoredSeat(NamedTuple):
    """A row of the table of seats: who plays a side from a browser of their own."""

    game: str
    owner: str
    side: Side
    name: str
    """What the other one sees; empty if none was given."""
    offer: Offer = ""
    next: str = ""
    """The game that both have agreed to play next."""
    watched: str = ""
    """The digest of the link for spectators that this person gave."""

    def add(self, database: sqlite3.Connection) -> None:
        database.execute("INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, ?)", self)

    def save(self, database: sqlite3.Connection) -> None:
        values = self.offer, self.next, self.watched, self.game, self.side
        database.execute(
            "UPDATE seat SET offer = ?, next = ?, watched = ? WHERE game = ? AND side = ?", values
        )


class StoredInvitation(NamedTuple):
    """A row of the table of invitations: the link to a free seat, or to one that was free."""

    digest: str
    owner: str
    """Who invites."""
    game: str
    side: Side
    taken: int = 0

    def add(self, database: sqlite3.Connection) -> None:
        """Replaces an earlier link to the seat, which becomes invalid."""
        database.execute("DELETE FROM invitation WHERE game = ?", (self.game,))
        database.execute("INSERT INTO invitation VALUES (?, ?, ?, ?, ?)", self)

    def take(self, seat: StoredSeat) -> Act:
        """Gives the seat to somebody; refuses the second of two who come at once."""

        def act(database: sqlite3.Connection) -> None:
            sql = "UPDATE invitation SET taken = 1 WHERE digest = ? AND taken = 0"
            if not database.execute(sql, (self.digest,)).rowcount:
                raise used_up()
            seat.add(database)

        return act


class FriendStore:
    """The tables `seat` and `invitation` of the server's store."""

    def __init__(self, store: GameStore) -> None:
        self._store = store

    async def seats(self, games: Collection[str]) -> list[StoredSeat]:
        marks = ", ".join("?" * len(games))
        rows = await self._store.read(f"SELECT * FROM seat WHERE game IN ({marks})", *games)
        return [StoredSeat(*row) for row in rows]

    async def is_open(self, game: str) -> bool:
        """Whether somebody is still invited."""
        return bool(await self._store.read("SELECT 1 FROM invitation WHERE game = ? AND taken = 0", game))

    async def invitation(self, secret: str) -> StoredInvitation | None:
        wanted = digest(secret)
        rows = await self._store.read("SELECT * FROM invitation WHERE digest = ?", wanted)
        found = [StoredInvitation(*row) for row in rows]
        return next((each for each in found if secrets.compare_digest(each.digest, wanted)), None)

    async def watched(self, secret: str) -> StoredSeat | None:
        """The seat whose owner gave this link for spectators."""
        wanted = digest(secret)
        rows = await self._store.read("SELECT * FROM seat WHERE watched = ?", wanted)
        found = [StoredSeat(*row) for row in rows]
        return next((each for each in found if secrets.compare_digest(each.watched, wanted)), None)

    async def move(self, owner: str, to: str) -> None:
        """Gives the seats and invitations of an owner to another one who has no seat there."""

        def act(database: sqlite3.Connection) -> None:
            own = "owner = ? AND game NOT IN (SELECT game FROM seat WHERE owner = ?)"
            database.execute(f"UPDATE invitation SET owner = ? WHERE {own}", (to, owner, to))
            games = "id IN (SELECT game FROM seat WHERE owner = ?)"
            others = "id NOT IN (SELECT game FROM seat WHERE owner = ?)"
            sql = f"UPDATE game SET owner = ? WHERE owner = ? AND {games} AND {others}"
            database.execute(sql, (to, owner, owner, to))
            database.execute(f"UPDATE seat SET owner = ? WHERE {own}", (to, owner, to))

        await self.change(act)

    async def change(self, act: Act) -> None:
        await self._store.change(act)


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def used_up() -> RefusedError:
    return RefusedError(409, "seat_taken", Message("refusals.seat_taken"))
