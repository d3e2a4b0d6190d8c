"""All matches: created, loaded from the store when needed, and unloaded when idle."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from itertools import islice

from shirokuro.matches.interactive_game import SEEDS
from shirokuro.web.games.games import ID_BYTES, Games
from shirokuro.web.games.roster import Roster
from shirokuro.web.games.server_game import ServerGame
from shirokuro.web.matches.live_match import LiveMatch, after_game, fixtures_of
from shirokuro.web.matches.store import MatchStore, StoredMatch, StoredMatchGame
from shirokuro.web.matches.values import NewMatch
from shirokuro.web.matches.views import seats_of
from shirokuro.web.refusal import RefusedError, busy, deleted, invalid, not_found, too_many
from shirokuro.web.settings import WebSettings
from shirokuro.web.store.store import GameStore
from shirokuro.words.message import Message


class Matches:
    """Matches by id; a match of another owner is not found."""

    def __init__(self, settings: WebSettings, store: GameStore, games: Games, roster: Roster) -> None:
        self.store = MatchStore(store)
        self._settings = settings
        self._games = games
        self._roster = roster
        self._live: dict[str, LiveMatch] = {}

    async def create(self, owner: str, asked: NewMatch) -> LiveMatch:
        """Creates and stores a match, and starts its first game."""
        first, second = self._specs(owner, asked)
        self._check_bounds(owner)
        seed = secrets.randbelow(SEEDS) if asked.seed is None else asked.seed
        now = time.time()
        key = secrets.token_urlsafe(ID_BYTES)
        row = StoredMatch(
            key,
            owner,
            asked.board,
            first,
            second,
            asked.games,
            seed,
            asked.pace,
            "going",
            now,
            now,
        )
        await self.store.save(row)
        return self._begun(row, [])

    async def find(self, owner: str, key: str) -> LiveMatch:
        """Finds a match of the owner, in memory or in the store."""
        match = self._live.get(key)
        if match is None:
            row = await self.store.match(owner, key)
            if row is None:
                raise not_found("match")
            played = await self.store.games(key)
            match = self._live.get(key) or self._begun(row, played)
        if match.row.owner != owner:
            raise not_found("match")
        match.touched = time.monotonic()
        return match

    async def listed(
        self, owner: str, before: float | None, limit: int
    ) -> list[tuple[StoredMatch, list[StoredMatchGame]]]:
        """The owner's matches and their games, latest first."""
        rows = await self.store.matches(owner, before, limit)
        return [(row, await self.store.games(row.id)) for row in rows]

    async def delete(self, owner: str, key: str) -> None:
        """The match and all of its games."""
        match = await self.find(owner, key)
        self._forget(key)
        for game in match.played:
            self._games.forget(game.game)
        await self.store.delete(key)
        for follower in tuple(match.followers):
            follower("error", deleted(Message("refusals.match_deleted")), "")

    async def import_match(self, owner: str, row: StoredMatch) -> bool:
        """Stores a match of an imported file, paused and without its games; false if it is there already."""
        key, is_known = await self.store.name_for(owner, row.id)
        if is_known:
            return False
        fields = {"board": row.board, "first": row.first, "second": row.second, "games": row.games}
        first, second = self._specs(owner, NewMatch.model_validate(fields))
        if await self.store.count(owner) >= self._settings.games_a_client:
            raise too_many(Message("refusals.too_many_matches", count=self._settings.games_a_client), 60)
        await self.store.save(row._replace(id=key, owner=owner, first=first, second=second, pace=None))
        return True

    async def import_game(self, owner: str, row: StoredMatchGame) -> bool:
        """Stores that a game belongs to a match, when both are stored. The game itself has the result."""
        key, is_there = await self.store.name_for(owner, row.match)
        match = await self.store.match(owner, key) if is_there else None
        if match is None:
            raise invalid("its match is not there")
        before = await self.store.games(key)
        if row.number < len(before):
            return False
        if row.number > len(before):
            raise invalid("a game before it is missing")
        game = await self._game_of(match, row)
        await self.store.save_game(after_game(row._replace(match=key, owner=owner, game=game.id), game))
        self._forget(key)
        return True

    async def _game_of(self, match: StoredMatch, row: StoredMatchGame) -> ServerGame:
        """The game that a row names, if it has this place in the match."""
        key, _ = await self.store.name_for(match.owner, row.game, "game")
        game = await self._games.stored(match.owner, key)
        fixture = next(islice(fixtures_of(match), row.number, None), None)
        if game is None or fixture is None:
            raise invalid("its game is not there")
        seats = fixture.black, fixture.white
        if (game.played.board.variant_name, game.specs) != (match.board, seats):
            raise invalid("its game is another")
        return game

    def _forget(self, key: str) -> None:
        """Removes a match from memory, so that it is read again from the store."""
        if (live := self._live.pop(key, None)) is not None:
            live.discard()

    async def change_pace(self, match: LiveMatch, pace: float | None, *, is_step: bool = False) -> None:
        if pace is not None and not match.is_active:
            self._check_bounds(match.row.owner)
        await match.change_pace(pace, is_step=is_step)

    async def resume(self) -> None:
        """Resumes the matches that were in progress when the server stopped."""
        for row in await self.store.unfinished(self._settings.matches):
            played = await self.store.games(row.id)
            if row.id not in self._live:
                with suppress(RefusedError):
                    self._begun(row, played)

    def forget_all(self, owner: str) -> None:
        """Unloads all matches of an owner; they stay in the store."""
        for key, match in [*self._live.items()]:
            if match.row.owner == owner:
                self._forget(key)

    def tidy(self) -> None:
        """Unloads idle matches."""
        now = time.monotonic()
        for key, match in [*self._live.items()]:
            if match.is_resting and now - match.touched > self._settings.idle_seconds:
                self._forget(key)

    def close(self) -> None:
        for match in self._live.values():
            match.discard()
        self._live.clear()

    def _begun(self, row: StoredMatch, played: list[StoredMatchGame]) -> LiveMatch:
        try:
            seats = seats_of(self._roster, row)
        except RefusedError as refusal:  # a player of one's own that is not available on this server
            raise RefusedError(409, "no_player", refusal.text) from None
        match = LiveMatch(self.store, self._games, row, played, seats)
        self._live[row.id] = match
        match.start()
        return match

    def _specs(self, owner: str, asked: NewMatch) -> tuple[str, str]:
        """The stored players of a match, as far as this server has them."""
        if asked.games > self._settings.match_games:
            raise invalid(Message("refusals.match_games", most=self._settings.match_games, asked=asked.games))
        for spec in (asked.first, asked.second):
            player = self._roster.seat(spec, owner)
            if player is None:
                raise invalid(Message("refusals.person_in_match"))
            if asked.board not in player.variants:
                raise invalid(Message("errors.does_not_play", player=player.name, board=asked.board))
        return self._roster.canonical(asked.first), self._roster.canonical(asked.second)

    def _check_bounds(self, owner: str) -> None:
        active = [match.row.owner for match in self._live.values() if match.is_active]
        most = self._settings.matches_a_client
        if active.count(owner) >= most:
            raise too_many(Message("refusals.your_matches", most=most), 10)
        if len(active) >= self._settings.matches:
            raise busy(Message("refusals.all_matches"), 30)
