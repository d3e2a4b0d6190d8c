"""`msai`: the alpha-beta player of parallel reversi on many threads, and what its listing really plays."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board import Board
from shirokuro.engine import MOST_THREADS, Limits, Stop
from shirokuro.players.parameter import parameter
from shirokuro.players.player import Choice
from shirokuro.players.ssai import Ssai, chosen
from shirokuro.studies import alpha_beta, by_columns


@dataclass(frozen=True)
class Msai(Ssai):
    """Plays what `ssai` plays, value for value, sooner: threads share the candidates, and the nodes below.

    As printed its threads are made and never started, neither to order the moves nor to search them. All
    values stay equal, nothing is exchanged, and since the best value so far is not remembered rightly either
    the last move of the list is played: the lowest one in the rightmost column that has any. Depths do not
    matter, and it does no work that could take time.
    """

    spec_name = "msai"
    summary = "ssai's moves, found by several threads"
    origin = "Maeda 2012, リバーシの並列化 (MSAI)"

    threads: int = parameter(2, "threads that share the search", least=1, most=MOST_THREADS)

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if len(board.legal_moves) == 1 or self.as_printed:
            return Choice(by_columns(board.legal_moves)[-1])
        return chosen(alpha_beta(board, self.depths, self.threads, limits, stop))
