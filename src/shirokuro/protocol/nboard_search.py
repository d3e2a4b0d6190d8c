"""Searches for NBoard: hints for a position and values of a whole game, to the depth that it set."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass

from shirokuro import Board, Book, Engine, Limits, Result, Stop
from shirokuro.engine.pool import ENGINES
from shirokuro.engine.result import OnResult
from shirokuro.players.pace import EnoughError
from shirokuro.protocol.nboard_text import book_line, search_line
from shirokuro.protocol.thinking import Saying

USUAL_DEPTH = 12
"""The depth until NBoard sets one."""
SOLVE_BEYOND = 8
"""The end is solved exactly from this many more empties than the depth …"""
MOST_SOLVED = 20
"""… but never from more than these."""
TABLE_MIB = 64


@dataclass(frozen=True, slots=True)
class SearchDepth:
    """The depth that NBoard asked for; endings are solved from somewhat more empties."""

    plies: int = USUAL_DEPTH

    def is_solved(self, board: Board) -> bool:
        """Whether so few cells are empty that the end is solved exactly."""
        return len(board.empties()) <= min(self.plies + SOLVE_BEYOND, MOST_SOLVED)

    def is_reached(self, board: Board, result: Result) -> bool:
        return result.depth >= self.plies and not self.is_solved(board)

    def limits(self, board: Board) -> Limits:
        """For an analysis of all moves, each searched to this depth."""
        return Limits() if self.is_solved(board) else Limits(depth=self.plies)


@dataclass(frozen=True, slots=True)
class NBoardSearch:
    """Searches to a depth on several threads; each search reports its progress in NBoard's lines."""

    threads: int
    depth: SearchDepth

    def hint(self, board: Board, count: int, stop: Stop, say: Saying) -> None:
        """Sends a line for each of the best moves, from the book or from ever deeper searches."""
        if board.is_over():
            return
        book = Book.shipped(board.variant_name)
        entry = None if book is None else book.find(board)
        if entry is not None and entry.moves:
            best = entry.moves[:count]
            say("\n".join(book_line(move, entry) for move in best))
            if len(best) >= min(count, len(board.legal_moves)):  # the book had everything
                say("nodestats 0 0.00")
                return
        if count == 1 or board.must_pass():
            result = self.search(board, stop, say)
            say(f"nodestats {result.nodes} {result.seconds:.2f}")
            return
        told: list[str] = []

        def progress(results: dict[int, Result]) -> None:
            lines = [search_line(result) for result in [*results.values()][:count]]
            if lines != told:
                say("\n".join(lines))
                told[:] = lines

        with self._engine() as engine:
            found = engine.analyze(board, self.depth.limits(board), stop, progress=progress).values()
        say(f"nodestats {sum(each.nodes for each in found)} {sum(each.seconds for each in found):.2f}")

    def search(self, board: Board, stop: Stop, say: Saying) -> Result:
        """Sends the best move, after a line for each deepening step."""
        with self._engine() as engine:
            return self._deepen(engine, board, stop, lambda result: say(search_line(result)))

    def analyze(self, board: Board, stop: Stop, say: Saying) -> None:
        """Sends the value of every position of the game for the side to move, last one first."""
        with self._engine() as engine:
            while not stop.is_set():
                if board.is_over():
                    value = board.final_value()
                else:
                    value = self._deepen(engine, board, stop, lambda result: None).value
                say(f"analysis {len(board.move_stack)} {value:+.2f}")
                if not board.move_stack:
                    return
                board.pop()

    def _engine(self) -> AbstractContextManager[Engine]:
        return ENGINES.lend(self.threads, TABLE_MIB)

    def _deepen(self, engine: Engine, board: Board, stop: Stop, on_result: OnResult) -> Result:
        """Searches until the depth is reached or the search is stopped."""

        def progress(result: Result) -> None:
            on_result(result)
            if self.depth.is_reached(board, result):
                raise EnoughError(result)

        try:
            return engine.search(board, Limits(), stop, progress=progress)
        except EnoughError as enough:
            return enough.result
