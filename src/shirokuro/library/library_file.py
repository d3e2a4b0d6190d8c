"""The file of a library: games with the names in them, and the places where they passed through positions.

The places of a batch of games are rows of bytes by bucket (`places.py`), numbered so that those of one bucket
lie together, whichever batch they came with.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import combining, normalize

from shirokuro.board.position import Position
from shirokuro.board.record import Record
from shirokuro.notation.values import GameText
from shirokuro.storage.home import home
from shirokuro.storage.sqlite_file import SqliteFile, StoreKind, checksum

GAME = "number, identity, board, black, white, place, date, year, result, moves, more"
_KIND = StoreKind(
    name="library",
    application=0x534B4C42,
    version=1,
    tables="""
CREATE TABLE board (number INTEGER PRIMARY KEY, variant TEXT NOT NULL UNIQUE, sum INTEGER NOT NULL) STRICT;
CREATE TABLE name (
    number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, plain TEXT NOT NULL, sum INTEGER NOT NULL
) STRICT;
CREATE TABLE game (
    number INTEGER PRIMARY KEY, identity INTEGER NOT NULL UNIQUE, board INTEGER NOT NULL,
    black INTEGER NOT NULL, white INTEGER NOT NULL, place INTEGER NOT NULL,
    date TEXT NOT NULL, year INTEGER NOT NULL, result REAL, moves BLOB NOT NULL, more TEXT NOT NULL,
    sum INTEGER NOT NULL
) STRICT;
CREATE INDEX game_black ON game (black);
CREATE INDEX game_white ON game (white);
CREATE INDEX game_place ON game (place);
CREATE INDEX game_year ON game (year);
CREATE TABLE places (number INTEGER PRIMARY KEY, rows BLOB NOT NULL, sum INTEGER NOT NULL) STRICT;
""",
)
_MORE = ("values", "seconds", "nodes", "seed", "note", "theoretical", "handicap_discs")
"""Fields of a record that few games have; they are kept as JSON."""
_BUCKET_BITS, _BATCH_BITS = 12, 32
SELECT_GAME = """
SELECT game.number, identity, board, black, white, place, date, year, result, moves, more, game.sum,
       variant, board.sum, b.text, b.sum, w.text, w.sum, p.text, p.sum
FROM game JOIN board ON board.number = board JOIN name b ON b.number = black
     JOIN name w ON w.number = white JOIN name p ON p.number = place
"""


class LibraryRow(NamedTuple):
    """A game as it is kept; black, white and place are numbers of names."""

    identity: int
    board: int
    black: int
    white: int
    place: int
    date: str
    year: int
    result: float | None
    moves: bytes
    more: str


def own_library_file() -> Path:
    """The file of the user's own library, which is used unless another one is named."""
    return home() / "library.sqlite"


def plain(name: str) -> str:
    """A name without case, accents and the like, as searches compare names."""
    letters = normalize("NFKD", name).casefold()
    return " ".join("".join(letter for letter in letters if not combining(letter)).split())


def identity_of(game: GameText, moves: bytes) -> int:
    """A hash of all that tells one game from another."""
    start = game.start and (game.start.cells, game.start.turn)
    told = (game.variant, start, game.black, game.white, game.place, game.date, game.result)
    digest = blake2b(repr(told).encode() + b"\0" + moves, digest_size=8).digest()
    return int.from_bytes(digest, signed=True)


def more_of(game: GameText, moves: bytes) -> str:
    """The rest of a game, as JSON; values and times only where no pass was inserted before their moves."""
    fields = {name: value for name in _MORE if (value := getattr(game, name)) not in ((), "", 0, None)}
    if moves != game.moves and any(name in fields for name in ("values", "seconds", "nodes")):
        record = Record.from_text(game)
        fields |= {name: getattr(record, name) for name in ("values", "seconds", "nodes") if name in fields}
    if game.start is not None:
        fields["start"] = f"{game.start.cells} {game.start.turn}"
    return json.dumps(fields) if fields else ""


def record_of_row(row: tuple[Any, ...], file: SqliteFile) -> Record:
    """The game of a row of SELECT_GAME."""
    values, kept, (variant, of_board, *names) = row[:11], row[11], row[12:]
    file.check_sum(f"game {values[0]}", kept, *values)
    file.check_sum("a board", of_board, variant)
    black, white, place = names[::2]
    for name, of_name in zip(names[::2], names[1::2], strict=True):
        file.check_sum("a name", of_name, name)
    with file.decoding(f"game {values[0]}"):
        more: dict[str, Any] = json.loads(values[10]) if values[10] else {}
        start = Position.parse(more.pop("start"), variant) if "start" in more else None
        more |= {name: tuple(more[name]) for name in ("values", "seconds", "nodes") if name in more}
        moves = tuple(values[9])
        return Record(
            variant,
            start,
            moves,
            black=black,
            white=white,
            place=place,
            date=values[6],
            result=values[8],
            **more,
        )


class LibraryFile:
    """Reads and writes the rows; whoever uses it says when a transaction begins and ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.sqlite = SqliteFile(path, _KIND, is_threaded=True)

    def to_write(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return self.sqlite.to_write(lambda _: None)

    def known(self, database: sqlite3.Connection, identities: list[int]) -> set[int]:
        """Which games are kept already."""
        found: set[int] = set()
        for first in range(0, len(identities), 500):
            some = identities[first : first + 500]
            marks = ",".join("?" * len(some))
            rows = database.execute(f"SELECT identity FROM game WHERE identity IN ({marks})", some)
            found.update(identity for (identity,) in rows)
        return found

    def last_game(self, database: sqlite3.Connection) -> int:
        return int(database.execute("SELECT coalesce(max(number), 0) FROM game").fetchone()[0])

    def board(self, database: sqlite3.Connection, variant: str) -> int:
        """The number of a board, which it gets with its first game."""
        database.execute(
            "INSERT OR IGNORE INTO board (variant, sum) VALUES (?, ?)", (variant, checksum(variant))
        )
        rows = database.execute("SELECT number FROM board WHERE variant = ?", (variant,))
        return int(rows.fetchone()[0])

    def boards(self, database: sqlite3.Connection) -> dict[str, int]:
        """The numbers of boards, read without an index, so that a damaged one hides no games."""
        found = {}
        for number, variant, kept in database.execute("SELECT number, variant, sum FROM board NOT INDEXED"):
            self.sqlite.check_sum("a board", kept, variant)
            found[variant] = number
        return found

    def names(self, database: sqlite3.Connection, names: set[str]) -> dict[str, int]:
        """The numbers of names, which they get with their first game."""
        database.executemany(
            "INSERT OR IGNORE INTO name (text, plain, sum) VALUES (?, ?, ?)",
            ((name, plain(name), checksum(name)) for name in sorted(names)),
        )
        query = "SELECT number FROM name WHERE text = ?"
        return {name: int(database.execute(query, (name,)).fetchone()[0]) for name in names}

    def add_games(self, database: sqlite3.Connection, first: int, games: list[LibraryRow]) -> None:
        rows = [(number, *game) for number, game in enumerate(games, first)]
        marks = ",".join("?" * (len(rows[0]) + 1)) if rows else ""
        database.executemany(
            f"INSERT INTO game ({GAME}, sum) VALUES ({marks})", ((*row, checksum(*row)) for row in rows)
        )

    def add_places(
        self, database: sqlite3.Connection, board: int, batch: int, rows: Iterator[tuple[int, bytes]]
    ) -> None:
        """The rows of a batch, by bucket; its first game numbers the batch."""
        database.executemany(
            "INSERT INTO places VALUES (?, ?, ?)",
            (
                (number, places, checksum(number, zlib.crc32(places)))
                for bucket, places in rows
                for number in [_first_number(board, bucket) + batch]
            ),
        )

    def places(self, database: sqlite3.Connection, board: int, bucket: int) -> Iterator[bytes]:
        """The rows of a bucket, batch by batch."""
        first = _first_number(board, bucket)
        query = "SELECT number, rows, sum FROM places WHERE number BETWEEN ? AND ?"
        for number, rows, kept in database.execute(query, (first, first + (1 << _BATCH_BITS) - 1)):
            with self.sqlite.decoding("a place"):
                self.sqlite.check_sum("a place", kept, number, zlib.crc32(rows))
            yield rows


def _first_number(board: int, bucket: int) -> int:
    return (board << _BUCKET_BITS | bucket) << _BATCH_BITS
