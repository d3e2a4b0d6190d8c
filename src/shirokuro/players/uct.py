"""`uct`: random games along a tree that grows where moves do well and proves how games end."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.engine.evaluation import Evaluator
from shirokuro.engine.limits import MOST_THREADS, Limits, Stop
from shirokuro.engine.playouts import MOST_PLAYOUTS, MOST_SOLVED, grow_tree
from shirokuro.parameters.parameter import parameter, seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.player import BuiltinPlayer, seed_for
from shirokuro.words.message import Message


@dataclass(frozen=True)
class Uct(BuiltinPlayer):
    """Its value is the mean of +1, 0, −1 for win, draw, loss over the games of its move. A proven result
    stands in the note. A single legal move is played at once."""

    spec_name = "uct"
    summary = Message("players.uct")
    origin = "asked for by Nakamura 2014 and Fujita 2016"

    playouts: int = parameter(10_000, Message("parameters.uct_playouts"), least=1, most=MOST_PLAYOUTS)
    solve_empties: int = parameter(10, Message("parameters.solve_empties"), least=0, most=MOST_SOLVED)
    prior: int = parameter(100, Message("parameters.prior"), least=0, most=1000)
    threads: int = parameter(1, Message("parameters.uct_threads"), least=1, most=MOST_THREADS)
    seed: int = seed_parameter()

    def prepare(self, variant: str) -> None:
        Evaluator().on(variant)

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if len(board.legal_moves) == 1:
            return Choice(board.legal_moves[0])
        tree = grow_tree(
            board,
            self.playouts,
            seed=seed_for(self.seed, board),
            threads=self.threads,
            solve_empties=self.solve_empties,
            prior=self.prior,
            limits=limits,
            stop=stop,
        )
        best, note = (
            tree.best,
            Message("notes.capped_playouts", games=tree.playouts) if tree.is_capped else "",
        )
        if best.proven:
            note = f"proven {best.proven}"
        return Choice(best.move, best.score, tree.pv, tree.playouts, note=note)
