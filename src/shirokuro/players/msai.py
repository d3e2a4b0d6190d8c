"""`msai`: the alpha-beta player of parallel reversi on many threads, and what its listing really plays."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.engine.limits import MOST_THREADS, Limits, Stop
from shirokuro.engine.studies import alpha_beta, by_columns
from shirokuro.parameters.parameter import parameter
from shirokuro.players.answer import Choice
from shirokuro.players.ssai import Ssai, chosen
from shirokuro.words.message import Message


@dataclass(frozen=True)
class Msai(Ssai):
    """Plays the moves of `ssai`, with the same values, in less time: threads share the candidates and the
    nodes below them.

    As printed, its threads are created but never started, neither to order the moves nor to search them. All
    values stay equal and nothing is exchanged. The best value so far is not stored either, so the last move
    of the list is played: the lowest one in the rightmost column that has any. Depth does not matter, and
    nothing takes time.
    """

    spec_name = "msai"
    summary = Message("players.msai")
    origin = "Maeda 2012, リバーシの並列化 (MSAI)"

    threads: int = parameter(2, Message("parameters.msai_threads"), least=1, most=MOST_THREADS)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.evaluation != "study":
            raise ValueError("msai: as printed it judges nothing; evaluation is for ssai")

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if len(board.legal_moves) == 1 or self.as_printed:
            return Choice(by_columns(board.legal_moves)[-1])
        return chosen(alpha_beta(board, self.depths, self.threads, limits, stop))
