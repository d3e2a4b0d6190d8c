"""Tournaments as studies: everyone against everyone, or one against all, and one fit of Elo over it all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from shirokuro.engine import Limits
from shirokuro.game import Clock
from shirokuro.lab.exhibit import Entry, Exhibit, Table
from shirokuro.lab.result import CellResult, Game
from shirokuro.lab.study import Cell, Results, Scale
from shirokuro.match_result import Bout, MatchResult
from shirokuro.players.registry import player
from shirokuro.rating import Rating, fit
from shirokuro.schedule import Terms, fixtures, pairings
from shirokuro.sprt import Sprt


@dataclass(frozen=True, slots=True)
class Tournament:
    """Who meets whom, and on what terms; these say all, so its plan is the same at every scale."""

    players: tuple[str, ...]
    terms: Terms
    gauntlet: bool = False
    """The first player meets all others, who do not meet."""
    sprt: Sprt | None = None
    """Ends each pairing once it has decided."""
    name: str = "tournament"

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise ValueError("a tournament needs two players at least")
        for spec in self.players:
            if self.terms.variant not in (variants := player(spec).variants):
                raise ValueError(f"{spec} does not play {self.terms.variant}: {', '.join(variants)}")
        self.pairings()

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Self:
        """Reads what `fields` wrote."""
        terms = dict(fields["terms"])
        terms["openings"] = tuple(terms["openings"])
        terms["limits"] = tuple(Limits(**limits) for limits in terms["limits"])
        terms["clock"] = None if terms["clock"] is None else Clock(**terms["clock"])
        sprt = None if fields["sprt"] is None else Sprt(**fields["sprt"])
        return cls(tuple(fields["players"]), Terms(**terms), fields["gauntlet"], sprt, fields["name"])

    def fields(self) -> dict[str, Any]:
        """All of it, as JSON can write it."""
        return asdict(self)

    @property
    def title(self) -> str:
        kind = "Gauntlet of" if self.gauntlet else "Tournament of"
        return f"{kind} {', '.join(self.players)} on {self.terms.variant}"

    @property
    def source(self) -> str:
        return "a tournament"

    def pairings(self) -> list[tuple[str, str]]:
        return pairings(self.players, gauntlet=self.gauntlet)

    def plan(self, scale: Scale = Scale()) -> Sequence[Cell]:  # noqa: B008  # a frozen value
        return [self.cell(first, second) for first, second in self.pairings()]

    def cell(self, first: str, second: str) -> Cell:
        return Cell(_name(first, second), tuple(fixtures(first, second, self.terms)))

    def match(self, cell: Cell, result: CellResult) -> MatchResult:
        """The games of a pairing as a match, up to the pair that decided it."""
        first, second = cell.fixtures[0].black, cell.fixtures[0].white
        number = {fixture: number for number, fixture in enumerate(cell.fixtures)}
        bouts = tuple(Bout(number[game.fixture], game.record) for game in result.games)
        whole = MatchResult(first, second, bouts, self.sprt)
        return whole if self.sprt is None else _decided(whole, self.sprt)

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        matches = [self.match(cell, results[cell.name]) for cell in self.plan()]
        ratings = fit(match.score() for match in matches if match.bouts)
        if not ratings:
            return []
        games = [game for result in results.values() for game in result.games]
        return [_standings(ratings, games), _cross_table(ratings, matches), _matches(matches)]


def _name(first: str, second: str) -> str:
    return f"{first} – {second}"


def _decided(match: MatchResult, sprt: Sprt) -> MatchResult:
    """The match up to the first pair after which the test had decided, in the order of the games."""
    bouts = {bout.number: bout for bout in match.bouts}
    kept: list[Bout] = []
    for number in range(0, len(bouts), 2):
        if not (number in bouts and number + 1 in bouts):
            return match
        kept += [bouts[number], bouts[number + 1]]
        so_far = MatchResult(match.first, match.second, tuple(kept), sprt)
        if so_far.accepted:
            return so_far
    return match


def _standings(ratings: list[Rating], games: list[Game]) -> Table:
    columns = ("", "player", "Elo", "±", "points", "games", "score", "as black", "as white", "margin")
    rows = tuple((rank, *_account(rating, games)) for rank, rating in enumerate(ratings, 1))
    notes = ("Elo by one fit over all games, with 95 % errors; W/L/D by colour; margin in discs a game.",)
    return Table("Standings", (*columns, "nodes a move", "ms a move"), rows, notes)


def _account(rating: Rating, games: list[Game]) -> tuple[Entry, ...]:
    """What one player's games show."""
    own = tuple(game for game in games if rating.name in (game.fixture.black, game.fixture.white))
    result = CellResult(rating.name, len(own), own)
    colours = str(result.as_black), str(result.as_white)
    seconds = result.seconds_per_move()
    effort = result.nodes_per_move(), None if seconds is None else 1000 * seconds
    points = rating.points, rating.games, f"{100 * rating.points / rating.games:.1f} %"
    elo = round(rating.elo), round(rating.error)
    return (rating.name, *elo, *points, *colours, result.mean_margin, *effort)


def _cross_table(ratings: list[Rating], matches: list[MatchResult]) -> Table:
    points = {(match.first, match.second): match.tally.points for match in matches}
    points |= {(match.second, match.first): match.tally.games - match.tally.points for match in matches}
    names = [rating.name for rating in ratings]
    rows = tuple(
        (rank, name, *(points.get((name, other)) for other in names)) for rank, name in enumerate(names, 1)
    )
    ranks = (str(rank) for rank in range(1, len(names) + 1))
    return Table("Points of the row against the column", ("", "player", *ranks), rows)


def _matches(matches: list[MatchResult]) -> Table:
    columns = ("first", "second", "games", "W/L/D", "Elo", "pairs 0, ½, 1, 1½, 2", "LLR", "accepted")
    rows = tuple(_match_row(match) for match in matches)
    return Table("Pairings", columns, rows, ("Elo, wins and pairs are the first player's.",))


def _match_row(match: MatchResult) -> tuple[Entry, ...]:
    counts = f"{match.wins}/{match.losses}/{match.draws}"
    pairs = " ".join(map(str, match.pentanomial))
    test = (None, None) if match.sprt is None else (match.sprt.line(match.pentanomial), match.accepted)
    return (match.first, match.second, match.tally.games, counts, str(match.estimate), pairs, *test)
