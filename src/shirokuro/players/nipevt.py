"""`nipevt`: the opponent in the study of Monte Carlo Nip, by square weights and few replies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.studies import MoveMeasure, move_values
from shirokuro.parameters.parameter import parameter, seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.player import ROUND_BOARDS, BuiltinPlayer, dice
from shirokuro.words.message import Message


@dataclass(frozen=True)
class Nipevt(BuiltinPlayer):
    """Looks four plies ahead on square weights that favour the rim, with a bonus for leaving few replies.

    A position is valued for the side that has just moved: its square weights less the opponent's, plus 10, 5,
    3 or 1 points if the opponent has no reply, one, two or three. Ties are broken at random.

    As printed, all four nested loops play on the first position, so the inner ones add the same to every
    move. It plays the best move by weights and bonus at one ply, ties at random, and does not use the depth.
    What they mean to add up is offered as `line=sum`: each position of a line, with alternating signs.
    """

    spec_name = "nipevt"
    summary = Message("players.nipevt")
    origin = "Nakamura 2014, モンテカルロ法によるニッププログラム (Nipevt)"
    variants = ROUND_BOARDS

    depth: int = parameter(4, Message("parameters.nipevt_depth"), least=1, most=60)
    line: Literal["end", "sum"] = parameter("end", Message("parameters.line"))
    rim_from: int = parameter(64, Message("parameters.rim_from"), least=0, most=64)
    as_printed: bool = parameter(False, Message("parameters.ssai_as_printed"))
    seed: int = seed_parameter()

    def __post_init__(self) -> None:
        super().__post_init__()
        is_early, is_sum = self.rim_from < 64, self.line == "sum"
        if is_early + is_sum + self.as_printed > 1:
            raise ValueError("nipevt: as_printed, line and rim_from do not go together")

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        beyond = 0 if self.as_printed else self.depth - 1
        measure: MoveMeasure = "early map" if len(board.empties()) > self.rim_from else "map and replies"
        measure = "sum of line" if self.line == "sum" else measure
        values = move_values(board, measure, beyond, limits, stop)
        most = max(candidate.points for candidate in values.candidates)
        best = [candidate for candidate in values.candidates if candidate.points == most]
        candidate = dice(self.seed, board).choice(best)
        note = Message("notes.capped") if values.beyond < beyond else ""
        return Choice(candidate.move, values.discs(candidate), (candidate.move,), values.nodes, note=note)
