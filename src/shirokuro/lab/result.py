"""What filled a cell: its games and how they went for one player, or the value of its measurement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any, Literal, TypeAlias

from shirokuro.colour import BLACK, Colour
from shirokuro.game import Fixture
from shirokuro.lab.tally import Tally
from shirokuro.record import Record

Side: TypeAlias = Literal["player", "opponent"]


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a cell: what defined it and how it went."""

    fixture: Fixture
    record: Record

    def margin(self) -> float:
        """Black minus white; a forfeit counts as the whole board."""
        return self.record.result or 0.0

    def is_black(self, player: str) -> bool:
        """Whether the player has black; where it plays itself, black is meant."""
        return self.fixture.black == player

    def plies(self) -> Iterator[tuple[Colour, float | None, int | None]]:
        """Who moved, the seconds and the nodes of each move; None for the moves of the opening."""
        record, colour = self.record, self.record.root().turn
        for ply in range(len(record.moves)):
            seconds = record.seconds[ply] if record.seconds else None
            yield colour, seconds, record.nodes[ply] if record.nodes else None
            colour = colour.opponent


@dataclass(frozen=True)
class CellResult:
    """The games of a cell that were played, in the plan's order; or the value of its measurement."""

    player: str
    """Whose wins are counted."""
    planned: int
    """Games or measurements that the cell asks for."""
    games: tuple[Game, ...] = ()
    value: Any = None
    """What the measurement returned; None for games, and before it was taken."""

    @property
    def is_complete(self) -> bool:
        return len(self.games) + (self.value is not None) >= self.planned

    @cached_property
    def tally(self) -> Tally:
        return self.as_black + self.as_white

    @cached_property
    def as_black(self) -> Tally:
        return Tally.of(game.margin() for game in self.games if game.is_black(self.player))

    @cached_property
    def as_white(self) -> Tally:
        return Tally.of(-game.margin() for game in self.games if not game.is_black(self.player))

    @cached_property
    def mean_margin(self) -> float | None:
        """Discs ahead, on average."""
        signs = ((1 if game.is_black(self.player) else -1) * game.margin() for game in self.games)
        return fmean(signs) if self.games else None

    def seconds_per_move(self, side: Side = "player") -> float | None:
        return _mean([seconds for seconds, _ in self._efforts(side) if seconds is not None])

    def nodes_per_move(self, side: Side = "player") -> float | None:
        return _mean([nodes for _, nodes in self._efforts(side) if nodes is not None])

    def seconds(self) -> float:
        """What both players took for all games."""
        return sum(seconds or 0.0 for game in self.games for _, seconds, _ in game.plies())

    def _efforts(self, side: Side) -> Iterator[tuple[float | None, int | None]]:
        for game in self.games:
            black = game.is_black(self.player) == (side == "player")
            for colour, seconds, nodes in game.plies():
                if (colour == BLACK) == black:
                    yield seconds, nodes


def _mean(values: list[float] | list[int]) -> float | None:
    return fmean(values) if values else None
