"""A game played over GTP: moves of a named colour, implied passes, and the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from shirokuro import PASS, Board, Choice, Colour, Stop
from shirokuro.errors import IllegalMoveError
from shirokuro.protocol.gtp_line import GtpError
from shirokuro.protocol.gtp_words import CommandWords
from shirokuro.protocol.served_game import ServedGame
from shirokuro.protocol.time_control import TimeControl


@dataclass(slots=True)
class GtpGame:
    """The game, the time left, and the plies that each move added."""

    served: ServedGame
    threads: int = 1
    """Threads for GoGui's analyse commands."""
    stop: Stop = field(default_factory=Stop)
    """Ends the player's current thinking."""
    time: TimeControl | None = None
    _steps: list[int] = field(default_factory=list)
    """The plies of each move: two if a pass came before it, none for a pass after the end."""

    @property
    def board(self) -> Board:
        return self.served.board

    @property
    def moves_made(self) -> int:
        """The number of moves that can be taken back."""
        return len(self._steps)

    def begin(self, variant: str) -> None:
        """Starts a new game; players that learn remember a finished one."""
        self.served.check(variant)
        self.served.learn()
        self.served.put(Board(variant))
        self._steps.clear()
        if self.time is not None:
            self.time.begin()

    def put(self, board: Board) -> None:
        """Continues with another board and its moves."""
        self.served.put(board)
        self._steps[:] = [1] * len(board.move_stack)

    def play(self, colour: Colour, move: int) -> None:
        """Makes a move; a colour that is not to move gets its turn if the other must pass."""
        passes = self._take_turn(colour)
        if self.board.is_over() and move == PASS:
            self._steps.append(0)  # programs that end a game by two passes
            return
        try:
            self.board.push(move)
        except IllegalMoveError:
            self._pop(passes)
            raise GtpError("illegal move") from None
        self._steps.append(passes + 1)

    def genmove(self, colour: Colour) -> int:
        """Makes the player's move; a pass where the game is over."""
        move = self.choose(colour).move
        if not self.board.is_over():
            self.served.chose(len(self.board.move_stack) + (self.board.turn != colour), move)
        self.play(colour, move)
        return move

    def choose(self, colour: Colour) -> Choice:
        """The player's choice for that colour; the board stays as it is."""
        passes = self._take_turn(colour)
        try:
            if self.board.is_over():
                return Choice(PASS)
            if self.time is None:
                return self.served.choose(None, self.stop)
            choice = self.served.choose(self.time.limits(colour, len(self.board.empties())), self.stop)
            self.time.spend(colour, choice.seconds)
            return choice
        finally:
            self._pop(passes)

    def undo(self, times: int) -> None:
        """Takes moves back, each with the pass before it."""
        if times > len(self._steps):
            raise GtpError("cannot undo")
        for _ in range(times):
            self._pop(self._steps.pop())
        self.served.take_back()

    def _take_turn(self, colour: Colour) -> int:
        """Gives a colour the next turn; returns how many passes that took."""
        if self.board.turn == colour or self.board.is_over():
            return 0
        if not self.board.must_pass():
            raise GtpError(f"illegal move: it is {self.board.turn}'s turn")
        self.board.push(PASS)
        return 1

    def _pop(self, plies: int) -> None:
        for _ in range(plies):
            self.board.pop()


Command: TypeAlias = Callable[[GtpGame, CommandWords], str | None]
"""Carries out a command and returns its answer, if any; a GtpError is the answer of a failed command."""


class Commands(dict[str, Command]):
    """Commands by name; used as a decorator, it adds one: `@commands("play")`."""

    def __call__(self, name: str) -> Callable[[Command], Command]:
        def add(command: Command) -> Command:
            self[name] = command
            return command

        return add
