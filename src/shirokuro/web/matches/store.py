"""Stores matches: the settings of each, and the result of each game."""

from __future__ import annotations

import sqlite3
from typing import Any, NamedTuple

from shirokuro.web.store.store import GameStore


class StoredMatch(NamedTuple):
    """A row of the table of matches."""

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
    """A row of the table of their games; the margin is None until the game has ended."""

    match: str
    number: int
    owner: str
    game: str
    margin: float | None
    """Black's discs less White's."""
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
        """An owner's matches, latest first."""
        condition, values = ("", ()) if before is None else (" AND started < ?", (before,))
        sql = f"SELECT * FROM played_match WHERE owner = ?{condition} ORDER BY started DESC LIMIT ?"
        return [StoredMatch(*row) for row in await self._store.read(sql, owner, *values, limit)]

    async def count(self, owner: str) -> int:
        rows = await self._store.read("SELECT count(*) FROM played_match WHERE owner = ?", owner)
        return int(rows[0][0])

    async def name_for(self, owner: str, key: str, table: str = "played_match") -> tuple[str, bool]:
        """The local id of an imported match or game, and whether the owner already has it."""
        return await self._store.name_for(owner, key, table)

    async def unfinished(self, limit: int) -> list[StoredMatch]:
        """The matches that were in progress, latest first."""
        active = "state = 'going' AND pace IS NOT NULL"
        sql = f"SELECT * FROM played_match WHERE {active} ORDER BY updated DESC LIMIT ?"
        return [StoredMatch(*row) for row in await self._store.read(sql, limit)]

    async def saved_games(self, key: str) -> list[str]:
        """The stored states of the games of a match, in order."""
        sql = "SELECT state FROM match_game JOIN game ON game = id WHERE match = ? ORDER BY number"
        return [state for (state,) in await self._store.read(sql, key)]

    async def finished_games(self, key: str) -> list[tuple[int, float, str]]:
        """Number, black margin and state of each finished game, in order."""
        sql = (
            "SELECT number, margin, state FROM match_game JOIN game ON game = id"
            " WHERE match = ? AND margin IS NOT NULL ORDER BY number"
        )
        return [(number, margin, state) for number, margin, state in await self._store.read(sql, key)]

    async def delete(self, key: str) -> None:
        """Deletes the match and its games."""

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
