"""Matches: many games between two players, in parallel; the games do not depend on the number of jobs."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Literal, Unpack
from warnings import warn

from shirokuro.engine.limits import Caps, Limits, Stop
from shirokuro.matches.adjudication import Adjudication
from shirokuro.matches.fixture import Fixture, Game, for_both
from shirokuro.matches.game import GameOptions, lost_fixture, play_fixture
from shirokuro.matches.match_result import MatchResult
from shirokuro.matches.rating import Estimate, Tally, estimate
from shirokuro.matches.schedule import GAMES, Terms, fixtures
from shirokuro.matches.sprt import OngoingTest, Sprt
from shirokuro.players.checked import learner
from shirokuro.players.clock import Clock
from shirokuro.players.opponents import Opponents
from shirokuro.players.registry import PlayerOrSpec
from shirokuro.workers.executors import Growing, work_on
from shirokuro.workers.progress import Progress

GamesAsPlayed = Generator[tuple[Fixture, Game], None, None]
IN_ORDER = "players that learn play one game after the other: more jobs make this match no faster"


@dataclass(frozen=True, slots=True)
class MatchProgress(Progress):
    """The games of a match so far; no total if only a test ends it."""

    tally: Tally = field(default_factory=Tally)
    estimate: Estimate = field(default_factory=lambda: estimate((0, 0, 0)))
    llr: float | None = None


def match(
    first: PlayerOrSpec,
    second: PlayerOrSpec,
    games: int | None = None,
    seed: int = 0,
    *,
    variant: str = "reversi",
    openings: Iterable[str] | None = None,
    repeat: int = 2,
    limits: Limits | tuple[Limits | None, Limits | None] | None = None,
    clock: Clock | None = None,
    sprt: Sprt | None = None,
    memory: bool = False,
    adjudication: Adjudication | None = None,
    order: Literal["random", "listed"] = "random",
    skip: int = 0,
    strict: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    stop: Stop | None = None,
    progress: Callable[[MatchProgress], object] | None = None,
    on_game: Callable[[Game], object] | None = None,
    **caps: Unpack[Caps],
) -> MatchResult:
    """Plays a match; `wins` are the first player's.

    Openings are drawn from the shipped ones or from those given (`[""]` is the starting position), each
    played twice with colours swapped; with `order="listed"` they come as they are listed, after the first
    `skip`. The default is 100 games; a test `sprt` ends the match as soon as it
    has decided, and is the only end if no number of games is given. Without limits in seconds the result
    depends on the seed alone, whatever the number of jobs. With `memory`, learning players remember earlier
    games, so that games are played one after the other. An `adjudication` ends games that are decided.
    `on_game` is called with each game as it ends. A player at fault loses the game, or with `strict`
    ends the match with a PlayerError. Ctrl-C and `stop` end the match early; the result has the games so far.
    """
    wanted = GAMES if games is None and sprt is None else games
    terms = Terms(
        wanted,
        seed,
        variant,
        tuple(openings or ()),
        repeat,
        for_both(limits, caps),
        clock,
        memory,
        adjudication,
        order,
        skip,
    )
    is_here = jobs == 1 and cluster is None
    with Opponents(first, second) as players:
        names, terms = _checked(players, terms)
        if terms.memory and not is_here:
            warn(IN_ORDER, stacklevel=2)
        scorebook = _Scorebook(terms.games, sprt, progress, on_game)
        with work_on(jobs, cluster) as pool:
            conduct = GameOptions(stop if is_here else None, strict)
            work = partial(play_fixture, players=players, conduct=conduct)
            lost = partial(lost_fixture, conduct=conduct)
            play = partial(pool.map_unordered, work, stop=stop, lost=lost)
            upcoming = fixtures(*names, terms)
            is_whole = scorebook.enter(_in_order(upcoming, play) if terms.memory else play(upcoming))
    return MatchResult(*names, scorebook.games(), sprt, not is_whole)


def _checked(opponents: Opponents, terms: Terms) -> tuple[tuple[str, str], Terms]:
    """The players' names, and the checked terms; `memory` is false if neither player learns."""
    with opponents.at_the_board() as players:
        terms.check(players)
        learns = terms.memory and any(learner(player) is not None for player in players)
        return (players[0].name, players[1].name), replace(terms, memory=learns)


def _in_order(
    upcoming: Iterator[Fixture], play: Callable[[Iterable[Fixture]], GamesAsPlayed]
) -> GamesAsPlayed:
    """Plays games one after the other, each with the memory after the one before."""
    items = Growing(replace(game, memory=(None, None)) for game in islice(upcoming, 1))
    with closing(play(items)) as done:
        for fixture, game in done:
            yield fixture, game
            for following in islice(upcoming, 1):
                items.add(replace(following, memory=game.memory))


class _Scorebook:
    """Collects the games of a match and decides when it ends."""

    def __init__(
        self,
        total: int | None,
        sprt: Sprt | None,
        progress: Callable[[MatchProgress], object] | None,
        on_game: Callable[[Game], object] | None,
    ) -> None:
        self._standing = MatchProgress(0, total)
        self._test = None if sprt is None else OngoingTest(sprt)
        self._progress = progress
        self._on_game = on_game
        self._games: dict[int, Game] = {}
        self._pairs = [0] * 5

    def enter(self, done: GamesAsPlayed) -> bool:
        """Collects games until the end of the match; false if it was stopped early."""
        try:
            with closing(done):
                for _, game in done:
                    if game.record.result is not None:  # else it was stopped
                        self._add(game)
                    if self._test is not None and self._test.end is not None:
                        break
        except KeyboardInterrupt:
            return False
        return len(self.games()) == self._end()  # false if a test had to decide and has not

    def games(self) -> tuple[Game, ...]:
        end = self._end()
        return tuple(self._games[number] for number in sorted(self._games) if end is None or number < end)

    def _end(self) -> int | None:
        """The number of games that count, by the test or the total; None while only a test can end it."""
        return (self._test and self._test.end) or self._standing.total

    def _add(self, game: Game) -> None:
        self._games[game.fixture.number] = game
        if self._test is not None:
            self._test.add(game.fixture.number, game.half_points)
        if self._on_game is not None:
            self._on_game(game)
        if self._progress is None:
            return
        tally = self._standing.tally + Tally.of([game.margin(game.fixture.first)])
        partner = self._games.get(game.fixture.number ^ 1)
        if partner is not None:
            self._pairs[game.half_points + partner.half_points] += 1
        self._standing = replace(
            self._standing,
            done=tally.games,
            tally=tally,
            estimate=estimate((tally.losses, tally.draws, tally.wins), self._pairs),
            llr=None if self._test is None else self._test.llr,
        )
        self._progress(self._standing)
