"""The engine's levels, 0 to 20: how far each searches, how much it overlooks and misjudges."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.engine.limits import Limits
from shirokuro.words.message import Message


@dataclass(frozen=True, slots=True)
class Level:
    """The settings of one level; its number is its place in `LEVELS`."""

    depth: int | None
    """Plies of its search; None: selective, as deep as its nodes allow."""
    exact: int
    """With at most so many empties it solves the ending, and neither overlooks nor misjudges anything."""
    nodes: int
    """The most nodes for one move."""
    attention: int = 100
    """How many of a hundred moves it notices."""
    error: int = 0
    """The most discs by which it misjudges a move; most often it is fewer."""
    name: Message | str = ""
    """People of that strength, by what a move of theirs loses; docs/levels.md says how it was found."""
    loss: float | None = None
    """Discs that a move of it loses on average on 8x8, where that was measured."""

    def limits(self, empties: int) -> Limits:
        """The limits of its search on a board with so many empties."""
        return Limits(None if empties <= self.exact else self.depth, self.nodes)

    def errs(self, empties: int) -> bool:
        """Whether it overlooks and misjudges moves there."""
        return empties > self.exact and (self.attention < 100 or self.error > 0)


# Weak levels notice few of their moves and misjudge them, as learners do. From 10 on nothing is random, and
# each level searches deeper; nodes, not seconds, end a search, so that games can be repeated.
LEVELS: tuple[Level, ...] = (
    Level(2, 0, 10_000, attention=5, error=12, name=Message("levels.first_steps"), loss=11.59),
    Level(2, 0, 10_000, attention=19, error=12, loss=8.25),
    Level(2, 0, 10_000, attention=27, error=12, name=Message("levels.beginner"), loss=7.75),
    Level(2, 0, 10_000, attention=35, error=12, loss=6.7),
    Level(2, 3, 10_000, attention=44, error=12, name=Message("levels.casual_player"), loss=6.06),
    Level(2, 4, 10_000, attention=57, error=11, loss=4.47),
    Level(2, 5, 10_000, attention=68, error=10, name=Message("levels.keen_player"), loss=3.93),
    Level(2, 6, 10_000, attention=79, error=9, name=Message("levels.tournament_newcomer"), loss=3.23),
    Level(2, 7, 10_000, attention=90, error=8, loss=2.73),
    Level(2, 8, 10_000, error=5, name=Message("levels.tournament_player"), loss=1.78),
    Level(2, 10, 20_000, name=Message("levels.strong_tournament_player"), loss=1.25),
    Level(3, 10, 50_000, name=Message("levels.world_class_player"), loss=1),
    Level(4, 12, 100_000, loss=0.73),
    Level(5, 12, 200_000, loss=0.57),
    Level(6, 14, 300_000),
    Level(7, 14, 500_000),
    Level(8, 16, 1_000_000),
    Level(10, 18, 5_000_000),
    Level(12, 18, 10_000_000),
    Level(13, 20, 20_000_000),
    Level(None, 20, 30_000_000, name=Message("levels.full_strength")),
)
