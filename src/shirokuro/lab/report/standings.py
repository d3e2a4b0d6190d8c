"""Elo plots with intervals, cross tables, and the table of how openings ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from shirokuro.lab.exhibit import Entry, Plot, Point, Series, Table
from shirokuro.lab.report.entries import readable
from shirokuro.lab.run.result import CellResult
from shirokuro.lab.statistics.rounding import margin, per_cent, points
from shirokuro.matches.fixture import Game
from shirokuro.matches.match_result import MatchResult
from shirokuro.matches.opening_score import by_opening, listed, tell_something
from shirokuro.matches.rating import Rating, Score, Tally, fit
from shirokuro.opening_names.named_openings import VARIANT

BY_OPENING = "Black's results on 8x8 by the last opening with a name that a game passed through."


def elo_plot(title: str, results: Iterable[CellResult], name_of: Callable[[str], str] = readable) -> Plot:
    """The Elo of all players of the cells; games of a player against itself do not count."""
    played = ((game.fixture, game.margin()) for result in results for game in result.games)
    ratings = fit(
        Score(fixture.black, fixture.white, Tally.of([ahead]).points, 1)
        for fixture, ahead in played
        if fixture.black != fixture.white
    )
    note = "Elo by maximum likelihood over all their games, with 95 % intervals; the players' mean is 0."
    return replace(strength(ratings, name_of), title=title, notes=(note,))


def standings(ratings: Sequence[Rating], games: Sequence[Game]) -> Table:
    columns = ("player", "Elo", "±", "points", "games", "score", "as black", "as white", "margin")
    rows: list[tuple[Entry, ...]] = []
    for rank, rating in enumerate(ratings, 1):
        own = tuple(game for game in games if rating.name in (game.fixture.black, game.fixture.white))
        result = CellResult(rating.name, len(own), own)
        seconds = result.seconds_per_move()
        effort = result.nodes_per_move(), None if seconds is None else 1000 * seconds
        won = points(rating.points), rating.games, per_cent(rating.points / rating.games)
        colours = str(result.as_black), str(result.as_white)
        elo = round(rating.elo), round(rating.error)
        rows.append((f"{rank}. {rating.name}", *elo, *won, *colours, margin(result.mean_margin), *effort))
    notes = ("Elo by one fit over all games, with 95 % errors; W/L/D by colour; margin in discs a game.",)
    return Table("Standings", (*columns, "nodes a move", "ms a move"), tuple(rows), notes)


def strength(ratings: Sequence[Rating], name_of: Callable[[str], str] = str) -> Plot:
    """Ratings, the strongest first; whole Elo are as precise as the data."""
    bars = (
        Point(name_of(each.name), *map(round, (each.elo, each.elo - each.error, each.elo + each.error)))
        for each in ratings
    )
    return Plot("Strength", "player", "Elo", (Series("Elo", tuple(bars)),), "bar")


def cross_table(ratings: Sequence[Rating], matches: Sequence[MatchResult]) -> Table:
    found = {(match.first, match.second): points(match.tally.points) for match in matches}
    found |= {
        (match.second, match.first): points(match.tally.games - match.tally.points) for match in matches
    }
    names = [rating.name for rating in ratings]
    rows = tuple(
        (f"{rank}. {name}", *(found.get((name, other)) for other in names))
        for rank, name in enumerate(names, 1)
    )
    ranks = (str(rank) for rank in range(1, len(names) + 1))
    return Table("Points of the row against the column", ("player", *ranks), rows)


def pairings_table(matches: Sequence[MatchResult]) -> Table:
    columns = ("first", "second", "games", "W/L/D", "Elo", "pairs 0, ½, 1, 1½, 2")
    tested = ("LLR", "accepted") if any(match.sprt for match in matches) else ()
    rows: list[tuple[Entry, ...]] = []
    for match in matches:
        counts = f"{match.wins}/{match.losses}/{match.draws}"
        elo, pairs = str(match.estimate), " ".join(map(str, match.pentanomial))
        test = () if match.sprt is None else (match.sprt.line(match.tested), match.accepted)
        rows.append((match.first, match.second, match.tally.games, counts, elo, pairs, *test))
    notes = ["Elo, wins and pairs are the first player's."]
    if repeats := sum(match.repeats for match in matches):
        notes.append(
            f"{repeats} games repeat earlier ones, move for move, but count as new: more openings help."
        )
    return Table("Pairings", columns + tested, tuple(rows), tuple(notes))


def openings_table(results: Iterable[CellResult]) -> list[Table]:
    """How the named openings ended, each game counted once; empty if there are too few games."""
    games = {game.fixture: game for result in results for game in result.games}
    on_8x8 = (game for fixture, game in games.items() if fixture.variant == VARIANT)
    scores = by_opening((game.record, game.margin()) for game in on_8x8)
    rows = tuple(
        (name, tally.games, str(tally), per_cent(tally.points / tally.games), margin(mean))
        for name, tally, mean in listed(scores)
    )
    columns = ("opening", "games", "W/L/D", "score", "margin")
    return [Table("Openings", columns, rows, (BY_OPENING,))] if tell_something(scores) else []
