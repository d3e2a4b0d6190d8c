"""Checks a book: searches a sample of its positions again, deeper, and compares."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from random import Random

from shirokuro.board.position_key import board_of_key
from shirokuro.books.book_file import Book
from shirokuro.books.building.search import MOST_PLIES, BookFinding, BookSearch, SearchSettings, search
from shirokuro.books.entry import BookEntry
from shirokuro.parameters.parameter import check_parameters, parameter
from shirokuro.workers.executors import Pool


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """What is searched again, and how."""

    positions: int = parameter(200, "the number of positions", least=1)
    deeper: int = parameter(2, "plies more than the book's own searches", least=0, most=MOST_PLIES)
    solved: int = parameter(
        18,
        "empties from which on positions are solved; exact values with more empties are not checked",
        least=0,
        most=MOST_PLIES,
    )
    seed: int = parameter(1, "another seed gives another sample")

    def __post_init__(self) -> None:
        check_parameters(self)


@dataclass(frozen=True, slots=True)
class CheckedPosition:
    """A position of the book and the result of a deeper search."""

    key: bytes
    entry: BookEntry
    finding: BookFinding

    @property
    def difference(self) -> int:
        """The error of the book's value, in discs."""
        return abs((self.entry.value or 0) - self.finding.moves[0].value)

    @property
    def is_confirmed(self) -> bool:
        """Whether the book's best move is one of the best."""
        best = self.finding.moves[0].value
        return any(each[:2] == (self.entry.moves[0].move, best) for each in self.finding.moves)


def sample(book: Book, settings: CheckSettings) -> dict[BookSearch, BookEntry]:
    """The searches that check a book; the same seed gives the same ones.

    Positions that were not searched, or that take long to solve, are left out.
    """
    tasks: dict[BookSearch, BookEntry] = {}
    for key, entry in book.items():
        value = entry.as_value()
        if value is not None and value.kind == "depth":
            depth = min(value.degree + settings.deeper, MOST_PLIES)
            tasks[BookSearch(book.variant, key, SearchSettings(depth, settings.solved))] = entry
        elif value is not None:
            empties = len(board_of_key(book.variant, key).empties())
            if empties <= settings.solved:
                tasks[BookSearch(book.variant, key, SearchSettings(1, empties))] = entry
    chosen = Random(settings.seed).sample([*tasks], min(settings.positions, len(tasks)))
    return {task: tasks[task] for task in chosen}


def check(tasks: dict[BookSearch, BookEntry], pool: Pool) -> Generator[CheckedPosition, None, None]:
    """Searches them again and yields each as it is done."""
    with closing(pool.map_unordered(search, tasks)) as searching:
        for task, finding in searching:
            yield CheckedPosition(task.key, tasks[task], finding)
