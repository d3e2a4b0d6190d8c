"""Games of `rival`, played in legs: each leg continues with what the rival has learned before."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from shirokuro.lab.run.plan import Cell, Json, Measurement, stored_as
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import Turn
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.ratio import Ratio, ratio_of_sums
from shirokuro.matches.game import play
from shirokuro.matches.rating import Tally
from shirokuro.opening_names.level_openings import openings
from shirokuro.players.registry import player
from shirokuro.players.rival.allowance import Allowance
from shirokuro.players.rival.memory import RivalMemory
from shirokuro.players.rival.rival import Rival
from shirokuro.replications.rival.style_measures import Style, corners_given, style
from shirokuro.seed import derive
from shirokuro.squares.colour import BLACK, WHITE

NOW = "rival:mode=even,nodes=20000"
"""Our rival, limited by nodes so that games are reproducible and take less than a second."""
LEG = 10
"""Games that are played and stored together."""
LEVEL_OPENINGS = 50
"""How many of the shipped openings a series may begin from."""
SeriesTurn: TypeAlias = Turn | Literal["in turn"]


@dataclass(frozen=True, slots=True)
class RivalSeries:
    """Games of a rival against one opponent, or against one that changes from game to game."""

    opponent: str
    turn: SeriesTurn = "first"
    """Whether the rival moves first or second; `in turn` it alternates."""
    variant: str = "reversi"
    remembers: bool = True
    """Whether the rival carries its memory through the series; otherwise each game begins without."""
    from_openings: bool = False
    """Whether games begin from level openings instead of the start position."""
    rival: str = NOW
    seed: int = 0

    def seeded(self, seed: int) -> RivalSeries:
        return replace(self, seed=seed)

    @property
    def name(self) -> str:
        """Unique among the series of a study."""
        memory = "with" if self.remembers else "without"
        start = " from openings" if self.from_openings else ""
        return f"{self.rival} against {self.opponent} {self.turn} on {self.variant}{start} {memory} memory"


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A game of a series, as the rival saw it."""

    moves: str
    """The moves of the game, as a transcript."""
    margin: int
    """The rival's discs minus the opponent's."""
    lost: float
    """Discs that the rival's moves lost, by its own evaluation; forced moves do not count."""
    choices: int
    """The number of those moves."""
    opponent_lost: float
    opponent_choices: int
    corners: int
    """Moves of the rival that gave a corner away."""
    style: Style


def legs(series: RivalSeries, games: int) -> list[Cell]:
    """The games of a series, `LEG` per cell; a longer series begins with the shorter one."""
    sizes = [(first, min(LEG, games - first)) for first in range(0, games, LEG)]
    return chained([(series, first, size) for first, size in sizes])


def chained(parts: Sequence[tuple[RivalSeries, int, int]]) -> list[Cell]:
    """A cell for each part (series, number of the first game, games); each continues the one before."""
    cells: list[Cell] = []
    for series, first, games in parts:
        arguments: dict[str, Json] = {"series": asdict(series), "first": first, "games": games}
        before = cells[-1].measurement if cells and series.remembers else None
        leg = Measurement.of(play_leg, **arguments) if before is None else before.then(play_leg, **arguments)
        cells.append(Cell(leg_name(series, first), measurement=leg))
    return cells


def leg_name(series: RivalSeries, first: int = 0) -> str:
    """The name of the cell that begins with a game of a series."""
    return f"{series.name}, {first}"


def played(results: Results, series: RivalSeries) -> list[SeriesGame]:
    """The games of a series so far, in order."""
    found: list[SeriesGame] = []
    while (cell := results.get(leg_name(series, len(found)))) is not None and cell.value is not None:
        found += read_leg(cell.value)
    return found


def read_leg(value: Any) -> list[SeriesGame]:
    return [SeriesGame(**{**each, "style": Style(**each["style"])}) for each in value["games"]]


@stored_as("shirokuro.lab.studies.rival.playing:play_leg")
def play_leg(series: dict[str, Any], first: int, games: int, before: Any = None) -> Json:
    """Plays games of a series; returns them and the rival's memory. `before` is the last leg's result."""
    what = RivalSeries(**series)
    memory = RivalMemory() if before is None else RivalMemory.from_dict(before["memory"])
    found = []
    for number in range(first, first + games):
        game, learned = _play_game(what, number, memory)
        found.append(asdict(game))
        memory = learned if what.remembers else memory
    return {"games": found, "memory": memory.to_dict()}


def _play_game(series: RivalSeries, number: int, memory: RivalMemory) -> tuple[SeriesGame, RivalMemory]:
    rival = player(series.rival)
    assert isinstance(rival, Rival)
    rival = rival.with_memory(memory)
    has_black = number % 2 == 0 if series.turn == "in turn" else series.turn == "first"
    colour = BLACK if has_black else WHITE
    black, white = (rival, series.opponent) if colour == BLACK else (series.opponent, rival)
    # The seed depends on the series' name: with equal seeds all series would have the same luck.
    seed = derive(series.seed, series.name, number)
    known = openings(series.variant)[:LEVEL_OPENINGS]
    start = known[number % len(known)] if series.from_openings else None
    record = play(black, white, start, variant=series.variant, seed=seed, strict=True)
    report = rival.report(record, colour)
    game = SeriesGame(
        moves=record.board().transcript(),
        margin=report.margin,
        lost=round(sum(report.losses.values()), 2),
        choices=len(report.losses),
        opponent_lost=round(sum(report.opponent_losses.values()), 2),
        opponent_choices=len(report.opponent_losses),
        corners=corners_given(record, report),
        style=style(record, report, Allowance(rival.nodes)),
    )
    return game, report.memory


CLOSE = 10
"""The largest margin of a close game."""


def tally_of_games(games: Iterable[SeriesGame]) -> Tally:
    return Tally.of(game.margin for game in games)


def lost_a_move(games: Sequence[SeriesGame]) -> float:
    """Discs that a move of the rival loses on average."""
    return sum(game.lost for game in games) / max(sum(game.choices for game in games), 1)


def opponent_lost_a_move(games: Sequence[SeriesGame]) -> float:
    return sum(game.opponent_lost for game in games) / max(sum(game.opponent_choices for game in games), 1)


def loss_ratio(games: Sequence[SeriesGame]) -> Ratio | None:
    """The rival's mean loss per move divided by the opponent's; None if the opponent loses nothing."""
    own = [game.lost / max(game.choices, 1) for game in games]
    theirs = [game.opponent_lost / max(game.opponent_choices, 1) for game in games]
    return ratio_of_sums(own, theirs) if sum(theirs) else None


def share(flags: Iterable[bool]) -> Proportion:
    """The share of true flags."""
    listed = list(flags)
    return Proportion(sum(listed), len(listed))


def runs(games: Sequence[SeriesGame]) -> float | None:
    """The excess of runs of equal results over chance, in standard deviations; draws do not count.

    A series that is steered too hard alternates, and so has too many runs. None if undefined.
    """
    won = [game.margin > 0 for game in games if game.margin]
    wins, losses = sum(won), len(won) - sum(won)
    if wins * losses == 0:
        return None
    found = 1 + sum(one != other for one, other in pairwise(won))
    expected = 1 + 2 * wins * losses / len(won)
    variance = (expected - 1) * (expected - 2) / (len(won) - 1)
    return (found - expected) / math.sqrt(variance) if variance else None
