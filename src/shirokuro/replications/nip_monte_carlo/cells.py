"""The games of Monte Carlo for Nip: the study's programs, its proposals, and challengers of the engine."""

from __future__ import annotations

from shirokuro.lab.report.entries import readable, tally_of
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import both_colours, series
from shirokuro.matches.fixture import Fixture
from shirokuro.matches.rating import Tally
from shirokuro.replications.nip_monte_carlo.program_variants import (
    DESCRIBED,
    PRINTED,
    PUBLISHED,
    PublishedPairing,
    pair_name,
    variant_cells,
)
from shirokuro.replications.nip_monte_carlo.proposals import proposal_cells

ALL_THROUGH = "nip-mc:random_until=48"
"""Monte Carlo from the first of the 48 moves on, without the random opening."""
MORE_PLAYOUTS = "nip-mc:random_until=48,playouts=1600"
UCT = "uct:playouts=10000"
LEVELS = (1, 3, 5, 8)
"""The engine's levels that are played."""
CHALLENGERS = {
    "Monte Carlo as printed": PRINTED,
    "Monte Carlo as described": DESCRIBED,
    "Monte Carlo without the random opening": ALL_THROUGH,
    "Monte Carlo with 1600 playouts throughout": MORE_PLAYOUTS,
    "UCT with 10 000 playouts a move": UCT,
    "Nipevt as described": "nipevt",
}


PROGRAM_VARIANTS = {
    "as printed": (PRINTED, "nipevt:as_printed=true"),
    "as described": (DESCRIBED, "nipevt"),
    "without the random opening": (ALL_THROUGH, "nipevt"),
}
"""The programs of a column: Monte Carlo and Nipevt."""


def plan(scale: Scale) -> list[Cell]:
    """The study's programs in all variants, without the random opening too; its proposals; the engine."""
    cells = [*variant_cells(scale)]
    for row in PUBLISHED:
        fixture = Fixture(*row.players(ALL_THROUGH, "nipevt"), "nip", seed=scale.seed)
        name = pair_name(fixture.black, fixture.white)
        cells.append(Cell(name, series(fixture, scale.count(100, 400, 1000))))
    cells += proposal_cells(scale)
    for challenger in CHALLENGERS.values():
        for opponent in map(engine, LEVELS):
            fixture = Fixture(challenger, opponent, "nip", seed=scale.seed)
            games = both_colours(fixture, scale.count(20, 200, 1000))
            cells.append(Cell(match_name(challenger, opponent), games))
    return cells


def engine(level: int) -> str:
    return f"engine:level={level}"


def match_name(player: str, opponent: str) -> str:
    return f"{player} against {opponent}"


def against_engine(results: Results, player: str) -> dict[int, Tally]:
    """A challenger's tallies by the engine's level."""
    return {level: tally_of(results, match_name(player, engine(level))) for level in LEVELS}


def label(player: str) -> str:
    """The name of a player in the tables."""
    return next((name for name, spec in CHALLENGERS.items() if spec == player), readable(player))


def variant_tally(results: Results, row: PublishedPairing, variant: str) -> Tally:
    return tally_of(results, pair_name(*row.players(*PROGRAM_VARIANTS[variant])))
