"""Simple rules by which somebody may choose, whatever the moves are worth: programs and beginners play so."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from shirokuro.board.board import Board
from shirokuro.engine.features import square_value
from shirokuro.players.player import after

FAITHFUL = 0.9
"""How often somebody follows their rule; else each move is as likely."""


def _most_discs(board: Board, move: int) -> float:
    return len(board.flips(move))


def _fewest_discs(board: Board, move: int) -> float:
    return -len(board.flips(move))


def _best_squares(board: Board, move: int) -> float:
    return -square_value(after(board, move))


def _fewest_replies(board: Board, move: int) -> float:
    return -len(after(board, move).legal_moves)


def _most_mobility(board: Board, move: int) -> float:
    """The moves that the side would have if it might move again at once, less those of the other side."""
    child = after(board, move)
    replies = len(child.legal_moves)
    child.turn = child.turn.opponent
    return len(child.legal_moves) - replies


RULES: tuple[Callable[[Board, int], float], ...] = (
    _most_discs,
    _fewest_discs,
    _best_squares,
    _fewest_replies,
    _most_mobility,
)


def chances_by_rule(board: Board, values: Mapping[int, float]) -> list[dict[int, float]]:
    """How likely each move is by each of the rules, and last by that of the second-best move."""
    worths: list[Mapping[int, float]] = [{move: rule(board, move) for move in values} for rule in RULES]
    best = max(values.values())
    second = max((value for value in values.values() if value < best), default=best)
    worths.append({move: value == second for move, value in values.items()})
    return [_following(worth) for worth in worths]


def _following(worth: Mapping[int, float]) -> dict[int, float]:
    most = max(worth.values())
    favourites = sum(each == most for each in worth.values())
    rest = (1 - FAITHFUL) / len(worth)
    return {move: rest + (FAITHFUL / favourites if each == most else 0) for move, each in worth.items()}
