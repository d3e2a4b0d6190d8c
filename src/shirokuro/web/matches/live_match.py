"""A match in memory, which plays several of its games at once."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from operator import attrgetter

from shirokuro import PLAYERS
from shirokuro.matches.fixture import Fixture
from shirokuro.matches.interactive_game import SEEDS
from shirokuro.matches.schedule import Terms, fixtures
from shirokuro.web import views
from shirokuro.web.games.game_followers import Tell
from shirokuro.web.games.games import ID_BYTES, Games
from shirokuro.web.games.live_game import LiveGame
from shirokuro.web.games.server_game import ServerGame
from shirokuro.web.matches.store import MatchStore, StoredMatch, StoredMatchGame
from shirokuro.web.matches.values import MatchView
from shirokuro.web.matches.views import MatchSnapshot, match_view
from shirokuro.web.refusal import RefusedError
from shirokuro.web.values import NewGame, Seat, SeatsAsked
from shirokuro.words.message import Message

NOT_FOUND = 404
_NUMBER = attrgetter("number")
AT_ONCE = 4
"""The games of a match that are played at once."""
SOON = 10
"""The match retries by itself if the server asks it to wait no longer than this many seconds."""
FollowMatch = Callable[[str, str, str], None]
"""Gets the kind of a message, its body as JSON, and the id of the game that it is about, if of one."""


@dataclass(eq=False)
class LiveMatch:
    """One match, used only by the event loop."""

    store: MatchStore
    games: Games
    row: StoredMatch
    played: list[StoredMatchGame]
    """Its games so far, by number; as many as are played at once may still be in progress."""
    seats: tuple[Seat, Seat]
    """The seats of the first and the second player."""
    followers: set[FollowMatch] = field(default_factory=set)
    touched: float = field(default_factory=time.monotonic)
    trouble: str = ""
    _live: dict[int, tuple[LiveGame, Tell]] = field(default_factory=dict)
    """The games in progress by number, and who passes their messages on."""
    _runner: asyncio.Task[None] | None = None

    @cached_property
    def fixtures(self) -> tuple[Fixture, ...]:
        return tuple(fixtures_of(self.row))

    @cached_property
    def opening_moves(self) -> int:
        """The moves of the longest opening."""
        return max(len(fixture.board().move_stack) for fixture in self.fixtures)

    @property
    def at_once(self) -> int:
        """How many games are played at once: one if a player may be a program of somebody's, or learns."""
        specs = (self.row.first, self.row.second)
        is_plain = all(spec.partition(":")[0] in PLAYERS and "experience=" not in spec for spec in specs)
        return AT_ONCE if is_plain else 1

    @property
    def is_active(self) -> bool:
        """Whether it continues by itself."""
        return self.row.state == "going" and self.row.pace is not None

    @property
    def is_resting(self) -> bool:
        return not self.is_active and not self.followers

    def start(self) -> None:
        """Continues the match if games are left."""
        if (self._runner is None or self._runner.done()) and self.row.state == "going":
            self._runner = asyncio.get_running_loop().create_task(self._run())

    def discard(self) -> None:
        """Unloads the match; the store has all of it."""
        if self._runner is not None:
            self._runner.cancel()
        self._leave_all()
        self._runner = None

    # Requests of people

    async def change_pace(self, pace: float | None, *, is_step: bool = False) -> None:
        if self.row.state != "going":
            raise RefusedError(409, "over", Message("refusals.match_over"))
        self.trouble = ""
        await self._save(pace=pace)
        self.start()
        for live, _ in self._live.values():
            live.change_pace(pace, is_step=is_step)
        self.tell()

    async def cancel(self) -> None:
        """Ends the match; finished games are kept."""
        if self.row.state != "going":
            raise RefusedError(409, "over", Message("refusals.match_over"))
        self.discard()
        await self._save(state="cancelled")
        self.tell()

    # Messages to followers

    def view(self) -> MatchView:
        boards = [self._live[number][0].id for number in sorted(self._live)]
        standing = MatchSnapshot(self.row, self.played, self.seats, self.opening_moves, boards, self.trouble)
        return match_view(standing)

    def tell(self) -> None:
        if self.followers:
            body = self._body()
            for follower in tuple(self.followers):
                follower("match", body, "")

    def greet(self, follower: FollowMatch) -> None:
        """Sends a new follower the state of the match and of the games in progress."""
        self.followers.add(follower)
        follower("match", self._body(), "")
        for live, _ in self._live.values():
            follower("game", live.followers.view().model_dump_json(), live.id)

    def _body(self) -> str:
        return f'{{"match":{self.view().model_dump_json()}}}'

    def _hearing(self, number: int, game: str) -> Tell:
        """Passes on messages about a game; only of the first in progress one hears how it thinks."""

        def hear(kind: str, body: str) -> None:
            if kind != "thinking" or number == min(self._live):
                for follower in tuple(self.followers):
                    follower(kind, body, game)

        return hear

    # Playing

    async def _run(self) -> None:
        """Plays the remaining games; after an error the match is paused and shows the reason."""
        over = {game.number for game in self.played if game.margin is not None}
        left = iter([fixture for fixture in self.fixtures if fixture.number not in over])

        async def play_on() -> None:
            for fixture in left:
                await self._play(fixture)

        lines = [asyncio.ensure_future(play_on()) for _ in range(self.at_once)]
        try:
            await asyncio.gather(*lines)
            await self._save(state="done")
        except RefusedError as refusal:
            for line in lines:
                line.cancel()
            self._leave_all()
            self.trouble = str(refusal.text)
            self.row = self.row._replace(pace=None)
        self._runner = None
        self.tell()

    async def _play(self, fixture: Fixture) -> None:
        """Plays one game to its end; waits if the server is busy."""
        while True:
            try:
                live = await self._seated(fixture)
                await live.until_over()
                if not live.is_gone:
                    await self._enter(fixture.number, live)
                    return
            except RefusedError as refusal:
                if not 0 < (refusal.retry_after or 0) <= SOON:
                    raise
                await asyncio.sleep(refusal.retry_after or 1)

    async def _seated(self, fixture: Fixture) -> LiveGame:
        """Creates or resumes the game and tells all followers; its id is stored before the game exists."""
        self._leave(fixture.number)
        row = next((row for row in self.played if row.number == fixture.number), None)
        row = row or await self._named(fixture)
        live = await self._opened(row.game, fixture)
        self._put(row)  # only now: followers may ask for the game at once
        hear = self._hearing(fixture.number, live.id)
        self._live[fixture.number] = live, hear
        live.followers.add(hear)
        live.change_pace(self.row.pace)
        self.tell()
        return live

    async def _named(self, fixture: Fixture) -> StoredMatchGame:
        key = secrets.token_urlsafe(ID_BYTES)
        row = StoredMatchGame(self.row.id, fixture.number, self.row.owner, key, None, 0, 0, 0)
        await self.store.save_game(row)
        return row

    async def _opened(self, key: str, fixture: Fixture) -> LiveGame:
        try:
            return await self.games.find(self.row.owner, key)
        except RefusedError as refusal:
            if refusal.status != NOT_FOUND:
                raise
        asked = NewGame(
            board=fixture.variant,
            seats=SeatsAsked(black=fixture.black, white=fixture.white),
            text=fixture.opening or None,
            seed=fixture.seed % SEEDS,
        )
        return await self.games.create(self.row.owner, asked, self.row.pace, key)

    async def _enter(self, number: int, live: LiveGame) -> None:
        """Stores the result of a game that has ended."""
        row = after_game(next(row for row in self.played if row.number == number), live)
        await self.store.save_game(row)
        self._put(row)
        self._leave(number)
        self.tell()

    def _put(self, row: StoredMatchGame) -> None:
        self.played = sorted((*(each for each in self.played if each.number != row.number), row), key=_NUMBER)

    def _leave(self, number: int) -> None:
        """Lets go of a game, if it is in progress."""
        if number in self._live:
            live, hear = self._live.pop(number)
            live.followers.discard(hear)
            if not live.played.is_over():
                live.change_pace(None)

    def _leave_all(self) -> None:
        for number in tuple(self._live):
            self._leave(number)

    async def _save(self, **changes: object) -> None:
        row = self.row._replace(updated=time.time(), **changes)  # type: ignore[arg-type]
        await self.store.save(row)
        self.row = row


def fixtures_of(row: StoredMatch) -> Iterator[Fixture]:
    """The games of a match in order: one from the start, or several from level openings."""
    openings = ("",) if row.games == 1 else ()
    terms = Terms(row.games, row.seed, row.board, openings)
    return islice(fixtures(row.first, row.second, terms), row.games)


def after_game(row: StoredMatchGame, game: ServerGame) -> StoredMatchGame:
    """The row of a game with its result; the margin is None while the game is in progress."""
    board, ended = game.played.board, views.ending(game.played)
    margin = None if ended is None else float(ended.margin)
    black, white, moves = len(board.black()), len(board.white()), len(board.move_stack)
    return row._replace(margin=margin, black=black, white=white, moves=moves)
