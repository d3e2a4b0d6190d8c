"""Which games a match or a tournament consists of: openings drawn, colours swapped, seeds derived."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from random import Random

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits
from shirokuro.matches.fixture import Fixture
from shirokuro.opening_names.level_openings import openings as shipped_openings
from shirokuro.parameters.parameter import check_parameters, parameter
from shirokuro.players.checked import TrustedPlayer
from shirokuro.players.clock import Clock
from shirokuro.seed import derive
from shirokuro.squares.variant import find_variant

GAMES = 100
"""Of a match, if nothing else is said."""
MOST_GAMES = 10**6
"""Of a match, which keeps all of them in memory."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What defines the games of a match, besides the players."""

    games: int | None = parameter(GAMES, "games; none: until a test decides", least=1, most=MOST_GAMES)
    seed: int = 0
    variant: str = "reversi"
    openings: tuple[str, ...] = ()
    """Transcripts or position lines; none stands for the shipped ones, one that is empty for the start."""
    repeat: int = parameter(2, "games in a row with the same opening", least=1)
    limits: tuple[Limits, Limits] = (Limits(), Limits())
    """For each move of the first and of the second player."""
    clock: Clock | None = None
    memory: bool = False
    """Whether players begin a game with what they learned in those before it."""

    def __post_init__(self) -> None:
        find_variant(self.variant)
        check_parameters(self)

    def check(self, players: Iterable[TrustedPlayer]) -> None:
        """Complains, before the first game rather than in a worker, of what cannot be played."""
        for each in players:
            if self.variant not in each.variants:
                raise ValueError(f"{each.name} does not play {self.variant}: {', '.join(each.variants)}")
        for opening in self.openings:
            if opening and Board.parse(opening, self.variant).is_over():
                raise ValueError(f"the game is over after the opening {opening!r}")

    def drawn_openings(self) -> Iterator[str]:
        """Without end: all of them in random order, then again in another."""
        texts = list(self.openings or shipped_openings(self.variant))
        random = Random(derive(self.seed, "openings"))
        while True:
            random.shuffle(texts)
            yield from texts


def fixtures(first: str, second: str, terms: Terms) -> Iterator[Fixture]:
    """The games of a match in order: the first player has black in every other one, beginning with game 0."""
    drawn = (opening for opening in terms.drawn_openings() for _ in range(terms.repeat))
    pattern, after = Fixture(first, second, terms.variant, limits=terms.limits, clock=terms.clock), ""
    for number, opening in enumerate(islice(drawn, terms.games)):
        seed = derive(terms.seed, "game", number)
        game = replace(pattern, opening=opening, seed=seed, after=after).numbered(number)
        after = game.digest() if terms.memory else ""
        yield game


def pairings(players: Sequence[str], *, gauntlet: bool = False) -> list[tuple[str, str]]:
    """Who meets whom: everyone everyone else, or in a gauntlet the first all others."""
    if len(set(players)) < len(players):
        raise ValueError(f"a player is named twice: {', '.join(players)}")
    return [(players[0], other) for other in players[1:]] if gauntlet else list(combinations(players, 2))
