"""A game in memory: moves, undo and the opponent's thinking, each stored before it is told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial

from shirokuro import PASS, Board, BookError, Choice, Colour, Limits, Record, Result, Stop, move_name
from shirokuro.errors import PlayerError
from shirokuro.matches.interactive_game import PlayedGame, SavedGame
from shirokuro.players.player import BuiltinPlayer
from shirokuro.web import views
from shirokuro.web.experience.experiences import Experiences
from shirokuro.web.games.engine_seats import is_external
from shirokuro.web.games.watch_pace import WatchPace
from shirokuro.web.refusal import RefusedError, deleted, invalid
from shirokuro.web.rivals.store import StoredRivalGame
from shirokuro.web.server.caller import caller
from shirokuro.web.settings import WebSettings
from shirokuro.web.store.store import Act, GameStore, StoredGame
from shirokuro.web.threads.searches import Mover, NoAnswerError, PooledSearch, Searches
from shirokuro.web.values import GameView, MadeMove, OpeningName, Seats, Thinking

Tell = Callable[[str, str], None]
"""Gets the kind of a message and the body that goes with it, as JSON."""
TICK = 0.2
"""Seconds between two words on a player's thinking."""
SAME_MOMENT = 0.05
"""Seconds in which clocks and thinking need not be counted anew."""
PAST_OPENINGS = 30
"""Empties; with fewer a move changes no opening's name."""
_LOG = logging.getLogger("shirokuro.web")
UNWATCHED_SECONDS = 30.0
"""A game of two players goes on for so long after somebody looked at it."""


@dataclass(frozen=True, slots=True)
class GameServices:
    """What all live games share."""

    settings: WebSettings
    store: GameStore
    searches: Searches
    experiences: Experiences
    began: float
    """When the server did: no clock runs while there is none."""


@dataclass(eq=False)
class LiveGame:
    """One game; only the event loop touches it."""

    room: GameServices
    id: str
    owner: str
    played: PlayedGame
    specs: tuple[str, str]
    started: float
    updated: float
    address: str = field(default_factory=lambda: caller().address)
    """Of whoever brought it into memory."""
    revision: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    followers: set[Tell] = field(default_factory=set)
    touched: float = field(default_factory=time.monotonic)
    is_gone: bool = False
    pace: WatchPace = field(default_factory=WatchPace)
    """Of a game that people only watch."""
    rival: StoredRivalGame | None = None
    """Of a person's game against the rival, as it began."""
    _search: PooledSearch[Choice] | None = None
    _task: asyncio.Task[None] | None = None
    _seen: Result | None = None
    """What the thinking player last told of."""
    _thought_since: float = 0.0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _moves: list[tuple[int, MadeMove]] = field(default_factory=list)
    _timer: asyncio.TimerHandle | None = None
    _opening: OpeningName | None = field(init=False)
    _text: tuple[int, float, str] = (-1, 0.0, "")

    def __post_init__(self) -> None:
        self._opening = views.opening_name(self.played.board)

    # From and to the store

    @classmethod
    def load(cls, room: GameServices, row: StoredGame, played: PlayedGame) -> LiveGame:
        """A stored game; a clock does not count the time in which there was no server."""
        running = max(0.0, time.time() - max(row.turn_began, room.began))
        played.resume(SavedGame.from_json(row.state), running)
        specs = row.black, row.white
        live = cls(room, row.id, row.owner, played, specs, row.started, row.updated)
        live.revision = row.revision
        return live

    def row(self) -> StoredGame:
        played = self.played
        return StoredGame(
            id=self.id,
            owner=self.owner,
            board=played.board.variant_name,
            black=self.specs[0],
            white=self.specs[1],
            clock=None if played.clock is None else str(played.clock),
            seed=played.seed,
            state=played.saved().to_json(),
            turn_began=self.updated,
            moves=len(played.board.move_stack),
            result=views.result_line(played),
            opening_en=self._opening.en if self._opening else "",
            opening_ja=self._opening.ja if self._opening else "",
            revision=self.revision,
            started=self.started,
            updated=self.updated,
            winner=views.winner(played),
            words=self._words(),
        )

    def _words(self) -> str:
        """What a search looks at: who played what where, the opening, the moves and the day."""
        named = [self._opening, self._opening.family] if self._opening else []
        known = [text for name in named if name for text in (name.en, name.ja)]
        return " ".join((self._lasting_words, *known, self.played.board.transcript())).lower()

    @cached_property
    def _lasting_words(self) -> str:
        """Those that no move changes."""
        seats, variant = self._seats, self.played.board.variant
        names = [
            text for seat in (seats.black, seats.white) for text in (seat.spec, seat.name.en, seat.name.ja)
        ]
        size = f"{variant.width}x{variant.width} {variant.width}×{variant.width}"
        day = time.strftime("%Y-%m-%d", time.localtime(self.started))
        return " ".join((*names, variant.name, "" if variant.is_round else size, day))

    # What people do

    async def begin(self) -> None:
        """Stores it for the first time."""
        async with self.lock:
            await self._commit(*([] if self.rival is None else [self.rival.add]))

    async def move(self, name: str, ply: int) -> None:
        async with self.lock:
            self._check_alive()
            if await self._flagged():
                raise RefusedError(409, "over", "the time was up before this move")
            if ply != len(self.played.board.move_stack):
                raise RefusedError(
                    409, "stale", f"the game is at ply {len(self.played.board.move_stack)}, not {ply}"
                )
            if not self.played.waits():
                raise RefusedError(409, "not_your_turn", "no person is to move now")
            try:
                self.played.push(name)
            except ValueError as error:
                raise invalid(error) from None
            await self._commit()

    async def undo(self) -> None:
        """Back to a person's last choice; such a game does not count for the rival."""
        await self._change(self.played.undo, *([] if self.rival is None else [self.rival.mark("taken_back")]))

    async def redo(self) -> None:
        await self._change(self.played.redo)

    async def resign(self) -> None:
        await self._change(self._resign)

    def _resign(self) -> None:
        if self.played.is_over():
            raise ValueError("the game is over")
        people = [side for side in Colour if self.played.seats[side] is None]
        if not people:
            raise ValueError("two players play: nobody can resign for them")
        turn = self.played.board.turn
        self.played.resign(turn if turn in people else people[0])

    async def _change(self, act: Callable[[], None], *also: Act) -> None:
        """Something that ends the thinking of a player, unless it cannot be done; `also` is stored too."""
        async with self.lock:
            self._check_alive()
            try:
                act()
            except ValueError as error:
                raise RefusedError(409, "not_now", str(error)) from None
            self._cancel()
            await self._commit(*also)

    async def stop(self) -> None:
        """The player plays the best it has found."""
        task = self._task
        if self._search is None or task is None:
            raise RefusedError(409, "not_now", "nobody is thinking")
        self._search.stop.set()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(task), timeout=2)

    def change_pace(self, seconds: float | None, *, is_step: bool = False) -> None:
        """Of two players: a move in so many seconds, or None; with `is_step` one move first."""
        self.pace.change(seconds, is_step=is_step)
        if self.pace.is_paused:
            self._cancel()
        self._advance()
        self._text = (-1, 0.0, "")  # whether somebody thinks may have changed within the same moment
        self._tell()

    def discard(self) -> None:
        """Leaves the memory; whoever holds it still cannot change it any more."""
        self.is_gone = True
        self._cancel()
        if self._timer is not None:
            self._timer.cancel()
        self._changed.set()

    def say_deleted(self) -> None:
        for follower in tuple(self.followers):
            follower("error", deleted("the game was deleted"))

    # What the server does

    def touch(self) -> None:
        """Somebody asks for it: whoever has to think does so."""
        self.touched = time.monotonic()
        if self.room.store.is_read_only:  # no move could be kept
            return
        if self._timer is None:
            self._watch_clock()
        self._advance()

    @property
    def is_resting(self) -> bool:
        """Whether nobody looks at it and nobody thinks, so that it can leave the memory."""
        return not self.followers and self._task is None and not self.lock.locked()

    @property
    def is_idle(self) -> bool:
        settings = self.room.settings
        patience = settings.over_seconds if self.played.is_over() else settings.idle_seconds
        return self.is_resting and time.monotonic() - self.touched > patience

    async def wait(self, seconds: float) -> None:
        """Until no player is to move, or for so many seconds."""
        deadline = time.monotonic() + seconds
        while await self._is_at_work() and (left := deadline - time.monotonic()) > 0:
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)

    async def _is_at_work(self) -> bool:
        """Whether a player is to move, also after the move that is just being stored."""
        if self._task is None:
            async with self.lock:
                pass
        return self._task is not None

    async def until_over(self) -> None:
        """Returns when the game has ended and is stored, or has left the memory."""
        while not (self.played.is_over() or self.is_gone):
            await self._changed.wait()
        async with self.lock:
            return

    def _check_alive(self) -> None:
        if self.is_gone:
            raise RefusedError(409, "moved", "the game was put away meanwhile: ask again", 1)

    async def _commit(self, *also: Act) -> None:
        """Makes forced passes, stores the game, tells everybody and lets the next player think."""
        while not self.played.is_over() and self.played.board.must_pass():
            self.played.push(PASS)
        self.updated = time.time()
        self.revision += 1
        if len(self.played.board.empties()) >= PAST_OPENINGS:
            self._opening = views.opening_name(self.played.board)
        await self._put_into_experience()
        try:
            await self.room.store.save(self.row(), *also, *self._end_of_rival())
        except RefusedError as refusal:
            self.discard()  # the store has what holds
            self._tell_all("error", refusal.body.model_dump_json())
            raise
        if self.played.is_over():
            self.room.experiences.search(self.owner, self.played)
        self._watch_clock()
        self._advance()
        self._tell()

    async def _put_into_experience(self) -> None:
        """A game that cannot be learned from ends all the same, and everybody is told why."""
        try:
            await self.room.experiences.keep(self.played)
        except (BookError, OSError) as error:
            _LOG.error("a game could not be put into an experience", exc_info=error)
            refusal = RefusedError(507, "experience", "the engine could not learn from this game")
            self._tell_all("error", refusal.body.model_dump_json())

    def _end_of_rival(self) -> list[Act]:
        """Says whether a game against the rival counts, together with the move that ended it."""
        if self.rival is None or not self.played.is_over():
            return []
        return [self.rival.mark("over" if self.played.forfeit is None else "unfinished")]

    async def _flagged(self) -> bool:
        """Whether the time of the person to move is up."""
        if not self.played.check_clock():
            return False
        await self._commit()
        return True

    def _advance(self) -> None:
        if self._task is not None or self.is_gone or self.played.is_over() or self.played.waits():
            return
        if self.played.is_watched() and (self.pace.is_paused or not self._is_looked_at()):
            return
        self._task = asyncio.get_running_loop().create_task(self._think())

    def _is_looked_at(self) -> bool:
        return bool(self.followers) or time.monotonic() - self.touched < UNWATCHED_SECONDS

    def _watch_clock(self) -> None:
        """Wakes up when the time of the person to move will be up."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        left = self.played.left(self.played.board.turn)
        if left is not None and self.played.waits():
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(left + 0.05, lambda: loop.create_task(self._time_is_up()))

    async def _time_is_up(self) -> None:
        async with self.lock:
            if not self.is_gone:
                with suppress(RefusedError):  # followers were told
                    await self._flagged()

    async def _think(self) -> None:
        """One move of a player."""
        self._seen, self._thought_since = None, time.monotonic()
        searches = self.room.searches
        ask = searches.watched_move if self.played.is_watched() else searches.move
        search = self._search = ask(self.owner, self._question(), self._mover())
        try:
            while not (await asyncio.wait({search.done}, timeout=TICK))[0]:
                self._tell_thinking()
            if self.played.is_watched():
                await self.pace.due()
            async with self.lock:
                if self._search is search:
                    with suppress(RefusedError):  # followers were told
                        await self._take(search)
        finally:
            if self._search is search:
                self._search = None

    def _mover(self) -> Mover:
        board, player = self.played.board, self.played.seats[self.played.board.turn]
        is_quick = isinstance(player, BuiltinPlayer) and player.is_quick
        return Mover(f"{board.variant_name} {self.specs[board.turn]}", is_quick, not is_external(player))

    def _question(self) -> Callable[[Stop], Choice]:
        """What the player has to answer; one of one's own may fail before it is asked."""
        is_own = not isinstance(self.played.seats[self.played.board.turn], BuiltinPlayer)
        if is_own and not self.room.searches.bears_own_players():
            return partial(_fail, PlayerError("too many own players never answered this server"))
        try:
            return self.played.request(Limits(seconds=self.room.settings.move_seconds), self._hear).answer
        except Exception as error:
            return partial(_fail, error)

    async def _take(self, search: PooledSearch[Choice]) -> None:
        """What a player answered; its fault costs it the game."""
        turn = self.played.board.turn
        self._search = self._task = None
        self.pace.move()
        try:
            choice = search.done.result()
        except Exception as error:
            _LOG.warning("%s lost a game by a fault", self.specs[turn], exc_info=error)
            self.played.lose(f"made a mistake: {fault_of(error)}", turn)
        else:
            self.played.push(choice.move, choice)
        await self._commit()

    def _cancel(self) -> None:
        if self._search is not None:
            self._search.cancel()
        if self._task is not None:
            self._task.cancel()
        self._search = self._task = None

    def _hear(self, result: Result) -> None:
        """In the thread of the search."""
        self._seen = result

    # What others are told

    def thinking(self) -> Thinking | None:
        if self._task is None:
            return None
        seconds = time.monotonic() - self._thought_since if self._search is not None else 0.0
        said, side = self._seen, views.side_of(self.played.board.turn)
        if said is None:
            return Thinking(side=side, seconds=round(seconds, 1))
        move = None if said.move is None else move_name(said.move)
        return Thinking(
            side=side,
            seconds=round(seconds, 1),
            depth=said.depth,
            nodes=said.nodes,
            value=said.value,
            move=move,
        )

    def view(self) -> GameView:
        played, board = self.played, self.played.board
        waits = played.waits()
        return GameView(
            id=self.id,
            board=board.variant_name,
            seats=self._seats,
            start=views.start_position(board.root()),
            moves=[*self._made_moves()],
            ply=len(board.move_stack),
            turn=views.side_of(board.turn),
            black=views.names_of(board.black()),
            white=views.names_of(board.white()),
            legal=views.legal_moves(board) if waits else [],
            is_over=played.is_over(),
            result=views.ending(played),
            waits=waits,
            thinking=self.thinking(),
            clock=views.clock_times(played),
            can_undo=played.can_undo(),
            can_redo=played.can_redo(),
            opening=self._opening,
            revision=self.revision,
            started=self.started,
            updated=self.updated,
        )

    async def record(self) -> Record:
        """The game as it is stored."""
        async with self.lock:
            self._check_alive()
            return self.played.record()

    async def choice(self) -> Board:
        """The position in which a person is to move, as it is stored."""
        async with self.lock:
            self._check_alive()
            if not self.played.waits():
                raise RefusedError(409, "not_your_turn", "no person is to move now")
            return self.played.board.copy()

    async def told(self) -> str:
        """The view as JSON, for an answer: a move that is still being written is waited for, not shown."""
        async with self.lock:
            self._check_alive()
            return self._as_json()

    def _as_json(self) -> str:
        """Whoever asks within a moment of another gets the same."""
        now = time.monotonic()
        revision, made, text = self._text
        if revision != self.revision or now - made > SAME_MOMENT:
            text = self.view().model_dump_json()
            self._text = (self.revision, now, text)
        return text

    @cached_property
    def _seats(self) -> Seats:
        black, white = (views.seat(self.played.seats[side], self.specs[side]) for side in Colour)
        return Seats(black=black, white=white)

    def _made_moves(self) -> Iterator[MadeMove]:
        """The moves; those that were seen before are not looked at again."""
        moves, notes = self.played.board.move_stack, self.played.notes
        same = 0
        while same < min(len(moves), len(self._moves)) and self._moves[same][0] == moves[same]:
            same += 1
        del self._moves[same:]
        board = self.played.board.copy()
        for _ in moves[same:]:
            board.pop()
        for ply, move in enumerate(moves[same:], same + 1):
            note = notes[ply - 1]
            made = views.made_move(board, move, ply, note.value, note.seconds)
            self._moves.append((move, made))
            board.push(move)
        return (made for _, made in self._moves)

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
        if self.followers:
            self._tell_all("game", self._as_json())

    def _tell_thinking(self) -> None:
        if self.followers and (thinking := self.thinking()) is not None:
            self._tell_all("thinking", thinking.model_dump_json())

    def _tell_all(self, kind: str, body: str) -> None:
        for follower in tuple(self.followers):
            follower(kind, body)


def fault_of(error: Exception) -> str:
    """The kind of a player's fault, for everybody; what else it said may name files, and is for the log."""
    if isinstance(error, NoAnswerError):
        return str(error)
    return error.deed if isinstance(error, PlayerError) else f"raised {type(error).__name__}"


def _fail(error: Exception, _: Stop) -> Choice:
    raise error
