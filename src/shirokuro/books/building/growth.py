"""Chooses the positions of a book: best first, by the cost of the line that leads to them.

The cost of a line is the discs that the moves of both sides lose against the best ones, plus a constant for
each ply; the higher it is, the less likely a game gets there. Costs grow along a line, so this is Dijkstra's
algorithm (1959) on a graph whose edges the searches reveal. Positions are taken strictly in the order of
their costs, so the book depends on the results of the searches, not on the order in which they finish.

Values are backed up from the ends of the lines. If a move becomes one of the best that only the first search
has valued, all moves of its position are searched to the full depth, until no such move is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from heapq import heappop, heappush

from shirokuro.board.board import Board
from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.books.building.search import BookSearch, SearchSettings, Wanted
from shirokuro.books.entry import BookEntry, BookMove, best_first
from shirokuro.engine.value import Value
from shirokuro.parameters.parameter import check_parameters, parameter


@dataclass(frozen=True, slots=True)
class Extent:
    """How large a book gets; None means no bound."""

    positions: int | None = parameter(1000, "the number of positions", least=1, most=10**9)
    loss: float | None = parameter(
        None, "the discs that all moves of a line together may lose", least=0, most=10**9
    )
    plies: int | None = parameter(None, "how long lines may be", least=0, most=10**9)
    ply_cost: float = parameter(
        0.5,
        "the discs that a ply counts: more makes the book broader and its lines shorter",
        least=0,
        most=10**9,
    )
    also: tuple[Board, ...] = ()
    """Positions that belong to it whatever their cost."""

    def __post_init__(self) -> None:
        check_parameters(self)


class Growth(Iterator[BookSearch]):
    """A book that grows. It yields the next searches, and may have more after a result."""

    def __init__(
        self, root: Board, extent: Extent, settings: SearchSettings, found: Mapping[BookSearch, BookEntry]
    ) -> None:
        self._variant, self._extent, self._settings = root.variant_name, extent, settings
        self._found = {task.key: entry for task, entry in found.items() if task.wanted == "close"}
        self._thorough = {task.key: entry for task, entry in found.items() if task.wanted == "all"}
        self._corrected: dict[bytes, BookEntry] = {}
        """Positions that were doubtful, with all their moves searched to the full depth."""
        self._also = {key_of(board) for board in extent.also if not board.is_over()}
        self._doubtful: list[bytes] = []
        self._first_discs = _discs(root)
        self._losses: dict[bytes, int] = {}
        self._plies: dict[bytes, int] = {}
        self._frontier: list[tuple[float, bytes]] = []
        self._unsearched: list[tuple[float, bytes]] = []
        self._in_work: set[bytes] = set()
        self._taken: dict[bytes, dict[int, bytes]] = {}
        """For each position of the book, the keys of the positions after its moves."""
        if root.is_over():
            raise ValueError("the game is over there: a book needs a position with moves")
        self._reach(root, key_of(root), 0)
        self._advance()

    @property
    def size(self) -> int:
        """Positions of the book so far."""
        return len(self._taken)

    @property
    def is_done(self) -> bool:
        return self._is_whole and not (self._also or self._doubtful or self._in_work)

    @property
    def left(self) -> int | None:
        """The most searches still to come; None if the number is unknown."""
        if self._is_whole:
            return len(self._also) + len(self._doubtful) + len(self._in_work)
        return None if self._extent.positions is None else self._extent.positions - self.size

    def __next__(self) -> BookSearch:
        key = self._next_by_cost()
        if key is None and self._is_whole:
            key = min(self._also - self._in_work, default=None)
        if key is None and not self._doubtful:
            raise StopIteration
        wanted: Wanted = "all" if key is None else "close"
        key = key or self._doubtful.pop()
        self._in_work.add(key)
        return BookSearch(self._variant, key, self._settings, wanted)

    def add(self, task: BookSearch, entry: BookEntry) -> None:
        """Adds the result of a search."""
        self._in_work.discard(task.key)
        (self._found if task.wanted == "close" else self._corrected)[task.key] = entry
        self._advance()

    @property
    def _is_whole(self) -> bool:
        """Whether all positions that the costs allow are taken."""
        positions = self._extent.positions
        return not self._frontier or (positions is not None and self.size >= positions)

    def _next_by_cost(self) -> bytes | None:
        while self._unsearched and not self._is_whole:
            cost, key = heappop(self._unsearched)
            if key in self._found or key in self._in_work or cost != self._cost(key):
                continue
            # It can enter the book unless the ones before it may fill it up.
            before = sum((self._cost(other), other) < (cost, key) for other in self._in_work)
            if self._extent.positions is None or self.size + before < self._extent.positions:
                return key
            heappush(self._unsearched, (cost, key))
            break
        return None

    def entries(self) -> dict[bytes, BookEntry]:
        """The book so far, with values backed up from the ends of its lines and as certain as those."""
        found = self._found | self._corrected

        @cache
        def entry_of(key: bytes) -> BookEntry:
            return BookEntry(best_first(map(partial(move_of, key), found[key].moves)), found[key].searched)

        def move_of(key: bytes, move: BookMove) -> BookMove:
            if (after := self._taken[key].get(move.move)) not in self._taken:
                return move
            value = entry_of(after).as_value()
            assert value is not None
            return BookMove.of(move.move, value.before(move.move))

        return {key: entry_of(key) for key in self._taken}

    def _advance(self) -> None:
        """Takes the positions whose turn it is."""
        while not self._is_whole:
            cost, key = self._frontier[0]
            if key in self._taken or cost != self._cost(key):
                heappop(self._frontier)
            elif key in self._found:
                heappop(self._frontier)
                values = {each.move: each.value for each in self._found[key].moves}
                self._taken[key] = {}
                for move, board, after in self._following(key):
                    self._taken[key][move] = after
                    self._reach(board, after, self._losses[key] + max(values.values()) - values[move])
            else:
                return
        self._also -= self._taken.keys()
        for key in [key for key in self._also if key in self._found]:
            self._also.remove(key)
            self._taken[key] = {move: after for move, _, after in self._following(key)}
        at_least = Value(0, "depth", self._settings.depth).certainty
        while not (self._also or self._doubtful or self._in_work):
            # Positions whose value comes from a first search, in a fixed order.
            doubted = sorted(
                key
                for key, entry in self.entries().items()
                if key not in self._corrected and entry.certainty < at_least
            )
            if not doubted:
                break
            self._doubtful = [key for key in doubted if key not in self._thorough]
            self._corrected |= {key: self._thorough[key] for key in doubted if key in self._thorough}

    def _following(self, key: bytes) -> Iterator[tuple[int, Board, bytes]]:
        """Each move that does not end the game, with the board after it and its key."""
        for move, board in following(board_of_key(self._variant, key)):
            if not board.is_over():
                yield move, board, key_of(board)

    def _reach(self, board: Board, key: bytes, loss: int) -> None:
        """Notes that a line with this loss leads to the position."""
        extent, plies = self._extent, _discs(board) - self._first_discs
        is_too_far = (extent.plies is not None and plies > extent.plies) or (
            extent.loss is not None and loss > extent.loss
        )
        if not is_too_far and loss < self._losses.get(key, loss + 1):
            self._losses[key], self._plies[key] = loss, plies
            for heap in (self._frontier, self._unsearched):
                heappush(heap, (self._cost(key), key))

    def _cost(self, key: bytes) -> float:
        return self._losses[key] + self._extent.ply_cost * self._plies[key]


def _discs(board: Board) -> int:
    return len(board.own) + len(board.opp)
