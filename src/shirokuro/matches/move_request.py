"""Asking a player for a move, in whatever game: what it gets, what it answered, and how long that took."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits, Stop
from shirokuro.players.answer import Choice, as_fault
from shirokuro.players.checked import TrustedPlayer, remembering
from shirokuro.players.registry import PlayerOrSpec, trusted_player
from shirokuro.seed import seed_in_game
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import PASS


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A request to one player for one move.

    It can be answered in another thread while the game goes back or ends. Whatever goes wrong in the
    player's own code is a PlayerError, the fault that costs it the game.
    """

    player: TrustedPlayer
    """With the seed and the memory that it has in this game, as `in_game` gives them."""
    board: Board
    """A copy of the game's."""
    limits: Limits | None = None
    """Those of the move, or the clock's allotment for it; None where the player decides."""
    is_prepared: bool = False
    """Whether the player has been told to prepare for this game; otherwise it is told before each move."""
    now: Callable[[], float] = field(default_factory=lambda: time.perf_counter)

    def answer(self, stop: Stop | None = None) -> Choice:
        """The player's choice with the time it took; a forced pass without asking."""
        if self.board.must_pass():
            return Choice(PASS)
        if not self.is_prepared:
            as_fault(self.player.prepare, self.board.variant_name)
        began = self.now()
        choice = as_fault(self.player.choose, self.board, self.limits, stop)
        return replace(choice, seconds=self.now() - began)


def in_game(asked: PlayerOrSpec, seed: int, side: Colour, memory: object = None) -> TrustedPlayer:
    """The player as it plays one side of one game; the seed matters where it leaves anything to chance."""
    player = remembering(trusted_player(asked), memory)
    return player.with_seed(seed_in_game(seed, side, getattr(player, "seed", 0)))
