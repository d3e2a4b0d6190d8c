"""A game in progress: its board, who plays it, what they thought, and how long; it prints nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from shirokuro import PASS, Board, Choice, Clock, Colour, Limits, Player, Record
from shirokuro.game import seeded
from shirokuro.players.engine_player import EnginePlayer

PERSON = "person"
TOO_LATE = "overran the clock"
SEEDS = 2**32
"""Seeds are below this."""


def name_of(player: Player | None) -> str:
    """A player as people call it."""
    if player is None:
        return "you"
    called = player.level_name if isinstance(player, EnginePlayer) else ""
    return f"{player.name} ({called})" if called else player.name


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A side lost otherwise than by the rules of the board."""

    side: Colour
    deed: str
    """As `resigned`."""

    def __str__(self) -> str:
        return f"{self.side} {self.deed}"


@dataclass(frozen=True, slots=True)
class _Moment:
    """What undo and redo bring back."""

    board: Board
    thoughts: list[Choice | None]
    seconds: list[float | None]
    forfeit: Forfeit | None


@dataclass(slots=True)
class PlayedGame:
    """A game in progress or over; it goes back as far as its board does, and forward again."""

    board: Board
    seats: Mapping[Colour, Player | None]
    """Who plays a side; None is a person."""
    seed: int
    clock: Clock | None = None
    now: Callable[[], float] = time.monotonic
    forfeit: Forfeit | None = field(init=False)
    thoughts: list[Choice | None] = field(init=False)
    """In step with the moves; None for those of people."""
    seconds: list[float | None] = field(init=False)
    """What each move took; None where nobody measured it."""
    _undone: list[_Moment] = field(init=False)
    _turn_began: float = field(init=False)

    def __post_init__(self) -> None:
        self.go_on_from(self.board)

    def is_over(self) -> bool:
        return self.forfeit is not None or self.board.is_over()

    def is_watched(self) -> bool:
        """Whether people only look on."""
        return None not in self.seats.values()

    def waits(self) -> bool:
        """Whether a person is to move."""
        return not self.is_over() and self._asks(self.board)

    def push(self, move: int | str, thought: Choice | None = None) -> None:
        """Makes a move, unless it comes too late: then its side has lost."""
        turn, took = self.board.turn, self._running() if thought is None else thought.seconds
        if self.board.must_pass():
            took = 0.0
        if self.clock is not None and took > self.clock.seconds + self._given(turn) - self._spent(turn):
            self._lose(TOO_LATE)
            return
        self.board.push(move)
        self._undone.clear()
        self.thoughts.append(thought)
        self.seconds.append(round(took, 6))
        self._turn_began = self.now()

    def think(self) -> Choice:
        """The choice of the player whose turn it is, with the time it took by our clock."""
        turn = self.board.turn
        player = self.seats[turn]
        assert player is not None
        began = self.now()
        choice = seeded(player, self.seed, turn).choose(self.board.copy(), self._limits(turn))
        return replace(choice, seconds=self.now() - began)

    def resign(self) -> None:
        """The side to move gives up."""
        self._lose("resigned")

    def undo(self, times: int = 1) -> None:
        """Back to where a person last had a choice, so many times; a ValueError if there were fewer."""
        moments = list(self._earlier(times))
        if len(moments) < times:
            raise ValueError(_too_few("undo", len(moments)))
        for moment in moments:
            self._undone.append(self._moment())
            self._return_to(moment)

    def redo(self, times: int = 1) -> None:
        """Takes back so many undos; a ValueError if there were fewer."""
        if len(self._undone) < times:
            raise ValueError(_too_few("redo", len(self._undone)))
        for _ in range(times):
            self._return_to(self._undone.pop())

    def go_on_from(self, board: Board) -> None:
        """Puts another game in the place of this one; the players stay."""
        for each in filter(None, self.seats.values()):
            if board.variant_name not in each.variants:
                raise ValueError(f"{each.name} does not play {board.variant}")
        moves = len(board.move_stack)
        self._return_to(_Moment(board, [None] * moves, [None] * moves, None))
        self._undone = []

    def begin_again(self, variant: str) -> None:
        """A new game of the same players, with other luck."""
        self.go_on_from(Board(variant))
        self.seed = (self.seed + 1) % SEEDS

    def used(self, side: Colour) -> float:
        """Seconds that a side has thought, the present turn of a person included."""
        return self._spent(side) + (self._running() if self.waits() and side == self.board.turn else 0.0)

    def left(self, side: Colour) -> float | None:
        """Seconds on a side's clock; None if there is none."""
        if self.clock is None:
            return None
        if self.forfeit == Forfeit(side, TOO_LATE):
            return 0.0
        return max(self.clock.seconds + self._given(side) - self.used(side), 0.0)

    def result(self) -> str:
        """How it ended, in words."""
        if self.forfeit is not None:
            return f"{self.forfeit}, {self.forfeit.side.opponent} wins"
        return str(self.board.outcome())

    def record(self) -> Record:
        """The game as a value; whoever resigns or is too late loses the whole board."""
        names = [PERSON if player is None else player.name for player in map(self.seats.get, Colour)]
        record = replace(
            Record.from_board(self.board),
            values=tuple(None if each is None else each.value for each in self.thoughts),
            seconds=tuple(self.seconds),
            nodes=tuple(None if each is None else each.nodes for each in self.thoughts),
            black=names[0],
            white=names[1],
            seed=self.seed,
        )
        if self.forfeit is None:
            return record
        cells = len(self.board.variant.cells)
        return replace(record, note=str(self.forfeit), result=cells if self.forfeit.side else -cells)

    def _asks(self, board: Board) -> bool:
        return self.seats[board.turn] is None and not board.must_pass()

    def _lose(self, deed: str) -> None:
        self._undone.clear()
        self.forfeit = Forfeit(self.board.turn, deed)

    def _earlier(self, most: int) -> Iterator[_Moment]:
        """Where a person had a choice, the last one first; a lost game was not lost yet."""
        earlier, found = self.board.copy(), 0
        if self.forfeit is not None and most > 0:
            yield self._moment_of(earlier)
            found = 1
        while earlier.move_stack and found < most:
            earlier.pop()
            if self._asks(earlier):
                yield self._moment_of(earlier)
                found += 1

    def _moment_of(self, board: Board) -> _Moment:
        """When the game stood so."""
        moves = len(board.move_stack)
        return _Moment(board.copy(), self.thoughts[:moves], self.seconds[:moves], None)

    def _moment(self) -> _Moment:
        return _Moment(self.board, self.thoughts, self.seconds, self.forfeit)

    def _return_to(self, moment: _Moment) -> None:
        self.board, self.forfeit = moment.board, moment.forfeit
        self.thoughts, self.seconds = moment.thoughts, moment.seconds
        self._turn_began = self.now()

    def _running(self) -> float:
        return self.now() - self._turn_began

    def _limits(self, turn: Colour) -> Limits | None:
        left = self.left(turn)
        if self.clock is None or left is None:
            return None
        return Limits(seconds=self.clock.allotment(left, len(self.board.empties())))

    def _spent(self, side: Colour) -> float:
        """Seconds of the moves that a side has made."""
        return sum(took or 0.0 for took in self.seconds[self._first(side) :: 2])

    def _given(self, side: Colour) -> float:
        """What the clock gave back for the moves that a side has made."""
        if self.clock is None:
            return 0.0
        return self.clock.increment * sum(
            move != PASS for move in self.board.move_stack[self._first(side) :: 2]
        )

    def _first(self, side: Colour) -> int:
        """The index of a side's first move; sides take turns, passes included."""
        return int(side != self.board.root().turn)


def _too_few(command: str, there: int) -> str:
    if not there:
        return f"nothing to {command}"
    return f"you can {command} {there} time{'s' if there > 1 else ''} at most: nothing changed"
