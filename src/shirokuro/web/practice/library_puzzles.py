"""Finds puzzles in the library of games: positions that people reached, checked like those of the package."""

from __future__ import annotations

import time

from shirokuro import Board, Stop
from shirokuro.engine.pool import ENGINES
from shirokuro.library.library import Library
from shirokuro.library.query import LibraryQuery
from shirokuro.practice.clear_best_move import clear_best_move
from shirokuro.practice.puzzles import BOARD, MIDDLE, Puzzle
from shirokuro.web.threads.searches import Searches

TABLE_MIB = 16
MOST_TRIED = 60
"""Positions of one search."""
SECONDS = 5.0
"""After so long the best find so far is taken."""
NEAR = 200
"""A puzzle of a rating within this is near enough."""
MOST_KEPT = 1000
_CELLS = 64


class LibraryPuzzles:
    """The latest puzzles that were found; those found long ago are forgotten, and cannot be answered."""

    def __init__(self, library: Library, searches: Searches) -> None:
        self._library = library
        self._searches = searches
        self._found: dict[str, Puzzle] = {}

    def get(self, line: str) -> Puzzle | None:
        return self._found.get(line)

    async def find(self, owner: str, rating: float, seed: int) -> Puzzle | None:
        """A puzzle for somebody of a rating; None if the library has no games or time runs out."""
        found = await self._searches.answer(owner, lambda stop: self._nearest(rating, seed, stop))
        if found is not None:
            self._found.pop(found.line, None)
            self._found[found.line] = found
            while len(self._found) > MOST_KEPT:
                del self._found[next(iter(self._found))]
        return found

    def _nearest(self, rating: float, seed: int, stop: Stop) -> Puzzle | None:
        plies = _CELLS - 4 - MIDDLE[-1], _CELLS - 4 - MIDDLE[0]
        games = self._library.sample(MOST_TRIED, plies, LibraryQuery(variant=BOARD), seed)
        until = time.monotonic() + SECONDS
        best: Puzzle | None = None
        with ENGINES.lend(1, TABLE_MIB) as engine:
            for game in games:
                if stop.is_set() or time.monotonic() > until:
                    break
                found = clear_best_move(engine, Board(BOARD, game.board().line()), stop)
                if found and (best is None or abs(found.rating - rating) < abs(best.rating - rating)):
                    best = found
                if best and abs(best.rating - rating) <= NEAR:
                    break
        return best
