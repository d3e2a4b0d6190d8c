"""`nip-mc`: the Monte Carlo player of Nip, as the study describes it and as its listing is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from shirokuro.board.board import Board
from shirokuro.books.book_file import Book
from shirokuro.engine.engine import evaluate
from shirokuro.engine.evaluation import Evaluator
from shirokuro.engine.limits import MOST_THREADS, Limits, Stop
from shirokuro.engine.playouts import MOST_PLAYOUTS, Trial, try_moves
from shirokuro.parameters.parameter import parameter, seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.from_book import book_choice
from shirokuro.players.player import ROUND_BOARDS, BuiltinPlayer, after, dice, seed_for
from shirokuro.squares.colour import BLACK
from shirokuro.words.message import Message

PRINTED_RANDOM = 20
"""Discs placed before the printed listing begins to choose."""
SPREAD = 1
"""Discs that moves from the book may lose for variety, in a game."""


@dataclass(frozen=True)
class NipMonteCarlo(BuiltinPlayer):
    """Plays at random until few cells are empty, then the first move with the best sum over random games.

    Its value is the mean of +1, 0, −1 for win, draw, loss. It can also open by evaluation, one ply ahead, or
    from the board's book, and by evaluation where the book ends.
    As printed, the random games never run: it plays its first move, or the second if it is white and black is
    ahead after the last one. With the loop mended it keeps as many random games as `kept` says.
    """

    spec_name = "nip-mc"
    summary = Message("players.nip-mc")
    origin = "Nakamura 2014, モンテカルロ法によるニッププログラム"
    variants = ROUND_BOARDS

    playouts: int = parameter(100, Message("parameters.montai_playouts"), least=1, most=MOST_PLAYOUTS)
    random_until: int = parameter(16, Message("parameters.random_until"), least=0, most=64)
    opening: Literal["random", "evaluation", "book"] = parameter("random", Message("parameters.opening"))
    as_printed: bool = parameter(False, Message("parameters.ssai_as_printed"))
    kept: int = parameter(
        0,
        Message("parameters.kept"),
        least=0,
        most=MOST_PLAYOUTS,
    )
    threads: int = parameter(1, Message("parameters.montai_threads"), least=1, most=MOST_THREADS)
    seed: int = seed_parameter()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.kept and not self.as_printed:
            raise ValueError("nip-mc: kept goes with as_printed=true; otherwise use playouts")
        if self.as_printed and self.opening != "random":
            raise ValueError(f"nip-mc: as printed it opens at random, not by {self.opening}")

    def prepare(self, variant: str) -> None:
        if self.opening != "random":
            Evaluator().on(variant)
            self._own_book(variant)

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if self.as_printed:
            is_opening = len(board.discs(BLACK)) + len(board.discs(BLACK.opponent)) - 4 < PRINTED_RANDOM
        else:
            is_opening = len(board.empties()) > self.random_until
        if is_opening:
            return self._opened(board)
        if self.as_printed and not self.kept:
            return Choice(printed_choice(board))
        seed, playouts = seed_for(self.seed, board), self.kept or self.playouts
        trials = try_moves(board, playouts, seed=seed, threads=self.threads, limits=limits, stop=stop)
        values = [mended_value(each, board) if self.as_printed else each.score for each in trials.moves]
        best = trials.moves[values.index(max(values))]
        note = Message("notes.capped_games", games=best.games) if trials.is_capped else ""
        return Choice(best.move, max(values), (best.move,), trials.games, note=note)

    def _opened(self, board: Board) -> Choice:
        throw = dice(self.seed, board)
        if self.opening == "random":
            return Choice(throw.choice(list(board.legal_moves)), note=Message("notes.at_random"))
        book = self._own_book(board.variant_name)
        known = None if book is None else book_choice(book, board, SPREAD, throw)
        if known is not None:
            return Choice(known.move, note=known.note)  # without its value, which is in discs
        worth = {move: -evaluate(after(board, move)) for move in board.legal_moves}
        best = [move for move, value in worth.items() if value == max(worth.values())]
        return Choice(throw.choice(best), nodes=len(worth), note=Message("notes.by_evaluation"))

    def _own_book(self, variant: str) -> Book | None:
        return Book.shipped(variant) if self.opening == "book" else None


def mended_value(trial: Trial, board: Board) -> float:
    """What the listing makes of the random games of a move.

    It asks twice whether black has more discs, never whether white has: black's wins count +1 for black and
    −1 for white, and all else nothing. So a draw is as bad as a loss for black, as good as a win for white.
    """
    return (trial.wins if board.turn == BLACK else -trial.losses) / trial.games


def printed_choice(board: Board) -> int:
    """The move of the printed listing, once it no longer plays at random.

    Its loop over a random game has the condition of its end (`2<=passCount`) and so never runs; the counter
    of its list of values restarts for every candidate. The list is therefore [v, 0, 0, …], where v looks at
    the board after the last candidate: black ahead is +1 for black and −1 for white, all else 0 (the second
    comparison repeats the first). The first maximum is played: the first candidate, or the second if v = −1.
    """
    moves = list(board.legal_moves)
    last = after(board, moves[-1])
    is_black_ahead = len(last.discs(BLACK)) > len(last.discs(BLACK.opponent))
    skips_first = is_black_ahead and board.turn != BLACK and len(moves) > 1
    return moves[1 if skips_first else 0]
