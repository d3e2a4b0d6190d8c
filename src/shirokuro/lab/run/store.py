"""The store: every game and measurement ever finished, in one SQLite file, under the key that defines it."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar

from shirokuro.board.record import Record
from shirokuro.engine.limits import Limits
from shirokuro.errors import StoreError
from shirokuro.lab.run.database import KIND, reserved, row_sum
from shirokuro.lab.run.plan import Cell, Json, Task
from shirokuro.lab.run.result import CellResult, Provenance, Results
from shirokuro.lab.run.task import TaskResult, digest, kind_of
from shirokuro.matches.adjudication import Adjudication
from shirokuro.matches.fixture import Fixture, Game
from shirokuro.matches.sprt import OngoingTest
from shirokuro.players.clock import Clock
from shirokuro.storage.home import home
from shirokuro.storage.sqlite_file import SqliteFile
from shirokuro.workers.origin import Origin

T = TypeVar("T")

FILE_NAME = "lab.sqlite"
"""The default name of a store."""
TASKS = ("game", "measurement")
"""The tables of finished tasks."""
_MADE = """
SELECT key, machine, program, finished FROM origin JOIN (
    SELECT key, origin, finished FROM game UNION ALL SELECT key, origin, finished FROM measurement
) ON origin = id
"""


class StoredRow(NamedTuple):
    """Where something is in the store, and its readable name."""

    table: str
    key: bytes | str
    name: str


class Store:
    """An open store. Every `add` is a transaction: whatever kills the run, a row is whole or not there."""

    def __init__(self, path: str | Path | None = None, *, create: bool = True) -> None:
        self.path = home() / FILE_NAME if path is None else Path(path)
        self._file = SqliteFile(self.path, KIND)
        if create:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._database = self._file.to_write(lambda database: None)
        elif (database := self._file.to_read()) is not None:
            self._database = database
        else:
            raise StoreError(f"{self.path}: there is no such store")
        self._origins: dict[Origin, int] = {}
        self._damage: dict[StoredRow, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

    @contextmanager
    def reserved(self) -> Iterator[None]:
        """Keeps other runs out."""
        with reserved(self.path):
            yield

    def add(self, task: Task, outcome: TaskResult) -> None:
        """Stores the result of a task, unless it is there already."""
        key, origin = task.key(), outcome.origin
        if origin not in self._origins:
            names = (origin.machine, origin.program)
            self._write("INSERT OR IGNORE INTO origin (machine, program) VALUES (?, ?)", *names)
            query = "SELECT id FROM origin WHERE machine = ? AND program = ?"
            (self._origins[origin],) = next(self._rows(query, *names))
        made = kind_of(task), outcome.seconds, time.time(), self._origins[origin]
        if isinstance(task, Fixture):
            about = (task.variant, task.black, task.white, outcome.margin)
            self._insert("game", (digest(key), key, outcome.text), *about, *made)
        else:
            self._insert("measurement", (digest(key), key, outcome.text), *made)

    def keys(self) -> set[bytes]:
        """The keys of all finished tasks."""
        return {key for (key,) in self._rows("SELECT key FROM game UNION ALL SELECT key FROM measurement")}

    def counts(self) -> tuple[int, int]:
        """How many games and measurements there are."""
        games, measurements = (next(self._rows(f"SELECT count(*) FROM {table}"))[0] for table in TASKS)
        return games, measurements

    def paces(self) -> dict[str, float]:
        """The mean seconds of each kind of task."""
        query = "SELECT kind, avg(seconds) FROM {} GROUP BY kind"
        return dict(row for table in TASKS for row in self._rows(query.format(table)))

    def game(self, fixture: Fixture) -> Game | None:
        """The game, if it was played."""
        record = self._record(fixture)
        return None if record is None else Game(fixture, record)

    def found(self, key: bytes) -> Game | None:
        """The game with that key, if it exists and is not damaged."""
        found = next(self._rows("SELECT sum, fixture, record FROM game WHERE key = ?", key), None)
        row = StoredRow("game", key, f"the game with the key {key.hex()[:12]}")
        return None if found is None else self.readable(row, partial(_game, key, *found))

    def games(self, skip: int = 0) -> Generator[Game, None, None]:
        """All games in the order of their keys, without the first `skip`."""
        query = (
            "SELECT key, sum, fixture, record, black, white, variant FROM game ORDER BY key LIMIT -1 OFFSET ?"
        )
        for key, kept, fixture, record, black, white, variant in self._rows(query, skip):
            row = StoredRow("game", key, _name(black, white, variant, key))
            if (game := self.readable(row, partial(_game, key, kept, fixture, record))) is not None:
                yield game

    def played(self, plan: Sequence[Cell]) -> Generator[Game, None, None]:
        """The played games of a plan that count, in its order, each once."""
        seen: set[Fixture] = set()
        for cell in plan:
            yield from (game for game in _counted(cell, self._record) if game.fixture not in seen)
            seen.update(cell.fixtures)

    def value(self, task: Task) -> Json:
        """The value of a measurement; None if it was not taken."""
        key = digest(task.key())
        found = next(self._rows("SELECT sum, definition, value FROM measurement WHERE key = ?", key), None)
        row = StoredRow("measurement", key, f"the measurement {task.key()}")
        if found is None:
            return None
        kept, definition, text = found
        value: Json = self.readable(row, partial(_stored_json, kept, key, definition, text))
        return value

    def results(self, plan: Sequence[Cell]) -> Results:
        """The results of every cell so far."""
        return dict(self.read(plan))

    def read(self, plan: Sequence[Cell]) -> Iterator[tuple[str, CellResult]]:
        """Yields the results so far cell by cell; reads a game that several cells share once."""
        record = cache(self._record)
        for cell in plan:
            value = None if cell.measurement is None else self.value(cell.measurement)
            games = tuple(_counted(cell, record))
            yield cell.name, CellResult(cell.subject(), len(cell.tasks()), games, value)

    def provenance(self, plan: Sequence[Cell]) -> Provenance:
        """Who did the finished tasks of a plan, and when."""
        wanted = {digest(task.key()) for cell in plan for task in cell.tasks()}
        counts: Counter[Origin] = Counter()
        last = 0.0
        for key, machine, program, finished in self._rows(_MADE):
            if key in wanted:
                counts[Origin(machine, program)] += 1
                last = max(last, finished)
        return Provenance(counts, last)

    def note_run(self, name: str, definition: dict[str, Any]) -> None:
        """Records the last run of that name, for reports and exports."""
        row = (name, json.dumps(definition))
        self._write("INSERT OR REPLACE INTO run VALUES (?, ?, ?)", *row, row_sum(*row))

    def runs(self) -> dict[str, dict[str, Any]]:
        """The definition of the last run of each name."""
        rows = self._rows("SELECT sum, name, definition FROM run ORDER BY name")
        found = {
            name: self.readable(run_row(name), partial(_fields, kept, name, text))
            for kept, name, text in rows
        }
        return {name: fields for name, fields in found.items() if fields is not None}

    def readable(self, row: StoredRow, read: Callable[[], T]) -> T | None:
        """Reads a row; if it is damaged, notes that and returns None."""
        try:
            return read()
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            self._damage.pop(row, None)
            self._damage[row] = f"{self.path}: {row.name} cannot be read: {error}"
            return None

    def damage(self) -> list[str]:
        """The damage found so far, a line each, the latest last."""
        return list(self._damage.values())

    def drop_damaged(self) -> None:
        """Deletes damaged games and measurements, so that they are done again."""
        for row in self._damage:
            if row.table in TASKS:
                self._write(f"DELETE FROM {row.table} WHERE key = ?", row.key)
        self._damage.clear()

    def _record(self, fixture: Fixture) -> Record | None:
        key = digest(fixture.key())
        found = next(self._rows("SELECT sum, fixture, record FROM game WHERE key = ?", key), None)
        if found is None:
            return None
        row = StoredRow("game", key, _name(fixture.black, fixture.white, fixture.variant, key))
        return self.readable(row, partial(_stored_record, key, *found))

    def _insert(self, table: str, done: tuple[object, ...], *about: object) -> None:
        """Adds a row, unless its key is there already."""
        row = (*done, *about, row_sum(*done))
        self._write(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", *row)

    def _write(self, order: str, *values: object) -> None:
        with self._file.explained():
            self._database.execute(order, values)

    def _rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, fetched on demand."""
        with self._file.explained():
            yield from self._database.execute(query, values)


def _counted(cell: Cell, record_of: Callable[[Fixture], Record | None]) -> Iterator[Game]:
    """The games of a cell that were played, up to the pair that decided its test."""
    test = None if cell.sprt is None else OngoingTest(cell.sprt)
    for fixture in cell.fixtures:
        if (record := record_of(fixture)) is not None and (test is None or test.end is None):
            game = Game(fixture, record)
            if test is not None:
                test.add(fixture.number, game.half_points)
            yield game


def run_row(name: str) -> StoredRow:
    return StoredRow("run", name, f"the run {name!r}")


def _name(black: str, white: str, variant: str, key: bytes | str) -> str:
    """A readable name of a game."""
    named = key.hex()[:12] if isinstance(key, bytes) else key
    return f"the game {black} – {white} on {variant} with the key {named}"


def _fields(kept: int, name: str, text: str) -> dict[str, Any]:
    fields = _stored_json(kept, name, text)
    if not isinstance(fields, dict):
        raise ValueError("no JSON object")
    return fields


def _stored_json(kept: int, *row: bytes | str) -> Any:
    """The JSON value in the last column of a row."""
    _check_sum(kept, *row)
    return json.loads(row[-1])


def _check_sum(kept: int, *row: object) -> None:
    if row_sum(*row) != kept:
        raise ValueError("its checksum is wrong")


def _game(key: bytes, kept: int, fixture: str, record: str) -> Game:
    if digest(fixture) != key:
        raise ValueError("it is another game than it was stored as")
    fields = json.loads(fixture)
    black, white = (Limits(**limits) for limits in fields.pop("limits"))
    clock, adjudication = fields.pop("clock"), fields.pop("adjudication", None)
    played = Fixture(
        **fields,
        limits=(black, white),
        clock=Clock(**clock) if clock else None,
        adjudication=Adjudication(**adjudication) if adjudication else None,
    )
    return Game(played, _stored_record(key, kept, fixture, record))


def _stored_record(key: bytes, kept: int, fixture: str, record: str) -> Record:
    _check_sum(kept, key, fixture, record)
    return Record.from_json(record)
