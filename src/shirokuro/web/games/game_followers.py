"""The followers of a live game, and the views that they get."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from shirokuro import Colour
from shirokuro.web import views
from shirokuro.web.friends.people import People
from shirokuro.web.games.player_thinking import PlayerThinking
from shirokuro.web.games.server_game import ServerGame
from shirokuro.web.values import GameView, MadeMove, PeopleView

Tell = Callable[[str, str], None]
"""Gets the kind of a message and its body as JSON."""
SAME_MOMENT = 0.05
"""Seconds for which a view is reused."""


class GameFollowers:
    """Sends changes of one game to its followers."""

    def __init__(self, game: ServerGame, thinking: PlayerThinking, leave_seconds: float) -> None:
        self._game = game
        self._thinking = thinking
        self._leave_seconds = leave_seconds
        self._all: dict[Tell, Colour | None] = {}
        """Everybody who follows, with the side of one of two people."""
        self._changed = asyncio.Event()
        self._stack: list[int] = []
        self._moves: list[MadeMove] = []
        """The views of the moves in `_stack`."""
        self._texts: dict[Colour | None, tuple[int, float, str]] = {}

    def __len__(self) -> int:
        return len(self._all)

    def add(self, tell: Tell, side: Colour | None = None) -> None:
        """Adds a follower; `side` is that of one of two people, who is then here."""
        self._all[tell] = side
        if side is not None and self._game.people is not None and self._game.people.enter(side):
            self.tell_anew()

    def discard(self, tell: Tell) -> None:
        side = self._all.pop(tell, None)
        if side is not None and self._game.people is not None and self._game.people.leave(side):
            self.tell_anew()

    def tell(self, kind: str, body: str) -> None:
        for each in tuple(self._all):
            each(kind, body)

    def tell_thinking(self) -> None:
        if self._all and (thinking := self._thinking.view()) is not None:
            self.tell("thinking", thinking.model_dump_json())

    def tell_change(self) -> None:
        """Sends the current game to everybody."""
        self.wake()
        for each, side in tuple(self._all.items()):
            each("game", self.as_json(side))

    def tell_anew(self) -> None:
        """Sends what changed without a new revision."""
        self.forget_text()
        self.tell_change()

    def wake(self) -> None:
        """Wakes whoever waits in `change`."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def change(self, seconds: float | None = None) -> None:
        """Waits for a change, or for so many seconds."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)

    def forget_text(self) -> None:
        """Drops the cached view, because the thinking may have changed."""
        self._texts.clear()

    def as_json(self, side: Colour | None = None) -> str:
        """The view as JSON, cached for a moment; of two people each has one of their own."""
        now = time.monotonic()
        revision, made, text = self._texts.get(side, (-1, 0.0, ""))
        if revision != self._game.revision or now - made > SAME_MOMENT:
            text = self.view(side).model_dump_json()
            self._texts[side] = self._game.revision, now, text
        return text

    def view(self, side: Colour | None = None) -> GameView:
        game, played, board = self._game, self._game.played, self._game.played.board
        people = game.people
        is_ready = people is None or (side == board.turn and not people.is_open)
        waits = is_ready and played.waits()
        return GameView(
            id=game.id,
            board=board.variant_name,
            seats=game.seats if people is None else people.seen_by(side, game.seats),
            start=game.start,
            moves=self._made_moves(),
            ply=len(board.move_stack),
            turn=views.side_of(board.turn),
            black=views.names_of(board.black()),
            white=views.names_of(board.white()),
            legal=views.legal_moves(board) if waits else [],
            is_over=played.is_over(),
            result=views.ending(played),
            waits=waits,
            thinking=self._thinking.view(),
            clock=views.clock_times(played, is_running=people is None or people.has_begun),
            can_undo=people is None and played.history.can_undo(),
            can_redo=people is None and played.history.can_redo(),
            opening=game.opening,
            people=None if people is None else self._people(people, side),
            revision=game.revision,
            started=game.started,
            updated=game.updated,
        )

    def _people(self, people: People, side: Colour | None) -> PeopleView:
        return people.view(side, self._claim(people, side), is_over=self._game.played.is_over())

    def _claim(self, people: People, side: Colour | None) -> float | None:
        """The seconds until a side may claim the win; None if it cannot now."""
        played = self._game.played
        if side is None or played.clock is not None or played.is_over() or people.is_open:
            return None
        away = people.away(side.opponent)
        if away is None or played.board.turn == side:
            return None
        return max(self._leave_seconds - away, 0.0)

    def _made_moves(self) -> list[MadeMove]:
        """The views of all moves; only new moves are computed."""
        played = self._game.played
        moves, notes = played.board.move_stack, played.notes
        while self._stack != moves[: len(self._stack)]:
            self._stack.pop()
            self._moves.pop()
        board, new = played.board.copy(), moves[len(self._stack) :]
        for _ in new:
            board.pop()
        for ply, move in enumerate(new, len(self._stack) + 1):
            note = notes[ply - 1]
            self._moves.append(views.made_move(board, move, ply, note.value, note.seconds))
            board.push(move)
        self._stack = moves
        return self._moves
