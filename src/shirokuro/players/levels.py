"""The engine's levels, 0 to 20: whom the lower ones play like, and how far the higher ones search."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.engine.limits import Limits
from shirokuro.words.message import Message


@dataclass(frozen=True, slots=True)
class Level:
    """The settings of one level; its number is its place in `LEVELS`."""

    rating: int | None = None
    """It plays like people of this rating, and there is no other setting; None: as its search lets it."""
    depth: int | None = None
    """Plies of its search; None: selective, as deep as its nodes allow."""
    exact: int = 0
    """With at most so many empties it solves the ending."""
    nodes: int | None = None
    """The most nodes for one move."""
    name: Message | str = ""
    """People of that strength, by rating or by what a move of theirs loses, or how far it looks ahead."""
    loss: float | None = None
    """Discs that a move of it loses on average on 8x8, where that was measured."""
    seconds: float | None = None
    """Seconds of one core for a move in the midgame of 8x8, where it is a second or more."""

    def limits(self, empties: int) -> Limits:
        """The limits of its search on a board with so many empties."""
        return Limits(None if empties <= self.exact else self.depth, self.nodes)


def _ahead(plies: int) -> Message:
    """Stronger levels are called by how far they look ahead: there are no people to compare them with."""
    return Message("levels.moves_ahead", plies=plies)


# From 10 on nothing is random, and each level searches deeper; nodes, not seconds, end a search, so that
# games can be repeated.
LEVELS: tuple[Level, ...] = (
    Level(600, name=Message("levels.first_steps"), loss=10.59),
    Level(625, name=Message("levels.newcomer"), loss=10),
    Level(650, name=Message("levels.beginner"), loss=8.67),
    Level(680, name=Message("levels.improver"), loss=8.39),
    Level(800, name=Message("levels.casual_player"), loss=8.56),
    Level(950, name=Message("levels.regular_player"), loss=6.48),
    Level(1100, name=Message("levels.keen_player"), loss=6.12),
    Level(1250, name=Message("levels.tournament_newcomer"), loss=3.28),
    Level(1375, name=Message("levels.club_player"), loss=2.73),
    Level(1500, name=Message("levels.tournament_player"), loss=2.27),
    Level(None, 2, 10, 20_000, name=Message("levels.strong_tournament_player"), loss=1.25),
    Level(None, 3, 10, 50_000, name=Message("levels.world_class_player"), loss=1),
    Level(None, 4, 12, 100_000, name=_ahead(4), loss=0.73),
    Level(None, 5, 12, 200_000, name=_ahead(5), loss=0.57),
    Level(None, 6, 14, 300_000, name=_ahead(6)),
    Level(None, 7, 14, 500_000, name=_ahead(7)),
    Level(None, 8, 16, 1_000_000, name=_ahead(8)),
    Level(None, 10, 18, 5_000_000, name=_ahead(10)),
    Level(None, 12, 18, 10_000_000, name=_ahead(12)),
    Level(None, 13, 20, 20_000_000, name=_ahead(13)),
    Level(None, None, 20, 30_000_000, name=Message("levels.full_strength"), seconds=2),
)
