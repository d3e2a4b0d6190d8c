"""The file of an experience: games in the order they were learned, and positions as they were searched.

Nothing that can be counted out is in it, so nothing in it can contradict itself. Every call is one short
transaction of its own: several programs may use the file at once, and whatever ends one of them, what was
stored before is there.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from struct import Struct
from typing import Any, NamedTuple

from shirokuro.book.canonical import KEY
from shirokuro.book.entry import BOOK_KINDS, BookMove
from shirokuro.book.experience.reading import LearningEffort, ReadMove
from shirokuro.colour import Colour
from shirokuro.errors import BookError
from shirokuro.record import Record

EXPERIENCE_VERSION = 1
APPLICATION = 0x534B4558
"""Marks the file as ours, as SQLite's `application_id`."""
PATIENCE_SECONDS = 20.0
"""How long to wait for another program that writes."""
LAST = 2**62
"""No number is greater."""
_MOVE = Struct(f"<BbBB{KEY.size}s")
_SCHEMA = """
CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE game (
    number INTEGER PRIMARY KEY AUTOINCREMENT, variant TEXT NOT NULL, start TEXT NOT NULL, moves BLOB NOT NULL,
    owner INTEGER, record TEXT NOT NULL, is_read INTEGER NOT NULL DEFAULT 0, UNIQUE (variant, start, moves)
);
CREATE TABLE position (
    number INTEGER PRIMARY KEY AUTOINCREMENT, variant TEXT NOT NULL, key BLOB NOT NULL, moves BLOB NOT NULL,
    UNIQUE (variant, key)
);
"""


class LearnedGame(NamedTuple):
    """A game of the file. It is read once all its positions are searched."""

    number: int
    owner: Colour | None
    """The side of the player that learned it; None where others played."""
    record: Record
    is_read: bool = False


class Known(NamedTuple):
    """How far a file is known: the numbers of its last game and of its last position."""

    games: int = 0
    positions: int = 0


class ExperienceFile:
    """Reads and writes the file; it is made with the first game."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def identity(self) -> int | None:
        """Another one whenever the file begins anew; None where there is none."""
        with self._reading() as database:
            return None if database is None else _setting(database, "identity")

    def effort(self) -> LearningEffort | None:
        """What it was made with; None where there is no file."""
        with self._reading() as database:
            if database is None:
                return None
            return LearningEffort(**{name: _setting(database, name) for name in asdict(LearningEffort())})

    def create(self, effort: LearningEffort) -> None:
        """Makes the file, unless it is there."""
        with self._writing(effort):
            pass

    def known(self) -> Known:
        """All that is there now."""
        with self._reading() as database:
            if database is None:
                return Known()
            lasts = (f"SELECT coalesce(max(number), 0) FROM {table}" for table in ("game", "position"))
            return Known(*(_number(database, sql) for sql in lasts))

    def counts(self) -> dict[str, tuple[int, int]]:
        """Games and positions by board."""
        counted = "SELECT variant, count(*) FROM {} GROUP BY variant"
        games, positions = (dict(self._rows(counted.format(table))) for table in ("game", "position"))
        return {variant: (games[variant], positions.get(variant, 0)) for variant in games}

    def count_games(self, variant: str, until: int = LAST) -> int:
        """Games of a board, up to that number."""
        ((count,),) = self._rows(
            "SELECT count(*) FROM game WHERE variant = ? AND number <= ?", variant, until
        )
        return int(count)

    def games(self, variant: str | None = None, after: int = 0, until: int = LAST) -> list[LearnedGame]:
        """In the order they came, those with numbers above `after`."""
        sql = (
            "SELECT number, owner, record, is_read FROM game WHERE number > ? AND number <= ?"
            " AND variant = coalesce(?, variant) ORDER BY number"
        )
        rows = self._rows(sql, after, until, variant)
        return [
            LearnedGame(
                number, None if owner is None else Colour(owner), Record.from_json(text), bool(is_read)
            )
            for number, owner, text, is_read in rows
        ]

    def unread(self) -> list[LearnedGame]:
        """Games that somebody began to read and did not finish, or is reading."""
        return [game for game in self.games() if not game.is_read]

    def positions(self, variant: str, after: int = 0, until: int = LAST) -> dict[bytes, tuple[ReadMove, ...]]:
        """Those with numbers above `after`, by their keys."""
        sql = "SELECT key, moves FROM position WHERE number > ? AND number <= ? AND variant = ?"
        return {key: _unpacked(moves) for key, moves in self._rows(sql, after, until, variant)}

    def add_game(self, record: Record, owner: Colour | None, effort: LearningEffort) -> LearnedGame:
        """Stores a game, unless it is there; it is not read yet then."""
        with self._writing(effort) as database:
            number = _insert_game(database, record, owner)
            row = database.execute("SELECT owner, is_read FROM game WHERE number = ?", (number,)).fetchone()
        side, is_read = row
        return LearnedGame(number, None if side is None else Colour(side), record, bool(is_read))

    def add_positions(self, variant: str, positions: Mapping[bytes, tuple[ReadMove, ...]]) -> None:
        """Stores what searches found; what is there stays."""
        rows = [(variant, key, _packed(moves)) for key, moves in positions.items()]
        with self._writing() as database:
            database.executemany(
                "INSERT OR IGNORE INTO position (variant, key, moves) VALUES (?, ?, ?)", rows
            )

    @contextmanager
    def held(self) -> Iterator[None]:
        """While many calls follow: SQLite tidies a file up whenever nobody has it open any more."""
        with self._reading():
            yield

    def mark_read(self, number: int) -> None:
        with self._writing() as database:
            database.execute("UPDATE game SET is_read = 1 WHERE number = ?", (number,))

    def join(self, other: ExperienceFile) -> None:
        """Adds the games and positions of another file, which was made with the same effort."""
        effort, games = other.effort(), other.games()
        if effort is None:
            raise BookError(f"{other.path}: there is no experience")
        if self.effort() not in (None, effort):
            raise BookError(f"{other.path} was learned with another effort than {self.path}: {effort}")
        with self._writing(effort) as database:
            for variant in other.counts():
                _insert_positions(database, variant, other.positions(variant))
            for game in games:
                number = _insert_game(database, game.record, game.owner)
                database.execute("UPDATE game SET is_read = 1 WHERE number = ? AND ?", (number, game.is_read))

    def copy_to(self, path: Path) -> None:
        """Writes all of it into a file of that name, whoever writes meanwhile."""
        with self._reading() as database, _explained(path), closing(sqlite3.connect(path)) as copy:
            if database is not None:
                database.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")

    def reset(self) -> None:
        """Removes it."""
        for suffix in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with self._reading() as database:
            return [] if database is None else database.execute(sql, values).fetchall()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """None where there is no file."""
        if not self.path.exists():
            yield None
            return
        with _explained(self.path), closing(_connected(self.path)) as database:
            self._check(database)
            yield database

    @contextmanager
    def _writing(self, effort: LearningEffort | None = None) -> Iterator[sqlite3.Connection]:
        """A transaction; with an effort the file is made where it is not."""
        if effort is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        with _explained(self.path), closing(_connected(self.path, may_make=effort is not None)) as database:
            if effort is not None and not _number(database, "SELECT count(*) FROM sqlite_master"):
                database.execute("PRAGMA journal_mode = WAL")
            database.execute("BEGIN IMMEDIATE")
            if effort is not None and not _number(database, "SELECT count(*) FROM sqlite_master"):
                _make(database, effort)
            self._check(database)
            yield database
            database.execute("COMMIT")

    def _check(self, database: sqlite3.Connection) -> None:
        if _number(database, "PRAGMA application_id") != APPLICATION:
            raise BookError(f"{self.path}: this is a database, but no experience")
        if (version := _number(database, "PRAGMA user_version")) != EXPERIENCE_VERSION:
            raise BookError(
                f"{self.path}: an experience of version {version}; this program reads {EXPERIENCE_VERSION}"
            )


def _connected(path: Path, *, may_make: bool = False) -> sqlite3.Connection:
    place = f"{path.absolute().as_uri()}?mode={'rwc' if may_make else 'rw'}"
    database = sqlite3.connect(place, isolation_level=None, timeout=PATIENCE_SECONDS, uri=True)
    # In WAL mode this survives the death of any process; a power cut costs the last games only.
    database.execute("PRAGMA synchronous = NORMAL")
    return database


def _make(database: sqlite3.Connection, effort: LearningEffort) -> None:
    for statement in _SCHEMA.split(";\n"):
        database.execute(statement)
    settings = asdict(effort) | {"identity": secrets.randbits(62)}
    database.executemany("INSERT INTO setting VALUES (?, ?)", settings.items())
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {EXPERIENCE_VERSION}")


def _insert_game(database: sqlite3.Connection, record: Record, owner: Colour | None) -> int:
    """The number of a game, which may be there already."""
    kept = replace(record, values=(), seconds=(), nodes=())
    key = (kept.variant, str(kept.start or ""), bytes(kept.moves))
    sql = "INSERT OR IGNORE INTO game (variant, start, moves, owner, record) VALUES (?, ?, ?, ?, ?)"
    database.execute(sql, (*key, None if owner is None else int(owner), kept.to_json()))
    sql = "SELECT number FROM game WHERE variant = ? AND start = ? AND moves = ?"
    (number,) = database.execute(sql, key).fetchone()
    return int(number)


def _insert_positions(
    database: sqlite3.Connection, variant: str, positions: Mapping[bytes, tuple[ReadMove, ...]]
) -> None:
    rows = [(variant, key, _packed(moves)) for key, moves in positions.items()]
    database.executemany("INSERT OR IGNORE INTO position (variant, key, moves) VALUES (?, ?, ?)", rows)


def _setting(database: sqlite3.Connection, name: str) -> int:
    return _number(database, f"SELECT value FROM setting WHERE name = '{name}'")


def _number(database: sqlite3.Connection, query: str) -> int:
    (number,) = database.execute(query).fetchone()
    return int(number)


def _packed(moves: Iterable[ReadMove]) -> bytes:
    return b"".join(
        _MOVE.pack(found.move, found.value, BOOK_KINDS.index(found.kind), found.degree, after)
        for found, after in moves
    )


def _unpacked(data: bytes) -> tuple[ReadMove, ...]:
    return tuple(
        ReadMove(BookMove(move, value, BOOK_KINDS[kind], degree), after)
        for move, value, kind, degree, after in _MOVE.iter_unpack(data)
    )


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Whatever SQLite complains about is a `BookError` that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_BUSY:
            raise BookError(f"{path}: another program has been writing to it for too long") from None
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            raise BookError(f"{path}: this is no experience, or it is damaged: {error}") from None
        raise BookError(f"{path}: {error}") from None
