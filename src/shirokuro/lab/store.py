"""The store: every game and measurement ever finished, in one SQLite file, under the key that defines it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from shirokuro.engine import Limits
from shirokuro.game import Clock, Fixture
from shirokuro.home import home
from shirokuro.lab.result import CellResult, Game
from shirokuro.lab.study import Cell, Json, Results, Task
from shirokuro.lab.task import Outcome, digest, kind_of
from shirokuro.record import Record

VERSION = 1
APPLICATION = 0x53484B52
"""Marks the file as ours, as SQLite's `application_id`."""

_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS game (
    key BLOB PRIMARY KEY, fixture TEXT NOT NULL, record TEXT NOT NULL,
    variant TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL, margin REAL,
    kind TEXT NOT NULL, seconds REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS measurement (
    key BLOB PRIMARY KEY, definition TEXT NOT NULL, value TEXT NOT NULL,
    kind TEXT NOT NULL, seconds REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS run (name TEXT PRIMARY KEY, definition TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS game_pace ON game (kind, seconds);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""


class StoreError(OSError):
    """The store cannot be opened, read or written; what it holds is as it was."""


def default_path() -> Path:
    return home() / "lab.sqlite"


class Store:
    """An open store. Every `add` is a transaction: whatever kills the run, a row is whole or not there."""

    def __init__(self, path: str | Path | None = None, *, create: bool = True) -> None:
        self.path = default_path() if path is None else Path(path)
        if not create and not self.path.exists():
            raise StoreError(f"{self.path}: there is no such store")
        if create:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._explained():
            self._database = sqlite3.connect(self.path, isolation_level=None, timeout=30)
            try:
                self._open()
            except BaseException:
                self.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

    @contextmanager
    def reserved(self) -> Iterator[None]:
        """Keeps other runs out. The lock is one of SQLite's on a file beside: it ends with the process."""
        with self._explained(), closing(self._lock()):
            yield

    def add(self, task: Task, outcome: Outcome) -> None:
        """Stores what a task came to, unless it is there already."""
        with self._explained():
            if isinstance(task, Fixture):
                self._add_game(task, outcome)
            else:
                key = task.key()
                row = (digest(key), key, outcome.text, kind_of(task), outcome.seconds)
                self._database.execute("INSERT OR IGNORE INTO measurement VALUES (?, ?, ?, ?, ?)", row)

    def keys(self) -> set[bytes]:
        """The keys of all that is done."""
        with self._explained():
            rows = self._database.execute("SELECT key FROM game UNION ALL SELECT key FROM measurement")
            return {key for (key,) in rows}

    def counts(self) -> tuple[int, int]:
        """How many games and measurements there are."""
        with self._explained():
            return self._asked("SELECT count(*) FROM game"), self._asked("SELECT count(*) FROM measurement")

    def paces(self) -> dict[str, float]:
        """The mean seconds of each kind of task."""
        query = "SELECT kind, avg(seconds) FROM {} GROUP BY kind"
        with self._explained():
            return {
                kind: seconds
                for table in ("game", "measurement")
                for kind, seconds in self._database.execute(query.format(table))
            }

    def game(self, fixture: Fixture) -> Game | None:
        """The game, if it was played."""
        query = "SELECT record FROM game WHERE key = ?"
        with self._explained():
            row = self._database.execute(query, (digest(fixture.key()),)).fetchone()
        return None if row is None else Game(fixture, Record.from_json(row[0]))

    def games(self) -> Iterator[Game]:
        """All games, in the order of their keys."""
        with self._explained():
            for fixture, record in self._database.execute("SELECT fixture, record FROM game ORDER BY key"):
                yield Game(_fixture(fixture), Record.from_json(record))

    def played(self, plan: Sequence[Cell]) -> Iterator[Game]:
        """The games of a plan that were played, in its order and each once."""
        fixtures = dict.fromkeys(fixture for cell in plan for fixture in cell.fixtures)
        return (game for fixture in fixtures if (game := self.game(fixture)) is not None)

    def value(self, task: Task) -> Json:
        """The value of a measurement; None if it was not taken."""
        query = "SELECT value FROM measurement WHERE key = ?"
        with self._explained():
            row = self._database.execute(query, (digest(task.key()),)).fetchone()
        value: Json = None if row is None else json.loads(row[0])
        return value

    def results(self, plan: Sequence[Cell]) -> Results:
        """What there is of every cell."""
        return {cell.name: self._result(cell) for cell in plan}

    def note_run(self, name: str, definition: dict[str, Any]) -> None:
        """Remembers what was last asked for under a name, for reports and exports."""
        with self._explained():
            self._database.execute("INSERT OR REPLACE INTO run VALUES (?, ?)", (name, json.dumps(definition)))

    def runs(self) -> dict[str, dict[str, Any]]:
        """What was last asked for, by name."""
        with self._explained():
            rows = self._database.execute("SELECT name, definition FROM run ORDER BY name")
            return {name: json.loads(definition) for name, definition in rows}

    def _result(self, cell: Cell) -> CellResult:
        found = (self.game(fixture) for fixture in cell.fixtures)
        games = tuple(game for game in found if game is not None)
        value = None if cell.measurement is None else self.value(cell.measurement)
        return CellResult(cell.subject(), len(cell.tasks()), games, value)

    def _add_game(self, fixture: Fixture, outcome: Outcome) -> None:
        names = (fixture.variant, fixture.black, fixture.white)
        about = (*names, outcome.margin, kind_of(fixture), outcome.seconds)
        key = fixture.key()
        row = (digest(key), key, outcome.text, *about)
        self._database.execute("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def _open(self) -> None:
        """Readies the file, or refuses one that is not ours before anything is written to it."""
        if not self._asked("SELECT count(*) FROM sqlite_master"):
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.executescript(_SCHEMA)
        if self._asked("PRAGMA application_id") != APPLICATION:
            raise StoreError(f"{self.path}: this is a database, but no store of the laboratory")
        if (version := self._asked("PRAGMA user_version")) != VERSION:
            raise StoreError(f"{self.path}: a store of version {version}; this program reads {VERSION}")
        # In WAL mode this survives the death of any process; a power cut costs the last games, not the file.
        self._database.execute("PRAGMA synchronous = NORMAL")

    def _asked(self, query: str) -> int:
        """The one number that answers a query."""
        (number,) = self._database.execute(query).fetchone()
        return int(number)

    def _lock(self) -> sqlite3.Connection:
        lock = sqlite3.connect(f"{self.path}-run", isolation_level=None, timeout=0)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            lock.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise StoreError(f"{self.path}: another run is at work on this store") from None
        return lock

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Errors of SQLite become one clear line."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from error


def _fixture(key: str) -> Fixture:
    """The fixture that has this key."""
    fields = json.loads(key)
    black, white = (Limits(**limits) for limits in fields.pop("limits"))
    clock = fields.pop("clock")
    return Fixture(**fields, limits=(black, white), clock=Clock(**clock) if clock else None)
