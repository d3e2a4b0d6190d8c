"""Makes the JSON values of matches and the laboratory's games."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, cast

from shirokuro import PLAYERS
from shirokuro.board.record import Record
from shirokuro.matches.fixture import Fixture, Game
from shirokuro.matches.match_result import MatchResult
from shirokuro.matches.opening_score import by_opening
from shirokuro.matches.saved_game import SavedGame
from shirokuro.web import views
from shirokuro.web.games.roster import Roster
from shirokuro.web.matches.store import StoredMatch, StoredMatchGame
from shirokuro.web.matches.values import MatchedGame, MatchedOpening, MatchOpenings, MatchSummary, MatchView
from shirokuro.web.openings.views import label
from shirokuro.web.values import GameView, Seat, Seats

State = Literal["going", "done", "cancelled"]


class MatchSnapshot(NamedTuple):
    """Everything that the view of a match shows."""

    row: StoredMatch
    played: list[StoredMatchGame]
    seats: tuple[Seat, Seat]
    opening_moves: int
    boards: list[str]
    """The ids of the games in progress."""
    trouble: str


def match_view(match: MatchSnapshot) -> MatchView:
    row, result = match.row, match_result(match.row, match.played)
    estimate = result.estimate
    return MatchView(
        id=row.id,
        board=row.board,
        first=match.seats[0],
        second=match.seats[1],
        state=cast("State", row.state),
        pace=row.pace,
        total=row.games,
        played=len(result.games),
        wins=result.wins,
        draws=result.draws,
        losses=result.losses,
        elo=_finite(estimate.elo) if result.games else None,
        elo_error=_finite(estimate.error),
        elo_interval=(_finite(estimate.low), _finite(estimate.high)),
        mean_margin=result.mean_margin,
        opening_moves=match.opening_moves,
        games=[_game(game) for game in match.played],
        current=match.boards[0] if match.boards else None,
        boards=match.boards,
        trouble=match.trouble,
        started=row.started,
        updated=row.updated,
    )


def match_result(row: StoredMatch, played: list[StoredMatchGame]) -> MatchResult:
    """Wins, draws, losses, Elo and margins of the finished games."""
    games = [
        Game(
            Fixture(row.first, row.second, row.board).numbered(game.number),
            Record(row.board, result=game.margin),
        )
        for game in played
        if game.margin is not None
    ]
    return MatchResult(row.first, row.second, tuple(games))


def match_summary(row: StoredMatch, played: list[StoredMatchGame], roster: Roster) -> MatchSummary:
    tally = match_result(row, played).tally
    first, second = seats_of(roster, row)
    return MatchSummary(
        id=row.id,
        board=row.board,
        first=first,
        second=second,
        state=cast("State", row.state),
        pace=row.pace,
        total=row.games,
        played=tally.games,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        started=row.started,
    )


def match_openings(finished: list[tuple[int, float, str]]) -> MatchOpenings:
    """Groups number, black margin and state of games by opening."""
    games = (
        (SavedGame.from_json(state).record, -margin if number % 2 else margin)
        for number, margin, state in finished
    )
    openings = [
        MatchedOpening(
            opening=None if score.opening is None else label(score.opening),
            games=score.tally.games,
            wins=score.tally.wins,
            draws=score.tally.draws,
            losses=score.tally.losses,
            mean_margin=score.mean_margin,
        )
        for score in by_opening(games)
    ]
    return MatchOpenings(openings=openings)


def lab_game(key: str, game: Game) -> GameView:
    """A game of the laboratory, in the form that every game is shown in."""
    fixture = game.fixture
    seats = Seats(black=_recorded_seat(fixture.black), white=_recorded_seat(fixture.white))
    return views.recorded_game(game.record, seats, key)


def _recorded_seat(spec: str) -> Seat:
    """A player by name alone, since the server may not have it."""
    kind = PLAYERS.get(spec.partition(":")[0])
    about = views.in_words("" if kind is None else kind.summary)
    return Seat.of("player", spec, views.in_words(spec), about)


def seats_of(roster: Roster, row: StoredMatch) -> tuple[Seat, Seat]:
    """The seats of the first and the second player."""
    first, second = (views.seat(roster.seat(spec, row.owner), spec) for spec in (row.first, row.second))
    return first, second


def _game(game: StoredMatchGame) -> MatchedGame:
    is_black = game.number % 2 == 0
    margin = game.margin if game.margin is None or is_black else -game.margin
    return MatchedGame(
        number=game.number + 1,
        id=game.game,
        first="black" if is_black else "white",
        margin=margin,
        black=game.black,
        white=game.white,
        moves=game.moves,
    )


def _finite(number: float) -> float | None:
    return round(number, 1) if math.isfinite(number) else None
