"""What the study of Monte Carlo reversi published: montAI(500)'s games."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.lab.run.series import Turn
from shirokuro.matches.rating import Tally


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """A row of the study: montAI(500) against somebody, and its wins and losses of 100."""

    turn: Turn
    opponent: str
    published: Tally

    @property
    def table(self) -> str:
        return "table 2" if self.opponent == "random" else "table 3"


PUBLISHED = (
    PublishedRow("first", "random", Tally(wins=83, losses=17)),
    PublishedRow("second", "random", Tally(wins=86, losses=14)),
    PublishedRow("first", "montAI(100)", Tally(wins=73, losses=27)),
    PublishedRow("second", "montAI(100)", Tally(wins=79, losses=21)),
)
"""Table 2 (against random) and table 3 (against montAI(100)); no draws are listed."""


def montai(playouts: int, score: str = "wins") -> str:
    return f"montai:playouts={playouts}" + (f",score={score}" if score != "wins" else "")
