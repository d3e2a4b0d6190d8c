"""A game with everything that the store keeps of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from shirokuro import Colour
from shirokuro.matches.interactive_game import PlayedGame
from shirokuro.opening_names.named_openings import has_name
from shirokuro.web import views
from shirokuro.web.friends.people import People
from shirokuro.web.store.store import StoredGame
from shirokuro.web.values import OpeningName, Seats, StartPosition

PAST_OPENINGS = 30
"""With fewer empties a move does not change the opening's name."""


@dataclass(eq=False)
class ServerGame:
    """A game and its data in the store."""

    id: str
    owner: str
    played: PlayedGame
    specs: tuple[str, str]
    started: float
    updated: float
    revision: int = 0
    people: People | None = field(default=None, kw_only=True)
    """The two people of a game between two browsers."""
    opening: OpeningName | None = field(init=False)
    _looked_at: int = field(init=False)
    """The ply of the last look-up; a next position without a name does not change the opening."""

    def __post_init__(self) -> None:
        self._note_opening()

    @classmethod
    def of(cls, row: StoredGame, played: PlayedGame, **live: Any) -> Self:
        """Makes a game from its row and the resumed game; `live` has the other fields of a live game."""
        specs = row.black, row.white
        return cls(row.id, row.owner, played, specs, row.started, row.updated, row.revision, **live)

    def note_change(self) -> None:
        """Updates the revision and the opening after a change."""
        self.updated = time.time()
        self.revision += 1
        board, before = self.played.board, self._looked_at
        if len(board.empties()) >= PAST_OPENINGS and (len(board.move_stack) != before + 1 or has_name(board)):
            self._note_opening()
        self._looked_at = len(board.move_stack)

    def _note_opening(self) -> None:
        self.opening = views.opening_name(self.played.board)
        self._looked_at = len(self.played.board.move_stack)

    def side_of(self, owner: str) -> Colour | None:
        """The side of an owner in a game between two browsers."""
        return None if self.people is None else self.people.side_of(owner)

    def is_of(self, owner: str) -> bool:
        return self.owner == owner or self.side_of(owner) is not None

    def hand_over(self, owner: str) -> bool:
        """Leaves a game between two browsers to the other one; false if there is nobody else."""
        side = self.side_of(owner)
        heir = None if side is None or self.people is None else self.people.seats.get(side.opponent)
        if self.people is None or side is None or heir is None:
            return False
        del self.people.seats[side]
        self.owner = heir.owner
        return True

    def move_seat(self, owner: str, to: str) -> None:
        """Gives the seat of an owner to another one, unless that is the other person."""
        side = self.side_of(owner)
        if self.people is None or side is None or self.side_of(to) is not None:
            return
        self.people.seats[side] = self.people.seats[side]._replace(owner=to)
        self.owner = to if self.owner == owner else self.owner

    def row(self) -> StoredGame:
        played, opening = self.played, self.opening
        known = (
            [opening.en, opening.ja, *(opening.family.root.values() if opening.family else ())]
            if opening
            else []
        )
        names = [] if self.people is None else [seat.name for seat in self.people.seats.values()]
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
            opening_en=opening.en if opening else "",
            opening_ja=opening.ja if opening else "",
            revision=self.revision,
            started=self.started,
            updated=self.updated,
            winner=views.winner(played),
            words=" ".join((self._lasting_words, *names, *known, played.board.transcript())).lower(),
        )

    @cached_property
    def start(self) -> StartPosition:
        return views.start_position(self.played.board.root())

    @cached_property
    def seats(self) -> Seats:
        black, white = (views.seat(self.played.seats[side], self.specs[side]) for side in Colour)
        return Seats(black=black, white=white)

    @cached_property
    def _lasting_words(self) -> str:
        """Search words that no move changes: the players, the board and the day."""
        seats, variant = self.seats, self.played.board.variant
        names = [
            text for seat in (seats.black, seats.white) for text in (seat.spec, *seat.name.root.values())
        ]
        size = f"{variant.width}x{variant.width} {variant.width}×{variant.width}"
        day = time.strftime("%Y-%m-%d", time.localtime(self.started))
        return " ".join((*names, variant.name, "" if variant.is_round else size, day))
