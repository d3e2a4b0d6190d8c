"""What the server keeps, in one SQLite file: owners, games, matches, drills and what rivals remember.

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
from base64 import urlsafe_b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from shirokuro.web.refusal import RefusedError, busy

R = TypeVar("R")
MOST_TOGETHER = 500
"""Changes in one transaction."""
VERSION = 3
_SCHEMA = """
CREATE TABLE IF NOT EXISTS owner (id TEXT PRIMARY KEY, made REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS game (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, board TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL,
    clock TEXT, seed INTEGER NOT NULL, state TEXT NOT NULL, turn_began REAL NOT NULL, moves INTEGER NOT NULL,
    result TEXT NOT NULL, opening_en TEXT NOT NULL, opening_ja TEXT NOT NULL, revision INTEGER NOT NULL,
    started REAL NOT NULL, updated REAL NOT NULL, winner TEXT NOT NULL DEFAULT '',
    words TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS game_of_owner ON game (owner, updated DESC);
CREATE TABLE IF NOT EXISTS drill (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, board TEXT NOT NULL, line TEXT NOT NULL, move TEXT NOT NULL,
    best TEXT NOT NULL, loss INTEGER NOT NULL, right INTEGER NOT NULL, due REAL NOT NULL, made REAL NOT NULL,
    is_kept INTEGER NOT NULL, UNIQUE (owner, board, line, move)
);
CREATE INDEX IF NOT EXISTS drill_of_owner ON drill (owner, due);
CREATE TABLE IF NOT EXISTS played_match (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, board TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    games INTEGER NOT NULL, seed INTEGER NOT NULL, pace REAL, state TEXT NOT NULL, started REAL NOT NULL,
    updated REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS match_of_owner ON played_match (owner, started DESC);
CREATE TABLE IF NOT EXISTS match_game (
    match TEXT NOT NULL, number INTEGER NOT NULL, owner TEXT NOT NULL, game TEXT NOT NULL, margin REAL,
    black INTEGER NOT NULL, white INTEGER NOT NULL, moves INTEGER NOT NULL, PRIMARY KEY (match, number)
);
CREATE INDEX IF NOT EXISTS match_of_game ON match_game (game);
CREATE TABLE IF NOT EXISTS rival_memory (
    owner TEXT NOT NULL, name TEXT NOT NULL, memory TEXT NOT NULL, PRIMARY KEY (owner, name)
);
CREATE TABLE IF NOT EXISTS rival_game (
    game TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, memory TEXT NOT NULL,
    standing TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS rival_game_of_owner ON rival_game (owner, standing);
"""
_NOT_OF_MATCH = "id NOT IN (SELECT game FROM match_game)"
"""A match has a list of its own."""
_FROM_1 = """
ALTER TABLE game ADD COLUMN winner TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN words TEXT NOT NULL DEFAULT '';
UPDATE game
    SET words = lower(board || ' ' || black || ' ' || white || ' ' || opening_en || ' ' || opening_ja);
"""
"""For files of version 1."""
_FROM_2 = """
UPDATE game SET winner = CASE
    WHEN result LIKE 'black %' THEN 'white'
    WHEN result LIKE 'white %' THEN 'black'
    WHEN CAST(result AS INTEGER) > CAST(substr(result, instr(result, '-') + 1) AS INTEGER) THEN 'black'
    WHEN CAST(result AS INTEGER) < CAST(substr(result, instr(result, '-') + 1) AS INTEGER) THEN 'white'
    ELSE 'nobody' END
    WHERE result != '' AND winner = '';
"""
"""For those of version 2, where games that came from version 1 have no winner: `40-24`, `white resigned`."""
_WON = (
    "((black = 'person') + (white = 'person') = 1 AND winner IN ('black', 'white')"
    " AND (black = 'person') = {})"
)
_RESULTS = {
    "won": _WON.format("(winner = 'black')"),
    "lost": _WON.format("(winner = 'white')"),
    "drawn": "winner = 'nobody'",
    "unfinished": "result = ''",
}
"""Games by how they ended for the person in them."""


class StoreInUseError(ValueError):
    """Another server has the file."""


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
    winner: str
    """`black`, `white`, `nobody`; empty while it goes on."""
    words: str
    """All that a search looks at, in small letters."""


class GameQuery(NamedTuple):
    """Which of one's games are wanted, the latest first."""

    search: str = ""
    board: str = ""
    result: str = ""
    """`won`, `lost`, `drawn` or `unfinished`."""
    since: float | None = None
    """Only games that were last played then or later."""
    before: float | None = None
    """Only games that were last played before this time."""
    limit: int = 20

    def conditions(self, owner: str) -> tuple[str, list[object]]:
        """What a row must be, as SQL and its values."""
        found: list[tuple[str, object]] = [("owner = ?", owner)]
        found += [("board = ?", self.board)] if self.board else []
        found += [("updated >= ?", self.since)] if self.since is not None else []
        found += [("updated < ?", self.before)] if self.before is not None else []
        found += [("instr(words, ?)", word) for word in self.search.lower().split()]
        fixed = ["moves > 0", _NOT_OF_MATCH, *([_RESULTS[self.result]] if self.result else [])]
        return " AND ".join([*(sql for sql, _ in found), *fixed]), [value for _, value in found]


_SAVE = (
    f"INSERT INTO game ({', '.join(StoredGame._fields)}) VALUES ({', '.join('?' * len(StoredGame._fields))})"
    " ON CONFLICT (id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in StoredGame._fields[1:])
)
"""One row written over is cheaper than one removed and one added."""

Act = Callable[[sqlite3.Connection], object]


class GameStore:
    """The open file; only one server has it at a time."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _claim(path)
        self._writing = _connect(path)
        _bring_up_to_date(self._writing, path)
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
            if _owners(database) >= most:
                database.execute(
                    "DELETE FROM owner WHERE made < ? AND id NOT IN (SELECT owner FROM game)"
                    " AND id NOT IN (SELECT owner FROM drill)"
                    " AND id NOT IN (SELECT owner FROM rival_memory)",
                    (now - 86400,),
                )
                if _owners(database) >= most:
                    raise busy("as many people use this server as it can carry", 3600)
            database.execute("INSERT INTO owner VALUES (?, ?)", (owner, now))

        await self.change(act)

    async def has_owner(self, owner: str) -> bool:
        found = await self.read("SELECT 1 FROM owner WHERE id = ?", owner)
        return bool(found)

    # Games

    async def save(self, game: StoredGame, *also: Act) -> None:
        """A game, and whatever else must hold together with it."""

        def act(database: sqlite3.Connection) -> None:
            database.execute(_SAVE, game)
            for each in also:
                each(database)

        await self.change(act)

    async def game(self, owner: str, key: str) -> StoredGame | None:
        rows = await self.read("SELECT * FROM game WHERE id = ? AND owner = ?", key, owner)
        return StoredGame(*rows[0]) if rows else None

    async def games(self, owner: str, query: GameQuery) -> list[StoredGame]:
        """Those that somebody has moved in."""
        where, values = query.conditions(owner)
        sql = f"SELECT * FROM game WHERE {where} ORDER BY updated DESC LIMIT ?"
        return [StoredGame(*row) for row in await self.read(sql, *values, query.limit)]

    async def count_found(self, owner: str, query: GameQuery) -> int:
        """How many games a query is about, however many it shows."""
        where, values = query._replace(before=None).conditions(owner)
        rows = await self.read(f"SELECT count(*) FROM game WHERE {where}", *values)
        return int(rows[0][0])

    async def count_games(self, owner: str | None = None) -> int:
        sql = "SELECT count(*) FROM game"
        rows = await (self.read(sql) if owner is None else self.read(f"{sql} WHERE owner = ?", owner))
        return int(rows[0][0])

    async def is_of_match(self, key: str) -> bool:
        """Whether a game belongs to a match."""
        return bool(await self.read("SELECT 1 FROM match_game WHERE game = ?", key))

    async def delete_game(self, owner: str, key: str) -> None:
        def act(database: sqlite3.Connection) -> None:
            if database.execute("DELETE FROM game WHERE id = ? AND owner = ?", (key, owner)).rowcount:
                database.execute("DELETE FROM rival_game WHERE game = ?", (key,))

        await self.change(act)

    # Everything of one's own

    async def everything(self, owner: str) -> dict[str, list[dict[str, Any]]]:
        """All rows of an owner by their tables, as they stand together, without the owner's name."""
        tables = await self._owned_tables()
        return await self._with_reader(lambda database: _snapshot(database, tables, owner))

    async def delete_everything(self, owner: str) -> None:
        """The owner too."""
        tables = await self._owned_tables()

        def act(database: sqlite3.Connection) -> None:
            for table in tables:
                database.execute(f"DELETE FROM {table} WHERE owner = ?", (owner,))
            database.execute("DELETE FROM owner WHERE id = ?", (owner,))

        await self.change(act)

    async def add_game(self, game: StoredGame) -> None:
        marks = ", ".join("?" * len(StoredGame._fields))
        await self.change(lambda database: database.execute(f"INSERT INTO game VALUES ({marks})", game))

    async def name_for(self, owner: str, key: str, table: str = "game") -> tuple[str, bool]:
        """What a row of an exported file is called here, and whether the owner has it already.

        It keeps its name unless that is somebody else's; then it always gets the same other one.
        """
        whose = await self._owner_of(table, key)
        if whose not in (None, owner):
            key = urlsafe_b64encode(sha256(f"{owner} {key}".encode()).digest()[:16]).decode().rstrip("=")
            whose = await self._owner_of(table, key)
        return key, whose == owner

    async def _owner_of(self, table: str, key: str) -> str | None:
        rows = await self.read(f"SELECT owner FROM {table} WHERE id = ?", key)
        return str(rows[0][0]) if rows else None

    async def _owned_tables(self) -> list[str]:
        sql = (
            "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) p"
            " WHERE m.type = 'table' AND p.name = 'owner' ORDER BY 1"
        )
        return [name for (name,) in await self.read(sql)]

    # How it is done

    async def change(self, act: Act) -> None:
        """Returns when the change is on the disk."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.put((act, done))
        await done

    async def read(self, sql: str, *values: object) -> list[Any]:
        return await self._with_reader(lambda database: database.execute(sql, values).fetchall())

    async def _with_reader(self, work: Callable[[sqlite3.Connection], R]) -> R:
        """What work makes of the database, in the reader's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work, self._reading)

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
            with suppress(RuntimeError):  # nobody waits any more: the loop is closed
                done.get_loop().call_soon_threadsafe(_settle, done, failure)

    def _try(self, act: Act) -> Exception | None:
        try:
            act(self._writing)
        except sqlite3.Error as error:
            return _not_stored(error)
        except Exception as error:  # whoever asked is told; the others are not concerned
            return error
        return None


def _snapshot(database: sqlite3.Connection, tables: list[str], owner: str) -> dict[str, list[dict[str, Any]]]:
    """The owner's rows, all read at one moment."""
    database.execute("BEGIN")
    try:
        return {table: _rows_of(database, table, owner) for table in tables}
    finally:
        database.execute("COMMIT")


def _rows_of(database: sqlite3.Connection, table: str, owner: str) -> list[dict[str, Any]]:
    """The owner's rows of a table; one that names a game stays out while that game is not there yet."""
    columns = [name for (name,) in database.execute("SELECT name FROM pragma_table_info(?)", (table,))]
    sql = f"SELECT * FROM {table} WHERE owner = ?"
    sql += " AND game IN (SELECT id FROM game)" if "game" in columns else ""
    rows = database.execute(f"{sql} ORDER BY rowid", (owner,))
    return [
        {name: value for name, value in zip(columns, row, strict=True) if name != "owner"} for row in rows
    ]


def _owners(database: sqlite3.Connection) -> int:
    return int(database.execute("SELECT count(*) FROM owner").fetchone()[0])


def _settle(done: asyncio.Future[Any], failure: Exception | None) -> None:
    if done.done():
        return
    if failure is None:
        done.set_result(None)
    else:
        done.set_exception(failure)


def _not_stored(error: sqlite3.Error) -> RefusedError:
    return RefusedError(503, "not_stored", f"this could not be stored, so it was not done: {error}", 10)


def _bring_up_to_date(database: sqlite3.Connection, path: Path) -> None:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise ValueError(f"{path} was written by a later version of this program")
    if version == 1:
        database.executescript(_FROM_1)
    if version in (1, 2):
        database.executescript(_FROM_2)
    database.executescript(_SCHEMA)
    database.execute(f"PRAGMA user_version={VERSION}")


def _claim(path: Path) -> Any:
    """Two servers on one file would each keep games in memory that the other changes."""
    lock = path.with_name(f"{path.name}.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise StoreInUseError(f"{path} is in use by another server: end it, or name another --file") from None
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
