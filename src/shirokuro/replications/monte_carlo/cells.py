"""The cells of Monte Carlo for reversi: who plays whom, and how often."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from shirokuro.lab.report.entries import tally_of
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import CellResult, Results
from shirokuro.lab.run.series import both_colours, one_sided
from shirokuro.matches.fixture import Fixture
from shirokuro.matches.rating import Tally
from shirokuro.replications.monte_carlo.program_variants import (
    PUBLISHED,
    PublishedRow,
    kept_cells,
    montai,
    pairing_name,
)

FACTOR = 4
"""The ratio of the two sides' playouts in games that measure strength over playouts."""
MOST_PLAYOUTS = 1600
CANDIDATES = 10
"""The usual number of legal moves: UCT with ten times montAI's playouts plays as many random games."""
BASES = (25, 100, 400)
BOARDS = ("reversi", "nip")


def uct(playouts: int) -> str:
    """UCT with about as many random games for each candidate as montAI."""
    return f"uct:playouts={CANDIDATES * playouts}"


FAMILIES: dict[str, tuple[str, Callable[[int], str]]] = {
    "montAI on 8x8": ("reversi", montai),
    "montAI on Nip": ("nip", montai),
    "UCT on 8x8": ("reversi", uct),
}
"""The players whose strength over playouts is measured, and their boards."""
PROGRAM_VARIANTS = {
    "as described, by wins": (montai(500), montai(100)),
    "as described, by discs": (montai(500, "discs"), montai(100, "discs")),
    "now: UCT": (uct(500), montai(100)),
}
"""The programs of a column: montAI(500) and montAI(100)."""


def plan(scale: Scale) -> list[Cell]:
    """The published games, also of variants that keep few random games; strength over playouts; matches."""
    cells = []
    for row in PUBLISHED:
        for variant in PROGRAM_VARIANTS:
            player, opponent = _players(row, variant)
            fixture = Fixture(player, opponent, seed=scale.seed)
            fixtures = one_sided(fixture, row.turn, scale.count(50, 400, 1000))
            cells.append(Cell(cell_name(row, variant), fixtures, player=player))
    cells += kept_cells(scale)
    for name, (board, spec) in FAMILIES.items():
        for playouts in scale.choose(BASES, (*BASES, MOST_PLAYOUTS), (*BASES, MOST_PLAYOUTS)):
            fixture = Fixture(spec(FACTOR * playouts), spec(playouts), board, seed=scale.seed)
            cells.append(
                Cell(_growth_name(name, playouts), both_colours(fixture, scale.count(40, 200, 1000)))
            )
    for board in BOARDS:
        for player, opponent in _rivals(scale):
            fixture = Fixture(player, opponent, board, seed=scale.seed)
            fixtures = both_colours(fixture, scale.count(20, 200, 1000))
            cells.append(Cell(_match_name(board, player, opponent), fixtures))
    return cells


def _players(row: PublishedRow, variant: str) -> tuple[str, str]:
    many, few = PROGRAM_VARIANTS[variant]
    return many, "random" if row.opponent == "random" else few


def cell_name(row: PublishedRow, variant: str) -> str:
    """The name of the cell for a row of the tables and a variant."""
    player, opponent = _players(row, variant)
    return pairing_name(player, opponent, row.turn)


def _growth_name(family: str, playouts: int) -> str:
    return f"{family}: {FACTOR * playouts} against {playouts}"


def growth(results: Results, family: str) -> dict[int, Tally]:
    """By N, the tally of 4N playouts against N."""
    found = {n: tally_of(results, _growth_name(family, n)) for n in (*BASES, MOST_PLAYOUTS)}
    return {playouts: tally for playouts, tally in found.items() if tally.games}


def _rivals(scale: Scale) -> list[tuple[str, str]]:
    """The pairings of other players with flat Monte Carlo that counts wins."""
    trees = scale.choose(BASES[1:], (*BASES[1:], MOST_PLAYOUTS), (*BASES[1:], MOST_PLAYOUTS))
    return [*((uct(n), montai(n)) for n in trees), (montai(500, "discs"), montai(500))]


def _match_name(board: str, player: str, opponent: str) -> str:
    return f"{board}: {player} against {opponent}"


def matches(results: Results) -> Iterator[tuple[str, str, str, CellResult]]:
    """Board, player, opponent and result of each match that has begun."""
    for board in BOARDS:
        for player, opponent in _rivals(Scale()):
            result = results.get(_match_name(board, player, opponent))
            if result is not None and result.games:
                yield board, player, opponent, result
