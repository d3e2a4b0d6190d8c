"""Matches in the store: what was asked for, and how each game ended."""

from __future__ import annotations

import sqlite3
from typing import Any, NamedTuple

from shirokuro.web.store.store import GameStore


class StoredMatch(NamedTuple):
    """A match as its row has it."""

    id: str
    owner: str
    board: str
    first: str
    second: str
    games: int
    seed: int
    pace: float | None
    state: str
    started: float
    updated: float


class StoredMatchGame(NamedTuple):
    """A game of a match: which, and how it ended; no margin while it has not."""

    match: str
    number: int
    owner: str
    game: str
    margin: float | None
    """Black's."""
    black: int
    white: int
    moves: int


class MatchStore:
    """The tables of matches in the server's store."""

    def __init__(self, store: GameStore) -> None:
        self._store = store

    async def save(self, match: StoredMatch) -> None:
        await self._replace("played_match", match)

    async def save_game(self, game: StoredMatchGame) -> None:
        await self._replace("match_game", game)

    async def match(self, owner: str, key: str) -> StoredMatch | None:
        rows = await self._store.read("SELECT * FROM played_match WHERE id = ? AND owner = ?", key, owner)
        return StoredMatch(*rows[0]) if rows else None

    async def games(self, key: str) -> list[StoredMatchGame]:
        rows = await self._store.read("SELECT * FROM match_game WHERE match = ? ORDER BY number", key)
        return [StoredMatchGame(*row) for row in rows]

    async def matches(self, owner: str, before: float | None, limit: int) -> list[StoredMatch]:
        """One's own, the latest first."""
        condition, values = ("", ()) if before is None else (" AND started < ?", (before,))
        sql = f"SELECT * FROM played_match WHERE owner = ?{condition} ORDER BY started DESC LIMIT ?"
        return [StoredMatch(*row) for row in await self._store.read(sql, owner, *values, limit)]

    async def count(self, owner: str) -> int:
        rows = await self._store.read("SELECT count(*) FROM played_match WHERE owner = ?", owner)
        return int(rows[0][0])

    async def name_for(self, owner: str, key: str, table: str = "played_match") -> tuple[str, bool]:
        """What a match of an exported file, or a game of it, is called here, and whether the owner has it."""
        return await self._store.name_for(owner, key, table)

    async def unfinished(self, limit: int) -> list[StoredMatch]:
        """Those that were going on, the latest first."""
        active = "state = 'going' AND pace IS NOT NULL"
        sql = f"SELECT * FROM played_match WHERE {active} ORDER BY updated DESC LIMIT ?"
        return [StoredMatch(*row) for row in await self._store.read(sql, limit)]

    async def saved_games(self, key: str) -> list[str]:
        """The states of the games of a match, in their order."""
        sql = "SELECT state FROM match_game JOIN game ON game = id WHERE match = ? ORDER BY number"
        return [state for (state,) in await self._store.read(sql, key)]

    async def finished_games(self, key: str) -> list[tuple[int, float, str]]:
        """The numbers, black's margins and states of the games that have ended, in their order."""
        sql = (
            "SELECT number, margin, state FROM match_game JOIN game ON game = id"
            " WHERE match = ? AND margin IS NOT NULL ORDER BY number"
        )
        return [(number, margin, state) for number, margin, state in await self._store.read(sql, key)]

    async def delete(self, key: str) -> None:
        """The match and its games."""

        def act(database: sqlite3.Connection) -> None:
            of_match = "SELECT game FROM match_game WHERE match = ?"
            database.execute(f"DELETE FROM game WHERE id IN ({of_match})", (key,))
            database.execute("DELETE FROM match_game WHERE match = ?", (key,))
            database.execute("DELETE FROM played_match WHERE id = ?", (key,))

        await self._store.change(act)

    async def _replace(self, table: str, row: tuple[Any, ...]) -> None:
        marks = ", ".join("?" * len(row))
        await self._store.change(
            lambda database: database.execute(f"REPLACE INTO {table} VALUES ({marks})", row)
        )
