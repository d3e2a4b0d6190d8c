"""The studies' look-ahead once more, slow and obvious: minimax over the slow copy of the rules."""

from __future__ import annotations

from collections.abc import Callable

import reference
from slow_features import slow

import shirokuro as sk
from shirokuro.engine import features as feature
from shirokuro.engine.studies import MoveMeasure, move_values

Judge = Callable[[reference.Game], int]
WEIGHTS = {
    "mobility": 67,
    "openness": -13,
    "stable": 101,
    "wing": -308,
    "mountain": 300,
    "c": -552,
    "x": -449,
}
BONUSES = {0: 10, 1: 5, 2: 3, 3: 1}


def game_of(board: sk.Board) -> reference.Game:
    rules = reference.RULES[board.variant_name]
    discs = dict(zip(rules.cells, board.line().split()[0], strict=True))
    return reference.Game(rules, discs, board.turn.symbol)


def by_features(game: reference.Game) -> int:
    """The evaluation of parallel reversi for the side to move."""

    def sum_of(side: str) -> int:
        counts = slow(game, side)
        return sum(WEIGHTS[name] * sum(parts.values()) for name, parts in counts.items())

    return sum_of(game.turn) - sum_of(game.opponent)


def by_map(variant: str) -> Judge:
    """The rival study's evaluation for the side to move."""
    weights = {sk.square_name(square): weight for square, weight in feature.square_weights(variant).items()}
    return lambda game: sum(weights[cell] * sign_of(game, cell) for cell in game.discs)


def sign_of(game: reference.Game, cell: str) -> int:
    """1 for a disc of the side to move, -1 for one of the opponent."""
    return {game.turn: 1, game.opponent: -1}.get(game.discs[cell], 0)


def by_map_and_replies(variant: str) -> Judge:
    """Nipevt's evaluation: its bonus goes to the side that has just moved."""
    judge = by_map(variant)
    return lambda game: judge(game) - BONUSES.get(len(game.legal_moves()), 0)


def minimax(game: reference.Game, depth: int, judge: Judge, *, pass_is_ply: bool) -> int:
    if depth == 0 or game.is_over():
        return judge(game)
    if game.must_pass():
        return -minimax(game.after_pass(), depth - pass_is_ply, judge, pass_is_ply=pass_is_ply)
    children = (game.after(cell) for cell in game.legal_moves())
    return max(-minimax(child, depth - 1, judge, pass_is_ply=pass_is_ply) for child in children)


def by_early_map(variant: str) -> Judge:
    """Nipevt's evaluation while it shuns the rim."""
    judge = by_map_and_replies(variant)
    rim = {sk.square_name(square) for square in sk.VARIANTS[variant].ring}
    return lambda game: judge(game) - 200 * sum(sign_of(game, cell) for cell in rim)


def sum_of_line(game: reference.Game, depth: int, judge: Judge) -> int:
    """The alternating sum over the line that both sides choose; good for whoever has just moved."""
    here = judge(game)
    if depth == 0 or game.is_over():
        return here
    children = [game.after_pass()] if game.must_pass() else map(game.after, game.legal_moves())
    return here + max(-sum_of_line(child, depth - 1, judge) for child in children)


def slow_sums(board: sk.Board, beyond: int) -> dict[str, int]:
    """Every legal move, column by column, and the sum of the line that it begins."""
    game, judge = game_of(board), by_map_and_replies(board.variant_name)
    return {move: -sum_of_line(game.after(move), beyond, judge) for move in sorted(game.legal_moves())}


def slow_values(board: sk.Board, beyond: int, judge: Judge, *, pass_is_ply: bool) -> dict[str, int]:
    """Every legal move, column by column, and its value."""
    game = game_of(board)
    moves = sorted(game.legal_moves())  # a1, a2, …, b1: by names is by columns
    return {move: -minimax(game.after(move), beyond, judge, pass_is_ply=pass_is_ply) for move in moves}


def fast_values(board: sk.Board, measure: MoveMeasure, beyond: int) -> dict[str, int]:
    values = move_values(board, measure, beyond)
    return {sk.square_name(candidate.move): candidate.points for candidate in values.candidates}
