"""`Library`: the games of a file, what they played in a position, and where new ones go."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from operator import add
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shirokuro.board.board import Board, board_of
from shirokuro.board.position import Position
from shirokuro.board.record import Record
from shirokuro.books.entry import PlayedMove
from shirokuro.library.games_to_add import GamesToAdd
from shirokuro.library.library_file import SELECT_GAME, LibraryFile, own_library_file, record_of_row
from shirokuro.library.places import (
    PLACE,
    Places,
    board_key,
    bucket_of,
    by_bucket,
    counted_places,
    read_places,
)
from shirokuro.library.query import FoundGames, LibraryGame, LibraryQuery, PlayedPosition
from shirokuro.library.replay import GameNumbers
from shirokuro.library.search import conditions_of
from shirokuro.notation.values import GameText, Notated
from shirokuro.squares.square import Symmetry
from shirokuro.words.message import Message

MOST_GAMES = 1_000_000
_READ_AT_ONCE = 256
_MOST_COUNTED = 4096
"""Positions whose counts stay in memory."""


class _FoundNumbers(NamedTuple):
    """The numbers of games in order, at least the first, and where they reached the positions asked for."""

    numbers: GameNumbers
    total: int
    places: Places | None


class AddedGames(NamedTuple):
    """What became of games that were to be added."""

    added: int = 0
    known: int = 0
    """Those that the library had already."""
    left_out: int = 0
    """Those without moves, and those with a move that is not legal."""

    def joined(self, other: AddedGames) -> AddedGames:
        return AddedGames(*map(add, self, other))


class Library:
    """Games in a file, which is made with the first of them. Threads may share it, and programs the file."""

    def __init__(self, path: str | Path | None = None, most_games: int = MOST_GAMES) -> None:
        self.path = own_library_file() if path is None else Path(path)
        self.most_games = most_games
        self._file = LibraryFile(self.path)
        self._lock = threading.RLock()
        self._reading: tuple[int, sqlite3.Connection] | None = None
        self._version = 0
        self._years: NDArray[np.int16] | None = None
        self._counted: dict[Position, PlayedPosition] = {}
        self._matched: dict[LibraryQuery, GameNumbers] = {}
        """The games of the last query, which the next one often asks for again."""

    def __len__(self) -> int:
        """The number of games."""
        return sum(number for (number,) in self._rows("SELECT count(*) FROM game"))

    def boards(self) -> dict[str, int]:
        """The number of games of each variant."""
        query = "SELECT variant, count(*) FROM game JOIN board ON board.number = board GROUP BY board"
        return dict(self._rows(query))

    def years(self) -> tuple[int, int] | None:
        """The first and the last year; None if no game has one."""
        ((first, last),) = self._rows("SELECT min(year), max(year) FROM game WHERE year") or [(None, None)]
        return None if first is None else (first, last)

    def add(self, games: Iterable[Record | Notated]) -> AddedGames:
        """Adds all that it does not have, in one transaction; positions without moves are left out."""
        given = [game.to_text() if isinstance(game, Record) else game for game in games]
        texts = [game for game in given if isinstance(game, GameText) and game.moves]
        if not texts:
            return AddedGames(left_out=len(given))
        ready = [
            GamesToAdd.of(variant, [game for game in texts if game.variant == variant])
            for variant in dict.fromkeys(game.variant for game in texts)
        ]
        count = AddedGames(left_out=len(given) - sum(len(each.rows) for each in ready))
        with closing(self._file.to_write()) as database, self._file.sqlite.transaction(database):
            for each in ready:
                added = self._add(database, each)
                count = count.joined(AddedGames(added, len(each.rows) - added))
        return count

    def search(self, query: LibraryQuery | None = None, first: int = 0, limit: int = 20) -> FoundGames:
        """A part of the games that a query finds, the latest years first."""
        query = query or LibraryQuery()
        with self._lock:
            if query.positions:
                found = self._found(query, first + limit)
                some = found.numbers[first : first + limit]
                return FoundGames(tuple(self._games(some, found.places)), found.total)
            condition, values = conditions_of(query)
            rows = self._rows(f"SELECT count(*) FROM game WHERE {condition}", values)
            order = f"WHERE {condition} ORDER BY year DESC, number DESC LIMIT ? OFFSET ?"
            numbers = self._numbers(f"SELECT number FROM game {order}", [*values, limit, first])
            return FoundGames(tuple(self._games(numbers)), sum(total for (total,) in rows))

    def games(self, query: LibraryQuery | None = None) -> Iterator[LibraryGame]:
        """All of them, read as they are asked for."""
        found = self._found(query or LibraryQuery())
        for first in range(0, len(found.numbers), _READ_AT_ONCE):
            with self._lock:
                some = [*self._games(found.numbers[first : first + _READ_AT_ONCE], found.places)]
            yield from some

    def game(self, number: int) -> LibraryGame | None:
        """The game of a number."""
        return next(self._games(np.array([number])), None)

    def sample(
        self, count: int, plies: tuple[int, int] = (10, 50), query: LibraryQuery | None = None, seed: int = 0
    ) -> Iterator[LibraryGame]:
        """Random positions of games that a query finds, one a game; `plies` are the first and the last ply.

        `LibraryGame.board` makes the position of one; the seed decides which they are.
        """
        random = Random(seed)
        left = self._found(query or LibraryQuery()).numbers.tolist()
        while left and count > 0:
            at = random.randrange(len(left))
            number, left[at] = left[at], left[-1]
            left.pop()
            game = self.game(number)
            last = min(plies[1], len(game.record.moves) - 1) if game else -1
            if game and last >= plies[0]:
                count -= 1
                yield replace(game, ply=random.randint(plies[0], last))

    def at(self, board: Board | str, query: LibraryQuery | None = None) -> PlayedPosition:
        """What was played in a position by the games that a query finds, and how they ended."""
        board = board_of(board)
        has_query = query is not None and query != LibraryQuery()
        with self._lock:
            self._notice_changes()
            if not has_query and (known := self._counted.get(board.position)):
                return known
            places, symmetry = self._places(board)
            if query is not None and has_query:
                places = places[np.isin(places["game"], self._matching(query))]
            counted = counted_places(board, places, symmetry)
            if not has_query:
                if len(self._counted) >= _MOST_COUNTED:
                    del self._counted[next(iter(self._counted))]
                self._counted[board.position] = counted
            return counted

    def played(self, board: Board | str) -> tuple[PlayedMove, ...]:
        """The moves that were played in a position, most played first."""
        return self.at(board).moves

    def part(self, query: LibraryQuery) -> LibraryPart:
        """What only the games that a query finds have played."""
        return LibraryPart(self, query)

    def close(self) -> None:
        """Closes the file until it is used again."""
        with self._lock:
            if self._reading is not None:
                self._reading[1].close()
                self._reading = None

    def _add(self, database: sqlite3.Connection, games: GamesToAdd) -> int:
        """Adds the games of one board that are new; returns how many."""
        file = self._file
        new = games.without(file.known(database, games.identities))
        last = file.last_game(database)
        if not new.rows:
            return 0
        if last + len(new.rows) > self.most_games:
            raise ValueError(Message("library.full", most=self.most_games, path=str(self.path)))
        board = file.board(database, games.variant)
        file.add_games(database, last + 1, new.rows_in(board, file.names(database, new.names())))
        places = ((bucket, rows.tobytes()) for bucket, rows in by_bucket(new.places(last + 1)))
        file.add_places(database, board, last + 1, places)
        return len(new.rows)

    def _found(self, query: LibraryQuery, most: int | None = None) -> _FoundNumbers:
        """The games that a query finds, the latest years first; the first `most` of them, or all."""
        with self._lock:
            years = self._known_years()
            places = None
            if query.positions:
                places = np.concatenate([self._places(board)[0] for board in query.positions])
                others = replace(query, positions=(), variant="")
                if others != LibraryQuery():
                    places = places[np.isin(places["game"], self._matching(others))]
                numbers = places["game"].astype(np.int64)
                if len(query.positions) > 1:  # a game comes to one position once, but perhaps to others too
                    numbers = np.unique(numbers)
            else:
                numbers = self._matching(query)
            ranks = years[numbers].astype(np.int64) << 32 | numbers
            if most is not None and most < len(ranks):
                ranks = np.partition(ranks, len(ranks) - most)[len(ranks) - most :] if most else ranks[:0]
            return _FoundNumbers(np.sort(ranks)[::-1] & 0xFFFFFFFF, len(numbers), places)

    def _matching(self, query: LibraryQuery) -> GameNumbers:
        """The numbers of the games that meet all conditions but the position."""
        self._notice_changes()
        key = replace(query, positions=())
        if key not in self._matched:
            condition, values = conditions_of(query)
            self._matched.clear()
            self._matched[key] = self._numbers(f"SELECT number FROM game WHERE {condition}", values)
        return self._matched[key]

    def _numbers(self, query: str, values: Iterable[object]) -> GameNumbers:
        rows = self._rows(query, values)
        with self._file.sqlite.decoding("the number of a game"):
            return np.fromiter((number for (number,) in rows), dtype=np.int64, count=len(rows))

    def _places(self, board: Board) -> tuple[Places, Symmetry]:
        """Where games passed through a position, and the symmetry that their moves are written under."""
        key, symmetry = board_key(board)
        if (database := self._database()) is None:
            return np.empty(0, dtype=PLACE), symmetry
        with self._file.sqlite.explained():
            number = self._file.boards(database).get(board.variant_name)
            parts = () if number is None else self._file.places(database, number, bucket_of(key))
            found = [read_places(rows, key) for rows in parts]
        return np.concatenate(found) if found else np.empty(0, dtype=PLACE), symmetry

    def _games(self, numbers: GameNumbers, places: Places | None = None) -> Iterator[LibraryGame]:
        plies: dict[int, int] = {}
        if places is not None:
            some = places[np.isin(places["game"], numbers)]
            plies = dict(zip(some["game"].tolist(), some["ply"].tolist(), strict=True))
        for number in numbers.tolist():
            for row in self._rows(f"{SELECT_GAME} WHERE game.number = ?", (number,)):
                yield LibraryGame(number, record_of_row(row, self._file.sqlite), plies.get(number))

    def _known_years(self) -> NDArray[np.int16]:
        """The year of every game by its number."""
        self._notice_changes()
        if self._years is None:
            pairs = self._rows("SELECT number, year FROM game")
            with self._file.sqlite.decoding("the year of a game"):
                self._years = np.zeros(max((number for number, _ in pairs), default=0) + 1, dtype=np.int16)
                self._years[[number for number, _ in pairs]] = [year for _, year in pairs]
        return self._years

    def _notice_changes(self) -> None:
        """Forgets what was read before the last change of the file."""
        version = sum(number for (number,) in self._rows("PRAGMA data_version"))
        if version != self._version:
            self._version, self._years = version, None
            self._counted.clear()
            self._matched.clear()

    def _rows(self, query: str, values: Iterable[object] = ()) -> list[tuple[Any, ...]]:
        with self._lock, self._file.sqlite.explained():
            database = self._database()
            return [] if database is None else database.execute(query, tuple(values)).fetchall()

    def _database(self) -> sqlite3.Connection | None:
        """The connection that reads, made anew where the file is another one; None without a file."""
        inode = self.path.stat().st_ino if self.path.exists() else 0
        if self._reading is None or self._reading[0] != inode:
            self.close()
            if (database := self._file.sqlite.to_read()) is None:
                return None
            self._reading = inode, database
            self._version = -1
        return self._reading[1]


@dataclass(frozen=True, slots=True)
class LibraryPart:
    """The games of a library that a query finds."""

    library: Library
    query: LibraryQuery

    def played(self, board: Board | str) -> tuple[PlayedMove, ...]:
        """The moves that they played in a position, most played first."""
        return self.library.at(board, self.query).moves
