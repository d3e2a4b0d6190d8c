"""Runs a player's search for its move in the thread pool."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from shirokuro import Choice, Limits, Result, Stop, move_name
from shirokuro.errors import PlayerError
from shirokuro.players.player import BuiltinPlayer
from shirokuro.web import views
from shirokuro.web.games.engine_seats import is_external
from shirokuro.web.games.server_game import ServerGame
from shirokuro.web.games.watch_pace import WatchPace
from shirokuro.web.refusal import RefusedError
from shirokuro.web.threads.searches import Mover, PooledSearch, Searches
from shirokuro.web.values import Thinking
from shirokuro.words.message import Message

TICK = 0.2
"""Seconds between two messages about a player's thinking."""


class PlayerThinking:
    """The search for the next move of one game, used only by the event loop."""

    def __init__(self, game: ServerGame, searches: Searches, move_seconds: float) -> None:
        self.pace = WatchPace()
        """The pace of a game between two players."""
        self._game = game
        self._searches = searches
        self._limits = Limits(seconds=move_seconds)
        self._search: PooledSearch[Choice] | None = None
        self._task: asyncio.Task[None] | None = None
        self._seen: Result | None = None
        """The latest result of the player's search."""
        self._since = 0.0

    @property
    def is_under_way(self) -> bool:
        return self._task is not None

    def begin(
        self, tick: Callable[[], None], take: Callable[[PooledSearch[Choice]], Awaitable[None]]
    ) -> None:
        """Asks for one move. `tick` is called regularly meanwhile, and `take` gets the finished search."""
        self._task = asyncio.get_running_loop().create_task(self._think(tick, take))

    async def _think(
        self, tick: Callable[[], None], take: Callable[[PooledSearch[Choice]], Awaitable[None]]
    ) -> None:
        self._seen, self._since = None, time.monotonic()
        played = self._game.played
        board, player = played.board, played.seats[played.board.turn]
        is_quick = isinstance(player, BuiltinPlayer) and player.is_quick
        mover = Mover(
            f"{board.variant_name} {self._game.specs[board.turn]}", is_quick, not is_external(player)
        )
        ask = self._searches.watched_move if played.is_watched() else self._searches.move
        search = self._search = ask(self._game.owner, self._work(), mover)
        try:
            while not (await asyncio.wait({search.done}, timeout=TICK))[0]:
                tick()
            if played.is_watched():
                await self.pace.due()
            await take(search)
        finally:
            if self._search is search:
                self._search = None

    def _work(self) -> Callable[[Stop], Choice]:
        """The work of the search; an own player may fail before it is asked."""

        def fail(_: Stop) -> Choice:
            raise fault

        def hear(result: Result) -> None:  # in the thread of the search
            self._seen = result

        played = self._game.played
        is_own = not isinstance(played.seats[played.board.turn], BuiltinPlayer)
        if is_own and not self._searches.bears_own_players():
            fault: Exception = PlayerError("too many own players never answered this server")
            return fail
        try:
            return played.request(self._limits, hear).answer
        except Exception as error:
            fault = error
            return fail

    def finish(self, search: PooledSearch[Choice]) -> bool:
        """Ends the thinking; false if it was cancelled before."""
        if self._search is not search:
            return False
        self._search = self._task = None
        self.pace.move()
        return True

    def cancel(self) -> None:
        if self._search is not None:
            self._search.cancel()
        if self._task is not None:
            self._task.cancel()
        self._search = self._task = None

    async def stop(self) -> None:
        """Lets the player play its best move so far."""
        task = self._task
        if self._search is None or task is None:
            raise RefusedError(409, "not_now", Message("refusals.nobody_thinking"))
        self._search.stop.set()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(task), timeout=2)

    def view(self) -> Thinking | None:
        if self._task is None:
            return None
        seconds = time.monotonic() - self._since if self._search is not None else 0.0
        found, side = self._seen, views.side_of(self._game.played.board.turn)
        if found is None:
            return Thinking(side=side, seconds=round(seconds, 1))
        return Thinking(
            side=side,
            seconds=round(seconds, 1),
            depth=found.depth,
            nodes=found.nodes,
            value=found.value,
            move=None if found.move is None else move_name(found.move),
        )
