"""The store of a proof: every position of the upper tree with what is proven of it, in one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self

from shirokuro.board.board import Board
from shirokuro.board.position_key import board_of_key, key_of
from shirokuro.errors import StoreError
from shirokuro.proofs.proof import CLAIM, PROOF, START
from shirokuro.proofs.task import Cost
from shirokuro.storage.sqlite_file import SqliteFile, checksum
from shirokuro.workers.origin import Origin

_NEW = "INSERT OR IGNORE INTO position (key, lower, upper) VALUES (?, ?, ?)"
_BOUND = "UPDATE position SET lower = max(lower, ?), upper = min(upper, ?) WHERE key = ?"
_GUESS = "UPDATE position SET guess = ? WHERE key = ?"
_WORK = """
UPDATE position SET nodes = nodes + ?, seconds = seconds + ?, reader = coalesce(?, reader) WHERE key = ?
"""
_SUM = f"UPDATE position SET sum = checksum({CLAIM}) WHERE key = ?"


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
    """An open store, for one run alone. Each `save` is a transaction: a result is whole or not there.

    Without a start it is only read, also where nothing can be written.
    """

    def __init__(self, path: Path, start: Board | None = None) -> None:
        self.path = path
        self._file = SqliteFile(path, PROOF, is_alone=True)
        self._database = self._opened(start)
        try:
            self.start = self._read_start()
        except BaseException:
            self._database.close()
            raise
        self.variant = self.start.variant_name
        wanted = self.start if start is None else start
        if (self.variant, key_of(self.start)) != (wanted.variant_name, key_of(wanted)):
            self._database.close()
            raise StoreError(f"{path}: a proof of {self.variant} from {_place(self.start)}, not of this")
        self._cells = len(self.start.variant.cells)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def positions(self) -> Iterator[ProvenPosition]:
        """All that is stored, in the order of the keys."""
        query = f"SELECT sum, {CLAIM}, guess, nodes, seconds FROM position ORDER BY key"
        with self._file.explained():
            for kept, key, lower, upper, is_read, guess, nodes, seconds in self._database.execute(query):
                self._file.check_sum("a position", kept, key, lower, upper, is_read)
                if not (isinstance(guess, int) and isinstance(nodes, int)):
                    raise self._file.damage("what a position has cost cannot be read")
                yield ProvenPosition(key, lower, upper, guess, nodes, seconds, bool(is_read))

    def origins(self) -> list[tuple[Origin, int]]:
        """Who has read how many positions."""
        query = "SELECT machine, program, count(*) FROM position JOIN origin ON id = reader GROUP BY id"
        with self._file.explained():
            rows = self._database.execute(query)
            return [(Origin(machine, program), count) for machine, program, count in rows]

    def totals(self) -> ProofTotals:
        query = "SELECT count(*), count(reader), total(nodes), total(seconds) FROM position"
        with self._file.explained():
            positions, readings, nodes, seconds = self._one(query)
            return ProofTotals(positions, readings, int(nodes), seconds)

    def save(self, step: ProofStep) -> None:
        """What a task found, with all bounds that follow from it."""
        with self._file.transaction(self._database) as database:
            keys = (step.key, *(after for after, _ in step.guesses))
            database.executemany(_NEW, [(key, -self._cells, self._cells) for key in keys])
            database.executemany(_GUESS, [(guess, after) for after, guess in step.guesses])
            database.executemany(_BOUND, [(lower, upper, key) for key, lower, upper in step.bounds])
            reader = self._origin(database, step.cost.origin) if step.is_read else None
            work = (step.cost.nodes, step.cost.seconds, reader, step.key)
            database.execute(_WORK, work)
            changed = {*keys, *(key for key, _, _ in step.bounds)}
            database.executemany(_SUM, [(key,) for key in changed])

    def _origin(self, database: sqlite3.Connection, origin: Origin) -> int:
        row = (origin.machine, origin.program)
        database.execute("INSERT OR IGNORE INTO origin (machine, program) VALUES (?, ?)", row)
        query = "SELECT id FROM origin WHERE machine = ? AND program = ?"
        return int(database.execute(query, row).fetchone()[0])

    def _opened(self, start: Board | None) -> sqlite3.Connection:
        if start is not None:
            return self._file.to_write(partial(_insert_start, start))
        if (database := self._file.to_read()) is None:
            raise StoreError(f"{self.path}: there is no proof in it")
        return database

    def _read_start(self) -> Board:
        with self._file.explained(), self._file.decoding("its start"):
            variant, start, kept = self._one(f"SELECT {START}, sum FROM proof")
            self._file.check_sum("its start", kept, variant, start)
            return board_of_key(variant, start)

    def _one(self, query: str) -> tuple[Any, ...]:
        return tuple(self._database.execute(query).fetchone())


def _insert_start(board: Board, database: sqlite3.Connection) -> None:
    """The first row of a new store."""
    row = (board.variant_name, key_of(board))
    database.execute("INSERT INTO proof VALUES (?, ?, ?)", (*row, checksum(*row)))


def _place(start: Board) -> str:
    return "its start" if key_of(start) == key_of(Board(start.variant_name)) else start.line()
