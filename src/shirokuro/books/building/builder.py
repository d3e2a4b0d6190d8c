"""Builds a book: workers search its positions, and every result is stored at once."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Protocol

from shirokuro.books.building.search import BookSearch, search
from shirokuro.books.building.store import SearchStore
from shirokuro.books.entry import BookEntry
from shirokuro.workers.executors import Pool


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


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build is."""

    done: int
    """Searches of this run."""
    left: int | None
    """The most searches still to come; None if the number is unknown."""

    @property
    def share(self) -> float:
        """The share of this run's searches that is done; 0 if it is unknown."""
        return 0.0 if self.left is None or not self.done else self.done / (self.done + self.left)


def build(book: GrowingBook, store: SearchStore, pool: Pool) -> Generator[BuildProgress, None, None]:
    """Searches what is missing and yields the progress after every search; close it to stop early."""
    done = 0
    yield BuildProgress(done, book.left)
    with closing(pool.map_unordered(search, book)) as searching:
        for task, finding in searching:
            book.add(task, store.add(task, finding))
            done += 1
            yield BuildProgress(done, book.left)
