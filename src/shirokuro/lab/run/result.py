"""The result of a cell: its games and how one player did, or its measured value; and who did the work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Literal, TypeAlias

from shirokuro.matches.fixture import Game
from shirokuro.matches.match_result import Effort
from shirokuro.matches.rating import Tally
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.workers.origin import Origin


@dataclass(frozen=True)
class CellResult:
    """The games of a cell that were played, in the plan's order; or the value of its measurement."""

    player: str
    """The player whose wins are counted."""
    planned: int
    """Games or measurements that the cell asks for."""
    games: tuple[Game, ...] = ()
    value: Any = None
    """The value of the measurement; None for games, and before it was taken."""

    @property
    def is_complete(self) -> bool:
        return len(self.games) + (self.value is not None) >= self.planned

    @cached_property
    def tally(self) -> Tally:
        return self.as_black + self.as_white

    @cached_property
    def as_black(self) -> Tally:
        return Tally.of(margin for colour, margin in self._margins if colour == BLACK)

    @cached_property
    def as_white(self) -> Tally:
        return Tally.of(margin for colour, margin in self._margins if colour == WHITE)

    @property
    def mean_margin(self) -> float | None:
        """The player's mean margin, in discs."""
        return sum(margin for _, margin in self._margins) / len(self.games) if self.games else None

    @cached_property
    def effort(self) -> Effort:
        """The nodes and seconds that the player used."""
        return Effort.of((game, game.colour_of(self.player)) for game in self.games)

    def seconds_per_move(self) -> float | None:
        return self.effort.seconds_per_move if self.effort.moves else None

    def nodes_per_move(self) -> float | None:
        return self.effort.nodes_per_move if self.effort.moves else None

    @cached_property
    def _margins(self) -> list[tuple[Colour, float]]:
        """The player's side and margin in each game."""
        colours = [game.colour_of(self.player) for game in self.games]
        return [(colour, game.margin(colour)) for colour, game in zip(colours, self.games, strict=True)]


Results: TypeAlias = Mapping[str, CellResult]
"""The result of every cell of a plan by the cell's name; empty if nothing was played yet."""


def forfeits(cells: Iterable[CellResult]) -> str:
    """How many games were lost by a fault, and how the last of them ended; empty if there are none."""
    notes = {game.fixture: game.record.note for cell in cells for game in cell.games if game.is_forfeit}
    return f"{len(notes)}, the last: {list(notes.values())[-1]}" if notes else ""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Who did the work behind some results."""

    counts: Mapping[Origin, int]
    """How many games and measurements each did."""
    finished: float
    """When the last of them was done, in seconds since 1970."""

    def by(self, part: Literal["machine", "program"]) -> Counter[str]:
        """How many each machine, or each program, did."""
        sums: Counter[str] = Counter()
        for origin, count in self.counts.items():
            sums[getattr(origin, part)] += count
        return sums


def date(seconds: float) -> str:
    """A time as text, to the minute."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
