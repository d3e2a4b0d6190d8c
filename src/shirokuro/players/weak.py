"""`weak`: the rival study's opponent that always plays its worst move."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.engine.studies import Candidate, MoveValues
from shirokuro.players.strong import Strong
from shirokuro.words.message import Message


@dataclass(frozen=True)
class Weak(Strong):
    """Searches as `strong` does and plays the worst move, the first of equals."""

    spec_name = "weak"
    summary = Message("players.weak")
    origin = "Matsumura 2017, オセロにおけるライバル AI の作成について (弱AI)"
    listed_place = -1

    def preferred(self, values: MoveValues) -> Candidate:
        return min(values.candidates, key=lambda candidate: candidate.points)
