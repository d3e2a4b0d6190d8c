"""Two people at a live game, each at a browser of their own: who sits where, is here, and offers what."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from typing import Literal

from shirokuro.matches.interactive_game import PERSON
from shirokuro.squares.colour import Colour
from shirokuro.web.friends.store import Offer, StoredSeat
from shirokuro.web.refusal import RefusedError
from shirokuro.web.store.store import Act
from shirokuro.web.values import PeopleView, PersonView, Seat, Seats
from shirokuro.web.views import SIDES, in_words
from shirokuro.words.message import Message


class People:
    """The people of one game, used only by the event loop.

    A seat whose owner has deleted everything stays empty; the other one can then claim the win.
    """

    def __init__(self, seats: Iterable[StoredSeat], *, is_open: bool, has_begun: bool) -> None:
        self.seats = {Colour(SIDES.index(seat.side)): seat for seat in seats}
        self.is_open = is_open
        """Whether somebody is still invited, so that nobody can move."""
        self.has_begun = has_begun
        """Whether the clock runs: once both are here, or a move was made."""
        self._connected: Counter[Colour] = Counter()
        self._gone = dict.fromkeys(Colour, time.monotonic())
        """Since when each side was last not connected."""

    def side_of(self, owner: str) -> Colour | None:
        return next((side for side, seat in self.seats.items() if seat.owner == owner), None)

    def check_turn(self, owner: str, turn: Colour) -> None:
        """Refuses a move of somebody else than the one to move."""
        if self.is_open:
            raise RefusedError(409, "not_begun", Message("refusals.friend_awaited"))
        if self.side_of(owner) != turn:
            raise RefusedError(409, "not_your_turn", Message("refusals.friends_turn"))

    @property
    def state(self) -> tuple[dict[Colour, StoredSeat], bool]:
        """What is stored, to be set again where that failed."""
        return {**self.seats}, self.is_open

    @state.setter
    def state(self, before: tuple[dict[Colour, StoredSeat], bool]) -> None:
        self.seats, self.is_open = before

    # Presence

    def enter(self, side: Colour) -> bool:
        """Notes a connected page; whether its person was away before."""
        self._connected[side] += 1
        return self._connected[side] == 1

    def leave(self, side: Colour) -> bool:
        """Notes a closed page; whether its person is away now."""
        self._connected[side] -= 1
        self._gone[side] = time.monotonic()
        return not self._connected[side]

    @property
    def are_here(self) -> bool:
        return not self.is_open and all(self._connected[side] for side in Colour)

    def away(self, side: Colour) -> float | None:
        """The seconds for which a side has been away; None if it is here."""
        return None if self._connected[side] else time.monotonic() - self._gone[side]

    # Offers

    def offer(self, side: Colour, what: Literal["draw", "rematch"]) -> bool:
        """Offers something; whether the other side has offered it too, so that both agree."""
        other = self.seats.get(side.opponent)
        is_agreed = other is not None and other.offer == what
        if self.seats[side].offer == "declined" and what == "draw" and not is_agreed:
            raise RefusedError(409, "declined", Message("refusals.draw_declined"))
        self.seats[side] = self.seats[side]._replace(offer=what)
        return is_agreed

    def decline(self, side: Colour) -> None:
        """Declines the other side's draw, or takes an offer of one's own back."""
        self.seats[side] = self.seats[side]._replace(offer="")
        other = self.seats.get(side.opponent)
        if other is not None and other.offer == "draw":
            self.seats[side.opponent] = other._replace(offer="declined")

    def note_move(self, side: Colour) -> None:
        """A move declines the other side's draw, and its maker may offer one again."""
        offered = self.seats[side].offer if side in self.seats else ""
        if side in self.seats:
            self.decline(side)
            self.seats[side] = self.seats[side]._replace(offer="draw" if offered == "draw" else "")

    def save(self) -> Act:
        """Stores the offers, links and the next game of both."""
        seats = [*self.seats.values()]
        return lambda database: [seat.save(database) for seat in seats]

    # Views

    def view(self, you: Colour | None, claim: float | None, *, is_over: bool) -> PeopleView:
        black, white = (self._person(side, "rematch" if is_over else "draw") for side in Colour)
        own = None if you is None else self.seats.get(you)
        return PeopleView(
            you=None if you is None else SIDES[you],
            black=black,
            white=white,
            claim=claim,
            next=own.next or None if own else None,
        )

    def seen_by(self, you: Colour | None, seats: Seats) -> Seats:
        """The seats of the others as those of friends, by name."""
        return Seats(
            **{
                SIDES[side]: seat if side == you else self._friend(side)
                for side, seat in zip(Colour, (seats.black, seats.white), strict=True)
            }
        )

    def _friend(self, side: Colour) -> Seat:
        name = self.seats[side].name if side in self.seats else ""
        return Seat.of("friend", PERSON, in_words(name or Message("names.person")), in_words(""))

    def _person(self, side: Colour, offered: Offer) -> PersonView | None:
        seat = self.seats.get(side)
        if seat is None:
            return None if self.is_open else PersonView(name="", is_here=False, offers=False)
        return PersonView(name=seat.name, is_here=self._connected[side] > 0, offers=seat.offer == offered)
