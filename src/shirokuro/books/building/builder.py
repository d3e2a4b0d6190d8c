"""Builds a book: workers search its positions, and every result is stored at once."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Protocol

from shirokuro.books.building.search import BookSearch, search
from shirokuro.books.building.store import SearchStore
from shirokuro.books.entry import BookEntry
from shirokuro.workers.executors import Pool
from shirokuro.workers.progress import Progress


class GrowingBook(Iterator[BookSearch], Protocol):
    """A book in the making. It yields the next searches; ask again after each result."""

    @property
    def size(self) -> int: ...
    @property
    def is_done(self) -> bool: ...
    @property
    def left(self) -> int | None:
        """The most searches still to come; None if the number is unknown."""

    def add(self, task: BookSearch, entry: BookEntry) -> None: ...
    def entries(self) -> dict[bytes, BookEntry]: ...


def build(book: GrowingBook, store: SearchStore, pool: Pool) -> Generator[Progress, None, None]:
    """Searches what is missing and yields the progress after every search; close it to stop early."""
    done = 0
    yield Progress(done, book.left)
    with closing(pool.map_unordered(search, book)) as searching:
        for task, finding in searching:
            book.add(task, store.add(task, finding))
            done += 1
            yield Progress(done, None if book.left is None else done + book.left)
