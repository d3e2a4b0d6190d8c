"""All live games: created, loaded from the store when needed, and unloaded when idle."""

from __future__ import annotations

import asyncio
import secrets
import time
from functools import partial

from shirokuro import Board, Clock, Colour, NotationError, Record, notation
from shirokuro.board.record import handicap_game
from shirokuro.matches.interactive_game import SEEDS, PlayedGame
from shirokuro.matches.saved_game import SavedGame
from shirokuro.web.friends.people import People
from shirokuro.web.friends.store import FriendStore
from shirokuro.web.games.live_game import GameServices, LiveGame
from shirokuro.web.games.roster import Roster
from shirokuro.web.games.server_game import ServerGame
from shirokuro.web.games.watch_pace import WatchPace
from shirokuro.web.refusal import RefusedError, busy, invalid, not_found, too_many
from shirokuro.web.rivals.rivals import Rivals
from shirokuro.web.server.caller import caller
from shirokuro.web.store.store import StoredGame
from shirokuro.web.threads.readers import Readers
from shirokuro.web.values import UNNAMED, NewGame, Rematch, SeatsAsked
from shirokuro.words.message import Message

ID_BYTES = 16


class Games:
    """Live games by name; a game of another owner is not found."""

    def __init__(self, room: GameServices, roster: Roster, rivals: Rivals, readers: Readers) -> None:
        self._room = room
        self._roster = roster
        self._rivals = rivals
        self._readers = readers
        self._seats = FriendStore(room.store)
        self._live: dict[str, LiveGame] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._stored: int | None = None
        """The number of all games in the store, counted now and then."""

    def __len__(self) -> int:
        return len(self._live)

    async def create(
        self,
        owner: str,
        asked: NewGame,
        pace: float | None = 0.0,
        key: str | None = None,
        people: People | None = None,
    ) -> LiveGame:
        """Creates and stores a game, and lets its first player think. `pace` is for two players, `people` for
        a game between two browsers."""
        begun = await self._begun(asked)
        specs = self._specs(asked.seats.black, asked.seats.white)
        played = self._played(owner, begun, specs, asked.clock, asked.seed)
        await self._check_bounds(owner)
        self._room.experiences.check(owner, played)
        now = time.time()
        key = key or secrets.token_urlsafe(ID_BYTES)
        live = LiveGame(key, owner, played, specs, now, now, room=self._room, people=people)
        live.thinking.pace = WatchPace(pace)
        await self._rivals.seat(live, asked.name)
        self._live[key] = live
        try:
            await live.begin()
        except RefusedError:
            self._forget(live)
            raise
        self._stored = None if self._stored is None else self._stored + 1
        return live

    async def again(self, live: LiveGame, how: Rematch) -> LiveGame:
        """Creates a game of the same players; with a handicap they keep their colours."""
        if live.people is not None:
            raise RefusedError(409, "between_people", Message("refusals.friends_again"))
        played, clock = live.played, live.played.clock
        is_even = not (played.board.handicap or played.handicap_discs)
        black, white = live.specs[::-1] if how.swap and is_even else live.specs
        asked = NewGame(
            board=live.played.board.variant_name,
            seats=SeatsAsked(black=black, white=white),
            clock=None if clock is None else str(clock),
            handicap=played.board.handicap,
            handicap_discs=max(played.handicap_discs, 0),
            name=how.name or await self._rivals.name_in(live) or UNNAMED,
        )
        return await self.create(live.owner, asked)

    async def note_analysis(self, owner: str, board: Board) -> None:
        """Notes that somebody analyses the present position of a game of theirs."""
        for live in [*self._live.values()]:
            is_here = live.is_of(owner) and live.played.board == board and live.played.board.move_stack
            if is_here and not live.is_gone:
                await live.note_help("analysis")

    async def find(self, owner: str, key: str) -> LiveGame:
        """Finds a game of the owner, in memory or in the store."""
        live = self._live.get(key)
        if live is not None and live.is_gone:
            self._forget(live)
            live = None
        live = live or await self._load(owner, key)
        if not live.is_of(owner):
            raise not_found("game")
        live.touch()
        return live

    async def undo(self, live: LiveGame) -> None:
        """Goes back to a person's last choice. A game that was over still counts for the rival."""
        await self._rivals.count(live.owner)
        await live.undo()

    async def delete(self, owner: str, key: str) -> None:
        live = await self.find(owner, key)
        await self._rivals.count(owner)
        async with live.lock:
            if live.people is not None and not (live.people.is_open or live.played.is_over()):
                raise RefusedError(409, "between_people", Message("refusals.friends_delete"))
            is_alone = live.people is None or len(live.people.seats) < 2
            if is_alone:
                self._forget(live)
            await self._room.store.delete_game(owner, key)
            if is_alone:
                live.say_deleted()
            elif live.hand_over(owner):
                live.followers.tell_anew()

    async def forget_all(self, owner: str) -> None:
        """Ends all games of a deleted owner."""
        mine = []
        for live in self.all_of(owner):
            if live.hand_over(owner):
                live.followers.tell_anew()
            else:
                mine.append(live)
        for live in mine:
            self._forget(live)
        for live in mine:
            async with live.lock:  # waits for changes that are being written
                live.say_deleted()

    def all_of(self, owner: str) -> list[LiveGame]:
        """The games of an owner in memory."""
        return [live for live in self._live.values() if live.is_of(owner)]

    async def import_game(self, owner: str, row: StoredGame) -> bool:
        """Replays and stores a game of an exported file; false if it is stored already."""
        key, is_known = await self._room.store.name_for(owner, row.id)
        if is_known:
            return False
        await self._check_bounds(owner)
        black, white = self._specs(row.black, row.white)
        row = row._replace(id=key, owner=owner, black=black, white=white)
        game = ServerGame.of(row, self._resumed(row))
        try:
            await self._room.store.add_game(game.row())
        finally:
            game.played.close()
        self._stored = None
        return True

    async def stored(self, owner: str, key: str) -> ServerGame | None:
        """A game from the store, only to look at."""
        row = await self._room.store.game(owner, key)
        if row is None:
            return None
        played = self._resumed(row)
        played.close()
        return ServerGame.of(row, played)

    def forget(self, key: str) -> None:
        """Unloads a game if it is in memory."""
        if key in self._live:
            self._forget(self._live[key])

    def tidy(self) -> None:
        """Unloads idle games."""
        self._stored = None
        for live in [*self._live.values()]:
            if live.is_idle:
                self._forget(live)

    def close(self) -> None:
        for live in [*self._live.values()]:
            self._forget(live)

    def _forget(self, live: LiveGame) -> None:
        live.discard()
        live.played.close()
        self._live.pop(live.id, None)

    async def _load(self, owner: str, key: str) -> LiveGame:
        lock = self._loading.setdefault(key, asyncio.Lock())
        try:
            async with lock:  # concurrent requests get the same game
                if key in self._live:
                    return self._live[key]
                row = await self._room.store.game(owner, key)
                if row is None:
                    raise not_found("game")
                is_of_match = await self._room.store.is_of_match(key)
                self._make_room(owner)
                seats = await self._seats.seats([key])
                people = None
                if seats:
                    is_open = await self._seats.is_open(key)
                    people = People(seats, is_open=is_open, has_begun=row.moves > 0)
                live = LiveGame.of(row, self._resumed(row), room=self._room, people=people)
                await self._rivals.seat_again(live)
                self._live[key] = live
                if is_of_match:
                    live.thinking.pace = WatchPace(None)  # the match resumes it
                return live
        finally:
            if not lock.locked():
                self._loading.pop(key, None)

    async def _begun(self, asked: NewGame) -> Record | Board:
        if not (asked.handicap or asked.handicap_discs):
            return await read_game(self._readers, asked.board, asked.text)
        try:
            if asked.text:
                raise ValueError(Message("errors.handicap_start"))
            return handicap_game(asked.board, asked.handicap, asked.handicap_discs)
        except ValueError as error:
            raise invalid(error) from None

    def _resumed(self, row: StoredGame) -> PlayedGame:
        """Restores a stored game; its clock does not count the time without a server."""
        played = self._played(row.owner, Board(row.board), (row.black, row.white), row.clock, row.seed)
        running = max(0.0, time.time() - max(row.turn_began, self._room.began))
        played.resume(SavedGame.from_json(row.state), running)
        return played

    def _specs(self, black: str, white: str) -> tuple[str, str]:
        """The canonical specifications of two seats."""
        return self._roster.canonical(black), self._roster.canonical(white)

    def _played(
        self, owner: str, begun: Record | Board, specs: tuple[str, str], clock: str | None, seed: int | None
    ) -> PlayedGame:
        try:
            seats = {side: self._roster.seat(specs[side], owner) for side in Colour}
            number = secrets.randbelow(SEEDS) if seed is None else seed
            used, most = None if clock is None else Clock.parse(clock), self._room.settings.clock_seconds
            if used is not None and max(used.seconds, used.increment) > most:
                raise ValueError(Message("refusals.long_clock", most=f"{most:.0f}", text=clock))
            return PlayedGame(begun, seats, number, used)
        except ValueError as error:
            raise invalid(error) from None

    async def _check_bounds(self, owner: str) -> None:
        settings, store = self._room.settings, self._room.store
        await self.check_count(owner)
        if self._stored is None:
            self._stored = await store.count_games()
        if self._stored >= settings.games:
            raise busy(Message("refusals.all_games"), 3600)
        self._make_room(owner)

    async def check_count(self, owner: str) -> None:
        """Refuses one more game to an owner who keeps too many."""
        most = self._room.settings.games_a_client
        if await self._room.store.count_games(owner) >= most:
            raise too_many(Message("refusals.your_games", count=most), 60)

    def _make_room(self, owner: str) -> None:
        """Unloads the longest idle game if the owner, the address or the server has too many."""
        settings, address, games = self._room.settings, caller().address, [*self._live.values()]
        own = [live for live in games if live.owner == owner]
        near = [live for live in games if live.address == address]
        if len(own) >= settings.live_games_a_client:
            self._put_one_away(own, too_many(Message("refusals.your_played_games"), 5))
        elif len(near) >= settings.live_games_an_address:
            self._put_one_away(near, too_many(Message("refusals.address_games"), 5))
        elif len(games) >= settings.live_games:
            self._put_one_away(games, busy(Message("refusals.all_played_games")))

    def _put_one_away(self, games: list[LiveGame], refusal: RefusedError) -> None:
        resting = [live for live in games if live.is_resting]
        if not resting:
            raise refusal
        self._forget(min(resting, key=lambda live: live.touched))


async def read_game(readers: Readers, board: str, text: str | None) -> Record | Board:
    """The same, in a thread if there is a text to read."""
    return begun_game(board, None) if not text else await readers.read(partial(begun_game, board, text))


def begun_game(board: str, text: str | None) -> Record | Board:
    """Where a game begins: at the start of a board, or with the game or position of a text."""
    try:
        if text is None or not text.strip():
            return Board(board)
        values = notation.parse(text, board)
        if len(values) != 1:
            raise NotationError(Message("notation.not_one", count=len(values)))
        record = Record.from_text(values[0])
        if record.variant != board:
            raise NotationError(Message("notation.other_board", found=record.variant, wanted=board))
        return record
    except ValueError as error:
        raise invalid(error) from None
