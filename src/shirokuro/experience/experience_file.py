"""The file of an experience: games in the order they were learned, and positions as they were searched.

The file holds nothing that can be computed from the rest, so it cannot contradict itself. Every call is one
short transaction: several programs may use the file at once, and if one is killed, nothing stored is lost.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from struct import Struct
from typing import Any, NamedTuple

from shirokuro.board.position_key import KEY
from shirokuro.board.record import Record
from shirokuro.books.entry import BOOK_KINDS, BookMove
from shirokuro.errors import StoreError
from shirokuro.experience.effort import LearningEffort, SearchedMove
from shirokuro.squares.colour import Colour
from shirokuro.storage.sqlite_file import SqliteFile, StoreKind, checksum

LAST = 2**62
"""Above the number of any row."""
_MOVE = Struct(f"<BbBB{KEY.size}s")
_GAME = "number, variant, start, moves, owner, record, is_read"
_POSITION = "number, variant, key, moves"
_KIND = StoreKind(
    name="experience",
    application=0x534B4558,
    version=2,
    tables="""
CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL, sum INTEGER) WITHOUT ROWID;
CREATE TABLE game (
    number INTEGER PRIMARY KEY AUTOINCREMENT, variant TEXT NOT NULL, start TEXT NOT NULL, moves BLOB NOT NULL,
    owner INTEGER, record TEXT NOT NULL, is_read INTEGER NOT NULL DEFAULT 0, sum INTEGER,
    UNIQUE (variant, start, moves)
);
CREATE TABLE position (
    number INTEGER PRIMARY KEY AUTOINCREMENT, variant TEXT NOT NULL, key BLOB NOT NULL, moves BLOB NOT NULL,
    sum INTEGER, UNIQUE (variant, key)
);
""",
    upgrades={
        1: f"""
ALTER TABLE setting ADD COLUMN sum INTEGER;
ALTER TABLE game ADD COLUMN sum INTEGER;
ALTER TABLE position ADD COLUMN sum INTEGER;
UPDATE setting SET sum = checksum(name, value);
UPDATE game SET sum = checksum({_GAME});
UPDATE position SET sum = checksum({_POSITION});
"""
    },
    views={
        1: f"""
CREATE TEMP VIEW setting AS SELECT *, checksum(name, value) AS sum FROM main.setting;
CREATE TEMP VIEW game AS SELECT *, checksum({_GAME}) AS sum FROM main.game;
CREATE TEMP VIEW position AS SELECT *, checksum({_POSITION}) AS sum FROM main.position;
"""
    },
)
"""Files of version 1 have no checksums: they can be read, and get checksums with the next game."""


class LearnedGame(NamedTuple):
    """A game of the file."""

    number: int
    owner: Colour | None
    """The side that the learning player had; None if others played."""
    record: Record
    is_searched: bool = False
    """Whether all its positions are searched."""


class Known(NamedTuple):
    """How much of a file is known: the numbers of its last game and its last position."""

    games: int = 0
    positions: int = 0


SearchedPositions = Mapping[bytes, tuple[SearchedMove, ...]]
"""What searches found, by the keys of the positions."""


class ExperienceFile:
    """Reads and writes the file; it is made with the first game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = SqliteFile(path, _KIND)

    def identity(self) -> int | None:
        """A number that changes when the file is made anew; None if there is no file."""
        return self._settings().get("identity")

    def effort(self) -> LearningEffort | None:
        """The effort that it was made with; None if there is no file."""
        settings = self._settings()
        with self._file.decoding("how it learns"):
            return LearningEffort(**{name: settings[name] for name in _EFFORT}) if settings else None

    def create(self, effort: LearningEffort) -> None:
        """Makes the file unless it exists."""
        with self._writing(effort):
            pass

    def known(self) -> Known:
        """The whole file as it is now."""
        lasts = (self._rows(f"SELECT max(number) FROM {table}") for table in ("game", "position"))
        with self._file.decoding("the number of games"):
            return Known(*(sum(int(number or 0) for (number,) in rows) for rows in lasts))

    def counts(self) -> dict[str, tuple[int, int]]:
        """Games and positions by board."""
        games, positions = self._count("game", _GAME), self._count("position", _POSITION)
        return {variant: (games[variant], positions.get(variant, 0)) for variant in games}

    def count_games(self, variant: str, until: int = LAST) -> int:
        """Games of a board, up to that number."""
        sql = "SELECT 1 FROM game NOT INDEXED WHERE variant = ? AND number <= ?"
        return len(self._rows(sql, variant, until))

    def games(self, variant: str | None = None, after: int = 0, until: int = LAST) -> list[LearnedGame]:
        """The games with numbers above `after`, in the order they came."""
        sql = (
            f"SELECT sum, {_GAME} FROM game NOT INDEXED WHERE number > ? AND number <= ?"
            " AND variant = coalesce(?, variant) ORDER BY number"
        )
        games = []
        for kept, *row in self._rows(sql, after, until, variant):
            number, *_, owner, text, is_searched = row
            self._file.check_sum(f"game {number}", kept, *row)
            with self._file.decoding(f"game {number}"):
                side = None if owner is None else Colour(owner)
                games.append(LearnedGame(number, side, Record.from_json(text), bool(is_searched)))
        return games

    def positions(self, variant: str, after: int = 0, until: int = LAST) -> SearchedPositions:
        """The positions with numbers above `after`, by their keys."""
        sql = (
            f"SELECT sum, {_POSITION} FROM position NOT INDEXED"
            " WHERE number > ? AND number <= ? AND variant = ?"
        )
        positions = {}
        for kept, *row in self._rows(sql, after, until, variant):
            number, _, key, moves = row
            self._file.check_sum(f"position {number}", kept, *row)
            with self._file.decoding(f"position {number}"):
                positions[key] = tuple(
                    SearchedMove(BookMove(move, value, BOOK_KINDS[kind], degree), reached)
                    for move, value, kind, degree, reached in _MOVE.iter_unpack(moves)
                )
        return positions

    def add_game(self, record: Record, owner: Colour | None, effort: LearningEffort) -> bool:
        """Stores a game that is not searched yet; false if it is there already."""
        with self._writing(effort) as database:
            before = _count(database)
            _insert_game(database, record, owner)
            return _count(database) > before

    def add_positions(self, variant: str, positions: SearchedPositions) -> None:
        """Stores what searches found; positions that are there stay as they are."""
        with self._writing() as database:
            _insert_positions(database, variant, positions)

    @contextmanager
    def kept_open(self) -> Iterator[None]:
        """For many calls in a row: SQLite tidies up a file whenever its last user closes it."""
        with self._reading():
            yield

    def mark_searched(self, number: int) -> None:
        with self._writing() as database:
            _mark_searched(database, number)

    def join(self, other: ExperienceFile) -> int:
        """Adds what another file of the same effort has; returns the number of new games."""
        effort, games = other.effort(), other.games()
        if effort is None:
            raise StoreError(f"{other.path}: there is no experience")
        if self.effort() not in (None, effort):
            raise StoreError(f"{other.path} was learned with another effort than {self.path}: {effort}")
        with self._writing(effort) as database:
            before = _count(database)
            for variant in other.counts():
                _insert_positions(database, variant, other.positions(variant))
            for game in games:
                number = _insert_game(database, game.record, game.owner)
                if game.is_searched:
                    _mark_searched(database, number)
            return _count(database) - before

    def copy_to(self, path: Path) -> None:
        """Writes a copy, while others may go on writing."""
        target = SqliteFile(path, _KIND)
        with self._reading() as database, target.explained(), closing(sqlite3.connect(path)) as copy:
            if database is not None:
                database.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")

    def reset(self) -> None:
        """Removes the file, damaged or not; a StoreError if it is no experience."""
        self._file.remove()

    def _count(self, table: str, columns: str) -> dict[str, int]:
        """Rows by board."""
        wrong = f"max(sum IS NOT checksum({columns}))"
        rows = self._rows(f"SELECT variant, count(*), {wrong} FROM {table} NOT INDEXED GROUP BY variant")
        if any(is_wrong for _, _, is_wrong in rows):
            raise self._file.damage(f"a {table} has a wrong checksum")
        return {variant: count for variant, count, _ in rows}

    def _settings(self) -> dict[str, int]:
        """Empty if there is no file."""
        rows = self._rows("SELECT name, value, sum FROM setting")
        for name, value, kept in rows:
            self._file.check_sum("a setting", kept, name, value)
        with self._reading() as database:
            if database is not None and {name for name, _, _ in rows} != {*_EFFORT, "identity"}:
                raise self._file.damage("settings are missing")
        return {name: value for name, value, _ in rows}

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with self._reading() as database:
            return [] if database is None else database.execute(sql, values).fetchall()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """Yields None if there is no file."""
        database = self._file.to_read()
        if database is None:
            yield None
            return
        with self._file.explained(), closing(database):
            yield database

    @contextmanager
    def _writing(self, effort: LearningEffort | None = None) -> Iterator[sqlite3.Connection]:
        """A transaction; with an effort, a missing file is made."""

        def fill(database: sqlite3.Connection) -> None:
            assert effort is not None
            settings = asdict(effort) | {"identity": secrets.randbits(62)}
            rows = [(name, value, checksum(name, value)) for name, value in settings.items()]
            database.executemany("INSERT INTO setting VALUES (?, ?, ?)", rows)

        if effort is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        opened = self._file.to_write(None if effort is None else fill)
        with closing(opened) as database, self._file.transaction(database):
            yield database


_EFFORT = tuple(asdict(LearningEffort()))
"""The names of the settings of the effort."""


def _insert_game(database: sqlite3.Connection, record: Record, owner: Colour | None) -> int:
    """Inserts a game unless it is there; returns its number."""
    kept = replace(record, values=(), seconds=(), nodes=())
    key = (kept.variant, str(kept.start or ""), bytes(kept.moves))
    sql = "SELECT number FROM game WHERE variant = ? AND start = ? AND moves = ?"
    if (found := database.execute(sql, key).fetchone()) is not None:
        return int(found[0])
    number = _next(database, "game")
    values = (number, *key, None if owner is None else int(owner), kept.to_json(), 0)
    _insert(database, "game", _GAME, values)
    return number


def _mark_searched(database: sqlite3.Connection, number: int) -> None:
    database.execute("UPDATE game SET is_read = 1 WHERE number = ?", (number,))
    database.execute(f"UPDATE game SET sum = checksum({_GAME}) WHERE number = ?", (number,))


def _insert_positions(database: sqlite3.Connection, variant: str, positions: SearchedPositions) -> None:
    """Inserts the positions that are missing."""
    sql = "SELECT 1 FROM position WHERE variant = ? AND key = ?"
    for key, moves in positions.items():
        if database.execute(sql, (variant, key)).fetchone() is None:
            packed = b"".join(
                _MOVE.pack(found.move, found.value, BOOK_KINDS.index(found.kind), found.degree, after)
                for found, after in moves
            )
            _insert(database, "position", _POSITION, (_next(database, "position"), variant, key, packed))


def _insert(database: sqlite3.Connection, table: str, columns: str, values: tuple[object, ...]) -> None:
    marks = ", ".join("?" * (len(values) + 1))
    database.execute(f"INSERT INTO {table} ({columns}, sum) VALUES ({marks})", (*values, checksum(*values)))


def _next(database: sqlite3.Connection, table: str) -> int:
    """The next number; rows are never deleted."""
    (number,) = database.execute(f"SELECT max(number) FROM {table}").fetchone()
    return int(number or 0) + 1


def _count(database: sqlite3.Connection) -> int:
    (number,) = database.execute("SELECT count(*) FROM game").fetchone()
    return int(number)
