"""What a data set of games consists of, as a value that decides every game of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from shirokuro.board.board import Board
from shirokuro.players.registry import trusted_player
from shirokuro.players.spec import PlayerSpec
from shirokuro.squares.variant import find_variant

RANDOM = "random"
"""The player whose games are made in C++."""
MOST_EXACT = 20
"""Empties from which on values may be asked for."""
OPENING_MOVES = 8
"""Random first moves of players that do not vary by themselves."""
_VARYING = (RANDOM, "person")
_SHARDS = {"random": 1_000_000, "exact": 10_000, "players": 1_000}


@dataclass(frozen=True)
class DataPlan:
    """Games by one player against itself; a number gives the same game however many are asked for."""

    games: int
    by: str = RANDOM
    """The spec of the player."""
    variant: str = "reversi"
    seed: int = 1
    exact: int = 0
    """From so many empties on, each position has its value under perfect play; 0: none has."""
    opening: int | None = None
    """Random first moves; None: 8, but none for players that choose at random."""
    shard: int | None = None
    """Games of one file; None: a million random games, fewer where they take longer."""

    def __post_init__(self) -> None:
        cells = len(Board(find_variant(self.variant)).empties())
        is_varying = PlayerSpec.parse(self.by).name in _VARYING
        kind = "players" if self.by != RANDOM else "exact" if self.exact else "random"
        if self.opening is None:
            object.__setattr__(self, "opening", 0 if is_varying else min(OPENING_MOVES, cells // 2))
        if self.shard is None:
            object.__setattr__(self, "shard", _SHARDS[kind])
        ranges = {
            "games": (self.games, 1, 2**40),
            "seed": (self.seed, 0, 2**64 - 1),
            "exact": (self.exact, 0, min(MOST_EXACT, cells)),
            "opening": (self.opening, 0, cells - 1),
            "shard": (self.shard, 1, 2**24),
        }
        for name, (value, least, most) in ranges.items():
            if value is None or not least <= value <= most:
                raise ValueError(f"{name}: {least}…{most} are possible on {self.variant}, not {value}")
        if self.variant not in trusted_player(self.by).variants:
            raise ValueError(f"{self.by} does not play {self.variant}")

    @property
    def shard_games(self) -> int:
        return self.shard or 1

    @property
    def shards(self) -> int:
        return -(-self.games // self.shard_games)

    def games_of(self, shard: int) -> range:
        """The numbers of the games in one file."""
        first = shard * self.shard_games
        return range(first, min(first + self.shard_games, self.games))

    def differences(self, other: DataPlan) -> list[str]:
        """The names of what differs, but for how many games there are."""
        one, two = (asdict(replace(plan, games=1)) for plan in (self, other))
        return [name for name, value in one.items() if two[name] != value]
