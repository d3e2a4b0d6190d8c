"""The store: every game and measurement ever finished, in one SQLite file, under the key that defines it."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from shirokuro.engine import Limits
from shirokuro.fixture import Clock, Fixture
from shirokuro.home import home
from shirokuro.lab.database import StoreError, answer, connect, explained, reserved
from shirokuro.lab.provenance import Origin, Provenance
from shirokuro.lab.result import CellResult, Game
from shirokuro.lab.study import Cell, Json, Results, Task
from shirokuro.lab.task import Outcome, digest, kind_of
from shirokuro.record import Record

_MADE = """
SELECT key, machine, program, finished FROM origin JOIN (
    SELECT key, origin, finished FROM game UNION ALL SELECT key, origin, finished FROM measurement
) ON origin = id
"""


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
            self._database = connect(self.path)
        self._origins: dict[Origin, int] = {}

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
        """Keeps other runs out."""
        with self._explained(), reserved(self.path):
            yield

    def add(self, task: Task, outcome: Outcome) -> None:
        """Stores what a task came to, unless it is there already."""
        with self._explained():
            key, made = task.key(), self._made(task, outcome)
            if isinstance(task, Fixture):
                about = (task.variant, task.black, task.white, outcome.margin)
                self._insert("game", digest(key), key, outcome.text, *about, *made)
            else:
                self._insert("measurement", digest(key), key, outcome.text, *made)

    def keys(self) -> set[bytes]:
        """The keys of all that is done."""
        with self._explained():
            rows = self._database.execute("SELECT key FROM game UNION ALL SELECT key FROM measurement")
            return {key for (key,) in rows}

    def counts(self) -> tuple[int, int]:
        """How many games and measurements there are."""
        with self._explained():
            games = answer(self._database, "SELECT count(*) FROM game")
            return games, answer(self._database, "SELECT count(*) FROM measurement")

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

    def provenance(self, plan: Sequence[Cell]) -> Provenance:
        """Who did what there is of a plan, and when."""
        wanted = {digest(task.key()) for cell in plan for task in cell.tasks()}
        shares: Counter[Origin] = Counter()
        last = 0.0
        with self._explained():
            for key, machine, program, finished in self._database.execute(_MADE):
                if key in wanted:
                    shares[Origin(machine, program)] += 1
                    last = max(last, finished)
        return Provenance(shares, last)

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

    def _made(self, task: Task, outcome: Outcome) -> tuple[str, float, float, int]:
        """The columns about how a row came to be."""
        return kind_of(task), outcome.seconds, time.time(), self._origin(outcome.origin)

    def _origin(self, origin: Origin) -> int:
        """The number that stands for it."""
        if origin not in self._origins:
            names = (origin.machine, origin.program)
            self._database.execute("INSERT OR IGNORE INTO origin (machine, program) VALUES (?, ?)", names)
            query = "SELECT id FROM origin WHERE machine = ? AND program = ?"
            (self._origins[origin],) = self._database.execute(query, names).fetchone()
        return self._origins[origin]

    def _insert(self, table: str, *row: object) -> None:
        """Adds a row, unless its key is there already."""
        places = ", ".join("?" * len(row))
        self._database.execute(f"INSERT OR IGNORE INTO {table} VALUES ({places})", row)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Errors of SQLite become one clear line."""
        with explained(self.path):
            yield


def _fixture(key: str) -> Fixture:
    """The fixture that has this key."""
    fields = json.loads(key)
    black, white = (Limits(**limits) for limits in fields.pop("limits"))
    clock = fields.pop("clock")
    return Fixture(**fields, limits=(black, white), clock=Clock(**clock) if clock else None)
