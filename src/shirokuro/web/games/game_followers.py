"""The followers of a live game, and the views that they get."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from shirokuro.web import views
from shirokuro.web.games.player_thinking import PlayerThinking
from shirokuro.web.games.server_game import ServerGame
from shirokuro.web.values import GameView, MadeMove

Tell = Callable[[str, str], None]
"""Gets the kind of a message and its body as JSON."""
SAME_MOMENT = 0.05
"""Seconds for which a view is reused."""


class GameFollowers:
    """Sends changes of one game to its followers."""

    def __init__(self, game: ServerGame, thinking: PlayerThinking) -> None:
        self._game = game
        self._thinking = thinking
        self._all: set[Tell] = set()
        self._changed = asyncio.Event()
        self._stack: list[int] = []
        self._moves: list[MadeMove] = []
        """The views of the moves in `_stack`."""
        self._text: tuple[int, float, str] = (-1, 0.0, "")

    def __len__(self) -> int:
        return len(self._all)

    def add(self, tell: Tell) -> None:
        self._all.add(tell)

    def discard(self, tell: Tell) -> None:
        self._all.discard(tell)

    def tell(self, kind: str, body: str) -> None:
        for each in tuple(self._all):
            each(kind, body)

    def tell_thinking(self) -> None:
        if self._all and (thinking := self._thinking.view()) is not None:
            self.tell("thinking", thinking.model_dump_json())

    def tell_change(self) -> None:
        """Sends the current game to everybody."""
        self.wake()
        if self._all:
            self.tell("game", self.as_json())

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
        self._text = (-1, 0.0, "")

    def as_json(self) -> str:
        """The view as JSON, cached for a moment."""
        now = time.monotonic()
        revision, made, text = self._text
        if revision != self._game.revision or now - made > SAME_MOMENT:
            text = self.view().model_dump_json()
            self._text = (self._game.revision, now, text)
        return text

    def view(self) -> GameView:
        game, played, board = self._game, self._game.played, self._game.played.board
        waits = played.waits()
        return GameView(
            id=game.id,
            board=board.variant_name,
            seats=game.seats,
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
            clock=views.clock_times(played),
            can_undo=played.history.can_undo(),
            can_redo=played.history.can_redo(),
            opening=game.opening,
            revision=game.revision,
            started=game.started,
            updated=game.updated,
        )

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
