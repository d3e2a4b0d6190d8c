"""Building a book: its positions are searched wherever there is room, and stored as they come."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass

from shirokuro.board import Board
from shirokuro.book_building.growth import Extent, Growth
from shirokuro.book_building.search import BookSearch, SearchSettings, search
from shirokuro.book_building.store import SearchStore
from shirokuro.executors import Pool


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build is."""

    growth: Growth
    done: int
    """Searches of this run."""
    left: int | None
    """Those still to come, at most; None where nobody knows how many there are."""

    @property
    def share(self) -> float:
        """Of this run's searches, those that are done; 0 where nobody knows."""
        return 0.0 if self.left is None or not self.done else self.done / (self.done + self.left)


def build(
    root: Board, extent: Extent, settings: SearchSettings, store: SearchStore, pool: Pool
) -> Generator[BuildProgress, None, None]:
    """Searches what is missing and tells after every search; whoever has seen enough stops listening."""
    variant = root.variant_name
    growth = Growth(root, extent, store.found(variant, settings))
    done = 0
    yield BuildProgress(growth, done, _left(growth, extent))
    tasks = _Tasks(growth, variant, settings)
    with closing(pool.map_unordered(search, tasks)) as searching:
        for task, finding in searching:
            growth.add(task.key, store.add(task, finding))
            done += 1
            yield BuildProgress(growth, done, _left(growth, extent))


class _Tasks(Iterator[BookSearch]):
    """The searches that a growing book wants; asked again after each result, as it may want more."""

    def __init__(self, growth: Growth, variant: str, settings: SearchSettings) -> None:
        self._growth, self._variant, self._settings = growth, variant, settings

    def __next__(self) -> BookSearch:
        return BookSearch(self._variant, next(self._growth), self._settings)


def _left(growth: Growth, extent: Extent) -> int | None:
    if growth.is_done:
        return 0
    return None if extent.positions is None else extent.positions - growth.size
