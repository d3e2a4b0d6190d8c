"""The moves of a game in progress, with undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from shirokuro.board.board import Board
from shirokuro.board.end import End
from shirokuro.board.record import Record
from shirokuro.errors import InvalidMoveError
from shirokuro.matches.saved_game import SavedGame
from shirokuro.players.clock import Clock
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import PASS
from shirokuro.words.message import Message


class MoveNote(NamedTuple):
    """What a record holds about a move; None where it is unknown."""

    value: float | None
    seconds: float | None
    nodes: int | None


@dataclass(frozen=True, slots=True)
class MoveState:
    """A state of the game that undo and redo restore."""

    board: Board
    notes: tuple[MoveNote, ...]
    """One for each move."""
    end: End | None = None

    @classmethod
    def of(cls, record: Record) -> MoveState:
        unknown = (None,) * len(record.moves)
        columns = (record.values or unknown, record.seconds or unknown, record.nodes or unknown)
        return cls(record.board(), tuple(map(MoveNote, *columns)))

    def before(self, times: int = 1) -> MoveState:
        board = self.board.copy()
        for _ in range(times):
            board.pop()
        return MoveState(board, self.notes[: len(self.notes) - times])

    def spent(self, side: Colour) -> float:
        """Seconds that a side has used for its moves."""
        return sum(note.seconds or 0.0 for note in self.notes[self._first(side) :: 2])

    def left(self, side: Colour, clock: Clock) -> float:
        """Seconds on a side's clock at the start of its turn."""
        moves = sum(move != PASS for move in self.board.move_stack[self._first(side) :: 2])
        return clock.seconds + clock.increment * moves - self.spent(side)

    def record(self) -> Record:
        """The moves and their notes, without the players' names."""
        values, seconds, nodes = zip(*self.notes, strict=True) if self.notes else ((), (), ())
        return replace(Record.from_board(self.board), values=values, seconds=seconds, nodes=nodes)

    def _first(self, side: Colour) -> int:
        """The index of a side's first move; sides take turns, passes included."""
        return int(side != self.board.root().turn)


class MoveHistory:
    """The current state of a game, and the undone states.

    `is_choice` says whether a person has a choice on a board: undo goes back to such boards.
    """

    def __init__(self, state: MoveState, is_choice: Callable[[Board], bool]) -> None:
        self.state = state
        self._undone: list[MoveState] = []
        self._is_choice = is_choice

    def push(self, move: int | str, note: MoveNote) -> None:
        board = self.state.board.copy()
        try:
            board.push(move)
        except InvalidMoveError:
            raise InvalidMoveError(Message("errors.no_move", move=repr(move))) from None
        self.state = MoveState(board, (*self.state.notes, note))
        self._undone.clear()

    def lose(self, end: End) -> None:
        self.state = replace(self.state, end=end)
        self._undone.clear()

    def undo(self, times: int) -> None:
        """Goes back to a person's last choice, `times` times; a ValueError if there were fewer."""
        states = list(islice(self._earlier(), times))
        if len(states) < times:
            raise ValueError(_too_few("undo", len(states)))
        for state in states:
            self._undone.append(self.state)
            self.state = state

    def redo(self, times: int) -> None:
        """Takes back `times` undos; a ValueError if there were fewer."""
        if len(self._undone) < times:
            raise ValueError(_too_few("redo", len(self._undone)))
        for _ in range(times):
            self.state = self._undone.pop()

    def can_undo(self) -> bool:
        return next(self._earlier(), None) is not None

    def can_redo(self) -> bool:
        return bool(self._undone)

    def saved(self) -> SavedGame:
        """The whole history, with the undone moves."""
        states = [self.state, *reversed(self._undone)]
        places = tuple(len(state.notes) for state in states)
        return SavedGame(states[-1].record(), places, states[-1].end)

    def resume(self, saved: SavedGame) -> None:
        """Replaces this game by a saved one."""
        whole = MoveState.of(saved.record)
        total = len(whole.notes)
        states = [whole.before(total - place) for place in saved.places]
        states[-1] = replace(states[-1], end=saved.end)
        self.state, self._undone = states[0], states[:0:-1]

    def _earlier(self) -> Iterator[MoveState]:
        """The states in which a person had a choice, latest first; before them the game not yet lost."""
        state = self.state
        if state.end is not None:
            state = replace(state, end=None)
            yield state
        while state.notes:
            state = state.before()
            if self._is_choice(state.board):
                yield state


def _too_few(command: str, there: int) -> Message:
    key = "errors.times_at_most" if there else "errors.nothing_to"
    return Message(key, command=command, times=there)
