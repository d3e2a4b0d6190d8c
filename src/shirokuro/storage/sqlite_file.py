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
from typing import Any

from shirokuro.errors import StoreError

PATIENCE_SECONDS = 20.0
"""How long to wait for another program that writes."""
SIGNATURE = b"SQLite format 3\0"
_APPLICATION_AT = slice(68, 72)
"""Where SQLite keeps the mark of a program in a file."""
_CANNOT_WRITE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
}
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
    settings: tuple[str, ...] = ("synchronous = NORMAL",)
    """Of connections that write. In WAL mode this one survives the death of any process; a power cut costs
    the last rows only."""
    advice: str = ""
    """What to do about a damaged file; `{path}` stands for it, `{rescued}` for a file beside it."""


class SqliteFile:
    """A file of a kind.

    `is_alone`: for one program at a time, which is refused while another has it. `checks_pages`: all pages
    are looked at when it is opened first, which takes as long as reading them; rows that are looked up one by
    one have their checksums. `is_threaded`: a connection may be used in other threads than its maker's, by
    one at a time.
    """

    def __init__(
        self,
        path: Path,
        kind: StoreKind,
        *,
        is_alone: bool = False,
        checks_pages: bool = True,
        is_threaded: bool = False,
    ) -> None:
        self.path = path
        self.kind = kind
        self._is_alone = is_alone
        self._checks_pages = checks_pages
        self._is_threaded = is_threaded

    def to_read(self) -> sqlite3.Connection | None:
        """The file, also where nothing can be written; None where there is none, or nothing in it."""
        if not self.path.exists():
            return None
        with self.explained():
            try:
                return self._readable("mode=rw")
            except sqlite3.OperationalError as error:
                if not cannot_write(error):
                    raise
                # Even to read a file SQLite makes others beside it, unless it is told that nobody changes it.
                if not self._has_log():
                    return self._readable("immutable=1")
                try:
                    # Alone, it reads its log without the file that connections share, which may not fit.
                    return self._readable("mode=rw", "PRAGMA locking_mode = EXCLUSIVE")
                except sqlite3.OperationalError:
                    raise StoreError(
                        f"{self.path}: {self.path.name}-wal holds a part of it, which can only be read where "
                        "its folder can be written to: copy both files"
                    ) from error

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

    def beside(self) -> sqlite3.Connection:
        """A file that another program may have open; nothing is made, brought up to date or checked."""
        with self.explained():
            return self._connect("mode=rw")

    def check_again(self) -> None:
        """The next opening looks at all pages, whatever this process has seen before."""
        if self.path.exists():
            _CHECKED.discard((self.path.absolute(), self.path.stat().st_ino))

    def is_ours(self) -> bool:
        """Whether it may be removed: ours, however damaged, or empty. A file that is not there is."""
        try:
            database = self.to_read()
        except StoreError:
            return self._has_our_mark()
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
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:  # a full disk has ended it already
                    database.execute("ROLLBACK")
                raise

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Whatever SQLite complains about is a `StoreError` that names the file."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {self._words(error)}") from error
        except UnicodeDecodeError as error:  # Python cannot read what SQLite says of a damaged name
            raise self.damage(str(error)) from error

    @contextmanager
    def decoding(self, row: str) -> Iterator[None]:
        """While rows are decoded: what is not as it was written is told as damage."""
        try:
            yield
        except StoreError:
            raise
        except _DAMAGE as error:
            raise self.damage(f"{row} cannot be read: {error}") from error

    def damage(self, words: str) -> StoreError:
        return StoreError(f"{self.path}: a damaged {self.kind.name}: {words}{self._advice()}")

    def check_sum(self, row: str, kept: object, *values: object) -> None:
        """A `StoreError` if a row is not what was written."""
        if kept != checksum(*values):
            raise self.damage(f"{row} has a wrong checksum")

    def _words(self, error: sqlite3.Error) -> str:
        if _code(error) == sqlite3.SQLITE_BUSY:
            return f"another program is at work on this {self.kind.name}"
        words = " ".join(str(error).split())
        if _code(error) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            return f"this is no {self.kind.name}, or it is damaged: {words}{self._advice()}"
        return words

    def _advice(self) -> str:
        rescued = self.path.with_name(f"rescued-{self.path.name}")
        return self.kind.advice.format(path=self.path, rescued=rescued)

    def _connect(self, mode: str) -> sqlite3.Connection:
        address, patience = f"{self.path.absolute().as_uri()}?{mode}", PATIENCE_SECONDS
        database = sqlite3.connect(
            address,
            uri=True,
            isolation_level=None,
            timeout=0 if self._is_alone else patience,
            check_same_thread=not self._is_threaded,
        )
        # Text that is damaged is for the reader of its row to refuse.
        database.text_factory = lambda data: data.decode(errors="surrogateescape")
        database.create_function("checksum", -1, checksum, deterministic=True)
        return database

    def _readable(self, mode: str, setting: str = "") -> sqlite3.Connection | None:
        database = self._connect(mode)
        try:
            database.execute(setting)
            if not _number(database, "SELECT count(*) FROM sqlite_master"):
                database.close()
                return None
            version = self._checked_version(database)
            if version != self.kind.version:
                if version not in self.kind.views:
                    raise StoreError(
                        f"{self.path}: this {self.kind.name} is of version {version}, and cannot be brought "
                        "up to date where nothing can be written"
                    )
                database.execute("PRAGMA temp_store = MEMORY")
                _execute(database, self.kind.views[version])
        except BaseException:
            database.close()
            raise
        return database

    def _prepare(self, database: sqlite3.Connection, fill: Filling | None) -> None:
        for setting in self.kind.settings:
            database.execute(f"PRAGMA {setting}")
        if self._is_alone:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
        if not _number(database, "SELECT count(*) FROM sqlite_master"):
            if fill is None:
                raise StoreError(f"{self.path}: there is no {self.kind.name} in it")
            self._make(database, fill)
        if (version := self._checked_version(database)) != self.kind.version:
            self._upgrade(database, version)
        _prefer_wal(database)
        if self._is_alone:
            with self.transaction(database):
                pass  # the lock is kept from now on, and ends with the process

    def _make(self, database: sqlite3.Connection, fill: Filling) -> None:
        """Tables, marks and first rows: all of it or nothing, whoever else makes it at the same time."""
        with self.transaction(database):
            if not _number(database, "SELECT count(*) FROM sqlite_master"):
                _execute(database, self.kind.tables)
                fill(database)
                database.execute(f"PRAGMA application_id = {self.kind.application}")
                database.execute(f"PRAGMA user_version = {self.kind.version}")

    def _upgrade(self, database: sqlite3.Connection, version: int) -> None:
        with self.transaction(database):
            for each in range(version, self.kind.version):
                if _number(database, "PRAGMA user_version") == each:
                    _execute(database, self.kind.upgrades[each])
                    database.execute(f"PRAGMA user_version = {each + 1}")

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
        self._check_pages(database)
        return version

    def _check_pages(self, database: sqlite3.Connection) -> None:
        """Once for each file and process."""
        place = (self.path.absolute(), self.path.stat().st_ino)
        if place in _CHECKED or not self._checks_pages:
            return
        ((found,),) = database.execute("PRAGMA quick_check(1)").fetchall()
        if found != "ok":
            raise self.damage(" ".join(str(found).split()))
        _CHECKED.add(place)

    def _has_log(self) -> bool:
        """Whether a part of it waits beside it, as a program that was killed leaves it."""
        log = self.path.with_name(f"{self.path.name}-wal")
        return log.exists() and log.stat().st_size > 0

    def _has_our_mark(self) -> bool:
        """Whether the file begins as one of ours does, whatever else is wrong with it."""
        with suppress(OSError), self.path.open("rb") as file:
            head = file.read(_APPLICATION_AT.stop)
            return head.startswith(SIGNATURE) and head[_APPLICATION_AT] == self.kind.application.to_bytes(4)
        return False


_CHECKED: set[tuple[Path, int]] = set()


def checksum(*values: object) -> int:
    """Of the values of a row, also in SQL."""
    return zlib.crc32(repr(values).encode(errors="backslashreplace"))


def rows_of(database: sqlite3.Connection | None, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
    """As they are asked for; none where there is no file."""
    if database is not None:
        yield from database.execute(query, values)


def cannot_write(error: BaseException | None) -> bool:
    """Whether it is the disk, full or protected, so that what is there may still be read."""
    cause = error.__cause__ if isinstance(error, StoreError) else error
    return isinstance(cause, OSError) or (isinstance(cause, sqlite3.Error) and _code(cause) in _CANNOT_WRITE)


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
