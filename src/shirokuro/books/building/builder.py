"""Building a book: its positions are searched wherever there is room, and stored as they come."""

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
    """A book in the making: the searches that it wants next, asked again after each result."""

    @property
    def size(self) -> int: ...
    @property
    def is_done(self) -> bool: ...
    @property
    def left(self) -> int | None:
        """Searches still to come, at most; None where nobody knows how many there are."""

    def add(self, task: BookSearch, entry: BookEntry) -> None: ...
    def entries(self) -> dict[bytes, BookEntry]: ...


def build(book: GrowingBook, store: SearchStore, pool: Pool) -> Generator[Progress, None, None]:
    """Searches what is missing, and yields the progress after every search; close it to stop early."""
    done = 0
    yield Progress(done, book.left)
    with closing(pool.map_unordered(search, book)) as searching:
        for task, finding in searching:
            book.add(task, store.add(task, finding))
            done += 1
            yield Progress(done, None if book.left is None else done + book.left)
