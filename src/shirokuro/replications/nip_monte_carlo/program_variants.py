"""Finds which variants of its two programs the study used: all of one play all of the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from shirokuro.lab.exhibit import Table
from shirokuro.lab.report.entries import in_per_cent, tally_of
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import series
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.matches.fixture import Fixture
from shirokuro.matches.rating import Tally
from shirokuro.replications.fitting import Group, PublishedCell


@dataclass(frozen=True, slots=True)
class PublishedPairing:
    """A row of the study: black, white, and black's wins, draws and losses of 100."""

    table: str
    black: str
    white: str
    published: Tally

    def players(self, monte_carlo: str, nipevt: str) -> tuple[str, str]:
        """Black and white, for given variants of the two programs."""
        variants = {"MC": monte_carlo, "Nipevt": nipevt}
        return variants.get(self.black, self.black), variants.get(self.white, self.white)

    def won(self, tally: Tally) -> Proportion:
        """Monte Carlo's wins, from black's tally."""
        return Proportion(tally.wins if self.black == "MC" else tally.losses, tally.games)

    @property
    def monte_carlo(self) -> int:
        """Monte Carlo's published wins."""
        return round(self.won(self.published).part)


PUBLISHED = (
    PublishedPairing("table 1", "MC", "random", Tally(81, 0, 19)),
    PublishedPairing("table 1", "random", "MC", Tally(28, 1, 71)),
    PublishedPairing("table 3", "MC", "Nipevt", Tally(63, 0, 37)),
    PublishedPairing("table 3", "Nipevt", "MC", Tally(43, 2, 55)),
)


def pair_name(black: str, white: str) -> str:
    return f"{black} – {white}"


PRINTED = "nip-mc:as_printed=true"
DESCRIBED = "nip-mc"
MONTE_CARLO = {
    "as printed": PRINTED,
    "mended, 1 game kept": f"{PRINTED},kept=1",
    "mended, 2 games kept": f"{PRINTED},kept=2",
    "mended, 100 games kept": f"{PRINTED},kept=100",
    "as described": DESCRIBED,
}
NIPEVT = {
    "as printed": "nipevt:as_printed=true",
    "as described": "nipevt",
    "with sums of lines": "nipevt:line=sum",
}


def variant_cells(scale: Scale) -> Iterator[Cell]:
    """Each pairing once: against random the variant of Nipevt does not matter."""
    games = scale.count(100, 400, 1000)
    pairs = (
        row.players(*variant)
        for row in PUBLISHED
        for variant in product(MONTE_CARLO.values(), NIPEVT.values())
    )
    for black, white in dict.fromkeys(pairs):
        yield Cell(pair_name(black, white), series(Fixture(black, white, "nip", seed=scale.seed), games))


def won_by(results: Results, row: PublishedPairing, variant: tuple[str, str]) -> Proportion:
    """Monte Carlo's wins in a row, with these variants of the two programs."""
    return row.won(tally_of(results, pair_name(*row.players(*variant))))


def crossed_table(results: Results) -> Table:
    opponents = {"random": ("", PUBLISHED[:2])}
    opponents |= {f"Nipevt {variant}": (nipevt, PUBLISHED[2:]) for variant, nipevt in NIPEVT.items()}
    rows = (
        (name, opponent, *(in_per_cent(won_by(results, row, (program, nipevt))) for row in met))
        for name, program in MONTE_CARLO.items()
        for opponent, (nipevt, met) in opponents.items()
    )
    return Table(
        "Games won by Monte Carlo, every variant against every variant",
        ("Monte Carlo", "opponent", "as black", "as white"),
        tuple(rows),
        (
            "Published: 81 of 100 as black and 71 as white against random, 63 and 55 against Nipevt.",
            "Mended is the listing in which the loop over a random game runs, asks that game's board for "
            "its moves, and stores the value under its own move. Of all random games of a move it keeps "
            "only the last, since each begins with a value of 0: 1 game kept. With 2 and 100 games the "
            "value is carried on.",
            "With sums of lines Nipevt values a line of four plies as its listing writes it, score − score2 "
            "+ score3 − score4.",
        ),
    )


def fitted_group(results: Results) -> Group:
    """All four cells as one group; the study may have noted the wrong first player."""
    cells = [PublishedCell(row.table, pair_name(row.black, row.white), row.monte_carlo) for row in PUBLISHED]
    variants: dict[str, list[Proportion]] = {}
    for monte_carlo, program in MONTE_CARLO.items():
        for nipevt, opponent in NIPEVT.items():
            black, white, *others = (won_by(results, row, (program, opponent)) for row in PUBLISHED)
            name = f"Monte Carlo {monte_carlo}, Nipevt {nipevt}"
            variants[name] = [black, white, *others]
            variants[f"{name}, colours exchanged"] = [white, black, *reversed(others)]
    return Group("Both programs", cells, variants)
