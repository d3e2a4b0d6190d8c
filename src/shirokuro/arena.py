"""Matches: many games between two players, on as many cores as wanted; the same games on any number."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from shirokuro.attempt import Attempt
from shirokuro.colour import Colour
from shirokuro.engine import Limits, Stop
from shirokuro.errors import PlayerError
from shirokuro.executors import work_on
from shirokuro.fixture import Clock, Fixture
from shirokuro.game import forfeited, lost_fixture, play_fixture
from shirokuro.match_result import Bout, MatchResult, Tally
from shirokuro.players.answer import held
from shirokuro.players.checked import Checked
from shirokuro.players.registry import Contender, Entrant, contender
from shirokuro.record import Record
from shirokuro.schedule import GAMES, Terms, fixtures
from shirokuro.sprt import Sprt, Trial


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands while it goes on."""

    total: int | None
    """None where a test alone ends it."""
    tally: Tally
    llr: float | None = None

    @property
    def played(self) -> int:
        return self.tally.games


def match(
    first: Entrant,
    second: Entrant,
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
    strict: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    stop: Stop | None = None,
    progress: Callable[[Standing], object] | None = None,
) -> MatchResult:
    """Plays a match; `wins` are the first player's.

    Openings are drawn from the shipped ones or from those given (`[""]` is the start alone), each played
    twice with colours swapped. There are 100 games unless it is said; with a test `sprt` the match ends when
    it has decided, and without a number of games not before. Without limits in seconds the result depends on
    the seed alone, whatever the number of jobs. With `memory` the games are played in order, and players that
    learn from a game know it in the next. A player that misbehaves loses the game, or with `strict` ends the
    match with a PlayerError. Ctrl-C or `stop` end the match early; what was played by then is in the result.
    """
    one, other = limits if isinstance(limits, tuple) else (limits, limits)
    both = (one or Limits(), other or Limits())
    if games is None and sprt is None:
        games = GAMES
    terms = Terms(games, seed, variant, tuple(openings or ()), repeat, both, clock)
    players = contender(first), contender(second)
    terms.check(players)
    book = _Book(terms.games, sprt, progress)
    if memory:
        is_whole = book.enter(_in_order(players, terms, stop, strict=strict))
    else:
        with work_on(jobs, cluster) as pool:
            work = partial(_play, stop=stop if jobs == 1 and cluster is None else None, strict=strict)
            lost = partial(_lost, strict=strict)
            is_whole = book.enter(pool.map_unordered(work, _bouts(players, terms), stop, lost))
    return MatchResult(players[0].name, players[1].name, book.bouts(), sprt, not is_whole)


@dataclass(frozen=True, slots=True)
class _Task:
    """A game to be played wherever it is sent: registered players go by name, others as they are."""

    number: int
    fixture: Fixture
    players: tuple[Entrant, Entrant]
    """Black and white."""


def _bouts(players: tuple[Contender, Contender], terms: Terms) -> Iterator[_Task]:
    first, second = (each.spec or each for each in players)
    for number, fixture in enumerate(fixtures(players[0].name, players[1].name, terms)):
        yield _Task(number, fixture, (second, first) if number % 2 else (first, second))


def _play(task: _Task, stop: Stop | None = None, *, strict: bool = False) -> Record:
    return play_fixture(task.fixture, task.players, stop, strict=strict)


def _lost(task: _Task, attempt: Attempt, *, strict: bool) -> Record | None:
    """The game of a worker that was ended."""
    return lost_fixture(task.fixture, attempt, strict=strict)


def _in_order(
    players: tuple[Contender, Contender], terms: Terms, stop: Stop | None, *, strict: bool
) -> Generator[tuple[_Task, Record], None, None]:
    """Games of players that carry what they learn from one to the next."""
    for number, fixture in enumerate(fixtures(players[0].name, players[1].name, terms)):
        task = _Task(number, fixture, players[::-1] if number % 2 else players)
        record = _play(task, stop, strict=strict)
        taught = []
        for player, colour in zip(players, Colour if number % 2 == 0 else reversed(Colour), strict=True):
            try:
                taught.append(_taught(player, record))
            except PlayerError as fault:
                record = forfeited(record, colour, fault, strict=strict)
                taught.append(player)
        yield task, record
        players = taught[0], taught[1]


def _taught(player: Contender, record: Record) -> Contender:
    """The player after a game, if it is one that learns."""
    return held(player.taught, record) if isinstance(player, Checked) else player


class _Book:
    """Keeps the games of a match as they come in, and says when enough were played."""

    def __init__(
        self, total: int | None, sprt: Sprt | None, progress: Callable[[Standing], object] | None
    ) -> None:
        self._standing = Standing(total, Tally())
        self._trial = None if sprt is None else Trial(sprt)
        self._progress = progress
        self._bouts: dict[int, Bout] = {}

    def enter(self, done: Generator[tuple[_Task, Record], None, None]) -> bool:
        """Takes all games in, or all until the end; false if something stopped them."""
        try:
            with closing(done):
                for task, record in done:
                    if record.result is not None:  # else it was stopped
                        self._add(Bout(task.number, record))
                    if self._trial is not None and self._trial.end is not None:
                        break
        except KeyboardInterrupt:
            return False
        return len(self.bouts()) == self._end()  # never where a test has to decide and has not

    def bouts(self) -> tuple[Bout, ...]:
        end = self._end()
        return tuple(self._bouts[number] for number in sorted(self._bouts) if end is None or number < end)

    def _end(self) -> int | None:
        """The number of games that count: all, unless a test has decided; None until it has to."""
        return (self._trial and self._trial.end) or self._standing.total

    def _add(self, bout: Bout) -> None:
        self._bouts[bout.number] = bout
        if self._trial is not None:
            self._trial.add(bout.number, bout.half_points)
        self._tell(bout)

    def _tell(self, bout: Bout) -> None:
        if self._progress is None:
            return
        counts = list(self._standing.tally)
        counts[2 - bout.half_points] += 1
        llr = None if self._trial is None else self._trial.llr
        self._standing = replace(self._standing, tally=Tally(*counts), llr=llr)
        self._progress(self._standing)
