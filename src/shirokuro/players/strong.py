"""`strong`: the rival study's opponent that always plays its best move."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Literal

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.studies import Candidate, MoveValues, RivalListing, move_values
from shirokuro.parameters.parameter import parameter
from shirokuro.players.answer import Choice
from shirokuro.players.player import BuiltinPlayer
from shirokuro.players.rvlai import LAST_TURNS, by_discs
from shirokuro.squares.variant import VARIANTS
from shirokuro.words.message import Message


@dataclass(frozen=True)
class Strong(BuiltinPlayer):
    """Searches as the rival does, on square weights, and plays the best move, the first of equals.

    The study did not print it. As printed, it searches as the rival's listing does, mistakes included. In the
    last six turns it may count discs instead, as the rival's text has it (best) or its listing (worst).
    """

    spec_name = "strong"
    summary = Message("players.strong")
    origin = "Matsumura 2017, オセロにおけるライバル AI の作成について (強AI)"
    listed_place: ClassVar[int] = 0
    """Of its move, where the listing ranks them."""

    depth: int = parameter(5, Message("parameters.rvlai_depth"), least=0, most=60)
    as_printed: bool = parameter(False, Message("parameters.strong_as_printed"))
    last_six: Literal["search", "best", "worst"] = parameter("search", Message("parameters.last_six"))

    @property
    def variants(self) -> Collection[str]:  # type: ignore[override]  # a parameter decides
        return ("reversi",) if self.as_printed else tuple(VARIANTS)

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if self.last_six != "search" and len(board.empties()) <= LAST_TURNS:
            return by_discs(board, best=self.last_six == "best")
        if self.as_printed:
            return self.pick_as_printed(board, limits, stop)
        values = move_values(board, "map", self.depth, limits, stop)
        candidate = self.preferred(values)
        note = Message("notes.capped") if values.beyond < self.depth else ""
        return Choice(candidate.move, values.discs(candidate), (candidate.move,), values.nodes, note=note)

    def pick_as_printed(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        listing = RivalListing(self.depth, limits, stop)
        move = listing.ranked(board)[self.listed_place].move
        return Choice(
            move, None, (move,), listing.nodes, note="" if listing.is_complete else Message("notes.capped")
        )

    def preferred(self, values: MoveValues) -> Candidate:
        return max(values.candidates, key=lambda candidate: candidate.points)
