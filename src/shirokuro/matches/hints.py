"""Hints: the value of each move by proofs, the package's book and a short search."""

from __future__ import annotations

from shirokuro.board.board import Board
from shirokuro.books.book_file import Book
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.pool import ENGINES
from shirokuro.engine.result import Result
from shirokuro.players.from_book import line_after
from shirokuro.proofs.best_known import KnownPosition
from shirokuro.proofs.own_proofs import OwnProofs
from shirokuro.proofs.solved import solved_results

HINT_LIMITS = Limits(nodes=3_000_000)
"""A fraction of a second, and the same hint every time."""
HINT_TABLE_MIB = 16


def hints(board: Board, proofs: OwnProofs, stop: Stop | None = None) -> KnownPosition:
    """The best known value of each move; searches only if a proof and the book leave some unknown."""
    known = KnownPosition(proven=proofs.find(board))
    if known.proven is not None:
        known.add(solved_results(proofs, board, known.proven, "exact"))
    if not known.is_settled:
        known.add(_book_results(board))
    valued = {move for move, result in known.results.items() if result.kind not in ("bound", "wld")}
    if not valued >= set(board.legal_moves):
        with ENGINES.lend(1, HINT_TABLE_MIB) as engine:
            known.add(engine.analyze(board, HINT_LIMITS, stop))
    return known


def evaluation(board: Board) -> Result:
    """The engine's value of a position and its expected line."""
    with ENGINES.lend(1, HINT_TABLE_MIB) as engine:
        return engine.search(board, HINT_LIMITS)


def _book_results(board: Board) -> dict[int, Result]:
    """The values of the package's book as search results."""
    book = Book.shipped(board.variant_name)
    entry = None if book is None else book.find(board)
    if book is None or entry is None:
        return {}
    cells, empties = len(board.variant.cells), len(board.empties())
    results = {}
    for move, value, kind, degree in entry.moves:
        pv = (move, *line_after(book, board, move))
        lower, upper = (value, value) if kind == "exact" else (-cells, cells)
        depth = degree if kind == "depth" else empties
        confidence = degree if kind == "selective" else None
        results[move] = Result(value, move, pv, depth, 0, 0.0, kind, lower, upper, confidence)
    return results
