"""Speaks GTP with an engine, in the dialect that reversi programs have.

Commands have numbers, so that an answer to nothing that was asked is noticed. All that tells the engine of
the position goes out together with the question, since each exchange costs two changes of process.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from shirokuro.board.board import Board
from shirokuro.engine.limits import Limits
from shirokuro.errors import ExternalEngineError, InvalidMoveError, shown
from shirokuro.players.answer import Choice
from shirokuro.players.clock import Allotment
from shirokuro.players.external.child import Child, IsStopped, never
from shirokuro.players.external.engine_setup import EngineSetup
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import PASS, move_name, parse_move
from shirokuro.squares.variant import Variant, find_variant
from shirokuro.words.number_text import rounded_decimal

NAMES_OF_REVERSI = ("othello", "reversi")
NO_TIME_LIMIT = "time_settings 0 1 0"
_REPLY = re.compile(r"([=?])([0-9]*)(?:\s+(.*))?", re.DOTALL)


class _Reply(NamedTuple):
    command: str
    is_granted: bool
    text: str


class GtpClient:
    """Speaks GTP with an engine, and remembers which game and moves it sent last."""

    farewell = "quit"

    def __init__(self, child: Child, setup: EngineSetup) -> None:
        self._child = child
        self._patience = setup.patience
        self._lines = setup.lines
        self._number = 0
        self._is_numbered = True
        """Whether the engine repeats the numbers of commands, as it should."""
        self._variant = ""
        self._begun: tuple[str, int, int, bool] | None = None
        """The variant and the position from which its moves start; None if they must be sent anew."""
        self._moves: list[int] = []
        self._time: float | None = None
        """The seconds per move that were sent last."""
        self._has_clock = False
        self._takes_fractions = True
        self.title = ""

    def greet(self) -> None:
        """Waits for the engine's first answers."""
        questions = ["name", "version", "list_commands", *self._lines]
        name, version, commands, *own = self._exchange(questions, [self._patience.start] * len(questions))
        self.title = f"{name.text} {version.text}".strip()
        self._commands = frozenset(commands.text.split())
        for reply in own:
            _check(reply, "refused a line of its set-up")

    def begin(self, variant: str) -> None:
        """Chooses the board: reversi by its size, other games by name."""
        if variant != self._variant:
            wanted = find_variant(variant)
            refusal = f"does not play {wanted.name}"
            if "set_game" in self._commands:
                _check(self._ask(f"set_game {self._name_of(wanted)}"), refusal)
            elif wanted.is_round:
                raise ExternalEngineError(refusal, "it has no command set_game")
            if not wanted.is_round:
                _check(self._ask(f"boardsize {wanted.width}"), refusal)
            self._variant, self._begun = variant, None

    def choose(self, board: Board, limits: Limits | None, is_stopped: IsStopped) -> Choice:
        self.begin(board.variant_name)
        told = [*self._position(board), *self._time_of(limits, board.turn)]
        waits = [*[self._patience.answer] * len(told), min(self._patience.think, _left(limits))]
        replies = self._exchange([*told, f"genmove {board.turn}"], waits, is_stopped)
        for reply in islice(replies, len(told)):
            # Engines should know when to pass, but some pass by themselves and refuse a pass.
            if reply.command.split()[-1] != move_name(PASS):
                _check(reply, "refused a position that is possible")
        answer = next(replies)
        _check(answer, "answered no move")
        if answer.text.lower() == "resign":
            raise ExternalEngineError("resigned")
        try:
            move = parse_move(answer.text)
        except InvalidMoveError:
            raise ExternalEngineError("answered no move", shown(answer.text)) from None
        self._moves.append(move)
        return Choice(move)

    def stops_thinking(self) -> bool:
        """GTP has no command for it."""
        return False

    def _name_of(self, variant: Variant) -> str:
        """The engine's name of a game, or ours if it lists none."""
        listed = self._ask("list_games").text.split("\n") if "list_games" in self._commands else []
        known = {name.strip().lower(): name.strip() for name in listed}
        wanted = (variant.name,) if variant.is_round else (variant.name, *NAMES_OF_REVERSI)
        usual = variant.name if variant.is_round else "Othello"
        return next((known[name] for name in wanted if name in known), usual)

    def _position(self, board: Board) -> list[str]:
        """The commands that lead to this board."""
        moves, told = board.move_stack, list[str]()
        black, white, is_white_first = board.root_cells()
        begun = board.variant_name, int(black), int(white), is_white_first
        if begun != self._begun or moves[: len(self._moves)] != self._moves:
            told = ["clear_board", *self._set_up(board.root())]
            self._begun, self._moves, self._has_clock = begun, [], False
        for number, move in enumerate(moves[len(self._moves) :], len(self._moves)):
            told.append(f"play {Colour((number + is_white_first) % 2)} {move_name(move)}")
        self._moves = moves
        return told

    def _set_up(self, board: Board) -> list[str]:
        """The commands that set up a position other than the usual start; not all engines have them."""
        if board == Board(board.variant_name):
            return []
        if "gogui-setup" in self._commands and "gogui-setup_player" in self._commands:
            words = [f"{side} {move_name(square)}" for side in Colour for square in board.discs(side)]
            start = board.variant.cells - Board(board.variant_name).empties()  # a new game begins with discs
            words += [f"empty {move_name(square)}" for square in start & board.empties()]
            return [f"gogui-setup {' '.join(words)}", f"gogui-setup_player {board.turn}"]
        if "grhino-setup_board" in self._commands:
            cells, _ = board.line().split()
            return [f"grhino-setup_board {cells} {board.turn}"]
        raise ExternalEngineError("cannot begin at a position", "it has no gogui-setup: take moves instead")

    # Time

    def _time_of(self, limits: Limits | None, turn: Colour) -> list[str]:
        """Sends new time settings; returns the commands that go with each move."""
        if "time_settings" not in self._commands:
            return []
        left = _left(limits)
        if math.isfinite(left):
            if not self._has_clock:
                self._set_time("time_settings {} 0 0", left)
                self._has_clock, self._time = True, None
            return [f"time_left {turn} {self._written(left, math.floor)} 0"]
        seconds = None if limits is None else limits.seconds
        if seconds is None and (self._has_clock or self._time is not None):
            self._ask(NO_TIME_LIMIT)
        elif seconds is not None and seconds != self._time:
            self._set_time("time_settings 0 {} 1", seconds)
        self._has_clock, self._time = False, seconds
        return []

    def _set_time(self, command: str, seconds: float) -> None:
        """GTP has whole seconds; engines that accept fractions get them."""
        reply = self._ask(command.format(self._written(seconds, math.ceil)))
        if not reply.is_granted and self._takes_fractions:
            self._takes_fractions = False
            self._ask(command.format(self._written(seconds, math.ceil)))

    def _written(self, seconds: float, rounded: Callable[[float], int]) -> str:
        return (
            f"{seconds:.3f}".rstrip("0").rstrip(".")
            if self._takes_fractions
            else str(max(1, rounded(seconds)))
        )

    # Lines

    def _ask(self, command: str) -> _Reply:
        return next(self._exchange([command], [self._patience.answer]))

    def _exchange(
        self, commands: Sequence[str], waits: Sequence[float], is_stopped: IsStopped = never
    ) -> Iterator[_Reply]:
        """Sends several commands at once; each has its own time limit for the answer."""
        numbers = range(self._number + 1, self._number + 1 + len(commands))
        self._number += len(commands)
        numbered = [f"{number} {command}" for number, command in zip(numbers, commands, strict=True)]
        self._child.send(numbered, time.monotonic() + self._patience.answer)
        for number, command, seconds in zip(numbers, commands, waits, strict=True):
            try:
                yield self._reply(command, number, time.monotonic() + seconds, is_stopped)
            except TimeoutError:
                raise ExternalEngineError(
                    "did not answer", f"{command} within {rounded_decimal(seconds)} s"
                ) from None

    def _reply(self, command: str, number: int, deadline: float, is_stopped: IsStopped) -> _Reply:
        """Reads an answer up to the empty line that ends it."""
        line = ""
        while not line.strip():
            line = self._child.line(deadline, is_stopped)
        head = _REPLY.fullmatch(line)
        if head is None:
            raise ExternalEngineError("wrote what is no answer", shown(line))
        lines = [head[3] or ""]
        while line := self._child.line(deadline, is_stopped).rstrip():
            lines.append(line)
        if number == 1 and not head[2]:
            self._is_numbered = False
        if self._is_numbered and head[2] != str(number):
            raise ExternalEngineError("answered what it was not asked", shown(line or head[0]))
        return _Reply(command, head[1] == "=", "\n".join(lines).strip())


def _left(limits: Limits | None) -> float:
    """The seconds on its clock."""
    return limits.left_seconds if isinstance(limits, Allotment) else math.inf


def _check(reply: _Reply, fault: str) -> None:
    if not reply.is_granted:
        raise ExternalEngineError(fault, f"{reply.command}: {shown(reply.text)}")
