"""A match in memory, which plays its games one after another."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

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
SOON = 10
"""The match retries by itself if the server asks it to wait no longer than this many seconds."""


@dataclass(eq=False)
class LiveMatch:
    """One match, used only by the event loop."""

    store: MatchStore
    games: Games
    row: StoredMatch
    played: list[StoredMatchGame]
    """Its games so far; the last one may still be in progress."""
    seats: tuple[Seat, Seat]
    """The seats of the first and the second player."""
    followers: set[Tell] = field(default_factory=set)
    touched: float = field(default_factory=time.monotonic)
    trouble: str = ""
    _live: LiveGame | None = None
    _runner: asyncio.Task[None] | None = None

    @cached_property
    def fixtures(self) -> tuple[Fixture, ...]:
        return tuple(fixtures_of(self.row))

    @cached_property
    def opening_moves(self) -> int:
        """The moves of the longest opening."""
        return max(len(fixture.board().move_stack) for fixture in self.fixtures)

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
        self._leave()
        self._runner = None

    # Requests of people

    async def change_pace(self, pace: float | None, *, is_step: bool = False) -> None:
        if self.row.state != "going":
            raise RefusedError(409, "over", Message("refusals.match_over"))
        self.trouble = ""
        await self._save(pace=pace)
        self.start()
        if self._live is not None:
            self._live.change_pace(pace, is_step=is_step)
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
        current = self._live.id if self._live is not None else None
        standing = MatchSnapshot(self.row, self.played, self.seats, self.opening_moves, current, self.trouble)
        return match_view(standing)

    def tell(self) -> None:
        if self.followers:
            body = self._body()
            for follower in tuple(self.followers):
                follower("match", body)

    def greet(self, follower: Tell) -> None:
        """Sends a new follower the state of the match and of the current game."""
        self.followers.add(follower)
        follower("match", self._body())
        if self._live is not None:
            follower("game", self._live.followers.view().model_dump_json())

    def _body(self) -> str:
        return f'{{"match":{self.view().model_dump_json()}}}'

    def _hear(self, kind: str, body: str) -> None:
        """Passes on a message about the current game."""
        for follower in tuple(self.followers):
            follower(kind, body)

    # Playing

    async def _run(self) -> None:
        """Plays the remaining games; after an error the match is paused and shows the reason."""
        done = sum(game.margin is not None for game in self.played)
        try:
            for fixture in self.fixtures[done:]:
                await self._play(fixture)
            await self._save(state="done")
        except RefusedError as refusal:
            self._leave()
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
                    await self._enter(live)
                    return
            except RefusedError as refusal:
                if not 0 < (refusal.retry_after or 0) <= SOON:
                    raise
                await asyncio.sleep(refusal.retry_after or 1)

    async def _seated(self, fixture: Fixture) -> LiveGame:
        """Creates or resumes the game and tells all followers; its id is stored before the game exists."""
        self._leave()
        rows = self.played[fixture.number :] or [await self._named(fixture)]
        self._live = live = await self._opened(rows[0].game, fixture)
        self.played[fixture.number :] = rows  # only now: followers may ask for the game at once
        live.followers.add(self._hear)
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

    async def _enter(self, live: LiveGame) -> None:
        """Stores the result of a game that has ended."""
        row = after_game(self.played[-1], live)
        await self.store.save_game(row)
        self.played[-1] = row
        self._leave()
        self.tell()

    def _leave(self) -> None:
        """Lets go of the current game, if there is one."""
        if self._live is not None:
            self._live.followers.discard(self._hear)
            if not self._live.played.is_over():
                self._live.change_pace(None)
            self._live = None

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
