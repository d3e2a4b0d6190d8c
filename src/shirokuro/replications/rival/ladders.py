"""The ladders of `rival`: opponents from weak to strong, on 8x8 and on Nip."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from shirokuro.lab.report.entries import readable
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.players.registry import player
from shirokuro.replications.rival import opponents
from shirokuro.replications.rival.playing import (
    EVEN,
    MODES,
    NODES,
    RivalMode,
    RivalSeries,
    leg_name,
    legs,
    rival_of,
)

ITSELF = "itself"


def measuring(kind: type[opponents.MeasuringPlayer]) -> str:
    """The specification of a player that is not in the registry."""
    return f"{kind.__module__}.{kind.__name__}"


TOP = "engine:level=15"
"""Beyond what is asked: equal strength with nearly the engine that the rival plays by."""
LADDER = (
    "weak:depth=1",
    "weak:depth=3",
    "weak",
    "engine:level=0",
    "random",
    "greedy",
    "corner-maniac",
    "rvlai",
    "uneven:start=0,end=12,course=swinging",
    "uneven:start=6,end=6,spread=6",
    "value-map",
    measuring(opponents.FewestReplies),
    measuring(opponents.MobilityOnly),
    "engine:level=3",
    measuring(opponents.SecondBest),
    "strong:depth=1",
    "strong:depth=3",
    "person:rating=1100",
    "montai:playouts=100",
    "engine:level=5",
    "person:rating=1300",
    "strong",
    "strong:depth=8",
    "uneven:start=12,end=2,course=sudden",
    "montai:playouts=500",
    "person:rating=1500",
    "engine:level=8",
    ITSELF,
    "person:rating=1700",
    "uct:playouts=1000",
    "person:rating=1900",
    "engine:level=10",
    "ssai:x=6",
    "engine:level=12",
    "engine:level=14",
    TOP,
)
"""Roughly from weak to strong; constants of the rival may be chosen on all of these."""
HELD_OUT = (
    measuring(opponents.CornerRusher),
    measuring(opponents.EdgeLover),
    measuring(opponents.RunsAway),
    "mirror",
    measuring(opponents.EvaporatingGreedy),
    measuring(opponents.StrongEarly),
    measuring(opponents.StrongLate),
    measuring(opponents.Blunderer),
    "msai",
)
"""No constant of the rival may be chosen on these."""
SOME_ON_NIP = (
    "weak:depth=1",
    "random",
    "greedy",
    "value-map",
    measuring(opponents.MobilityOnly),
    "strong:depth=3",
    "montai:playouts=100",
    "nip-mc",
    "nipevt",
    "engine:level=5",
    "person:rating=1500",
    "engine:level=10",
)
ON_NIP = tuple(
    dict.fromkeys(
        [*(each for each in LADDER if each == ITSELF or "nip" in player(each).variants), *SOME_ON_NIP]
    )
)
CALLED = {
    measuring(opponents.FewestReplies): "fewest replies",
    measuring(opponents.MobilityOnly): "mobility only",
    measuring(opponents.SecondBest): "second best at 3 plies",
    measuring(opponents.CornerRusher): "corners, else random",
    measuring(opponents.EdgeLover): "an edge lover",
    measuring(opponents.RunsAway): "far from the last move",
    measuring(opponents.EvaporatingGreedy): "few discs, then greedy",
    measuring(opponents.StrongEarly): "level 10, then random",
    measuring(opponents.StrongLate): "random, then level 10",
    measuring(opponents.Blunderer): "2 plies, 10 % random",
    "uneven:start=6,end=6,spread=6": "a mixture of levels 0–12",
    "uneven:start=12,end=2,course=sudden": "level 12, from mid-game on 2",
    "uneven:start=0,end=12,course=swinging": "noise that swings",
    "corner-maniac": "a corner maniac",
    "mirror": "a mirror",
}
"""Names of opponents in the tables where the specification says too little."""


@dataclass(frozen=True)
class Ladder:
    """Opponents on one board, and where games against them begin."""

    title: str
    opponents: tuple[str, ...]
    variant: str = "reversi"
    from_openings: bool = False
    nodes: int = NODES
    """Of our rival, for one position."""

    def series(self, opponent: str, mode: RivalMode) -> RivalSeries:
        """With equal strength each game begins without memory; an even score needs it."""
        rival = rival_of(mode, self.nodes)
        name = rival if opponent == ITSELF else opponent
        return RivalSeries(name, rival, mode == EVEN, self.variant, self.from_openings)

    def planned(self, results: Results) -> tuple[str, ...]:
        """The opponents that a run has."""
        return tuple(
            each
            for each in self.opponents
            if any(leg_name(self.series(each, mode)) in results for mode in MODES)
        )


SQUARE = Ladder("8x8", LADDER)
STRANGERS = Ladder("8x8, opponents held out", HELD_OUT)
NIP = Ladder("Nip", SOME_ON_NIP, "nip")
WHOLE_NIP = Ladder("Nip", ON_NIP, "nip")
OPENINGS = Ladder("8x8, from 50 level openings", LADDER, from_openings=True)
SHOWN = (SQUARE, STRANGERS, WHOLE_NIP, OPENINGS)


def ladder_cells(scale: Scale) -> list[Cell]:
    """A series against each opponent in each mode."""
    few = (SQUARE, STRANGERS, NIP)
    games = scale.count(2, 10, 400)
    listed = [
        ladder.series(opponent, mode).seeded(scale.seed)
        for ladder in scale.choose(few, few, SHOWN)
        for opponent, mode in product(ladder.opponents, MODES)
    ]
    return [cell for series in listed for cell in legs(series, games)]


def called(opponent: str) -> str:
    """The name of an opponent in the tables."""
    return CALLED.get(opponent) or readable(opponent)
