"""The games of a match or a tournament: their openings, colours and seeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from random import Random
from typing import Literal

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits
from shirokuro.matches.adjudication import Adjudication
from shirokuro.matches.fixture import Fixture
from shirokuro.opening_names.level_openings import openings as shipped_openings
from shirokuro.parameters.parameter import check_parameters, parameter
from shirokuro.players.checked import TrustedPlayer
from shirokuro.players.clock import Clock
from shirokuro.seed import derive
from shirokuro.squares.variant import find_variant

GAMES = 100
"""The default number of games of a match."""
MOST_GAMES = 10**6
"""A match keeps all its games in memory."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What defines the games of a match, apart from the players."""

    games: int | None = parameter(GAMES, "games; none: until a test decides", least=1, most=MOST_GAMES)
    seed: int = 0
    variant: str = "reversi"
    openings: tuple[str, ...] = ()
    """Transcripts or position lines. Without any, the shipped ones; an empty one is the starting position."""
    repeat: int = parameter(2, "games in a row with the same opening", least=1)
    limits: tuple[Limits, Limits] = (Limits(), Limits())
    """For each move of the first and of the second player."""
    clock: Clock | None = None
    memory: bool = False
    """Whether players remember the earlier games of the match."""
    adjudication: Adjudication | None = None
    order: Literal["random", "listed"] = parameter("random", "the order in which openings are played")
    skip: int = parameter(0, "openings to leave out at first, in that order", least=0, most=MOST_GAMES)

    def __post_init__(self) -> None:
        find_variant(self.variant)
        check_parameters(self)
        if self.memory and self.adjudication:
            raise ValueError("players that learn need whole games, so there is no adjudication with memory")

    def check(self, players: Iterable[TrustedPlayer]) -> None:
        """Raises before the first game, not in a worker, if something cannot be played."""
        for each in players:
            if self.variant not in each.variants:
                raise ValueError(f"{each.name} does not play {self.variant}: {', '.join(each.variants)}")
        for opening in self.openings:
            if opening and Board.parse(opening, self.variant).is_over():
                raise ValueError(f"the game is over after the opening {opening!r}")

    def drawn_openings(self) -> Iterator[str]:
        """Endless: all openings, then all again, each time in a random order or as they are listed."""
        texts = list(self.openings or shipped_openings(self.variant))
        random = Random(derive(self.seed, "openings"))

        def rounds() -> Iterator[str]:
            while True:
                if self.order == "random":
                    random.shuffle(texts)
                yield from texts

        return islice(rounds(), self.skip, None)


def fixtures(first: str, second: str, terms: Terms) -> Iterator[Fixture]:
    """The games of a match in order; the first player has black in those with an even number."""
    drawn = (opening for opening in terms.drawn_openings() for _ in range(terms.repeat))
    pattern = Fixture(
        first,
        second,
        terms.variant,
        limits=terms.limits,
        clock=terms.clock,
        adjudication=terms.adjudication,
    )
    after = ""
    for number, opening in enumerate(islice(drawn, terms.games)):
        seed = derive(terms.seed, "game", number)
        game = replace(pattern, opening=opening, seed=seed, after=after).numbered(number)
        after = game.digest() if terms.memory else ""
        yield game


def pairings(players: Sequence[str], *, gauntlet: bool = False) -> list[tuple[str, str]]:
    """The pairs of players: all against all, or in a gauntlet the first against all others."""
    if len(set(players)) < len(players):
        raise ValueError(f"a player is named twice: {', '.join(players)}")
    return [(players[0], other) for other in players[1:]] if gauntlet else list(combinations(players, 2))
