"""Building a book: its positions are searched wherever there is room, and stored as they come."""

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


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build is."""

    done: int
    """Searches of this run."""
    left: int | None
    """Those still to come, at most; None where nobody knows how many there are."""

    @property
    def share(self) -> float:
        """Of this run's searches, those that are done; 0 where nobody knows."""
        return 0.0 if self.left is None or not self.done else self.done / (self.done + self.left)


def build(book: GrowingBook, store: SearchStore, pool: Pool) -> Generator[BuildProgress, None, None]:
    """Searches what is missing, and yields the progress after every search; close it to stop early."""
    done = 0
    yield BuildProgress(done, book.left)
    with closing(pool.map_unordered(search, book)) as searching:
        for task, finding in searching:
            book.add(task, store.add(task, finding))
            done += 1
            yield BuildProgress(done, book.left)
