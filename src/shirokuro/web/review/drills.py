"""Stores mistakes as drills, which come back after days, later after each right answer."""

from __future__ import annotations

import math
import secrets
import sqlite3
import time
from collections.abc import Callable
from typing import NamedTuple

from shirokuro import Board, move_name
from shirokuro.web.refusal import RefusedError, not_found, too_many
from shirokuro.web.store.store import GameStore
from shirokuro.words.message import Message

DAYS = (1, 3, 7, 21, 60)
"""Days until a drill comes back: when it is new or was missed, then after each right answer in a row."""
DAY = 86_400.0
EARLIER = DAY / 4
"""Drills come back this much earlier, so that evening practice may continue the next afternoon."""
ID_BYTES = 12


class StoredDrill(NamedTuple):
    """A row of the table of drills."""

    id: str
    owner: str
    board: str
    line: str
    move: str
    """The move that was a mistake."""
    best: str
    loss: int
    right: int
    """The number of right answers in a row."""
    due: float
    made: float
    is_kept: int


class Mistake(NamedTuple):
    """A move that lost discs, and the best move instead."""

    move: int
    best: int
    loss: int


class Drills:
    """The drills of all owners; `now` gives the time in seconds since 1970."""

    def __init__(self, store: GameStore, most: int, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._most = most
        self._now = now

    async def keep(self, owner: str, board: Board, mistake: Mistake, again: bool = False) -> StoredDrill:
        """Stores a mistake once; a drill that was removed stays removed unless `again` is true."""
        place = board.variant_name, board.line(), move_name(mistake.move)
        known = await self._find(owner, "board = ? AND line = ? AND move = ?", *place)
        if known is None:
            return await self._add(owner, place, mistake)
        if again and not known.is_kept:
            known = known._replace(is_kept=1, right=0, due=self._due(0))
            await self._save(known)
        return known

    async def _add(self, owner: str, place: tuple[str, str, str], mistake: Mistake) -> StoredDrill:
        await self._check_bounds(owner)
        made = StoredDrill(
            secrets.token_urlsafe(ID_BYTES),
            owner,
            *place,
            best=move_name(mistake.best),
            loss=mistake.loss,
            right=0,
            due=self._due(0),
            made=self._now(),
            is_kept=1,
        )
        await self._save(made)
        return made

    async def take(self, owner: str, drill: StoredDrill) -> bool:
        """Stores a drill of an imported file, unless there is one for this move already."""
        place = drill.board, drill.line, drill.move
        if await self._find(owner, "board = ? AND line = ? AND move = ?", *place) is not None:
            return False
        await self._check_bounds(owner)
        await self._save(drill._replace(id=secrets.token_urlsafe(ID_BYTES), owner=owner))
        return True

    async def find(self, owner: str, key: str) -> StoredDrill:
        found = await self._find(owner, "id = ?", key)
        if found is None:
            raise not_found("drill")
        return found

    async def waiting(self, owner: str, limit: int, *, also_later: bool = False) -> list[StoredDrill]:
        """The drills that are due, the longest waiting first; with `also_later` the others after them."""
        sql = "SELECT * FROM drill WHERE owner = ? AND is_kept AND due <= ? ORDER BY due LIMIT ?"
        until = math.inf if also_later else self._now()
        return [StoredDrill(*row) for row in await self._store.read(sql, owner, until, limit)]

    async def counts(self, owner: str) -> tuple[int, int, float | None]:
        """The number of due drills and of all, and the time when the next one is due."""
        sql = (
            "SELECT count(*) FILTER (WHERE due <= ?1), count(*), min(due) FILTER (WHERE due > ?1)"
            " FROM drill WHERE owner = ?2 AND is_kept"
        )
        due, kept, following = (await self._store.read(sql, self._now(), owner))[0]
        return due, kept, following

    async def answer(self, drill: StoredDrill, is_right: bool) -> tuple[StoredDrill, bool]:
        """Returns the drill after an answer, and whether it counted: only if the drill was due."""
        if not drill.is_kept:
            raise RefusedError(409, "not_now", Message("refusals.drill_removed"))
        if drill.due > self._now():
            return drill, False
        right = drill.right + 1 if is_right else 0
        answered = drill._replace(right=right, due=self._due(right))
        await self._save(answered)
        return answered, True

    async def remove(self, owner: str, key: str) -> None:
        """Removes a drill; its position is remembered, so that another review does not add it again."""
        found = await self.find(owner, key)
        await self._save(found._replace(is_kept=0))

    async def _check_bounds(self, owner: str) -> None:
        (count,) = (await self._store.read("SELECT count(*) FROM drill WHERE owner = ?", owner))[0]
        if count >= self._most:
            raise too_many(Message("refusals.too_many_drills", count=self._most), 60)

    def _due(self, right: int) -> float:
        return self._now() + DAYS[min(right, len(DAYS) - 1)] * DAY - EARLIER

    async def _find(self, owner: str, condition: str, *values: object) -> StoredDrill | None:
        rows = await self._store.read(f"SELECT * FROM drill WHERE owner = ? AND {condition}", owner, *values)
        return StoredDrill(*rows[0]) if rows else None

    async def _save(self, drill: StoredDrill) -> None:
        marks = ", ".join("?" * len(StoredDrill._fields))

        def act(database: sqlite3.Connection) -> None:
            database.execute(f"REPLACE INTO drill VALUES ({marks})", drill)

        await self._store.change(act)
