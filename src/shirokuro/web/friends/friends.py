"""Invites a friend to a game, seats them, takes offers, and lets others watch."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Collection
from contextlib import AsyncExitStack
from itertools import groupby

from shirokuro import BLACK, WHITE, Colour
from shirokuro.matches.interactive_game import PERSON
from shirokuro.web.friends.people import People
from shirokuro.web.friends.store import (
    FriendStore,
    StoredInvitation,
    StoredSeat,
    new_secret,
    used_up,
)
from shirokuro.web.friends.values import InvitationView, NewInvitation
from shirokuro.web.games.games import ID_BYTES, Games
from shirokuro.web.games.live_game import LiveGame
from shirokuro.web.owners.owners import digest
from shirokuro.web.refusal import RefusedError
from shirokuro.web.store.store import GameStore
from shirokuro.web.values import NewGame, SeatsAsked
from shirokuro.web.views import SIDES
from shirokuro.words.message import Message

BETWEEN_PEOPLE = SeatsAsked(black=PERSON, white=PERSON)


class Friends:
    """Games between two browsers. Whoever has a seat is an owner of the game; a link is good for one seat."""

    def __init__(self, store: GameStore, games: Games) -> None:
        self._rows = FriendStore(store)
        self._games = games

    # Invitations

    async def invite(self, owner: str, asked: NewInvitation) -> tuple[LiveGame, str]:
        """Creates a game with a free seat, and the secret of the link to it."""
        side = Colour(SIDES.index(asked.side)) if asked.side != "lot" else random.choice((BLACK, WHITE))
        key = secrets.token_urlsafe(ID_BYTES)
        people = People([StoredSeat(key, owner, SIDES[side], asked.name)], is_open=True, has_begun=False)
        wanted = NewGame(
            seats=BETWEEN_PEOPLE, **asked.model_dump(include={"board", "clock", "text", "handicap"})
        )
        live = await self._games.create(owner, wanted, key=key, people=people)
        return live, await self.new_link(live, owner)

    async def new_link(self, live: LiveGame, owner: str) -> str:
        """A new link to the free seat; the one before becomes invalid."""
        side, people = live.side_of(owner), live.people
        if side is None or people is None or not people.is_open:
            raise RefusedError(409, "no_seat", Message("refusals.no_free_seat"))
        secret = new_secret()
        invitation = StoredInvitation(digest(secret), owner, live.id, SIDES[side.opponent])
        await self._rows.change(invitation.add)
        return secret

    async def look(self, owner: str, secret: str) -> InvitationView:
        """What a link leads to, before the seat is taken."""
        found, live = await self._invited(secret)
        assert live.people is not None
        host = Colour(SIDES.index(found.side)).opponent
        seats, clock = live.people.seats, live.played.clock
        is_host, is_guest = (seat in seats and seats[seat].owner == owner for seat in (host, host.opponent))
        taken = "yours" if is_guest else "own" if is_host else "free" if live.people.is_open else "taken"
        return InvitationView(
            board=live.played.board.variant_name,
            side=found.side,
            name=seats[host].name if host in seats else "",
            clock=None if clock is None else str(clock),
            state=taken,  # type: ignore[arg-type]
            game=live.id if live.is_of(owner) else None,
        )

    async def join(self, owner: str, secret: str, name: str) -> LiveGame:
        """Takes the seat of a link. Its owner may open the link again, to come back."""
        found, live = await self._invited(secret)
        if live.is_of(owner):
            if live.people is not None and live.people.is_open:
                raise RefusedError(409, "own_invitation", Message("refusals.own_invitation"))
            return live
        await self._games.check_count(owner)
        seat = StoredSeat(live.id, owner, found.side, name)

        def act(people: People) -> None:
            if not people.is_open:
                raise used_up()
            people.seats[Colour(SIDES.index(found.side))] = seat
            people.is_open = False

        await live.note(act, found.take(seat))
        self.note_arrival(live)
        return live

    async def _invited(self, secret: str) -> tuple[StoredInvitation, LiveGame]:
        found = await self._rows.invitation(secret)
        if found is None:
            raise RefusedError(404, "no_invitation", Message("refusals.no_invitation"))
        host = {seat.side: seat.owner for seat in await self._rows.seats([found.game])}
        someone = next(iter(host.values()), found.owner)
        return found, await self._games.find(someone, found.game)

    async def move_seats(self, owner: str, to: str) -> None:
        """Lets somebody go on as another owner, as when a second device takes over the first one's data."""
        games = [live for live in self._games.all_of(owner) if live.people is not None]
        async with AsyncExitStack() as locks:  # so that nothing is stored for the former owner meanwhile
            for live in games:
                await locks.enter_async_context(live.lock)
            await self._rows.move(owner, to)
            for live in games:
                live.move_seat(owner, to)

    # Spectators

    async def watch_link(self, live: LiveGame, owner: str) -> str:
        """A new link for spectators; the one before, of the same person, becomes invalid."""
        side, secret = self._side(live, owner), new_secret()

        def act(people: People) -> None:
            people.seats[side] = people.seats[side]._replace(watched=digest(secret))

        await live.note(act)
        return secret

    async def watched(self, secret: str) -> LiveGame:
        """The game of a link for spectators."""
        seat = await self._rows.watched(secret)
        if seat is None:
            raise RefusedError(404, "no_watching", Message("refusals.no_watching"))
        return await self._games.find(seat.owner, seat.game)

    # During the game and after it

    def note_arrival(self, live: LiveGame) -> None:
        """Lets the clock run once both are here."""
        if live.people is not None and live.people.are_here:
            live.start_clock()

    async def offer_draw(self, live: LiveGame, owner: str) -> None:
        """Offers a draw, or agrees to the one that is offered."""
        side = self._playing(live, owner)
        is_agreed = False

        def act(people: People) -> None:
            nonlocal is_agreed
            is_agreed = people.offer(side, "draw")

        await live.note(act)
        if is_agreed:
            await self._end(live, live.played.agree_draw)

    async def decline_draw(self, live: LiveGame, owner: str) -> None:
        side = self._playing(live, owner)
        await live.note(lambda people: people.decline(side))

    async def claim(self, live: LiveGame, owner: str) -> None:
        """Wins against somebody who has been away for long, in a game without a clock."""
        side = self._playing(live, owner)
        view = live.followers.view(side).people
        if view is None or view.claim is None:
            raise RefusedError(409, "not_now", Message("refusals.no_claim"))
        if view.claim > 0:
            raise RefusedError(409, "not_now", Message("refusals.claim_early", seconds=int(view.claim) + 1))
        await self._end(live, lambda: live.played.lose("left", side.opponent))

    async def rematch(self, live: LiveGame, owner: str) -> None:
        """Offers another game with colours swapped; once both have, it begins."""
        side = self._side(live, owner)
        people, clock = live.people, live.played.clock
        if people is None or not live.played.is_over():
            raise RefusedError(409, "not_now", Message("refusals.friends_again"))
        if people.seats[side].next:
            return
        is_agreed = False

        def act(people: People) -> None:
            nonlocal is_agreed
            is_agreed = people.offer(side, "rematch")

        await live.note(act)
        if not is_agreed:
            return
        key, handicap = secrets.token_urlsafe(ID_BYTES), live.played.board.handicap
        seats = [
            StoredSeat(key, seat.owner, SIDES[side if handicap else side.opponent], seat.name)
            for side, seat in people.seats.items()
        ]
        wanted = NewGame(
            board=live.played.board.variant_name,
            seats=BETWEEN_PEOPLE,
            clock=None if clock is None else str(clock),
            handicap=handicap,
        )
        await self._games.create(owner, wanted, key=key, people=People(seats, is_open=False, has_begun=False))

        def go_on(people: People) -> None:
            people.seats = {side: seat._replace(next=key) for side, seat in people.seats.items()}

        await live.note(go_on)

    async def seats(self, games: Collection[str]) -> dict[str, People]:
        """The people of those games that are between two browsers."""
        rows = sorted(await self._rows.seats(games), key=lambda seat: seat.game)
        by_game = groupby(rows, lambda seat: seat.game)
        return {game: People(seats, is_open=False, has_begun=True) for game, seats in by_game}

    async def _end(self, live: LiveGame, act: Callable[[], None]) -> None:
        if not live.played.is_over():
            await live.change(act)

    def _side(self, live: LiveGame, owner: str) -> Colour:
        side = live.side_of(owner)
        if side is None:
            raise RefusedError(409, "alone", Message("refusals.not_between_people"))
        return side

    def _playing(self, live: LiveGame, owner: str) -> Colour:
        """The side of somebody whose game is in progress."""
        side = self._side(live, owner)
        if live.played.is_over():
            raise RefusedError(409, "over", Message("refusals.game_over"))
        if live.people is not None and live.people.is_open:
            raise RefusedError(409, "not_begun", Message("refusals.friend_awaited"))
        return side
