"""`montai`: flat Monte Carlo for reversi: equally many random games after every move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from shirokuro.board.board import Board
from shirokuro.engine.limits import MOST_THREADS, Limits, Stop
from shirokuro.engine.playouts import MOST_PLAYOUTS, Trial, try_moves
from shirokuro.parameters.parameter import parameter, seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.player import BuiltinPlayer, seed_for
from shirokuro.words.message import Message


@dataclass(frozen=True)
class MontAI(BuiltinPlayer):
    """Plays equally many random games after every legal move, and then the first move with the best sum.

    Its value is the mean over the random games: of +1, 0, −1 for win, draw, loss with `score=wins`, of the
    final disc difference with `score=discs`. A single legal move is played at once.
    """

    spec_name = "montai"
    summary = Message("players.montai")
    origin = "Fujita 2016, モンテカルロ法を用いたオセロ AI (montAI)"

    playouts: int = parameter(500, Message("parameters.montai_playouts"), least=1, most=MOST_PLAYOUTS)
    score: Literal["wins", "discs"] = parameter("wins", Message("parameters.score"))
    threads: int = parameter(1, Message("parameters.montai_threads"), least=1, most=MOST_THREADS)
    seed: int = seed_parameter()

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if len(board.legal_moves) == 1:
            return Choice(board.legal_moves[0])
        trials = try_moves(
            board,
            self.playouts,
            seed=seed_for(self.seed, board),
            threads=self.threads,
            limits=limits,
            stop=stop,
        )
        best = max(trials.moves, key=self._value)
        note = Message("notes.capped_games", games=best.games) if trials.is_capped else ""
        return Choice(best.move, self._value(best), (best.move,), trials.games, note=note)

    def _value(self, trial: Trial) -> float:
        return trial.score if self.score == "wins" else trial.mean_discs
