"""The result of a match: wins, margins, Elo and effort, as values and as text."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from shirokuro.board.record import Record
from shirokuro.matches.fixture import Game
from shirokuro.matches.game_row import GameRow, game_row
from shirokuro.matches.opening_score import OpeningScore, by_opening, listed
from shirokuro.matches.rating import Estimate, Score, Tally, estimate
from shirokuro.matches.sprt import Sprt
from shirokuro.squares.bars import Bar, draw_bars
from shirokuro.squares.colour import Colour
from shirokuro.storage.tables import arrow_of, frame_of
from shirokuro.words.counted import counted
from shirokuro.words.number_text import rounded_decimal

if TYPE_CHECKING:
    import pandas
    import pyarrow


class Effort(NamedTuple):
    """The work of a player, without passes."""

    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @classmethod
    def of(cls, played: Iterable[tuple[Game, Colour]]) -> Effort:
        """The effort of a player that had these sides in these games."""
        spent = [(game.moves(side), game.nodes(side), game.seconds(side)) for game, side in played]
        return cls(*map(sum, zip(*spent, strict=True)))

    @property
    def nodes_per_move(self) -> float:
        return self.nodes / max(self.moves, 1)

    @property
    def seconds_per_move(self) -> float:
        return self.seconds / max(self.moves, 1)

    def __str__(self) -> str:
        return f"{self.nodes_per_move:.0f} nodes, {rounded_decimal(self.seconds_per_move * 1000)} ms a move"


@dataclass(frozen=True)
class MatchResult:
    """The games of a match and their statistics; wins are the first player's.

    Two games with numbers 2k and 2k + 1 make a pair; `pentanomial` counts the pairs that brought the first
    player 0, ½, 1, 1½ and 2 points.
    """

    first: str
    second: str
    games: tuple[Game, ...]
    """In the order of their numbers."""
    sprt: Sprt | None = None
    """The test that the match was to decide."""
    is_interrupted: bool = False

    @property
    def records(self) -> tuple[Record, ...]:
        return tuple(game.record for game in self.games)

    @cached_property
    def tally(self) -> Tally:
        return Tally.of(map(_margin, self.games))

    @property
    def wins(self) -> int:
        return self.tally.wins

    @property
    def draws(self) -> int:
        return self.tally.draws

    @property
    def losses(self) -> int:
        return self.tally.losses

    @cached_property
    def by_colour(self) -> dict[Colour, Tally]:
        """The first player's games with black, and with white."""
        return {side: Tally.of(_margin(g) for g in self.games if g.fixture.first == side) for side in Colour}

    @cached_property
    def by_opening(self) -> tuple[OpeningScore, ...]:
        """The first player's results by the last named opening of each game.

        Most played first, games without one last; empty if no game has a named opening.
        """
        return by_opening((game.record, _margin(game)) for game in self.games)

    @cached_property
    def mean_margin(self) -> float:
        """The first player's, in discs."""
        return sum(map(_margin, self.games)) / max(len(self.games), 1)

    @cached_property
    def pentanomial(self) -> tuple[int, ...]:
        return _pentanomial(self.games)

    @cached_property
    def tested(self) -> tuple[int, ...]:
        """`pentanomial` of the pairs before the first missing game.

        Later pairs would favour games that end quickly.
        """
        gaps = (place for place, game in enumerate(self.games) if game.fixture.number != place)
        return _pentanomial(self.games[: next(gaps, None)])

    @cached_property
    def estimate(self) -> Estimate:
        """Elo of the first player over the second, with its interval."""
        return estimate((self.losses, self.draws, self.wins), self.pentanomial)

    @property
    def elo(self) -> float:
        return self.estimate.elo

    @property
    def elo_error(self) -> float:
        """For 95 %."""
        return self.estimate.error

    @property
    def llr(self) -> float | None:
        return None if self.sprt is None else self.sprt.llr(self.tested)

    @property
    def accepted(self) -> str | None:
        """`elo0` or `elo1`, if the test has decided."""
        return None if self.sprt is None else self.sprt.accepted(self.tested)

    @cached_property
    def repeats(self) -> int:
        """Games that went move for move like an earlier one, and so say nothing new.

        Players that leave nothing to chance play them when the openings come round again.
        """
        games = {(game.fixture.first, game.record.start, game.record.moves) for game in self.games}
        return len(self.games) - len(games)

    @property
    def forfeits(self) -> tuple[Game, ...]:
        """Games lost otherwise than by the rules; their records' notes say why."""
        return tuple(game for game in self.games if game.is_forfeit)

    @cached_property
    def efforts(self) -> tuple[Effort, Effort]:
        """The effort of the first and the second player."""
        first = [(game, game.fixture.first) for game in self.games]
        return Effort.of(first), Effort.of((game, side.opponent) for game, side in first)

    def score(self) -> Score:
        """The input of `shirokuro.matches.rating.fit`."""
        return Score(self.first, self.second, self.tally.points, self.tally.games)

    def summary(self) -> dict[str, Any]:
        """Everything but the games, for JSON; infinite numbers are None."""
        return {
            "first": self.first,
            "second": self.second,
            "forfeits": {str(game.fixture.number + 1): game.record.note for game in self.forfeits},
            "games": self.tally.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "by_colour": {str(colour): asdict(tally) for colour, tally in self.by_colour.items()},
            "by_opening": [score.fields() for score in self.by_opening],
            "mean_margin": round(self.mean_margin, 4),
            "elo": _finite(self.elo),
            "elo_error": _finite(self.elo_error),
            "elo_interval": [_finite(self.estimate.low), _finite(self.estimate.high)],
            "pentanomial": list(self.pentanomial),
            "llr": self.llr,
            "accepted": self.accepted,
            "repeats": self.repeats,
            "nodes_per_move": [effort.nodes_per_move for effort in self.efforts],
            "seconds_per_move": [effort.seconds_per_move for effort in self.efforts],
            "interrupted": self.is_interrupted,
        }

    def to_frame(self) -> pandas.DataFrame:
        """The games as a pandas.DataFrame, a row each, with the columns of `shirokuro lab export`."""
        return frame_of(map(game_row, self.games), GameRow)

    def to_arrow(self) -> pyarrow.Table:
        """The same as a pyarrow.Table."""
        return arrow_of(map(game_row, self.games), GameRow)

    def svg(self) -> str:
        """The first player's margin in each game: full bars upwards are wins, hollow ones losses."""
        bars = [
            Bar(game.fixture.number + 1, _margin(game), f"{game.fixture.number + 1}: {_margin(game):+g}")
            for game in self.games
        ]
        return draw_bars(bars, f"{self.first} – {self.second}: {_counts(self.tally)}")

    def _repr_svg_(self) -> str:
        return self.svg()

    def openings_text(self) -> str:
        """A line for each of the ten most played openings and one for the rest; empty without names."""
        return "\n".join(
            f"Opening {name} | {_counts(tally)}, {margin:+.2f} discs a game"
            for name, tally, margin in listed(self.by_opening)
        )

    def __str__(self) -> str:
        return "\n".join(f"{name} | {words}" for name, words in self._lines())

    def _lines(self) -> Iterable[tuple[str, str]]:
        if self.forfeits:
            yield "Forfeits", self._forfeits_text()
        yield "Elo", str(self.estimate)
        if self.sprt is not None:
            accepted = f", {self.accepted} accepted" if self.accepted else ""
            yield "LLR", self.sprt.line(self.tested) + accepted
        yield "Games", _counts(self.tally)
        yield "Penta", str(list(self.pentanomial))
        if self.repeats:
            yield (
                "Repeats",
                f"{counted(self.repeats, 'game')} went like earlier ones; the lines above count them as new",
            )
        for colour, tally in self.by_colour.items():
            yield str(colour).capitalize(), _counts(tally)
        yield "Margin", f"{self.mean_margin:+.2f} discs a game"
        for number, (name, effort) in enumerate(zip((self.first, self.second), self.efforts, strict=True), 1):
            yield f"Player {number}", f"{name}: {effort}"

    def _forfeits_text(self) -> str:
        """The first line, since the statistics of a player that forfeits say nothing about its play."""
        lost = len([game for game in self.forfeits if game.half_points == 0])
        pairs = ((self.first, lost), (self.second, len(self.forfeits) - lost))
        whose = ", ".join(f"{count} of {name}" for name, count in pairs if count)
        first = self.forfeits[0]
        head = f"{len(self.forfeits)} of {counted(self.tally.games, 'game')}, {whose}"
        return f"{head}; the first in game {first.fixture.number + 1}: {first.record.note}"


def _pentanomial(games: Iterable[Game]) -> tuple[int, ...]:
    points = {game.fixture.number: game.half_points for game in games}
    counts = [0] * 5
    for number, half_points in points.items():
        if number % 2 == 0 and number + 1 in points:
            counts[half_points + points[number + 1]] += 1
    return tuple(counts)


def _counts(tally: Tally) -> str:
    return f"N: {tally.games} W: {tally.wins} L: {tally.losses} D: {tally.draws}"


def _margin(game: Game) -> float:
    """The first player's."""
    return game.margin(game.fixture.first)


def _finite(number: float) -> float | None:
    return round(number, 4) if math.isfinite(number) else None
