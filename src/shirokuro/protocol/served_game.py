"""The game that another program plays with a player of ours: a board, and what the player remembers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from shirokuro import BLACK, WHITE, Board, Choice, Colour, Limits, PlayerError, Record, Stop
from shirokuro.matches.move_request import MoveRequest, in_game
from shirokuro.players.answer import as_fault
from shirokuro.players.checked import TrustedPlayer, learned, learner, remembering

Remember = Callable[[object], object]
"""Told of the memory after each game that a player learned from."""
SEEDS = 2**32
"""Seeds are below this."""
OPPONENT = "opponent"
"""The other side's name in the records that players learn from."""


class ServedGame:
    """A board that the other program decides about; the player is asked for moves of either side."""

    def __init__(self, player: TrustedPlayer, variant: str, seed: int, memory: object = None) -> None:
        self.player = player
        self.seed = seed
        self.board = Board(variant)
        self.memory = memory
        self.remember: Remember = lambda memory: None
        self._chosen: dict[int, int] = {}
        """The moves that the player has chosen in this game, by their place in it."""
        self._is_open = True
        """Whether the game may still be learned from."""
        self.check(variant)

    @property
    def variant(self) -> str:
        return self.board.variant_name

    def check(self, variant: str) -> None:
        """Complains of a board that the player does not play on."""
        if variant not in self.player.variants:
            raise ValueError(f"{self.player.name} does not play {variant}: {', '.join(self.player.variants)}")

    def put(self, board: Board) -> None:
        """Goes on with another board and its moves; one without moves is a new game, with another seed."""
        self.check(board.variant_name)
        if not board.move_stack or board.variant_name != self.variant:
            self.seed = (self.seed + 1) % SEEDS
            self._chosen.clear()
        self.board = board
        self._is_open = True

    def choose(self, limits: Limits | None = None, stop: Stop | None = None) -> Choice:
        """What the player would do now; whatever goes wrong in it is a PlayerError."""
        player = as_fault(in_game, self.player, self.seed, self.board.turn, self.memory)
        return MoveRequest(player, self.board.copy(), limits).answer(stop)

    def chose(self, place: int, move: int) -> None:
        """The player's choice after so many moves was told: if it is played, that side is the player's."""
        self._chosen[place] = move

    def own_sides(self) -> set[Colour]:
        """Whose moves the player has made in this game."""
        first, moves = self.board.root().turn, self.board.move_stack
        own = [ply for ply, move in self._chosen.items() if ply < len(moves) and moves[ply] == move]
        return {Colour((first + ply) % 2) for ply in own}

    def learn(self) -> None:
        """Lets a player that learns remember this game, once, if it is over and the player had one side."""
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
        """A game in which moves were taken back is not learned from."""
        self._is_open = False

    def close(self) -> None:
        """The last game is remembered, and the player ends what it keeps."""
        try:
            self.learn()
        except PlayerError:
            pass  # nobody is left to hear of it
        finally:
            self.player.close()
