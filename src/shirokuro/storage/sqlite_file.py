"""One way to make, open, check, read and lock every SQLite file of the package.

A file without tables counts as missing: a program that is killed at once, or a full disk, leaves one. Every
row has a checksum, which is checked whenever the row is read.
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
"""How long to wait for another program that is writing."""
SIGNATURE = b"SQLite format 3\0"
_APPLICATION_AT = slice(68, 72)
"""Where SQLite keeps the `application_id` of a file."""
_CANNOT_WRITE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
}
_DAMAGE = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, struct.error)
"""What decoding a damaged row can raise."""

Filling = Callable[[sqlite3.Connection], object]
"""Writes the first rows of a new file."""


@dataclass(frozen=True, slots=True)
class StoreKind:
    """A kind of file: its name, its marks and its tables."""

    name: str
    """As in "this is no proof"."""
    application: int
    """SQLite's `application_id`, by which we know the file as ours."""
    version: int
    tables: str
    """The statements that make the tables, each with a semicolon at its end."""
    upgrades: Mapping[int, str] = field(default_factory=dict)
    """By version, the statements that bring a file to the next version."""
    views: Mapping[int, str] = field(default_factory=dict)
    """By version, temporary views through which an older file is read unchanged."""
    settings: tuple[str, ...] = ("synchronous = NORMAL",)
    """Pragmas of connections that write. In WAL mode, the default loses nothing when a process dies and only
    the last rows in a power cut."""
    advice: str = ""
    """What to do about a damaged file: `{path}` is the file, `{rescued}` a new name beside it."""


class SqliteFile:
    """A file of a kind.

    `is_alone`: only one program at a time may open it; others are refused. `checks_pages`: the first opening
    checks all pages, which takes as long as reading them. `is_threaded`: threads may share a connection, one
    at a time.
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
        """Opens the file to read, even on a read-only disk; None if it is missing or empty."""
        if not self.path.exists():
            return None
        with self.explained():
            try:
                return self._readable("mode=rw")
            except sqlite3.OperationalError as error:
                if not cannot_write(error):
                    raise
                # SQLite makes files beside the one it reads unless that is declared immutable. It is not if a
                # killed program left a part of it in the log.
                log = self.path.with_name(f"{self.path.name}-wal")
                if not log.exists() or log.stat().st_size == 0:
                    return self._readable("immutable=1")
                try:
                    # An exclusive connection reads the log without the shared-memory file.
                    return self._readable("mode=rw", "PRAGMA locking_mode = EXCLUSIVE")
                except sqlite3.OperationalError:
                    raise StoreError(
                        f"{self.path}: {self.path.name}-wal holds a part of it, which can only be read where "
                        "its folder can be written to: copy both files"
                    ) from error

    def to_write(self, fill: Filling | None = None) -> sqlite3.Connection:
        """Opens the file to write and upgrades it; with `fill`, a missing file is made and filled."""
        with self.explained():
            database = self._connect("mode=rw" if fill is None else "mode=rwc")
            try:
                self._prepare(database, fill)
            except BaseException:
                database.close()
                raise
            return database

    def beside(self) -> sqlite3.Connection:
        """Opens a file that another program may be using, without making, upgrading or checking it."""
        with self.explained():
            return self._connect("mode=rw")

    def check_again(self) -> None:
        """Makes the next opening check all pages, even if this process has checked them before."""
        if self.path.exists():
            _CHECKED.discard((self.path.absolute(), self.path.stat().st_ino))

    def is_ours(self) -> bool:
        """Whether it may be removed: if it is ours, however damaged, or empty, or missing."""
        try:
            database = self.to_read()
        except StoreError:
            with suppress(OSError), self.path.open("rb") as file:
                head, mark = file.read(_APPLICATION_AT.stop), self.kind.application.to_bytes(4)
                return head.startswith(SIGNATURE) and head[_APPLICATION_AT] == mark
            return False
        if database is not None:
            database.close()
        return True

    def remove(self) -> None:
        """Removes it if it is ours."""
        if not self.is_ours():
            raise StoreError(f"{self.path}: this is no {self.kind.name}: delete it yourself")
        for suffix in ("-wal", "-shm", "-journal", ""):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    @contextmanager
    def transaction(self, database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
        """Writes everything within, or nothing."""
        with self.explained():
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:  # a full disk ends it by itself
                    database.execute("ROLLBACK")
                raise

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turns errors of SQLite into a `StoreError` that names the file."""
        try:
            yield
        except sqlite3.Error as error:
            words = " ".join(str(error).split())
            if _code(error) == sqlite3.SQLITE_BUSY:
                words = f"another program is at work on this {self.kind.name}"
            elif _code(error) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                words = f"this is no {self.kind.name}, or it is damaged: {words}{self._advice()}"
            raise StoreError(f"{self.path}: {words}") from error
        except UnicodeDecodeError as error:  # SQLite's own message quotes damaged text
            raise self.damage(str(error)) from error

    @contextmanager
    def decoding(self, row: str) -> Iterator[None]:
        """Reports whatever goes wrong while a row is decoded as damage to the file."""
        try:
            yield
        except StoreError:
            raise
        except _DAMAGE as error:
            raise self.damage(f"{row} cannot be read: {error}") from error

    def damage(self, words: str) -> StoreError:
        return StoreError(f"{self.path}: a damaged {self.kind.name}: {words}{self._advice()}")

    def check_sum(self, row: str, kept: object, *values: object) -> None:
        """Raises a `StoreError` if the row is not what was written."""
        if kept != checksum(*values):
            raise self.damage(f"{row} has a wrong checksum")

    def _advice(self) -> str:
        rescued = self.path.with_name(f"rescued-{self.path.name}")
        return self.kind.advice.format(path=self.path, rescued=rescued)

    def _connect(self, mode: str) -> sqlite3.Connection:
        database = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?{mode}",
            uri=True,
            isolation_level=None,
            timeout=0 if self._is_alone else PATIENCE_SECONDS,
            check_same_thread=not self._is_threaded,
        )
        # Damaged text is refused where its row is decoded.
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
            with self.transaction(database):  # tables, marks and first rows, unless another program was first
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
                pass  # this takes the lock, which now lasts as long as the process

    def _checked_version(self, database: sqlite3.Connection) -> int:
        """The version of the file; raises unless it is ours, of a known version and undamaged."""
        if _number(database, "PRAGMA application_id") != self.kind.application:
            raise StoreError(f"{self.path}: this is a database, but no {self.kind.name}")
        version = _number(database, "PRAGMA user_version")
        if version != self.kind.version and version not in self.kind.upgrades:
            raise StoreError(
                f"{self.path}: this {self.kind.name} is of version {version}; this program reads "
                f"{self.kind.version}"
            )
        file = (self.path.absolute(), self.path.stat().st_ino)
        if self._checks_pages and file not in _CHECKED:
            ((found,),) = database.execute("PRAGMA quick_check(1)").fetchall()
            if found != "ok":
                raise self.damage(" ".join(str(found).split()))
            _CHECKED.add(file)
        return version


_CHECKED: set[tuple[Path, int]] = set()
"""Files whose pages this process has checked, as paths and inodes."""


def checksum(*values: object) -> int:
    """The checksum of the values of a row; SQL has the same function."""
    return zlib.crc32(repr(values).encode(errors="backslashreplace"))


def cannot_write(error: BaseException | None) -> bool:
    """Whether the disk is full or read-only, so that the file can still be read."""
    cause = error.__cause__ if isinstance(error, StoreError) else error
    return isinstance(cause, OSError) or (isinstance(cause, sqlite3.Error) and _code(cause) in _CANNOT_WRITE)


def _prefer_wal(database: sqlite3.Connection) -> None:
    """Lets readers and a writer work at once. While another program writes, the next opening does it."""
    ((mode,),) = database.execute("PRAGMA journal_mode").fetchall()
    if mode != "wal":
        try:
            database.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY:
                raise


def _execute(database: sqlite3.Connection, statements: str) -> None:
    """Executes statements one by one, since `executescript` would end the transaction."""
    for statement in statements.split(";\n"):
        database.execute(statement)


def _number(database: sqlite3.Connection, query: str) -> int:
    (number,) = database.execute(query).fetchone()
    return int(number)


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
