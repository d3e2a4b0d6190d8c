"""The store of a proof: every position of the upper tree with what is proven of it, in one SQLite file."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from shirokuro.board import Board
from shirokuro.book.canonical import board_of_key, key_of
from shirokuro.book.proof import APPLICATION, STORE_VERSION
from shirokuro.origin import Origin
from shirokuro.solving.task import Cost

_SCHEMA = """
BEGIN IMMEDIATE;
CREATE TABLE proof (variant TEXT NOT NULL, start BLOB NOT NULL);
CREATE TABLE origin (
    id INTEGER PRIMARY KEY, machine TEXT NOT NULL, program TEXT NOT NULL, UNIQUE (machine, program)
);
CREATE TABLE position (
    key BLOB PRIMARY KEY, lower INTEGER NOT NULL, upper INTEGER NOT NULL, guess INTEGER NOT NULL DEFAULT 0,
    nodes INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0, reader INTEGER REFERENCES origin
) WITHOUT ROWID;
INSERT INTO proof VALUES ('{variant}', X'{start}');
PRAGMA application_id = {application};
PRAGMA user_version = {version};
COMMIT;
"""
_NEW = "INSERT OR IGNORE INTO position (key, lower, upper) VALUES (?, ?, ?)"
_BOUND = "UPDATE position SET lower = max(lower, ?), upper = min(upper, ?) WHERE key = ?"
_GUESS = "UPDATE position SET guess = ? WHERE key = ?"
_WORK = """
UPDATE position SET nodes = nodes + ?, seconds = seconds + ?, reader = coalesce(?, reader) WHERE key = ?
"""


class ProofError(OSError):
    """The store cannot be opened, read or written; what it holds is as it was."""


@dataclass(frozen=True, slots=True)
class ProvenPosition:
    """A row of the store."""

    key: bytes
    lower: int
    upper: int
    guess: int
    nodes: int
    """Of all tasks done at it."""
    seconds: float
    is_read: bool
    """Whether it was read to the end; else its bounds follow from its moves, or are those of the board."""


@dataclass(frozen=True, slots=True)
class ProofTotals:
    """What a proof has cost so far."""

    positions: int
    readings: int
    """Positions that were read to the end."""
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ProofStep:
    """What a task has brought."""

    key: bytes
    """Of the position that it was done at."""
    cost: Cost
    is_read: bool
    guesses: tuple[tuple[bytes, int], ...]
    """For positions after it, if it was a glance."""
    bounds: tuple[tuple[bytes, int, int], ...]
    """Of all positions whose bounds it changed."""


class ProofStore:
    """An open store, for one run alone. Each `save` is a transaction: a result is whole or not there."""

    def __init__(self, path: Path, start: Board | None = None) -> None:
        self.path = path
        with self._explained():
            self._database = sqlite3.connect(path, isolation_level=None, timeout=0)
            try:
                self._prepare(start)
                self.start = self._read_start()
                self.variant = self.start.variant_name
                wanted = self.start if start is None else start
                if (self.variant, key_of(self.start)) != (wanted.variant_name, key_of(wanted)):
                    raise ProofError(
                        f"{path}: a proof of {self.variant} from {_place(self.start)}, not of this"
                    )
            except BaseException:
                self._database.close()
                raise
        self._cells = len(self.start.variant.cells)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def positions(self) -> Iterator[ProvenPosition]:
        """All that is stored, in the order of the keys."""
        query = "SELECT key, lower, upper, guess, nodes, seconds, reader NOT NULL FROM position ORDER BY key"
        with self._explained():
            for row in self._database.execute(query):
                if not all(isinstance(number, int) for number in row[1:5]):
                    raise ProofError(f"{self.path}: a damaged proof: {row[1:5]} are no bounds")
                yield ProvenPosition(*row)

    def origins(self) -> list[tuple[Origin, int]]:
        """Who has read how many positions."""
        query = "SELECT machine, program, count(*) FROM position JOIN origin ON id = reader GROUP BY id"
        with self._explained():
            rows = self._database.execute(query)
            return [(Origin(machine, program), count) for machine, program, count in rows]

    def totals(self) -> ProofTotals:
        query = "SELECT count(*), count(reader), total(nodes), total(seconds) FROM position"
        with self._explained():
            positions, readings, nodes, seconds = self._one(query)
            return ProofTotals(positions, readings, int(nodes), seconds)

    def save(self, step: ProofStep) -> None:
        """What a task found, with all bounds that follow from it."""
        with self._transaction() as database:
            keys = (step.key, *(after for after, _ in step.guesses))
            database.executemany(_NEW, [(key, -self._cells, self._cells) for key in keys])
            database.executemany(_GUESS, [(guess, after) for after, guess in step.guesses])
            database.executemany(_BOUND, [(lower, upper, key) for key, lower, upper in step.bounds])
            reader = self._origin(database, step.cost.origin) if step.is_read else None
            work = (step.cost.nodes, step.cost.seconds, reader, step.key)
            database.execute(_WORK, work)

    def _origin(self, database: sqlite3.Connection, origin: Origin) -> int:
        row = (origin.machine, origin.program)
        database.execute("INSERT OR IGNORE INTO origin (machine, program) VALUES (?, ?)", row)
        query = "SELECT id FROM origin WHERE machine = ? AND program = ?"
        return int(database.execute(query, row).fetchone()[0])

    def _prepare(self, start: Board | None) -> None:
        """Makes the store where none is; the lock is kept, and ends with the process whatever ends it."""
        self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
        if not self._one("SELECT count(*) FROM sqlite_master")[0]:
            self._make(start)
        if self._one("PRAGMA application_id")[0] != APPLICATION:
            raise ProofError(f"{self.path}: this is a database, but no proof")
        if (version := self._one("PRAGMA user_version")[0]) != STORE_VERSION:
            raise ProofError(f"{self.path}: a proof of version {version}; this program reads {STORE_VERSION}")
        # In WAL mode this survives the death of any process; a power cut costs the last results only.
        self._database.execute("PRAGMA synchronous = NORMAL")
        self._database.execute("BEGIN IMMEDIATE")
        self._database.execute("COMMIT")

    def _read_start(self) -> Board:
        try:
            return board_of_key(*self._one("SELECT variant, start FROM proof"))
        except (TypeError, ValueError, struct.error) as error:
            raise ProofError(f"{self.path}: a damaged proof, its start cannot be read: {error}") from None

    def _make(self, start: Board | None) -> None:
        if start is None:
            raise ProofError(f"{self.path}: there is no proof in it")
        self._database.execute("PRAGMA journal_mode = WAL")
        words = {"variant": start.variant_name, "start": key_of(start).hex()}
        self._database.executescript(_SCHEMA.format(**words, application=APPLICATION, version=STORE_VERSION))

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._explained():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
            except BaseException:
                if self._database.in_transaction:  # a full disk has ended it already
                    self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def _one(self, query: str) -> tuple[Any, ...]:
        return tuple(self._database.execute(query).fetchone())

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Whatever SQLite complains about is a `ProofError` that names the file."""
        try:
            yield
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise ProofError(f"{self.path}: another program is at work on this proof") from None
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_NOTADB:
                raise ProofError(f"{self.path}: this is no proof, or it is damaged: {error}") from None
            raise ProofError(f"{self.path}: {error}") from error


def _place(start: Board) -> str:
    return "its start" if key_of(start) == key_of(Board(start.variant_name)) else start.line()
