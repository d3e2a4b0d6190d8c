"""The game that `shirokuro play` is about: its board, who plays it, and what they thought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from shirokuro import Board, Choice, Colour, Player, Record
from shirokuro.game import seeded
from shirokuro.players.engine_player import EnginePlayer

PERSON = "person"


def name_of(player: Player | None) -> str:
    """A player as people call it."""
    if player is None:
        return "you"
    called = player.level_name if isinstance(player, EnginePlayer) else ""
    return f"{player.name} ({called})" if called else player.name


@dataclass(slots=True)
class PlayedGame:
    """A game in progress or over; it goes back as far as its board does."""

    board: Board
    seats: Mapping[Colour, Player | None]
    """Who plays a side; None is a person."""
    seed: int
    resigned: Colour | None = None
    thoughts: list[Choice | None] = field(init=False)
    """In step with the moves; None for those of people."""

    def __post_init__(self) -> None:
        self.go_on_from(self.board)

    def is_over(self) -> bool:
        return self.resigned is not None or self.board.is_over()

    def is_watched(self) -> bool:
        """Whether people only look on."""
        return None not in self.seats.values()

    def waits(self) -> bool:
        """Whether a person is to move."""
        return not self.is_over() and self._asks(self.board)

    def push(self, move: int | str, thought: Choice | None = None) -> None:
        self.board.push(move)
        self.thoughts.append(thought)

    def think(self) -> Choice:
        """The choice of the player whose turn it is."""
        turn = self.board.turn
        player = self.seats[turn]
        assert player is not None
        return seeded(player, self.seed, turn).choose(self.board)

    def undo(self) -> bool:
        """Back to where a person last had a choice; false if nobody had."""
        if self.resigned is not None:
            self.resigned = None
            return True
        earlier = self.board.copy()
        while earlier.move_stack:
            earlier.pop()
            if self._asks(earlier):
                self.board = earlier
                del self.thoughts[len(earlier.move_stack) :]
                return True
        return False

    def go_on_from(self, board: Board) -> None:
        """Puts another game in the place of this one; the players stay."""
        for each in filter(None, self.seats.values()):
            if board.variant_name not in each.variants:
                raise ValueError(f"{each.name} does not play {board.variant}")
        self.board = board
        self.thoughts = [None] * len(board.move_stack)
        self.resigned = None

    def result(self) -> str:
        """How it ended, in words."""
        if self.resigned is not None:
            return f"{self.resigned} resigned, {self.resigned.opponent} wins"
        return str(self.board.outcome())

    def record(self) -> Record:
        """The game as a value; whoever resigns loses the whole board."""
        names = [PERSON if player is None else player.name for player in map(self.seats.get, Colour)]
        record = replace(
            Record.from_board(self.board),
            values=tuple(None if each is None else each.value for each in self.thoughts),
            seconds=tuple(None if each is None else each.seconds for each in self.thoughts),
            nodes=tuple(None if each is None else each.nodes for each in self.thoughts),
            black=names[0],
            white=names[1],
            seed=self.seed,
        )
        if self.resigned is None:
            return record
        cells = len(self.board.variant.cells)
        return replace(record, note=f"{self.resigned} resigned", result=cells if self.resigned else -cells)

    def _asks(self, board: Board) -> bool:
        return self.seats[board.turn] is None and not board.must_pass()
