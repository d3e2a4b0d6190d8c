"""The engine's levels, 0 to 20: how far each looks, what it overlooks and how much it misjudges."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.engine import Limits


@dataclass(frozen=True, slots=True)
class Level:
    """What makes one level as strong, or as weak, as it is; its number is its place in `LEVELS`."""

    depth: int
    """Plies it looks ahead."""
    exact: int
    """With so few empties, or fewer, it reads to the end, and neither overlooks nor misjudges anything."""
    nodes: int
    """The most that it looks at for one move."""
    attention: int = 100
    """How many of a hundred moves it notices."""
    error: int = 0
    """The most discs by which it misjudges a move; most often it is fewer."""
    evaluator: str = "trained"
    """What it judges by; the weak levels were measured with the handcrafted evaluation."""
    name: str = ""
    """What people call it, if they do."""

    def limits(self, empties: int) -> Limits:
        """What one of its searches may use, by the empties of the board."""
        return Limits(None if empties <= self.exact else self.depth, self.nodes)

    def errs(self, empties: int) -> bool:
        """Whether chance has a part in its move there."""
        return empties > self.exact and (self.attention < 100 or self.error > 0)


# Weak levels see few of their moves and judge them badly, as people do who learn. From 10 on nothing is left
# to chance and each level looks further; nodes, not seconds, end a search, so that games can be repeated.
LEVELS: tuple[Level, ...] = (
    Level(2, 0, 10_000, attention=10, error=10, evaluator="hand", name="newborn"),
    Level(2, 0, 10_000, attention=30, error=10, evaluator="hand"),
    Level(2, 0, 10_000, attention=45, error=10, evaluator="hand", name="beginner"),
    Level(2, 0, 10_000, attention=58, error=9, evaluator="hand"),
    Level(2, 4, 10_000, attention=76, error=7, evaluator="hand", name="casual player"),
    Level(2, 6, 10_000, attention=92, error=5, evaluator="hand"),
    Level(2, 8, 20_000, error=3, evaluator="hand", name="keen player"),
    Level(4, 8, 50_000, error=9),
    Level(4, 8, 50_000, error=5, name="club player"),
    Level(4, 10, 100_000, error=2),
    Level(4, 12, 200_000, name="strong club player"),
    Level(5, 12, 300_000),
    Level(6, 12, 500_000, name="expert"),
    Level(7, 14, 1_000_000),
    Level(8, 14, 1_500_000, name="master"),
    Level(9, 14, 2_000_000),
    Level(10, 16, 5_000_000),
    Level(11, 18, 10_000_000, name="champion"),
    Level(12, 18, 12_000_000),
    Level(13, 20, 30_000_000),
    Level(16, 20, 40_000_000, name="full strength"),
)
