"""The store's file: its tables, and the lock that keeps other runs out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shirokuro.errors import StoreError as StoreError
from shirokuro.storage.file_lock import working_on
from shirokuro.storage.sqlite_file import StoreKind, checksum

GAME = "key, fixture, record"
MEASUREMENT = "key, definition, value"
RUN = "name, definition"


def _sum(columns: str) -> str:
    """An SQL checksum of columns; texts count as raw bytes, so that a damaged one affects no other row."""
    return f"checksum({', '.join(f'CAST({each} AS BLOB)' for each in columns.split(', '))})"


KIND = StoreKind(
    name="store of the laboratory",
    application=0x53484B52,
    version=3,
    tables="""
CREATE TABLE origin (
    id INTEGER PRIMARY KEY, machine TEXT NOT NULL, program TEXT NOT NULL, UNIQUE (machine, program)
);
CREATE TABLE game (
    key BLOB PRIMARY KEY, fixture TEXT NOT NULL, record TEXT NOT NULL,
    variant TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL, margin REAL,
    kind TEXT NOT NULL, seconds REAL NOT NULL, finished REAL NOT NULL,
    origin INTEGER NOT NULL REFERENCES origin, sum INTEGER
);
CREATE TABLE measurement (
    key BLOB PRIMARY KEY, definition TEXT NOT NULL, value TEXT NOT NULL,
    kind TEXT NOT NULL, seconds REAL NOT NULL, finished REAL NOT NULL,
    origin INTEGER NOT NULL REFERENCES origin, sum INTEGER
);
CREATE TABLE run (name TEXT PRIMARY KEY, definition TEXT NOT NULL, sum INTEGER);
CREATE INDEX game_pace ON game (kind, seconds);
""",
    upgrades={
        2: f"""
ALTER TABLE game ADD COLUMN sum INTEGER;
ALTER TABLE measurement ADD COLUMN sum INTEGER;
ALTER TABLE run ADD COLUMN sum INTEGER;
UPDATE game SET sum = {_sum(GAME)};
UPDATE measurement SET sum = {_sum(MEASUREMENT)};
UPDATE run SET sum = {_sum(RUN)};
"""
    },
    views={
        2: f"""
CREATE TEMP VIEW game AS SELECT *, {_sum(GAME)} AS sum FROM main.game;
CREATE TEMP VIEW measurement AS SELECT *, {_sum(MEASUREMENT)} AS sum FROM main.measurement;
CREATE TEMP VIEW run AS SELECT *, {_sum(RUN)} AS sum FROM main.run;
"""
    },
)
"""Files of version 2 have no checksums: they can be read, and the next run adds them."""


def row_sum(*values: object) -> int:
    """The checksum of a row, equal to that of `_sum`."""
    return checksum(
        *(each.encode(errors="surrogateescape") if isinstance(each, str) else each for each in values)
    )


@contextmanager
def reserved(path: Path) -> Iterator[None]:
    """Keeps other runs out, but not readers. The lock is on a separate file, and ends with the process."""
    beside = Path(f"{path}-run")
    beside.touch()
    with working_on(beside, f"{path}: another run is at work on this store"):
        yield
