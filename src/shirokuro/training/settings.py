"""The settings of a training: the search in its games, the fit of its weights, and the rounds."""

from __future__ import annotations

from dataclasses import dataclass, fields

from shirokuro.parameters.parameter import check_parameters, parameter

MOST_SEED = 2**64 - 1


@dataclass(frozen=True, kw_only=True)
class FitSettings:
    """How weights are fitted."""

    ridge: float = parameter(16.0, "the penalty that keeps rare weights small", above=0)
    iterations: int = parameter(50, "iterations of the fit", least=1)
    least_positions: int = parameter(
        2000, "positions that a phase needs; one with fewer takes the weights of the nearest", least=1
    )
    reach: int = parameter(2, "phases before and after whose positions count for a phase too", least=0)
    outcome: float = parameter(
        0.6, "how much of a label is the game's result; the rest is what the search found", least=0, most=1
    )
    epochs: int = parameter(
        0, "train vectors under a network, with so many passes over the positions; 0: plain numbers", least=0
    )

    def __post_init__(self) -> None:
        check_parameters(self)


@dataclass(frozen=True, kw_only=True)
class Settings(FitSettings):
    """How weights are fitted, and from which start."""

    begin: str = ""
    """A file of vectors under a network from which to continue, gzipped or not."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.begin and not self.epochs:
            raise ValueError("begin: only networks can be gone on from; epochs are needed")


DEFAULT_SETTINGS = Settings()


@dataclass(frozen=True, kw_only=True)
class Lookahead:
    """How deep games of self-play are searched.

    Each begins with random moves; from `solved` empties on it is solved, as are two random deviations from
    there.
    """

    depth: int = parameter(6, "plies searched ahead", least=1, most=60)
    selective: int = parameter(
        16, "empties from which on a selective search to the end chooses the moves", least=0, most=60
    )
    solved: int = parameter(14, "empties from which on games are solved", least=4, most=60)
    seed: int = parameter(1, "another seed gives other games", least=0, most=MOST_SEED)

    def __post_init__(self) -> None:
        check_parameters(self)


@dataclass(frozen=True, kw_only=True)
class TrainingPlan(FitSettings, Lookahead):
    """Everything that defines a training: the same plan gives the same weights, on any number of threads."""

    variant: str = "reversi"
    rounds: int = parameter(3, "rounds of self-play, fit and match", least=1)
    games: int = parameter(100_000, "games of self-play in each round", least=1)
    match_games: int = parameter(400, "the most games of a match; a test may decide it sooner", least=1)
    nodes: int = parameter(20_000, "nodes for a move in matches", least=1)

    def settings(self) -> Settings:
        return Settings(**{each.name: getattr(self, each.name) for each in fields(FitSettings)})

    def lookahead(self) -> dict[str, int]:
        return {each.name: getattr(self, each.name) for each in fields(Lookahead)}


@dataclass(frozen=True, kw_only=True)
class PeopleSettings:
    """How the model of people is trained."""

    channels: int = parameter(128, "channels of the network, a multiple of eight", least=8, most=256)
    blocks: int = parameter(8, "residual blocks", least=1, most=32)
    epochs: float = parameter(23.0, "passes over the positions", above=0)
    batch: int = parameter(4096, "positions for a step, a multiple of eight", least=8)
    rate: float = parameter(0.0015, "how far a step may move a weight at first; it falls to 0", above=0)
    seed: int = parameter(1, "another seed begins with other weights", least=0)

    def __post_init__(self) -> None:
        check_parameters(self)
        for name in ("channels", "batch"):
            if getattr(self, name) % 8:
                raise ValueError(f"{name}: a multiple of eight is needed, not {getattr(self, name)}")


SMALL = TrainingPlan(
    rounds=1,
    games=2000,
    depth=3,
    selective=12,
    solved=10,
    iterations=20,
    least_positions=300,
    reach=1,
    match_games=20,
    nodes=2000,
)
"""A plan of a minute or two, to see that everything works; its weights are useless."""
