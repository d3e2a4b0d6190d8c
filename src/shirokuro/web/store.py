"""What the server keeps, in one SQLite file: owners, games and drills.

One thread writes and joins what is waiting into one transaction, so that hundreds of moves a second share
their commits; whoever asked is answered after it. Another reads. A killed server loses nothing that it
answered.
"""

from __future__ import annotations

import asyncio
import fcntl
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from shirokuro.web.refusal import RefusedError

R = TypeVar("R")
MOST_TOGETHER = 500
"""Changes in one transaction."""
VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS owner (id TEXT PRIMARY KEY, made REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS game (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, board TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL,
    clock TEXT, seed INTEGER NOT NULL, state TEXT NOT NULL, turn_began REAL NOT NULL, moves INTEGER NOT NULL,
    result TEXT NOT NULL, opening_en TEXT NOT NULL, opening_ja TEXT NOT NULL, revision INTEGER NOT NULL,
    started REAL NOT NULL, updated REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS game_of_owner ON game (owner, updated DESC);
CREATE TABLE IF NOT EXISTS drill (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, board TEXT NOT NULL, line TEXT NOT NULL, move TEXT NOT NULL,
    best TEXT NOT NULL, loss INTEGER NOT NULL, right INTEGER NOT NULL, due REAL NOT NULL, made REAL NOT NULL,
    is_kept INTEGER NOT NULL, UNIQUE (owner, board, line, move)
);
CREATE INDEX IF NOT EXISTS drill_of_owner ON drill (owner, due);
"""


class StoredGame(NamedTuple):
    """A game as its row has it."""

    id: str
    owner: str
    board: str
    black: str
    white: str
    clock: str | None
    seed: int
    state: str
    turn_began: float
    """When the present turn began, in seconds since 1970."""
    moves: int
    result: str
    opening_en: str
    opening_ja: str
    revision: int
    started: float
    updated: float


class GameQuery(NamedTuple):
    """Which of one's games are wanted, the latest first."""

    search: str = ""
    board: str = ""
    before: float | None = None
    """Only games that were last played before this time."""
    limit: int = 20


Act = Callable[[sqlite3.Connection], object]


class GameStore:
    """The open file; only one server has it at a time."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _claim(path)
        self._writing = _connect(path)
        self._writing.executescript(_SCHEMA)
        self._writing.execute(f"PRAGMA user_version={VERSION}")
        self._reading = _connect(path)
        self._readers = ThreadPoolExecutor(1, "store-reader")
        self._waiting: queue.SimpleQueue[tuple[Act, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Writes what is waiting."""
        self._waiting.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._writing.close()
        self._reading.close()
        self._lock.close()

    # Owners

    async def add_owner(self, owner: str, now: float, most: int) -> None:
        def act(database: sqlite3.Connection) -> None:
            (count,) = database.execute("SELECT count(*) FROM owner").fetchone()
            if count >= most:
                database.execute(
                    "DELETE FROM owner WHERE made < ? AND id NOT IN (SELECT owner FROM game)"
                    " AND id NOT IN (SELECT owner FROM drill)",
                    (now - 86400,),
                )
            database.execute("INSERT INTO owner VALUES (?, ?)", (owner, now))

        await self.change(act)

    async def has_owner(self, owner: str) -> bool:
        found = await self.read("SELECT 1 FROM owner WHERE id = ?", owner)
        return bool(found)

    # Games

    async def save(self, game: StoredGame) -> None:
        marks = ", ".join("?" * len(StoredGame._fields))
        await self.change(lambda database: database.execute(f"REPLACE INTO game VALUES ({marks})", game))

    async def game(self, owner: str, key: str) -> StoredGame | None:
        rows = await self.read("SELECT * FROM game WHERE id = ? AND owner = ?", key, owner)
        return StoredGame(*rows[0]) if rows else None

    async def games(self, owner: str, query: GameQuery) -> list[StoredGame]:
        """Those that somebody has moved in."""
        conditions, values = ["owner = ?", "moves > 0"], [owner]
        if query.board:
            conditions.append("board = ?")
            values.append(query.board)
        if query.before is not None:
            conditions.append("updated < ?")
            values.append(query.before)  # type: ignore[arg-type]
        for word in query.search.split():
            conditions.append(
                "instr(lower(board || ' ' || black || ' ' || white || ' ' || result || ' '"
                " || opening_en || ' ' || opening_ja), lower(?))"
            )
            values.append(word)
        where = " AND ".join(conditions)
        sql = f"SELECT * FROM game WHERE {where} ORDER BY updated DESC LIMIT ?"
        return [StoredGame(*row) for row in await self.read(sql, *values, query.limit)]

    async def count_games(self, owner: str | None = None) -> int:
        sql = "SELECT count(*) FROM game"
        rows = await (self.read(sql) if owner is None else self.read(f"{sql} WHERE owner = ?", owner))
        return int(rows[0][0])

    async def delete_game(self, owner: str, key: str) -> None:
        await self.change(
            lambda database: database.execute("DELETE FROM game WHERE id = ? AND owner = ?", (key, owner))
        )

    # How it is done

    async def change(self, act: Act) -> None:
        """Returns when the change is on the disk."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.put((act, done))
        await done

    async def read(self, sql: str, *values: object) -> list[Any]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._readers, lambda: self._reading.execute(sql, values).fetchall()
        )

    def _write(self) -> None:
        """In the writer's thread."""
        while (first := self._waiting.get()) is not None:
            batch = [first]
            while len(batch) < MOST_TOGETHER:
                try:
                    following = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if following is None:
                    self._waiting.put(None)  # the end, after this transaction
                    break
                batch.append(following)
            self._commit(batch)

    def _commit(self, batch: list[tuple[Act, asyncio.Future[Any]]]) -> None:
        failures: list[Exception | None] = []
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            for act, _ in batch:
                failures.append(self._try(act))
            self._writing.execute("COMMIT")
        except sqlite3.Error as error:  # a full disk
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
            failures = [_not_stored(error)] * len(batch)
        for (_, done), failure in zip(batch, failures, strict=True):
            done.get_loop().call_soon_threadsafe(_settle, done, failure)

    def _try(self, act: Act) -> Exception | None:
        try:
            act(self._writing)
        except sqlite3.Error as error:
            return _not_stored(error)
        return None


def _settle(done: asyncio.Future[Any], failure: Exception | None) -> None:
    if done.done():
        return
    if failure is None:
        done.set_result(None)
    else:
        done.set_exception(failure)


def _not_stored(error: sqlite3.Error) -> RefusedError:
    return RefusedError(503, "not_stored", f"this could not be stored, so it was not done: {error}", 10)


def _claim(path: Path) -> Any:
    """Two servers on one file would each keep games in memory that the other changes."""
    lock = path.with_name(f"{path.name}.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ValueError(f"{path} is in use by another server: end it, or name another --file") from None
    return lock


def _connect(path: Path) -> sqlite3.Connection:
    try:
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("PRAGMA secure_delete=ON")
    except sqlite3.Error as error:
        raise ValueError(f"{path}: {error}") from None
    return database
