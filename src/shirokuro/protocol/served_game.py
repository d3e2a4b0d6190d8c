"""The game that another program plays with one of our players, and the player's memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from shirokuro import BLACK, WHITE, Board, Choice, Colour, Limits, PlayerError, Record, Stop
from shirokuro.matches.move_request import MoveRequest, in_game
from shirokuro.players.answer import as_fault
from shirokuro.players.checked import TrustedPlayer, learned, learner, remembering

Remember = Callable[[object], object]
"""Called with the memory after each game that a player learned from."""
SEEDS = 2**32
"""Seeds are below this."""
OPPONENT = "opponent"
"""The name of the other side in the records that players learn from."""


class ServedGame:
    """A board that the other program controls; it may ask the player for moves of either side."""

    def __init__(self, player: TrustedPlayer, variant: str, seed: int, memory: object = None) -> None:
        self.player = player
        self.seed = seed
        self.board = Board(variant)
        self.memory = memory
        self.remember: Remember = lambda memory: None
        self._chosen: dict[int, int] = {}
        """The player's moves in this game, by ply."""
        self._is_open = True
        """Whether the player may still learn from the game."""
        self.check(variant)

    @property
    def variant(self) -> str:
        return self.board.variant_name

    def check(self, variant: str) -> None:
        """Raises an error for a board that the player does not play on."""
        if variant not in self.player.variants:
            raise ValueError(f"{self.player.name} does not play {variant}: {', '.join(self.player.variants)}")

    def put(self, board: Board) -> None:
        """Continues with another board and its moves; a board without moves is a new game with a new seed."""
        self.check(board.variant_name)
        if not board.move_stack or board.variant_name != self.variant:
            self.seed = (self.seed + 1) % SEEDS
            self._chosen.clear()
        self.board = board
        self._is_open = True

    def choose(self, limits: Limits | None = None, stop: Stop | None = None) -> Choice:
        """The player's choice; any error in its code is a PlayerError."""
        player = as_fault(in_game, self.player, self.seed, self.board.turn, self.memory)
        return MoveRequest(player, self.board.copy(), limits).answer(stop)

    def chose(self, place: int, move: int) -> None:
        """Notes the player's choice at this ply; if it is played, that side is the player's."""
        self._chosen[place] = move

    def own_sides(self) -> set[Colour]:
        """The sides whose moves the player made in this game."""
        first, moves = self.board.root().turn, self.board.move_stack
        own = [ply for ply, move in self._chosen.items() if ply < len(moves) and moves[ply] == move]
        return {Colour((first + ply) % 2) for ply in own}

    def learn(self) -> None:
        """Lets a learning player remember this game once, if it is over and the player had one side."""
        sides = self.own_sides()
        if not self._is_open or not self.board.is_over() or len(sides) != 1 or learner(self.player) is None:
            return
        self._is_open = False
        names = {side: self.player.name if side in sides else OPPONENT for side in Colour}
        record = replace(
            Record.from_board(self.board), black=names[BLACK], white=names[WHITE], seed=self.seed
        )
        self.memory = as_fault(learned, remembering(self.player, self.memory), record)
        self.remember(self.memory)

    def take_back(self) -> None:
        """A game with moves taken back is not learned from."""
        self._is_open = False

    def close(self) -> None:
        """Remembers the last game, then closes the player."""
        try:
            self.learn()
        except PlayerError:
            pass  # the other program has gone
        finally:
            self.player.close()
