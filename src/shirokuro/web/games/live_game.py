"""A game in memory: moves, undo, resigning and the clock. Every change is stored before it is answered."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from shirokuro import PASS, Board, BookError, Choice, Colour, Record
from shirokuro.board.end import End
from shirokuro.errors import PlayerError, message_of
from shirokuro.matches.interactive_game import Help
from shirokuro.web.experience.experiences import Experiences
from shirokuro.web.friends.people import People
from shirokuro.web.games.game_followers import GameFollowers
from shirokuro.web.games.player_thinking import PlayerThinking
from shirokuro.web.games.server_game import ServerGame
from shirokuro.web.refusal import RefusedError, deleted, invalid
from shirokuro.web.rivals.store import StoredRivalGame
from shirokuro.web.server.caller import caller
from shirokuro.web.settings import WebSettings
from shirokuro.web.store.store import Act, GameStore
from shirokuro.web.threads.searches import NoAnswerError, PooledSearch, Searches
from shirokuro.words.message import Message

_LOG = logging.getLogger("shirokuro.web")
UNWATCHED_SECONDS = 30.0
"""How long a game of two players continues without a viewer."""


@dataclass(frozen=True, slots=True)
class GameServices:
    """What all live games share."""

    settings: WebSettings
    store: GameStore
    searches: Searches
    experiences: Experiences
    began: float
    """When the server started; clocks do not run without a server."""


@dataclass(eq=False)
class LiveGame(ServerGame):
    """A game in progress, used only by the event loop."""

    room: GameServices = field(kw_only=True)
    address: str = field(default_factory=lambda: caller().address, kw_only=True)
    """The address of the client that loaded it."""
    rival: StoredRivalGame | None = field(init=False, default=None)
    """The rival's data in a person's game against it, from its start."""
    thinking: PlayerThinking = field(init=False)
    followers: GameFollowers = field(init=False)
    lock: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)
    touched: float = field(init=False, default_factory=time.monotonic)
    is_gone: bool = field(init=False, default=False)
    _timer: asyncio.TimerHandle | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.thinking = PlayerThinking(self, self.room.searches, self.room.settings.move_seconds)
        self.followers = GameFollowers(self, self.thinking, self.room.settings.leave_seconds)

    # Actions of people

    async def begin(self) -> None:
        """Stores the new game."""
        seats = [] if self.people is None else [seat.add for seat in self.people.seats.values()]
        async with self.lock:
            await self._commit(*([] if self.rival is None else [self.rival.add]), *seats)

    async def move(self, name: str, ply: int, by: str = "") -> None:
        """Makes a person's move; `by` is the owner, of whom a game between two browsers has two."""
        async with self.lock:
            self._check_alive()
            if await self._flagged():
                raise RefusedError(409, "over", Message("refusals.time_up"))
            made = len(self.played.board.move_stack)
            if ply != made:
                raise RefusedError(409, "stale", Message("refusals.other_ply", now=made, asked=ply))
            if not self.played.waits():
                raise RefusedError(409, "not_your_turn", Message("refusals.no_person"))
            turn, people = self.played.board.turn, self.people
            if people is not None:
                people.check_turn(by, turn)
                self.start_clock()
            try:
                self.played.push(name)
            except ValueError as error:
                raise invalid(error) from None
            if people is None:
                await self._commit()
            else:
                people.note_move(turn)
                await self._commit(people.save())

    async def undo(self) -> None:
        """Goes back to a person's last choice; the game then does not count for the rival."""
        self._refuse_between_people("refusals.friends_undo")
        await self.change(self.played.undo, *self._marked("taken_back"))

    async def note_help(self, kind: Help) -> None:
        """Stores that a person was helped, once; the game then does not count for the rival."""
        self.refuse_help()
        async with self.lock:
            if not (self.is_gone or self.room.store.is_read_only) and self.played.take_help(kind):
                await self._commit(*self._marked(kind))

    def _marked(self, kind: Help) -> list[Act]:
        return [] if self.rival is None else [self.rival.mark(kind)]

    def refuse_help(self) -> None:
        """Refuses to help one of two people before their game is over."""
        if not self.played.is_over():
            self._refuse_between_people("refusals.friends_help")

    def _refuse_between_people(self, key: str) -> None:
        if self.people is not None:
            raise RefusedError(409, "between_people", Message(key))

    async def redo(self) -> None:
        self._refuse_between_people("refusals.friends_undo")
        await self.change(self.played.redo)

    async def resign(self, by: str = "") -> None:
        def act() -> None:
            if self.played.is_over():
                raise ValueError(Message("refusals.game_over"))
            if self.people is not None:
                if self.people.is_open:
                    raise ValueError(Message("refusals.friend_awaited"))
                self.played.resign(self.people.side_of(by))
                return
            people = [side for side in Colour if self.played.seats[side] is None]
            if not people:
                raise ValueError(Message("refusals.nobody_resigns"))
            turn = self.played.board.turn
            self.played.resign(turn if turn in people else people[0])

        await self.change(act)

    async def change(self, act: Callable[[], None], *also: Act) -> None:
        """Makes a change that ends the player's thinking; `also` is stored with it."""
        async with self.lock:
            self._check_alive()
            try:
                act()
            except ValueError as error:
                raise RefusedError(409, "not_now", message_of(error)) from None
            self.thinking.cancel()
            await self._commit(*also)

    async def note(self, act: Callable[[People], None], *also: Act) -> None:
        """Changes and stores what concerns the two people, but neither the moves nor the clock."""
        async with self.lock:
            self._check_alive()
            people = self.people
            assert people is not None
            before = people.state
            act(people)
            self.revision += 1
            try:
                await self.room.store.save(self.row(), *also, people.save())
            except RefusedError:
                people.state, self.revision = before, self.revision - 1
                raise
            self.followers.tell_change()

    def start_clock(self) -> None:
        """Lets the clock of two people run, from now on."""
        if self.people is not None and not self.people.has_begun:
            self.people.has_begun = True
            self.played.begin_turn()
            self._watch_clock()

    def change_pace(self, seconds: float | None, *, is_step: bool = False) -> None:
        """Changes the pace of two players; None pauses, after one move with `is_step`."""
        self.thinking.pace.change(seconds, is_step=is_step)
        if self.thinking.pace.is_paused:
            self.thinking.cancel()
        self._advance()
        self.followers.forget_text()
        self.followers.tell_change()

    # Views

    async def record(self) -> Record:
        """The stored game."""
        async with self.lock:
            self._check_alive()
            return self.played.record()

    async def choice(self) -> Board:
        """The stored position in which a person is to move."""
        async with self.lock:
            self._check_alive()
            self.refuse_help()
            if not self.played.waits():
                raise RefusedError(409, "not_your_turn", Message("refusals.no_person"))
            return self.played.board.copy()

    async def told(self, by: str = "") -> str:
        """The view as JSON, for an answer to an owner; waits for a move that is being stored."""
        async with self.lock:
            self._check_alive()
            return self.followers.as_json(self.side_of(by))

    async def wait(self, seconds: float, by: str = "") -> None:
        """Waits until neither a player nor somebody else than `by` is to move, or for so many seconds."""
        deadline = time.monotonic() + seconds
        while True:
            if not self._is_awaited(by):
                async with self.lock:  # a player may be to move after a move that is being stored
                    pass
            left = deadline - time.monotonic()
            if not self._is_awaited(by) or left <= 0 or self.is_gone:
                return
            await self.followers.change(left)

    def _is_awaited(self, by: str) -> bool:
        if self.people is None:
            return self.thinking.is_under_way
        return not self.played.is_over() and (
            self.people.is_open or self.side_of(by) != self.played.board.turn
        )

    async def until_over(self) -> None:
        """Waits until the game has ended and is stored, or is unloaded."""
        while not (self.played.is_over() or self.is_gone):
            await self.followers.change()
        async with self.lock:
            return

    # Memory

    def touch(self) -> None:
        """Notes a request, and lets the player to move think."""
        self.touched = time.monotonic()
        if self.room.store.is_read_only:  # no move could be stored
            return
        if self._timer is None:
            self._watch_clock()
        self._advance()

    @property
    def is_resting(self) -> bool:
        """Whether it has no followers and nobody thinks, so that it can be unloaded."""
        return not self.followers and not self.thinking.is_under_way and not self.lock.locked()

    @property
    def is_idle(self) -> bool:
        settings = self.room.settings
        patience = settings.over_seconds if self.played.is_over() else settings.idle_seconds
        return self.is_resting and time.monotonic() - self.touched > patience

    def discard(self) -> None:
        """Unloads the game; other references to it can no longer change it."""
        self.is_gone = True
        self.thinking.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self.followers.wake()

    def say_deleted(self) -> None:
        self.followers.tell("error", deleted(Message("refusals.game_deleted")))

    def _check_alive(self) -> None:
        if self.is_gone:
            raise RefusedError(409, "moved", Message("refusals.put_away"), 1)

    # After a change

    async def _commit(self, *also: Act) -> None:
        """Makes forced passes, stores the game, notifies the followers and lets the next player think."""
        played = self.played
        while not played.is_over() and played.board.must_pass():
            played.push(PASS)
        self.note_change()
        try:
            await self.room.experiences.keep(played)
        except (BookError, OSError) as error:  # the game ends anyway
            _LOG.error("a game could not be put into an experience", exc_info=error)
            refusal = RefusedError(507, "experience", Message("refusals.cannot_learn"))
            self.followers.tell("error", refusal.body.model_dump_json())
        if self.rival is not None and played.is_over():
            also = (*also, self.rival.mark("over" if played.end is None else "unfinished"))
        try:
            await self.room.store.save(self.row(), *also)
        except RefusedError as refusal:
            self.discard()  # the stored game is valid
            self.followers.tell("error", refusal.body.model_dump_json())
            raise
        if played.is_over():
            self.room.experiences.search(self.owner, played)
        self._watch_clock()
        self._advance()
        self.followers.tell_change()

    def _watch_clock(self) -> None:
        """Sets a timer for the end of the person's time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        left = self.played.left(self.played.board.turn)
        has_begun = self.people is None or self.people.has_begun
        if left is not None and has_begun and self.played.waits():
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(left + 0.05, lambda: loop.create_task(self._time_is_up()))

    async def _time_is_up(self) -> None:
        async with self.lock:
            if not self.is_gone:
                with suppress(RefusedError):  # followers were told
                    await self._flagged()

    async def _flagged(self) -> bool:
        """Ends the game if the time of the person to move is up; returns whether it is."""
        has_begun = self.people is None or self.people.has_begun
        if not (has_begun and self.played.check_clock()):
            return False
        await self._commit()
        return True

    def _advance(self) -> None:
        """Lets the player to move think; a game of two players needs a viewer."""
        if self.thinking.is_under_way or self.is_gone or self.played.is_over() or self.played.waits():
            return
        if self.played.is_watched():
            is_looked_at = self.followers or time.monotonic() - self.touched < UNWATCHED_SECONDS
            if self.thinking.pace.is_paused or not is_looked_at:
                return
        self.thinking.begin(self.followers.tell_thinking, self._take)

    async def _take(self, search: PooledSearch[Choice]) -> None:
        """Plays the player's answer; after a fault the player loses."""
        async with self.lock:
            if not self.thinking.finish(search):
                return
            turn = self.played.board.turn
            try:
                choice = search.done.result()
            except Exception as error:
                _LOG.warning("%s lost a game by a fault", self.specs[turn], exc_info=error)
                self.played.history.lose(end_by(error, turn))
            else:
                self.played.push(choice.move, choice)
            with suppress(RefusedError):  # followers were told
                await self._commit()


def end_by(error: Exception, side: Colour) -> End:
    """The end by a player's fault. Only the kind is public; the message may name files, so it is logged."""
    if isinstance(error, NoAnswerError):
        return End(side, "silence", f"{error.seconds:g}")
    kind = error.kind if isinstance(error, PlayerError) else f"raised {type(error).__name__}"
    return End(side, "mistake", str(kind))
