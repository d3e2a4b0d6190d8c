"""Games of `rival`, played in legs: each leg continues with what the rival has learned before."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from statistics import mean
from typing import Any, Literal, TypeAlias

from shirokuro.board.record import Record
from shirokuro.lab.judging import side_reviews
from shirokuro.lab.run.plan import Cell, Json, Measurement, stored_as
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.ratio import Ratio, ratio_of_sums
from shirokuro.matches.game import play
from shirokuro.matches.rating import Tally
from shirokuro.opening_names.level_openings import openings
from shirokuro.players.registry import player
from shirokuro.players.rival.memory import RivalMemory
from shirokuro.players.rival.rival import Rival
from shirokuro.replications.rival.style_measures import Style, style
from shirokuro.seed import derive
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.squares.square import PASS

RivalMode: TypeAlias = Literal["equal", "even"]
EQUAL: RivalMode = "equal"
"""Equal strength: the result is left to the game, and each game begins without memory."""
EVEN: RivalMode = "even"
"""An even score, by what is remembered from game to game."""
MODES = (EQUAL, EVEN)
NODES = 5000
"""Nodes of our rival for one position, so that games are reproducible and take about a second."""
LEG = 5
"""Games that are played and stored together."""
LEVEL_OPENINGS = 50
"""How many of the shipped openings a series may begin from."""


def rival_of(mode: RivalMode, nodes: int = NODES, more: str = "") -> str:
    """The specification of our rival."""
    return f"rival:mode={mode},nodes={nodes}{more}"


@dataclass(frozen=True, slots=True)
class RivalSeries:
    """Games of a rival against one opponent, or against one that changes from game to game.

    The rival moves first in the first game, in the third and so on.
    """

    opponent: str
    rival: str
    remembers: bool
    """Whether the rival carries its memory through the series; otherwise each game begins without."""
    variant: str = "reversi"
    from_openings: bool = False
    """Whether games begin from level openings instead of the start position, two from each."""
    seed: int = 0

    def seeded(self, seed: int) -> RivalSeries:
        return replace(self, seed=seed)

    @property
    def name(self) -> str:
        """Unique among the series of a study."""
        memory = "with" if self.remembers else "without"
        start = " from openings" if self.from_openings else ""
        return f"{self.rival} against {self.opponent} on {self.variant}{start} {memory} memory"


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A game of a series. Losses are by the judgement of the study, not by the rival's own."""

    moves: str
    """The moves of the game, as a transcript."""
    margin: int
    """The rival's discs minus the opponent's."""
    lost: int
    """Discs that the rival's moves lost; forced moves do not count."""
    choices: int
    """The number of those moves."""
    thrown: int
    """How often the rival turned a proven win into a proven loss in the last moves."""
    opponent_lost: int
    opponent_choices: int
    opponent_thrown: int
    style: Style
    seconds: float | None = field(default=None, compare=False)
    """What a move of the rival took on average."""

    @property
    def is_thrown(self) -> bool:
        """Whether the rival lost a game that it had won."""
        return self.margin < 0 < self.thrown

    @property
    def is_thrown_to_it(self) -> bool:
        """Whether the opponent did."""
        return self.margin > 0 and self.opponent_thrown > 0


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


@stored_as("shirokuro.replications.rival.playing:play_leg")
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
    colour = WHITE if number % 2 else BLACK
    black, white = (rival, series.opponent) if colour == BLACK else (series.opponent, rival)
    # The seed depends on the series' name: with equal seeds all series would draw the same numbers.
    seed = derive(series.seed, series.name, number)
    known = openings(series.variant)[:LEVEL_OPENINGS]
    start = known[number // 2 % len(known)] if series.from_openings else None
    record = play(black, white, start, variant=series.variant, seed=seed, strict=True)
    board, reviews = record.board(), side_reviews(record)
    own, opponent = reviews[colour], reviews[colour.opponent]
    game = SeriesGame(
        moves=board.transcript(),
        margin=board.margin() * (1 if colour == BLACK else -1),
        lost=own.lost,
        choices=own.choices,
        thrown=own.thrown,
        opponent_lost=opponent.lost,
        opponent_choices=opponent.choices,
        opponent_thrown=opponent.thrown,
        style=style(record, colour),
        seconds=_seconds_a_move(record, colour),
    )
    return game, rival.learn(record, colour) if series.remembers else memory


def _seconds_a_move(record: Record, colour: Colour) -> float | None:
    spent = [
        seconds
        for board, move, seconds in zip(record.boards(), record.moves, record.seconds, strict=False)
        if board.turn == colour and move != PASS and seconds is not None
    ]
    return round(mean(spent), 4) if spent else None


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


def thrown(games: Iterable[SeriesGame]) -> Proportion:
    """Of the games that the rival lost, those in which it turned a proven win into a proven loss."""
    return share(game.is_thrown for game in games if game.margin < 0)


def thrown_to_it(games: Iterable[SeriesGame]) -> Proportion:
    """Likewise for the opponent, of the games that the rival won."""
    return share(game.is_thrown_to_it for game in games if game.margin > 0)


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
