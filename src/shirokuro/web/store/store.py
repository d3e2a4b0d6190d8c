"""The server's store, one SQLite file with owners, games, matches, drills and the rivals' memory.

One thread writes. It joins waiting changes into one transaction, so that hundreds of moves a second share
their commits, and confirms them afterwards. Another thread reads. A killed server loses nothing that it
confirmed.
"""

from __future__ import annotations

import asyncio
import logging
import math
import queue
import sqlite3
import threading
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from shirokuro.errors import StoreError, words_of
from shirokuro.storage.file_lock import working_on
from shirokuro.storage.sqlite_file import SqliteFile, cannot_write
from shirokuro.web.refusal import RefusedError, busy, no_owner
from shirokuro.web.store.owner_tables import (
    MOST_DROPPED,
    NO_OWNER,
    delete_owner,
    drop_unused,
    leave_game,
    owned_tables,
    require_owners,
    sweep,
)
from shirokuro.web.store.tables import KIND, TABLES
from shirokuro.words.message import Message

R = TypeVar("R")
FULL = Message("refusals.all_owners")
_LOG = logging.getLogger("shirokuro.web")
MOST_TOGETHER = 500
"""Changes in one transaction."""
_NOT_OF_MATCH = "id NOT IN (SELECT game FROM match_game)"
"""Games of matches are listed with their match."""
_MINE = "(owner = ? OR id IN (SELECT game FROM seat WHERE seat.owner = ?))"
"""A game of an owner, or one between two people in which the owner has a seat."""
_SIDE = (
    "coalesce((SELECT side FROM seat WHERE game = id AND seat.owner = ?), CASE"
    " WHEN black = 'person' AND white != 'person' THEN 'black'"
    " WHEN white = 'person' AND black != 'person' THEN 'white' END)"
)
"""The side of the only person, or of the owner among two."""
_RESULTS = {
    "won": f"(winner IN ('black', 'white') AND winner = {_SIDE})",
    "lost": f"(winner IN ('black', 'white') AND winner != {_SIDE})",
    "drawn": "winner = 'nobody'",
    "unfinished": "result = ''",
}
"""Conditions for games by their result for the person."""


class StoredGame(NamedTuple):
    """A row of the table of games."""

    id: str
    owner: str
    board: str
    black: str
    white: str
    clock: str | None
    seed: int
    state: str
    turn_began: float
    """When the current turn began, in seconds since 1970."""
    moves: int
    result: str
    opening_en: str
    opening_ja: str
    revision: int
    started: float
    updated: float
    winner: str
    """`black`, `white` or `nobody`; empty for an unfinished game."""
    words: str
    """The text that a search looks at, in lower case."""


class GameQuery(NamedTuple):
    """A query for games of an owner, latest first."""

    search: str = ""
    board: str = ""
    result: str = ""
    """`won`, `lost`, `drawn` or `unfinished`."""
    since: float | None = None
    """Only games last played at this time or later."""
    before: float | None = None
    """Only games last played before this time."""
    limit: int = 20

    def conditions(self, owner: str, *, has_seats: bool) -> tuple[str, list[object]]:
        """The condition as SQL, and its values; without seats beside friends, an index has the order."""
        found: list[tuple[str, object]] = [(_MINE if has_seats else "owner = ?", owner)]
        found += [("board = ?", self.board)] if self.board else []
        found += [("updated >= ?", self.since)] if self.since is not None else []
        found += [("updated < ?", self.before)] if self.before is not None else []
        found += [("instr(words, ?)", word) for word in self.search.lower().split()]
        found += [(_RESULTS[self.result], owner)] if self.result else []
        values = [value for sql, value in found for _ in range(sql.count("?"))]
        return " AND ".join([*(sql for sql, _ in found), "moves > 0", _NOT_OF_MATCH]), values


_SAVE = (
    f"INSERT INTO game ({', '.join(StoredGame._fields)}) VALUES ({', '.join('?' * len(StoredGame._fields))})"
    " ON CONFLICT (id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in StoredGame._fields[1:])
)
"""Updating a row is cheaper than replacing it."""

Act = Callable[[sqlite3.Connection], object]


class OwnerRoom(NamedTuple):
    """When a new owner is added, and which owners may be removed to make room."""

    now: float
    most: int
    unused_before: float
    """Owners without data and without a request since then may be removed."""
    spared: Callable[[], Collection[str]] = tuple
    """Owners to keep; called only if there is no room."""


class GameStore:
    """The open store, for one server at a time. It is read-only if the disk cannot be written."""

    def __init__(self, path: Path) -> None:
        self.trouble = ""
        """Why nothing can be written; empty if it can."""
        self._file = SqliteFile(path, KIND, is_threaded=True)
        self._waiting: queue.SimpleQueue[tuple[Act, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        try:
            self._file.check_again()
            self._open()
        except OSError as error:
            if not cannot_write(error) or not path.exists():
                raise
            self._open_to_read(error)
        self._readers = ThreadPoolExecutor(1, "store-reader")
        self._writer = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._writer.start()

    def _open(self) -> None:
        self._file.path.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as opened:  # releases the lock if something fails
            opened.enter_context(_server_lock(self._file.path))
            self._writing = opened.enter_context(closing(self._file.to_write(lambda database: None)))
            with self._file.transaction(self._writing) as database:
                for statement in TABLES.split(";\n"):  # earlier versions had fewer tables
                    database.execute(statement)
                sweep(database)
                require_owners(database)
                database.execute(f"PRAGMA user_version = {KIND.version}")  # always, to notice a full disk now
            self._reading = opened.enter_context(closing(self._file.to_write()))
            self._opened = opened.pop_all()

    def _open_to_read(self, why: OSError) -> None:
        with ExitStack() as opened:
            with suppress(FileNotFoundError):  # no other server can have a lock either
                opened.enter_context(_server_lock(self._file.path))
            database = self._file.to_read()
            if database is None:
                raise why
            self._reading = self._writing = opened.enter_context(closing(database))
            self._opened = opened.pop_all()
        self.trouble = words_of(why.__cause__ if isinstance(why.__cause__, Exception) else why)

    @property
    def is_read_only(self) -> bool:
        return bool(self.trouble)

    def close(self) -> None:
        """Writes waiting changes and closes the file. It may be called again."""
        self._waiting.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._opened.close()

    # Owners

    async def add_owner(self, owner: str, room: OwnerRoom) -> None:
        def act(database: sqlite3.Connection) -> None:
            if _owners(database) >= room.most:
                drop_unused(database, room.unused_before, room.spared())
                if _owners(database) >= room.most:
                    raise busy(FULL, 20)
            database.execute(
                "INSERT INTO owner (id, made, asked) VALUES (?, ?, ?)", (owner, room.now, room.now)
            )

        await self.change(act)

    async def asked(self, owner: str) -> float | None:
        """When an owner made the last request, within minutes; None if the owner is unknown."""
        found = await self.read("SELECT asked FROM owner WHERE id = ?", owner)
        return float(found[0][0]) if found else None

    async def note_asked(self, owner: str, now: float) -> None:
        sql = "UPDATE owner SET asked = ? WHERE id = ?"
        await self.change(lambda database: database.execute(sql, (now, owner)))

    async def drop_unused(self, before: float, spared: Collection[str]) -> None:
        """Deletes all owners without data and without a request since `before`, some at a time."""
        dropped = MOST_DROPPED

        def act(database: sqlite3.Connection) -> None:
            nonlocal dropped
            dropped = drop_unused(database, before, spared)

        while dropped == MOST_DROPPED:
            await self.change(act)

    async def first_owner(self) -> float:
        """When the oldest owner was added."""
        ((made,),) = await self.read("SELECT min(made) FROM owner")
        return math.inf if made is None else float(made)

    async def all_owners(self) -> set[str]:
        return {owner for (owner,) in await self.read("SELECT id FROM owner")}

    # Games

    async def save(self, game: StoredGame, *also: Act) -> None:
        """Stores a game, with other changes in the same transaction."""

        def act(database: sqlite3.Connection) -> None:
            database.execute(_SAVE, game)
            for each in also:
                each(database)

        await self.change(act)

    async def game(self, owner: str, key: str) -> StoredGame | None:
        rows = await self.read(f"SELECT * FROM game WHERE id = ? AND {_MINE}", key, owner, owner)
        return StoredGame(*rows[0]) if rows else None

    async def games(self, owner: str, query: GameQuery) -> list[StoredGame]:
        """The games with at least one move that match a query."""
        where, values = query.conditions(owner, has_seats=await self._has_seats(owner))
        sql = f"SELECT * FROM game WHERE {where} ORDER BY updated DESC LIMIT ?"
        return [StoredGame(*row) for row in await self.read(sql, *values, query.limit)]

    async def count_found(self, owner: str, query: GameQuery) -> int:
        """The number of games that match a query, on all pages."""
        query = query._replace(before=None)
        where, values = query.conditions(owner, has_seats=await self._has_seats(owner))
        rows = await self.read(f"SELECT count(*) FROM game WHERE {where}", *values)
        return int(rows[0][0])

    async def _has_seats(self, owner: str) -> bool:
        return bool(await self.read("SELECT 1 FROM seat WHERE owner = ? LIMIT 1", owner))

    async def count_games(self, owner: str | None = None) -> int:
        sql = "SELECT count(*) FROM game"
        rows = await (self.read(sql) if owner is None else self.read(f"{sql} WHERE {_MINE}", owner, owner))
        return int(rows[0][0])

    async def is_of_match(self, key: str) -> bool:
        """Whether a game belongs to a match."""
        return bool(await self.read("SELECT 1 FROM match_game WHERE game = ?", key))

    async def delete_game(self, owner: str, key: str) -> None:
        await self.change(lambda database: leave_game(database, owner, key))

    # All data of an owner

    async def everything(self, owner: str) -> dict[str, list[dict[str, Any]]]:
        """A consistent snapshot of all rows of an owner, by table, without the column `owner`."""
        return await self._with_reader(lambda database: _snapshot(database, owner))

    async def delete_everything(self, owner: str) -> None:
        """Deletes the owner too, so that the store accepts no more rows of theirs."""
        await self.change(lambda database: delete_owner(database, owner))

    async def add_game(self, game: StoredGame) -> None:
        marks = ", ".join("?" * len(StoredGame._fields))
        await self.change(lambda database: database.execute(f"INSERT INTO game VALUES ({marks})", game))

    async def name_for(self, owner: str, key: str, table: str = "game") -> tuple[str, bool]:
        """The name under which to import a row, and whether the owner has that row already.

        It keeps its name unless another owner has it; then its new name is a digest, always the same.
        """
        whose = await self._owner_of(table, key)
        if whose not in (None, owner):
            key = urlsafe_b64encode(sha256(f"{owner} {key}".encode()).digest()[:16]).decode().rstrip("=")
            whose = await self._owner_of(table, key)
        return key, whose == owner

    async def _owner_of(self, table: str, key: str) -> str | None:
        rows = await self.read(f"SELECT owner FROM {table} WHERE id = ?", key)
        return str(rows[0][0]) if rows else None

    # Threads

    async def change(self, act: Act) -> None:
        """Makes a change, whole or not at all; returns when it is on the disk."""
        if self.is_read_only:
            raise _not_stored(Message("refusals.read_only"))
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.put((act, done))
        await done

    async def read(self, sql: str, *values: object) -> list[Any]:
        return await self._with_reader(lambda database: database.execute(sql, values).fetchall())

    async def _with_reader(self, work: Callable[[sqlite3.Connection], R]) -> R:
        """Runs `work` in the reader's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work, self._reading)

    def _write(self) -> None:
        """The loop of the writer's thread."""
        while (first := self._waiting.get()) is not None:
            batch = [first]
            while len(batch) < MOST_TOGETHER:
                try:
                    following = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if following is None:
                    self._waiting.put(None)  # end after this transaction
                    break
                batch.append(following)
            self._commit(batch)

    def _commit(self, batch: list[tuple[Act, asyncio.Future[Any]]]) -> None:
        failures: list[Exception | None] = [None] * len(batch)
        try:
            with self._file.transaction(self._writing) as database:
                for act, _ in batch:
                    act(database)
        except Exception as error:
            is_alone = len(batch) == 1 and not isinstance(error, StoreError)
            failures = [error] if is_alone else self._try_each(batch)
        for (_, done), failure in zip(batch, failures, strict=True):
            with suppress(RuntimeError):  # the event loop is closed
                done.get_loop().call_soon_threadsafe(_settle, done, failure)

    def _try_each(self, batch: list[tuple[Act, asyncio.Future[Any]]]) -> list[Exception | None]:
        """Makes the changes one by one, so that a failure affects only its own request."""
        try:
            with self._file.transaction(self._writing):
                return [self._try(act) for act, _ in batch]
        except StoreError as error:  # a full disk
            return [_failure(error)] * len(batch)

    def _try(self, act: Act) -> Exception | None:
        self._writing.execute("SAVEPOINT act")
        try:
            act(self._writing)
        except Exception as error:  # fails this request only
            if not self._writing.in_transaction:  # SQLite has rolled all of them back
                raise error if isinstance(error, sqlite3.Error) else sqlite3.OperationalError() from error
            self._writing.execute("ROLLBACK TO act")
            return _failure(error)
        finally:
            if self._writing.in_transaction:
                self._writing.execute("RELEASE act")
        return None


def _snapshot(database: sqlite3.Connection, owner: str) -> dict[str, list[dict[str, Any]]]:
    """The owner's rows by table, from one read transaction."""
    database.execute("BEGIN")
    try:
        found = {}
        for table in owned_tables(database):
            if table in ("seat", "invitation"):  # their links lead to this server alone
                continue
            names = database.execute("SELECT name FROM pragma_table_info(?)", (table,))
            columns = [name for (name,) in names]
            sql = f"SELECT * FROM {table} WHERE {_MINE if table == 'game' else 'owner = ?'}"
            if "game" in columns:  # a row stays out while its game is not stored yet
                sql += " AND game IN (SELECT id FROM game)"
            rows = database.execute(f"{sql} ORDER BY rowid", (owner,) * sql.count("?"))
            found[table] = [
                {name: value for name, value in zip(columns, row, strict=True) if name != "owner"}
                for row in rows
            ]
        return found
    finally:
        database.execute("COMMIT")


def _owners(database: sqlite3.Connection) -> int:
    return int(database.execute("SELECT count(*) FROM owner").fetchone()[0])


def _settle(done: asyncio.Future[Any], failure: Exception | None) -> None:
    if done.done():
        return
    if failure is None:
        done.set_result(None)
    else:
        done.set_exception(failure)


def _failure(error: Exception) -> Exception:
    """The error for the client; SQLite's own message goes to the log."""
    if not isinstance(error, sqlite3.Error | StoreError):
        return error
    if str(error) == NO_OWNER:
        return no_owner()
    _LOG.error("the store refused a change: %s", error)
    if cannot_write(error):
        return _not_stored(Message("refusals.disk"))
    return busy(Message("refusals.not_stored"), 10)


def _server_lock(path: Path) -> AbstractContextManager[None]:
    """Keeps a second server out: each would hold games in memory that the other changes."""
    lock = path.with_name(f"{path.name}.lock")
    with suppress(OSError):
        lock.touch()
    return working_on(lock, f"{path} is in use by another server: end it, or name another --file")


def _not_stored(text: Message) -> RefusedError:
    return RefusedError(507, "not_stored", text, 60)
