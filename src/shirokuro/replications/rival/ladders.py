"""The ladders of `rival`: opponents from weak to strong, on 8x8 and on Nip."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from shirokuro.lab.report.entries import readable
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS, Turn
from shirokuro.players.registry import player
from shirokuro.replications.rival.playing import NOW, RivalSeries, leg_name, legs

ITSELF = "itself"
LADDER = (
    "weak:depth=1",
    "weak:depth=3",
    "weak",
    "random",
    "greedy",
    "rvlai",
    "value-map",
    "strong:depth=1",
    "strong:depth=3",
    "montai:playouts=100",
    "strong",
    "strong:depth=8",
    "montai:playouts=500",
    "engine:level=5",
    ITSELF,
    "uct:playouts=1000",
    "engine:level=10",
    "ssai:x=6",
    "engine:level=15",
)
"""Sorted by what their moves lose against the rival, most first."""
ON_NIP = tuple(name for name in LADDER if name == ITSELF or "nip" in player(name).variants)
SOME_ON_NIP = (
    "weak:depth=1",
    "random",
    "greedy",
    "value-map",
    "strong:depth=3",
    "montai:playouts=100",
    "engine:level=5",
    "engine:level=10",
)
HELD_OUT = {
    "uneven:start=6,end=6,spread=6": "a mixture of levels 0–12",
    "uneven:start=12,end=2,course=sudden": "level 12, from mid-game on 2",
    "uneven:start=0,end=12,course=swinging": "noise that swings",
    "corner-maniac": "a corner maniac",
    "mirror": "a mirror",
}
"""No constant of the rival was chosen on these."""


@dataclass(frozen=True)
class Ladder:
    """Opponents on one board, and where games against them begin."""

    title: str
    opponents: tuple[str, ...]
    variant: str = "reversi"
    from_openings: bool = False

    def series(self, opponent: str, turn: Turn, remembers: bool = True) -> RivalSeries:
        name = NOW if opponent == ITSELF else opponent
        return RivalSeries(name, turn, self.variant, remembers, self.from_openings)

    def planned(self, results: Results) -> tuple[str, ...]:
        """The opponents that a run has."""
        return tuple(each for each in self.opponents if leg_name(self.series(each, "first")) in results)


SQUARE = Ladder("8x8", LADDER)
STRANGERS = Ladder("8x8, opponents that it was not made for", tuple(HELD_OUT))
NIP = Ladder("Nip", SOME_ON_NIP, "nip")
WHOLE_NIP = Ladder("Nip", ON_NIP, "nip")
OPENINGS = Ladder("8x8, from 50 level openings", LADDER, from_openings=True)
SHOWN = (SQUARE, STRANGERS, WHOLE_NIP, OPENINGS)


def ladder_cells(scale: Scale) -> list[Cell]:
    """Each opponent with both colours: a series with memory, and one twice as long without."""
    few = (SQUARE, STRANGERS, NIP)
    games = scale.count(1, 4, 200)
    listed = [
        (ladder.series(opponent, turn, remembers), games if remembers else 2 * games)
        for ladder in scale.choose(few, few, SHOWN)
        for opponent, turn, remembers in product(ladder.opponents, TURNS, (True, False))
    ]
    return [cell for series, count in listed for cell in legs(series.seeded(scale.seed), count)]


def called(opponent: str) -> str:
    """The name of an opponent in the tables."""
    return HELD_OUT.get(opponent) or readable(opponent)
