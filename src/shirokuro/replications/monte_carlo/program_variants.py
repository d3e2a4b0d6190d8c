"""Which variant of montAI the study measured: as described, or one that keeps few of its random games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shirokuro.lab.exhibit import Table
from shirokuro.lab.report.entries import in_per_cent, readable, tally_of
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS, Turn, one_sided
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.matches.fixture import Fixture
from shirokuro.matches.rating import Tally
from shirokuro.replications.fitting import Group, PublishedCell


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """A row of the study: montAI(500) against an opponent, with its wins and losses of 100."""

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


SCORES = ("wins", "discs")
KEPT = ((5, 1), (25, 5))
"""Random games that montAI(500) and montAI(100) may have kept, in the ratio of their names."""


@dataclass(frozen=True, slots=True)
class Programs:
    """A variant of the study's programs."""

    many: str
    """montAI(500)"""
    few: str
    """montAI(100)"""
    against_random: str
    """Who played table 2: montAI(500) by its heading."""

    def players(self, row: PublishedRow) -> tuple[str, str]:
        return (self.against_random, "random") if row.opponent == "random" else (self.many, self.few)


def programs() -> dict[str, Programs]:
    """All variants that were tried, by name."""
    described = {
        f"as described, by {score}": Programs(montai(500, score), montai(100, score), montai(500, score))
        for score in SCORES
    }
    return {**described, **_keeping_few()}


def _keeping_few() -> dict[str, Programs]:
    found: dict[str, Programs] = {}
    for score in SCORES:
        one = montai(1, score)
        found[f"1 game kept by montAI(500), none by montAI(100), by {score}"] = Programs(one, "random", one)
        for more, less in KEPT:
            many, few = montai(more, score), montai(less, score)
            name = f"{more} and {less} games kept, by {score}"
            found[name] = Programs(many, few, many)
            found[f"{name}, table 2 by montAI(100)"] = Programs(many, few, few)
    return found


def pairing_name(player: str, opponent: str, turn: Turn) -> str:
    return f"{player} against {opponent} {turn}"


def kept_cells(scale: Scale) -> Iterator[Cell]:
    games = scale.count(100, 400, 1000)
    for player, opponent in kept_pairs():
        for turn in TURNS:
            fixtures = one_sided(Fixture(player, opponent, seed=scale.seed), turn, games)
            yield Cell(pairing_name(player, opponent, turn), fixtures, player=player)


def kept_pairs() -> list[tuple[str, str]]:
    """All pairings, those against random first."""
    pairs = dict.fromkeys(variant.players(row) for variant in _keeping_few().values() for row in PUBLISHED)
    return sorted(pairs, key=lambda pair: pair[1] != "random")


def _won(results: Results, players: tuple[str, str], turn: Turn) -> Proportion:
    return Proportion.won(tally_of(results, pairing_name(*players, turn)))


def kept_table(results: Results) -> Table:
    rows = (
        (*map(readable, pair), *(in_per_cent(_won(results, pair, turn)) for turn in TURNS))
        for pair in kept_pairs()
    )
    return Table(
        "Games won by montAI with few random games",
        ("player", "opponent", "first", "second"),
        tuple(rows),
        (
            "Published: montAI(500) won 83 of 100 first and 86 second against random, 73 and 79 against "
            "montAI(100).",
            "A program meant to play N random games after each move is montAI(1) if it keeps only the last, "
            "or if it plays all of them on one copy of the board, which is full after the first.",
        ),
    )


def fitted_group(results: Results) -> Group:
    """All four cells as one group, which a variant must explain together."""
    cells = [
        PublishedCell(row.table, f"{row.turn} against {row.opponent}", row.published.wins)
        for row in PUBLISHED
    ]
    variants = {
        name: [_won(results, variant.players(row), row.turn) for row in PUBLISHED]
        for name, variant in programs().items()
    }
    return Group("montAI", cells, variants)
