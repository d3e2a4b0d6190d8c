"""Chooses the positions that a perfect player needs: after its own best moves and every reply to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from shirokuro.board.board import Board
from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.books.building.search import BookSearch, SearchSettings
from shirokuro.books.entry import BookEntry


class PerfectLines(Iterator[BookSearch]):
    """All positions that perfect play from a root can meet, with either colour, against any moves.

    They end where `settings.solved` cells are empty, from where on a player solves the game itself. It yields
    the next searches, and may have more after a result.
    """

    left = None
    """The number is unknown."""

    def __init__(self, root: Board, settings: SearchSettings, found: Mapping[BookSearch, BookEntry]) -> None:
        if root.is_over():
            raise ValueError("the game is over there: a book needs a position with moves")
        self._variant, self._settings = root.variant_name, settings
        self._found = {task.key: entry for task, entry in found.items() if task.wanted == "best"}
        self._met: set[bytes] = set()
        self._unsearched: deque[bytes] = deque()
        self._in_work: set[bytes] = set()
        self._meet([root, *_replies(root)])

    @property
    def size(self) -> int:
        """Positions of the book so far."""
        return len(self._met) - len(self._unsearched) - len(self._in_work)

    @property
    def is_done(self) -> bool:
        return not self._unsearched and not self._in_work

    def __next__(self) -> BookSearch:
        if not self._unsearched:
            raise StopIteration
        self._in_work.add(key := self._unsearched.popleft())
        return BookSearch(self._variant, key, self._settings, "best")

    def add(self, task: BookSearch, entry: BookEntry) -> None:
        """Adds the result of a search."""
        self._in_work.discard(task.key)
        self._found[task.key] = entry
        self._meet(self._after_best(task.key))

    def entries(self) -> dict[bytes, BookEntry]:
        """The book so far: each position with its best move only."""
        return {key: self._found[key] for key in self._met if key in self._found}

    def _meet(self, boards: Iterable[Board]) -> None:
        """Meets positions with the perfect player to move, and those that follow from what is known."""
        waiting = [*boards]
        while waiting:
            board = waiting.pop()
            if board.must_pass():
                board.push_pass()
                waiting += _replies(board)
            elif not board.is_over() and len(board.empties()) > self._settings.solved:
                if (key := key_of(board)) in self._met:
                    continue
                self._met.add(key)
                if key in self._found:
                    waiting += self._after_best(key)
                else:
                    self._unsearched.append(key)

    def _after_best(self, key: bytes) -> Iterable[Board]:
        """All positions after the best move and a reply to it."""
        board = board_of_key(self._variant, key)
        board.push(self._found[key].moves[0].move)
        return _replies(board)


def _replies(board: Board) -> Iterable[Board]:
    return (after for _, after in following(board))
