"""Tournaments as studies: everyone against everyone, or one against all, with one Elo fit over all games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from shirokuro.engine.limits import Limits
from shirokuro.lab.exhibit import Exhibit
from shirokuro.lab.report.standings import cross_table, pairings_table, standings, strength
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.lab.study import Run
from shirokuro.matches.adjudication import Adjudication
from shirokuro.matches.match_result import MatchResult
from shirokuro.matches.rating import fit
from shirokuro.matches.schedule import MOST_GAMES, Terms, fixtures, pairings
from shirokuro.matches.sprt import Sprt
from shirokuro.players.clock import Clock
from shirokuro.players.registry import player
from shirokuro.words.message import Message


@dataclass(frozen=True)
class Tournament:
    """Who meets whom, and how; this defines all games, so its plan is the same at every scale."""

    players: tuple[str, ...]
    terms: Terms
    gauntlet: bool = False
    """The first player meets all others, who do not meet each other."""
    sprt: Sprt | None = None
    """Ends each pairing once it has decided."""
    name: str = "tournament"
    question: ClassVar = ""
    method: ClassVar = ""
    paper: ClassVar = None

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise ValueError("a tournament needs two players at least")
        self.pairings()

    def check(self) -> None:
        """Raises if it cannot be played. Not needed for reports, which run no players."""
        self.terms.check(map(player, self.players))
        if (games := (self.terms.games or 0) * len(self.pairings())) > MOST_GAMES:
            raise ValueError(f"{MOST_GAMES} games in all are possible, not {games}")

    def prolonged(self) -> Self:
        """The same tournament with twice as many games; the first half stays the same."""
        return replace(self, terms=replace(self.terms, games=2 * (self.terms.games or 1)))

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Self:
        """Reads what `fields` wrote."""
        terms = dict(fields["terms"])
        terms["openings"] = tuple(terms["openings"])
        terms["limits"] = tuple(Limits(**limits) for limits in terms["limits"])
        terms["clock"] = None if terms["clock"] is None else Clock(**terms["clock"])
        if terms.get("adjudication"):
            terms["adjudication"] = Adjudication(**terms["adjudication"])
        sprt = None if fields["sprt"] is None else Sprt(**fields["sprt"])
        return cls(tuple(fields["players"]), Terms(**terms), fields["gauntlet"], sprt, fields["name"])

    def fields(self) -> dict[str, Any]:
        """All settings, as JSON values."""
        return asdict(self)

    @property
    def title(self) -> Message:
        key = "studies.gauntlet" if self.gauntlet else "studies.tournament"
        return Message(key, players=", ".join(self.players), board=self.terms.variant)

    def pairings(self) -> list[tuple[str, str]]:
        return pairings(self.players, gauntlet=self.gauntlet)

    def plan(self, scale: Scale = Scale()) -> Sequence[Cell]:  # noqa: B008  # a frozen value
        return self._cells

    @cached_property
    def _cells(self) -> list[Cell]:
        return [self.cell(first, second) for first, second in self.pairings()]

    def cell(self, first: str, second: str) -> Cell:
        return Cell(f"{first} – {second}", tuple(fixtures(first, second, self.terms)), sprt=self.sprt)

    def run(self) -> Run:
        return TournamentRun(self)

    def matches(self, results: Results) -> list[MatchResult]:
        """The results of all pairings that have begun."""
        begun = [cell for cell in self.plan() if results[cell.name].games]
        return [
            MatchResult(cell.fixtures[0].black, cell.fixtures[0].white, results[cell.name].games, self.sprt)
            for cell in begun
        ]

    def summary(self, results: Results) -> dict[str, Any]:
        """Everything but the games, as JSON values."""
        matches = self.matches(results)
        ratings = fit(match.score() for match in matches)
        return {
            "ratings": [asdict(rating) for rating in ratings],
            "matches": [match.summary() for match in matches],
        }

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        matches = self.matches(results)
        if not matches:
            return []
        ratings = fit(match.score() for match in matches)
        games = [game for result in results.values() for game in result.games]
        tables = standings(ratings, games), cross_table(ratings, matches), pairings_table(matches)
        return [*tables, strength(ratings)]


class TournamentRun(Run):
    """A run defined by its tournament alone."""

    study: Tournament
    command = ""

    @property
    def seed(self) -> int:
        return self.study.terms.seed

    def definition(self) -> dict[str, Any]:
        return {**super().definition(), "tournament": self.study.fields()}
