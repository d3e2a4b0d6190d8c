"""What NBoard has searched: hints for a position, values for a whole game; as deep as it has asked for."""

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
"""Until NBoard names one."""
READ_BEYOND = 8
"""Empties beyond the depth from which the end is read exactly …"""
MOST_READ = 20
"""… but no more than these."""
TABLE_MIB = 64


@dataclass(frozen=True, slots=True)
class SearchDepth:
    """How far NBoard wants searches to look; endings are read to the end from somewhat further."""

    plies: int = USUAL_DEPTH

    def is_read_out(self, board: Board) -> bool:
        """Whether the end is near enough to be read exactly."""
        return len(board.empties()) <= min(self.plies + READ_BEYOND, MOST_READ)

    def is_reached(self, board: Board, result: Result) -> bool:
        return result.depth >= self.plies and not self.is_read_out(board)

    def limits(self, board: Board) -> Limits:
        """For an analysis of all moves, which looks as far at each of them."""
        return Limits() if self.is_read_out(board) else Limits(depth=self.plies)


@dataclass(frozen=True, slots=True)
class NBoardSearch:
    """Searches on so many threads, to a depth; all of them tell how they come on, in NBoard's lines."""

    threads: int
    depth: SearchDepth

    def hint(self, board: Board, count: int, stop: Stop, say: Saying) -> None:
        """The best moves by the book, or by searches that deepen, a line for each every time."""
        if board.is_over():
            return
        if _book_hint(board, count, say):
            say("nodestats 0 0.00")
            return
        if count == 1 or board.must_pass():
            result = self.search(board, stop, say)
            say(f"nodestats {result.nodes} {result.seconds:.2f}")
        else:
            found = self._analyze(board, count, stop, say).values()
            say(f"nodestats {sum(each.nodes for each in found)} {sum(each.seconds for each in found):.2f}")

    def search(self, board: Board, stop: Stop, say: Saying) -> Result:
        """The best move; a line after each pass."""
        with self._engine() as engine:
            return self._deepen(engine, board, stop, lambda result: say(search_line(result)))

    def analyze(self, board: Board, stop: Stop, say: Saying) -> None:
        """The value of every position of the game for the side to move, the last one first."""
        with self._engine() as engine:
            while not stop.is_set():
                say(f"analysis {len(board.move_stack)} {self._value(engine, board, stop):+.2f}")
                if not board.move_stack:
                    return
                board.pop()

    def _engine(self) -> AbstractContextManager[Engine]:
        return ENGINES.lend(self.threads, TABLE_MIB)

    def _value(self, engine: Engine, board: Board, stop: Stop) -> int:
        if board.is_over():
            return board.final_value()
        return self._deepen(engine, board, stop, lambda result: None).value

    def _deepen(self, engine: Engine, board: Board, stop: Stop, told: OnResult) -> Result:
        """Until the depth is reached, or it is stopped."""

        def progress(result: Result) -> None:
            told(result)
            if self.depth.is_reached(board, result):
                raise EnoughError(result)

        try:
            return engine.search(board, Limits(), stop, progress=progress)
        except EnoughError as enough:
            return enough.result

    def _analyze(self, board: Board, count: int, stop: Stop, say: Saying) -> dict[int, Result]:
        """All moves, equally deep; the lines of the best whenever all were looked at again."""
        told: list[str] = []

        def progress(results: dict[int, Result]) -> None:
            lines = [search_line(result) for result in [*results.values()][:count]]
            if lines != told:
                say("\n".join(lines))
                told[:] = lines

        with self._engine() as engine:
            return engine.analyze(board, self.depth.limits(board), stop, progress=progress)


def _book_hint(board: Board, count: int, say: Saying) -> bool:
    """Says what the package's book knows, and whether that is all that was asked for."""
    book = Book.shipped(board.variant_name)
    entry = None if book is None else book.find(board)
    if entry is None or not entry.moves:
        return False
    best = entry.moves[:count]
    say("\n".join(book_line(move, entry) for move in best))
    return len(best) >= min(count, len(board.legal_moves))
