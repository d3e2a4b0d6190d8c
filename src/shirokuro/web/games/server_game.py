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

    def row(self) -> StoredGame:
        played, opening = self.played, self.opening
        known = (
            [opening.en, opening.ja, *(opening.family.root.values() if opening.family else ())]
            if opening
            else []
        )
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
            words=" ".join((self._lasting_words, *known, played.board.transcript())).lower(),
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
