"""`nip-mc`: the Monte Carlo player of Nip, as the study describes it and as its listing is printed."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board import Board
from shirokuro.colour import BLACK
from shirokuro.engine import MOST_THREADS, Limits, Stop
from shirokuro.players.nipevt import ROUND_BOARDS
from shirokuro.players.parameter import parameter, seed_parameter
from shirokuro.players.player import Choice, Registered, dice, seed_for
from shirokuro.playout import MOST_PLAYOUTS, try_moves

PRINTED_RANDOM = 20
"""Discs placed before the printed listing begins to choose."""


@dataclass(frozen=True)
class NipMonteCarlo(Registered):
    """Plays at random until few cells are empty, then the first move with the best sum over random games.

    Its value is the mean of +1, 0, −1 for win, draw, loss. As printed, the random games never run: it plays
    its first move, or the second if it is white and black is ahead after the last one.
    """

    spec_name = "nip-mc"
    summary = "random at first, flat Monte Carlo near the end"
    origin = "Nakamura 2014, モンテカルロ法によるニッププログラム"
    variants = ROUND_BOARDS

    playouts: int = parameter(100, "random games after each move", least=1, most=MOST_PLAYOUTS)
    random_until: int = parameter(16, "plays at random while more cells are empty", least=0, most=64)
    as_printed: bool = parameter(False, "play as the listing does, not as the text says")
    threads: int = parameter(1, "threads; the choice does not depend on them", least=1, most=MOST_THREADS)
    seed: int = seed_parameter()

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if self._is_random(board):
            return Choice(dice(self.seed, board).choice(list(board.legal_moves)), note="at random")
        if self.as_printed:
            return Choice(printed_choice(board))
        seed = seed_for(self.seed, board)
        trials = try_moves(board, self.playouts, seed=seed, threads=self.threads, limits=limits, stop=stop)
        best = max(trials.moves, key=lambda trial: trial.score)
        note = f"capped at {best.games} games a move" if trials.is_capped else ""
        return Choice(best.move, best.score, (best.move,), trials.games, note=note)

    def _is_random(self, board: Board) -> bool:
        if self.as_printed:
            return len(board.discs(BLACK)) + len(board.discs(BLACK.opponent)) - 4 < PRINTED_RANDOM
        return len(board.empties()) > self.random_until


def printed_choice(board: Board) -> int:
    """The move of the printed listing, once it no longer plays at random.

    Its loop over a random game has the condition of its end (`2<=passCount`) and so never runs; the counter
    of its list of values restarts for every candidate. The list is therefore [v, 0, 0, …], where v looks at
    the board after the last candidate: black ahead is +1 for black and −1 for white, all else 0 (the second
    comparison repeats the first). The first maximum is played: the first candidate, or the second if v = −1.
    """
    moves = list(board.legal_moves)
    after = board.copy(stack=False)
    after.push(moves[-1])
    is_black_ahead = len(after.discs(BLACK)) > len(after.discs(BLACK.opponent))
    skips_first = is_black_ahead and board.turn != BLACK and len(moves) > 1
    return moves[1 if skips_first else 0]
