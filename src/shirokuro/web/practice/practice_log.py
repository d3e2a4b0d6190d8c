"""Stores what an owner has practised: answers to puzzles, days, and positions of lessons.

All of it is bounded: a row for each puzzle and each position of a lesson, and for the last days.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from shirokuro.people.ratings import PlayerRating
from shirokuro.practice.puzzles import puzzles
from shirokuro.web.refusal import invalid
from shirokuro.web.store.store import GameStore
from shirokuro.words.message import Message

MOST_DAYS = 400
LATEST = 100
"""The puzzles that a rating rests on."""
BEGINNER = PlayerRating(1000.0, 200.0)
"""Of somebody who has answered nothing yet."""
PUZZLE_ERROR = 100.0
"""How far the rating of a puzzle may be from that at which half find it."""


class StoredPracticeDay(NamedTuple):
    """A row of the table of days: what was answered on it where the owner is."""

    owner: str
    day: str
    answered: int
    right: int


class StoredPracticeAnswer(NamedTuple):
    """A row of the table of answers: the first one to a puzzle, or a later right one."""

    owner: str
    line: str
    is_right: int
    answered: float


class StoredLearnedPosition(NamedTuple):
    """A row of the table of positions of lessons that were solved, counted from 1."""

    owner: str
    lesson: str
    position: int


class PracticeLog:
    """What all owners have practised; `now` gives the time in seconds since 1970."""

    def __init__(self, store: GameStore, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    async def days(self, owner: str) -> list[StoredPracticeDay]:
        """The days with practice, latest first."""
        sql = "SELECT * FROM practice_day WHERE owner = ? ORDER BY day DESC LIMIT ?"
        return [StoredPracticeDay(*row) for row in await self._store.read(sql, owner, MOST_DAYS)]

    async def note_day(self, owner: str, day: str, is_right: bool) -> None:
        """Counts an answer; a day that is nowhere today is refused."""
        if abs(_date(day) - datetime.fromtimestamp(self._now(), UTC).date()) > timedelta(days=1):
            raise invalid(Message("refusals.other_day", day=day))

        def act(database: sqlite3.Connection) -> None:
            database.execute(
                "INSERT INTO practice_day VALUES (?1, ?2, 1, ?3) ON CONFLICT DO UPDATE"
                " SET answered = answered + 1, right = right + ?3",
                (owner, day, int(is_right)),
            )
            _drop_old_days(database, owner)

        await self._store.change(act)

    async def answers(self, owner: str) -> list[StoredPracticeAnswer]:
        """The answers to puzzles, earliest first."""
        sql = "SELECT * FROM practice_answer WHERE owner = ? ORDER BY answered"
        return [StoredPracticeAnswer(*row) for row in await self._store.read(sql, owner)]

    async def answer(self, owner: str, line: str, is_right: bool) -> bool:
        """Stores an answer, and returns whether it counts: the first one to a puzzle does."""
        known = await self._store.read(
            "SELECT 1 FROM practice_answer WHERE owner = ? AND line = ?", owner, line
        )
        if not known:
            await self._put("practice_answer", StoredPracticeAnswer(owner, line, int(is_right), self._now()))
        return not known

    async def rating(self, owner: str) -> PlayerRating:
        """How strong the latest answers show an owner to be; a puzzle is an opponent of its rating."""
        found = BEGINNER
        for answer in (await self.answers(owner))[-LATEST:]:
            if (puzzle := puzzles().get(answer.line)) is not None:
                found = found.after(PlayerRating(puzzle.rating, PUZZLE_ERROR), answer.is_right)
        return found

    async def learned(self, owner: str) -> list[StoredLearnedPosition]:
        sql = "SELECT * FROM learned_position WHERE owner = ? ORDER BY lesson, position"
        return [StoredLearnedPosition(*row) for row in await self._store.read(sql, owner)]

    async def learn(self, owner: str, lesson: str, position: int) -> None:
        await self._put("learned_position", StoredLearnedPosition(owner, lesson, position))

    # Rows of an imported file; each returns whether the row is new.

    async def take_day(self, owner: str, row: StoredPracticeDay) -> bool:
        is_new = await self._take("practice_day", row._replace(owner=owner))
        await self._store.change(lambda database: _drop_old_days(database, owner))
        return is_new

    async def take_answer(self, owner: str, row: StoredPracticeAnswer) -> bool:
        return await self._take("practice_answer", row._replace(owner=owner))

    async def take_learned(self, owner: str, row: StoredLearnedPosition) -> bool:
        return await self._take("learned_position", row._replace(owner=owner))

    async def _put(self, table: str, row: tuple[object, ...]) -> None:
        marks = ", ".join("?" * len(row))
        await self._store.change(
            lambda database: database.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)
        )

    async def _take(self, table: str, row: tuple[object, ...]) -> bool:
        (before,) = (await self._store.read(f"SELECT count(*) FROM {table} WHERE owner = ?", row[0]))[0]
        await self._put(table, row)
        (after,) = (await self._store.read(f"SELECT count(*) FROM {table} WHERE owner = ?", row[0]))[0]
        return bool(after > before)


def _drop_old_days(database: sqlite3.Connection, owner: str) -> None:
    database.execute(
        "DELETE FROM practice_day WHERE owner = ?1 AND day NOT IN"
        " (SELECT day FROM practice_day WHERE owner = ?1 ORDER BY day DESC LIMIT ?2)",
        (owner, MOST_DAYS),
    )


def _date(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise invalid(Message("refusals.other_day", day=day)) from None
