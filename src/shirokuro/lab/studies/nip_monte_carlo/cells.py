"""The games of Monte Carlo for Nip: the study's programs in three forms, and challengers of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shirokuro.fixture import Fixture
from shirokuro.lab.report.entries import readable, tally_of
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import both_colours, series
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.rating import Tally

PRINTED = "nip-mc:as_printed=true"
DESCRIBED = "nip-mc"
ALL_THROUGH = "nip-mc:random_until=48"
"""Without the random opening: from the first of the 48 moves on."""
MORE_PLAYOUTS = "nip-mc:random_until=48,playouts=1600"
UCT = "uct:playouts=10000"
LEVELS = (1, 3, 5, 8)
"""Of the engine."""
CHALLENGERS = {
    "Monte Carlo as printed": PRINTED,
    "Monte Carlo as described": DESCRIBED,
    "Monte Carlo without the random opening": ALL_THROUGH,
    "Monte Carlo with 1600 playouts throughout": MORE_PLAYOUTS,
    "UCT with 10 000 playouts a move": UCT,
    "Nipevt as described": "nipevt",
}


@dataclass(frozen=True, slots=True)
class PublishedPairing:
    """A row of the study: black, white, and black's wins, draws and losses of 100."""

    black: str
    white: str
    published: Tally

    def players(self, monte_carlo: str, nipevt: str) -> tuple[str, str]:
        """With its two programs in one form or another."""
        forms = {"MC": monte_carlo, "Nipevt": nipevt}
        return forms.get(self.black, self.black), forms.get(self.white, self.white)

    def won(self, tally: Tally) -> Proportion:
        """What Monte Carlo won; the tally is black's."""
        return Proportion(tally.wins if self.black == "MC" else tally.losses, tally.games)


PUBLISHED = (
    PublishedPairing("MC", "random", Tally(81, 0, 19)),
    PublishedPairing("random", "MC", Tally(28, 1, 71)),
    PublishedPairing("MC", "Nipevt", Tally(63, 0, 37)),
    PublishedPairing("Nipevt", "MC", Tally(43, 2, 55)),
)
"""Table 1 (against random) and table 3 (against Nipevt)."""
FORMS = {
    "as printed": (PRINTED, "nipevt:as_printed=true"),
    "as described": (DESCRIBED, "nipevt"),
    "without the random opening": (ALL_THROUGH, "nipevt"),
}
"""The programs of a column: Monte Carlo, and Nipevt."""


def plan(scale: Scale) -> list[Cell]:
    return [*_published_cells(scale), *_engine_cells(scale)]


def pair_name(black: str, white: str) -> str:
    return f"{black} – {white}"


def engine(level: int) -> str:
    return f"engine:level={level}"


def match_name(player: str, opponent: str) -> str:
    return f"{player} against {opponent}"


def label(player: str) -> str:
    """A player as the tables call it."""
    return next((name for name, spec in CHALLENGERS.items() if spec == player), readable(player))


def _published_cells(scale: Scale) -> Iterator[Cell]:
    games = scale.count(100, 400, 1000)
    for row in PUBLISHED:
        for form in FORMS.values():
            black, white = row.players(*form)
            fixture = Fixture(black, white, "nip", seed=scale.seed)
            yield Cell(pair_name(black, white), series(fixture, games))


def _engine_cells(scale: Scale) -> Iterator[Cell]:
    games = scale.count(20, 200, 1000)
    for challenger in CHALLENGERS.values():
        for opponent in map(engine, LEVELS):
            fixture = Fixture(challenger, opponent, "nip", seed=scale.seed)
            yield Cell(match_name(challenger, opponent), both_colours(fixture, games))


def form_tally(results: Results, row: PublishedPairing, form: str) -> Tally:
    return tally_of(results, pair_name(*row.players(*FORMS[form])))
