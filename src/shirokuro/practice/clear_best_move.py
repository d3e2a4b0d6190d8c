"""Checks whether a position has one clear best move, which makes it a puzzle."""

from __future__ import annotations

from shirokuro.board.board import Board
from shirokuro.engine.engine import Engine
from shirokuro.engine.limits import Limits, Stop
from shirokuro.practice.puzzles import (
    ENDGAMES,
    FEWEST_MOVES,
    GRADES,
    LEAST_EXACT_LEAD,
    MIDDLE,
    STEPS,
    Puzzle,
    grade,
)
from shirokuro.squares.square import square_name


def clear_best_move(engine: Engine, board: Board, stop: Stop | None = None) -> Puzzle | None:
    """The position as a puzzle; None if no move is clearly best or if everybody finds it.

    In endgames all values are exact. In the middle game the same move has to lead in searches of some depths,
    each of which begins with an empty table, so that the answer does not depend on earlier searches.
    """
    empties = len(board.empties())
    if len(board.legal_moves) < FEWEST_MOVES or not (empties in MIDDLE or empties in ENDGAMES):
        return None
    steps = [(0, LEAST_EXACT_LEAD)] if empties in ENDGAMES else STEPS
    moves, by = set(), 0
    for depth, least in steps:
        best, by = _lead(engine, board, depth, stop)
        moves.add(best)
        if by < least or len(moves) > 1 or (stop is not None and stop.is_set()):
            return None
    rating = grade(board, best)
    return None if rating == GRADES[0] else Puzzle(board.line(), square_name(best), by, depth, rating)


def _lead(engine: Engine, board: Board, depth: int, stop: Stop | None) -> tuple[int, int]:
    """The best move, and the discs by which it leads; a depth of 0 searches to the end."""
    engine.clear()
    found = engine.analyze(board, Limits(depth=depth) if depth else Limits(), stop)
    (best, first), (_, second), *_ = found.items()
    return best, first.value - second.value
