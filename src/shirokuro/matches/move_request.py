"""How every game asks a player for a move and times its answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

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

    Another thread may answer it while the game is undone or ends. Any error in the player's own code is a
    PlayerError, the fault that costs it the game.
    """

    player: TrustedPlayer
    """With its seed and memory for this game, as `in_game` sets them."""
    board: Board
    """A copy of the game's."""
    limits: Limits | None = None
    """The limits of the move or the clock's allotment; None lets the player decide."""
    is_prepared: bool = False
    """Whether `prepare` was called for this game; otherwise it is called before each move."""
    now: Callable[[], float] = field(default_factory=lambda: time.perf_counter)

    def answer(self, stop: Stop | None = None) -> Choice:
        """The player's choice with the time it took; a forced pass is made without asking."""
        if self.board.must_pass():
            return Choice(PASS)
        if not self.is_prepared:
            as_fault(self.player.prepare, self.board.variant_name)
        began = self.now()
        choice = as_fault(self.player.choose, self.board, self.limits, stop)
        return choice.timed(self.now() - began)


def in_game(asked: PlayerOrSpec, seed: int, side: Colour, memory: object = None) -> TrustedPlayer:
    """The player with its seed and memory for one side of one game."""
    player = remembering(trusted_player(asked), memory)
    return player.with_seed(seed_in_game(seed, side, getattr(player, "seed", 0)))
