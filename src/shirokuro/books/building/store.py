"""The working store of building a book: every finished search, in one SQLite file."""

from __future__ import annotations

import time
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Self

from shirokuro.books.book_file import pack_entry, unpack_entry
from shirokuro.books.building.search import BookFinding, BookSearch, SearchSettings
from shirokuro.books.entry import BookEntry
from shirokuro.engine.evaluation import weights_digest
from shirokuro.errors import StoreError
from shirokuro.storage.sqlite_file import SqliteFile, StoreKind, checksum

_SEARCH = "engine, variant, wanted, depth, solved, key, entry"
_KIND = StoreKind(
    name="working store of a book",
    application=0x534B424B,
    version=3,
    tables="""
CREATE TABLE search (
    engine TEXT, variant TEXT, wanted TEXT, depth INTEGER, solved INTEGER, key BLOB,
    entry BLOB NOT NULL, seconds REAL NOT NULL, sum INTEGER,
    PRIMARY KEY (engine, variant, wanted, depth, solved, key)
) WITHOUT ROWID;
""",
    upgrades={
        2: f"""
ALTER TABLE search ADD COLUMN sum INTEGER;
UPDATE search SET sum = checksum({_SEARCH});
"""
    },
)
"""Files of version 2 have no checksums; opening a file adds them."""


class SearchStore:
    """An open store, for one run at a time. Each `add` is a transaction."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = SqliteFile(path, _KIND, is_alone=True)
        self._database = self._file.to_write(lambda database: None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def found(self, variant: str, settings: SearchSettings) -> dict[BookSearch, BookEntry]:
        """What this engine has searched with these settings; damaged rows are left out and searched again."""
        query = (
            f"SELECT sum, {_SEARCH} FROM search WHERE engine = ? AND variant = ? AND depth = ? AND solved = ?"
        )
        found, wanted = {}, (_engine(variant), variant, settings.depth, settings.solved)
        with self._file.explained():
            for kept, *row in self._database.execute(query, wanted):
                with suppress(StoreError), self._file.decoding("a search"):
                    self._file.check_sum("a search", kept, *row)
                    _, _, moves, _, _, key, entry = row
                    found[BookSearch(variant, key, settings, moves)] = unpack_entry(entry)
        return found

    def add(self, task: BookSearch, finding: BookFinding) -> BookEntry:
        """Stores the result of a search and returns it with its date."""
        entry = BookEntry(finding.moves, int(time.time()))
        row = (
            *(_engine(task.variant), task.variant, task.wanted),
            *(task.settings.depth, task.settings.solved, task.key, pack_entry(entry)),
        )
        order = "INSERT OR REPLACE INTO search VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        with self._file.explained():
            self._database.execute(order, (*row, finding.seconds, checksum(*row)))
        return entry


def _engine(variant: str) -> str:
    """Values depend on the version of the engine and on its weights."""
    return f"{version('shirokuro')} {weights_digest(variant)}"
