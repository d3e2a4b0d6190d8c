"""Stores the rival's memory of each name of an owner, and its games, each counted once."""

from __future__ import annotations

import json
import sqlite3
from typing import NamedTuple

from shirokuro.players.rival.memory import RivalMemory
from shirokuro.web.refusal import RefusedError
from shirokuro.web.rivals.values import RivalGameState
from shirokuro.web.store.store import Act, GameStore
from shirokuro.words.message import Message


class StoredRivalMemory(NamedTuple):
    """A row of the table of memories."""

    owner: str
    name: str
    memory: str

    @property
    def value(self) -> RivalMemory:
        return read_memory(self.memory)


class StoredRivalGame(NamedTuple):
    """A person's game against the rival.

    It has the memory from its start, so that another game ending meanwhile does not change how it plays.
    """

    game: str
    owner: str
    name: str
    memory: str
    standing: RivalGameState

    @property
    def value(self) -> RivalMemory:
        return read_memory(self.memory)

    def add(self, database: sqlite3.Connection) -> None:
        database.execute("INSERT OR IGNORE INTO rival_game VALUES (?, ?, ?, ?, ?)", self)

    def mark(self, standing: RivalGameState) -> Act:
        """Sets the state of a game that was in progress; a state set earlier stays."""
        sql = "UPDATE rival_game SET standing = ? WHERE game = ? AND standing = 'playing'"
        return lambda database: database.execute(sql, (standing, self.game))


class FinishedRivalGame(NamedTuple):
    """A finished game, with what there is to learn from it."""

    rival: StoredRivalGame
    black: str
    white: str
    state: str


class RivalStore:
    """The tables of the rival in the server's store."""

    def __init__(self, store: GameStore) -> None:
        self._store = store

    async def memories(self, owner: str) -> list[StoredRivalMemory]:
        sql = "SELECT * FROM rival_memory WHERE owner = ? ORDER BY name"
        return [StoredRivalMemory(*row) for row in await self._store.read(sql, owner)]

    async def memory(self, owner: str, name: str) -> StoredRivalMemory:
        """The memory of a name, empty for a new one."""
        sql = "SELECT * FROM rival_memory WHERE owner = ? AND name = ?"
        rows = await self._store.read(sql, owner, name)
        return StoredRivalMemory(*rows[0]) if rows else StoredRivalMemory(owner, name, written(RivalMemory()))

    async def add_memory(self, row: StoredRivalMemory) -> bool:
        """False if something is remembered of the name already."""
        is_new = (await self.memory(row.owner, row.name)).value.games == 0
        if is_new:
            await self._store.change(lambda database: _save(database, row))
        return is_new

    async def game(self, key: str) -> StoredRivalGame | None:
        rows = await self._store.read("SELECT * FROM rival_game WHERE game = ?", key)
        return StoredRivalGame(*rows[0]) if rows else None

    async def add_game(self, row: StoredRivalGame) -> bool:
        """False if it is there already."""
        is_new = await self.game(row.game) is None
        await self._store.change(row.add)
        return is_new

    async def finished(self, owner: str) -> list[FinishedRivalGame]:
        """Finished games that are not counted yet."""
        sql = (
            "SELECT r.*, g.black, g.white, g.state FROM rival_game r JOIN game g ON g.id = r.game"
            " WHERE r.owner = ? AND r.standing = 'over' ORDER BY g.updated"
        )
        rows = await self._store.read(sql, owner)
        return [FinishedRivalGame(StoredRivalGame(*row[:5]), *row[5:]) for row in rows]

    async def count(self, game: StoredRivalGame, before: StoredRivalMemory, after: RivalMemory) -> bool:
        """Counts a game once; false if the stored memory has changed since it was read."""
        is_done = True

        def act(database: sqlite3.Connection) -> None:
            nonlocal is_done
            is_done = (_memory(database, before) or written(RivalMemory())) == before.memory
            sql = "UPDATE rival_game SET standing = 'counted' WHERE game = ? AND standing = 'over'"
            if is_done and database.execute(sql, (game.game,)).rowcount:
                _save(database, before._replace(memory=written(after)))

        await self._store.change(act)
        return is_done

    async def forget(self, owner: str, name: str) -> None:
        sql = "DELETE FROM rival_memory WHERE owner = ? AND name = ?"
        await self._store.change(lambda database: database.execute(sql, (owner, name)))

    async def rename(self, owner: str, name: str, to: str) -> None:
        """Renames a memory and its games."""

        def act(database: sqlite3.Connection) -> None:
            if _memory(database, StoredRivalMemory(owner, to, "")) is not None:
                raise RefusedError(409, "taken", Message("refusals.name_taken"))
            for table in ("rival_memory", "rival_game"):
                sql = f"UPDATE {table} SET name = ? WHERE owner = ? AND name = ?"
                database.execute(sql, (to, owner, name))

        await self._store.change(act)


def _memory(database: sqlite3.Connection, row: StoredRivalMemory) -> str | None:
    """The stored memory; runs in the thread that writes."""
    sql = "SELECT memory FROM rival_memory WHERE owner = ? AND name = ?"
    found = database.execute(sql, (row.owner, row.name)).fetchone()
    return None if found is None else str(found[0])


def _save(database: sqlite3.Connection, row: StoredRivalMemory) -> None:
    database.execute("REPLACE INTO rival_memory VALUES (?, ?, ?)", row)


def written(memory: RivalMemory) -> str:
    return json.dumps(memory.to_dict())


def read_memory(text: str) -> RivalMemory:
    return RivalMemory.from_dict(json.loads(text))
