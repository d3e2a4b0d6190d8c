"""The SQLite files that data are kept in, all of them made, opened, checked, read and locked in one way.

A file without tables is as good as none: whoever is killed in the first milliseconds, or whose disk is full,
leaves such a file. Rows have a checksum beside them, which is looked at wherever they are read.
"""

from __future__ import annotations

import sqlite3
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from shirokuro.errors import StoreError

PATIENCE_SECONDS = 20.0
"""How long to wait for another program that writes."""
SIGNATURE = b"SQLite format 3\0"
_APPLICATION_AT = slice(68, 72)
"""Where SQLite keeps the mark of a program in a file."""
_DAMAGE = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, struct.error)
"""What decoding a row can come to that is not what was written."""

Filling = Callable[[sqlite3.Connection], object]
"""Writes the first rows of a new file."""


@dataclass(frozen=True, slots=True)
class StoreKind:
    """What a file is for: its name for people, its marks and its tables."""

    name: str
    """As in "this is no proof"."""
    application: int
    """Marks the file as ours, as SQLite's `application_id`."""
    version: int
    tables: str
    """Statements that make them, with a semicolon at the end of each."""
    upgrades: Mapping[int, str] = field(default_factory=dict)
    """By the version of a file, statements that make it one of the next version."""
    views: Mapping[int, str] = field(default_factory=dict)
    """By the version of a file, temporary views by which it is read as one of today without a change."""


class SqliteFile:
    """A file of a kind.

    `is_alone`: for one program at a time, which is refused while another has it. `checks_pages`: all pages
    are looked at when it is opened first, which takes as long as reading them; rows that are looked up one by
    one have their checksums.
    """

    def __init__(
        self, path: Path, kind: StoreKind, *, is_alone: bool = False, checks_pages: bool = True
    ) -> None:
        self.path = path
        self.kind = kind
        self._is_alone = is_alone
        self._checks_pages = checks_pages

    def to_read(self) -> sqlite3.Connection | None:
        """The file, also where nothing can be written; None where there is none, or nothing in it."""
        if not self.path.exists():
            return None
        with self.explained():
            try:
                return self._readable("mode=rw")
            except sqlite3.OperationalError as error:
                if _code(error) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                    raise
                # Even to read a file SQLite makes others beside it, unless the file is declared immutable.
                waiting = self.path.with_name(f"{self.path.name}-wal")
                if waiting.exists() and waiting.stat().st_size:
                    raise StoreError(
                        f"{self.path}: {waiting.name} holds a part of it, which can only be read where its "
                        "folder can be written to: copy both files"
                    ) from error
                return self._readable("immutable=1")

    def to_write(self, fill: Filling | None = None) -> sqlite3.Connection:
        """The file, brought up to date; made and filled where there is none, if `fill` is given."""
        with self.explained():
            database = self._connect("mode=rw" if fill is None else "mode=rwc")
            try:
                self._prepare(database, fill)
            except BaseException:
                database.close()
                raise
            return database

    def _prepare(self, database: sqlite3.Connection, fill: Filling | None) -> None:
        # In WAL mode this survives the death of any process; a power cut costs the last rows only.
        database.execute("PRAGMA synchronous = NORMAL")
        if self._is_alone:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
        if not _number(database, "SELECT count(*) FROM sqlite_master"):
            if fill is None:
                raise StoreError(f"{self.path}: there is no {self.kind.name} in it")
            # Tables, marks and first rows: all of it or nothing, whoever else makes it at the same time.
            with self.transaction(database):
                if not _number(database, "SELECT count(*) FROM sqlite_master"):
                    _execute(database, self.kind.tables)
                    fill(database)
                    database.execute(f"PRAGMA application_id = {self.kind.application}")
                    database.execute(f"PRAGMA user_version = {self.kind.version}")
        if (version := self._checked_version(database)) != self.kind.version:
            with self.transaction(database):
                for each in range(version, self.kind.version):
                    if _number(database, "PRAGMA user_version") == each:
                        _execute(database, self.kind.upgrades[each])
                        database.execute(f"PRAGMA user_version = {each + 1}")
        _prefer_wal(database)
        if self._is_alone:
            with self.transaction(database):
                pass  # the lock is kept from now on, and ends with the process

    def is_ours(self) -> bool:
        """Whether it may be removed: ours, however damaged, or empty. A file that is not there is."""
        try:
            database = self.to_read()
        except StoreError:
            with suppress(OSError), self.path.open("rb") as file:
                head = file.read(_APPLICATION_AT.stop)
                mark = self.kind.application.to_bytes(4)
                return head.startswith(SIGNATURE) and head[_APPLICATION_AT] == mark
            return False
        if database is not None:
            database.close()
        return True

    def remove(self) -> None:
        """Removes it, unless it is somebody else's."""
        if not self.is_ours():
            raise StoreError(f"{self.path}: this is no {self.kind.name}: delete it yourself")
        for suffix in ("-wal", "-shm", "-journal", ""):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    @contextmanager
    def transaction(self, database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
        """All that is written within, or nothing."""
        with self.explained():
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
            except BaseException:
                if database.in_transaction:  # a full disk has ended it already
                    database.execute("ROLLBACK")
                raise
            database.execute("COMMIT")

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Whatever SQLite complains about is a `StoreError` that names the file."""
        try:
            yield
        except sqlite3.Error as error:
            words = " ".join(str(error).split())
            if _code(error) == sqlite3.SQLITE_BUSY:
                words = f"another program is at work on this {self.kind.name}"
            elif _code(error) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                words = f"this is no {self.kind.name}, or it is damaged: {words}"
            raise StoreError(f"{self.path}: {words}") from error
        except UnicodeDecodeError as error:  # Python cannot read what SQLite says of a damaged name
            raise self.damage(str(error)) from error

    @contextmanager
    def decoding(self, row: str) -> Iterator[None]:
        """While rows are decoded: what is not as it was written is reported as damage."""
        try:
            yield
        except StoreError:
            raise
        except _DAMAGE as error:
            raise self.damage(f"{row} cannot be read: {error}") from error

    def damage(self, words: str) -> StoreError:
        return StoreError(f"{self.path}: a damaged {self.kind.name}: {words}")

    def check_sum(self, row: str, kept: object, *values: object) -> None:
        """A `StoreError` if a row is not what was written."""
        if kept != checksum(*values):
            raise self.damage(f"{row} has a wrong checksum")

    def _connect(self, mode: str) -> sqlite3.Connection:
        address, patience = f"{self.path.absolute().as_uri()}?{mode}", PATIENCE_SECONDS
        database = sqlite3.connect(
            address, uri=True, isolation_level=None, timeout=0 if self._is_alone else patience
        )
        # Text that is damaged is for the reader of its row to refuse.
        database.text_factory = lambda data: data.decode(errors="surrogateescape")
        database.create_function("checksum", -1, checksum, deterministic=True)
        return database

    def _readable(self, mode: str) -> sqlite3.Connection | None:
        database = self._connect(mode)
        try:
            if not _number(database, "SELECT count(*) FROM sqlite_master"):
                database.close()
                return None
            version = self._checked_version(database)
            if version != self.kind.version:
                database.execute("PRAGMA temp_store = MEMORY")
                _execute(database, self.kind.views[version])
        except BaseException:
            database.close()
            raise
        return database

    def _checked_version(self, database: sqlite3.Connection) -> int:
        """The version of a file that is ours, can be read and has no damaged pages."""
        if _number(database, "PRAGMA application_id") != self.kind.application:
            raise StoreError(f"{self.path}: this is a database, but no {self.kind.name}")
        version = _number(database, "PRAGMA user_version")
        if version != self.kind.version and version not in self.kind.upgrades:
            raise StoreError(
                f"{self.path}: this {self.kind.name} is of version {version}; this program reads "
                f"{self.kind.version}"
            )
        place = (self.path.absolute(), self.path.stat().st_ino)
        if self._checks_pages and place not in _CHECKED:  # once for each file and process
            ((found,),) = database.execute("PRAGMA quick_check(1)").fetchall()
            if found != "ok":
                raise self.damage(" ".join(str(found).split()))
            _CHECKED.add(place)
        return version


_CHECKED: set[tuple[Path, int]] = set()


def checksum(*values: object) -> int:
    """Of the values of a row, also in SQL."""
    return zlib.crc32(repr(values).encode(errors="backslashreplace"))


def _prefer_wal(database: sqlite3.Connection) -> None:
    """Readers and a writer then do not wait for each other. While somebody writes, the next one does it."""
    ((mode,),) = database.execute("PRAGMA journal_mode").fetchall()
    if mode != "wal":
        try:
            database.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY:
                raise


def _execute(database: sqlite3.Connection, statements: str) -> None:
    """One by one: SQLite's own scripts end the transaction."""
    for statement in statements.split(";\n"):
        database.execute(statement)


def _number(database: sqlite3.Connection, query: str) -> int:
    (number,) = database.execute(query).fetchone()
    return int(number)


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
