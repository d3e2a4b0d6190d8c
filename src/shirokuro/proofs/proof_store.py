"""The store of a proof: every position of the upper tree with its proven bounds, in one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

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
    """The nodes of all its tasks."""
    seconds: float
    is_solved: bool
    """Whether a worker solved it; otherwise its bounds follow from its moves, or are those of the board."""


@dataclass(frozen=True, slots=True)
class ProofTotals:
    """The size of a proof, and its cost so far."""

    positions: int
    solved: int
    """Positions that were solved as one task."""
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ProofStep:
    """The result of a task, as it is stored."""

    key: bytes
    """The key of the task's position."""
    cost: Cost
    is_solved: bool
    guesses: tuple[tuple[bytes, int], ...]
    """The guessed values of the positions after it, if its moves were searched."""
    bounds: tuple[tuple[bytes, int, int], ...]
    """The new bounds of all positions that it changed."""


def _begin(start: Board, database: sqlite3.Connection) -> None:
    """Writes the first row of a new store."""
    row = (start.variant_name, key_of(start))
    database.execute("INSERT INTO proof VALUES (?, ?, ?)", (*row, checksum(*row)))


class ProofStore:
    """An open store, for one run alone. Each `save` is a transaction: its results are whole or not there.

    Without a start it is opened read-only.
    """

    def __init__(self, path: Path, start: Board | None = None) -> None:
        self.path = path
        self._file = SqliteFile(path, PROOF, is_alone=True)
        database = self._file.to_read() if start is None else self._file.to_write(partial(_begin, start))
        if database is None:
            raise StoreError(f"{path}: there is no proof in it")
        self._database = database
        try:
            with self._file.explained(), self._file.decoding("its start"):
                variant, key, kept = database.execute(f"SELECT {START}, sum FROM proof").fetchone()
                self._file.check_sum("its start", kept, variant, key)
                self.start = board_of_key(variant, key)
            if start is not None and (variant, key) != (start.variant_name, key_of(start)):
                place = "its start" if key == key_of(Board(variant)) else self.start.line()
                raise StoreError(f"{path}: a proof of {variant} from {place}, not of this")
        except BaseException:
            database.close()
            raise
        self.variant = self.start.variant_name
        self._cells = len(self.start.variant.cells)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def positions(self) -> Iterator[ProvenPosition]:
        """All stored positions, in the order of their keys."""
        query = f"SELECT sum, {CLAIM}, guess, nodes, seconds FROM position ORDER BY key"
        with self._file.explained():
            for kept, key, lower, upper, is_solved, guess, nodes, seconds in self._database.execute(query):
                self._file.check_sum("a position", kept, key, lower, upper, is_solved)
                if not (isinstance(guess, int) and isinstance(nodes, int)):
                    raise self._file.damage("what a position has cost cannot be read")
                yield ProvenPosition(key, lower, upper, guess, nodes, seconds, bool(is_solved))

    def origins(self) -> list[tuple[Origin, int]]:
        """Who solved how many positions."""
        query = "SELECT machine, program, count(*) FROM position JOIN origin ON id = reader GROUP BY id"
        with self._file.explained():
            rows = self._database.execute(query)
            return [(Origin(machine, program), count) for machine, program, count in rows]

    def totals(self) -> ProofTotals:
        query = "SELECT count(*), count(reader), total(nodes), total(seconds) FROM position"
        with self._file.explained():
            positions, solved, nodes, seconds = self._database.execute(query).fetchone()
            return ProofTotals(positions, solved, int(nodes), seconds)

    def save(self, steps: Sequence[ProofStep]) -> None:
        """Stores the results of tasks, with all bounds that follow from them."""
        guesses = [(guess, after) for step in steps for after, guess in step.guesses]
        bounds = [(lower, upper, key) for step in steps for key, lower, upper in step.bounds]
        keys = {step.key for step in steps} | {after for _, after in guesses}
        with self._file.transaction(self._database) as database:
            database.executemany(_NEW, [(key, -self._cells, self._cells) for key in keys])
            database.executemany(_GUESS, guesses)
            database.executemany(_BOUND, bounds)
            readers = {origin: _reader(database, origin) for origin in {step.cost.origin for step in steps}}
            database.executemany(
                _WORK,
                [
                    (
                        step.cost.nodes,
                        step.cost.seconds,
                        readers[step.cost.origin] if step.is_solved else None,
                        step.key,
                    )
                    for step in steps
                ],
            )
            changed = keys | {key for _, _, key in bounds}
            database.executemany(_SUM, [(key,) for key in changed])


def _reader(database: sqlite3.Connection, origin: Origin) -> int:
    """The number of the machine and program that did some work."""
    row = (origin.machine, origin.program)
    database.execute("INSERT OR IGNORE INTO origin (machine, program) VALUES (?, ?)", row)
    query = "SELECT id FROM origin WHERE machine = ? AND program = ?"
    number: int = database.execute(query, row).fetchone()[0]
    return number
