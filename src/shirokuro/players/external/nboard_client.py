"""Speaks the second version of the NBoard protocol with an engine.

Lines that mean nothing to us are ignored, as the protocol wants it. A `ping` separates what the engine says
to one position from what it says to the next.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Sequence
from itertools import count

from shirokuro import notation
from shirokuro.board.board import Board
from shirokuro.board.record import Record
from shirokuro.engine.limits import Limits
from shirokuro.errors import ExternalEngineError, InvalidMoveError, shown
from shirokuro.players.answer import Choice
from shirokuro.players.clock import Allotment
from shirokuro.players.external.child import Child, IsStopped, never
from shirokuro.players.external.engine_setup import EngineSetup
from shirokuro.squares.square import PASS, move_name, parse_move
from shirokuro.words.number_text import rounded_decimal

ANALYSIS_SECONDS = 1.0
"""Seconds for an analysis without limits."""
SURE = "100%"
"""NBoard's depth of an exact value."""
_MOVE = re.compile(r"===\s*([^\s/]+)(?:/([^/\s]*))?(?:/\S*)?\s*")
_HINT = re.compile(r"(?:search|book)\s+(\S+)\s+(\S+)\s+\S+\s+(\S+).*", re.DOTALL)
_PLACE = re.compile(r"[A-Ha-h][1-8]|[Pp][AaSs]|--")


class NBoardClient:
    """Speaks NBoard with an engine, and remembers which game and depth it sent last."""

    farewell = "quit"

    def __init__(self, child: Child, setup: EngineSetup) -> None:
        self._child = child
        self._patience = setup.patience
        self._lines = setup.lines
        self._pings = count(1)
        self._begun: tuple[str, str] | None = None
        self._moves: list[int] = []
        self._depth: int | None = None
        self.title = ""

    def greet(self) -> None:
        self._synchronize(["nboard 2", *self._lines], self._patience.start)

    def begin(self, variant: str) -> None:
        """Forgets the last game; the next question sends the new one."""
        self._begun = None

    def choose(self, board: Board, limits: Limits | None, is_stopped: IsStopped) -> Choice:
        self._synchronize([*self._depth_of(limits), *self._position(board)], self._patience.answer, ["go"])
        left = limits.left_seconds if isinstance(limits, Allotment) else math.inf
        seconds = min(self._patience.think, left)
        line = self._awaited(
            "===", time.monotonic() + seconds, f"go within {rounded_decimal(seconds)} s", is_stopped
        )
        said = _MOVE.fullmatch(line)
        try:
            move = parse_move(said[1]) if said else None
        except InvalidMoveError:
            move = None
        if said is None or move is None:
            raise ExternalEngineError("answered no move", shown(line))
        return Choice(move, _number(said[2] or ""))

    def analyze(self, board: Board, limits: Limits, is_stopped: IsStopped) -> dict[int, Choice]:
        """The engine's values of the moves, when its time is up or all are exact."""
        wanted = len(board.legal_moves)
        told = [*self._depth_of(limits), *self._position(board)]
        self._synchronize(told, self._patience.answer, [f"hint {wanted}"])
        found: dict[int, Choice] = {}
        sure: set[int] = set()
        deadline = time.monotonic() + (limits.seconds or ANALYSIS_SECONDS)
        try:
            while len(sure) < wanted:
                self._on_line(self._child.line(deadline, is_stopped), board, found, sure)
        except TimeoutError:
            pass
        self._synchronize(
            [], self._patience.answer, on_line=lambda line: self._on_line(line, board, found, sure)
        )
        return dict(sorted(found.items(), key=lambda item: -(item[1].value or 0.0)))

    def stops_thinking(self) -> bool:
        self._synchronize([], self._patience.answer)
        return True

    def _on_line(self, line: str, board: Board, found: dict[int, Choice], sure: set[int]) -> None:
        hint = _HINT.fullmatch(line)
        if hint is None or (value := _number(hint[2])) is None:
            return
        pv = tuple(parse_move(place) for place in _PLACE.findall(hint[1]))
        if pv and pv[0] in board.legal_moves:
            found[pv[0]] = Choice(pv[0], value, pv, note=hint[3])
            (sure.add if SURE in hint[3] else sure.discard)(pv[0])

    def _position(self, board: Board) -> list[str]:
        """The lines that lead to this board: its new moves, or the whole game."""
        begun, moves = (board.variant_name, board.root().line()), list(board.move_stack)
        known, self._moves = self._moves, moves
        if begun == self._begun and moves[: len(known)] == known:
            names = ("PA" if move == PASS else move_name(move).upper() for move in moves[len(known) :])
            return [f"move {name}" for name in names]
        self._begun = begun
        game = Record.from_board(board).to_text()._replace(black="Black", white="White", place="Shirokuro")
        return [f"set game {str(notation.render([game], 'ggf')).strip()}"]

    def _depth_of(self, limits: Limits | None) -> Sequence[str]:
        """The lines that set the depth; without a depth, those of the set-up."""
        depth = None if limits is None else limits.depth
        if depth == self._depth:
            return ()
        self._depth = depth
        return self._lines if depth is None else (f"set depth {depth}",)

    # Lines

    def _synchronize(
        self,
        lines: Sequence[str],
        seconds: float,
        then: Sequence[str] = (),
        on_line: Callable[[str], object] = lambda line: None,
    ) -> None:
        """Sends lines and waits until the engine has read them; earlier output answers earlier ones."""
        ping = next(self._pings)
        self._child.send([*lines, f"ping {ping}", *then], time.monotonic() + self._patience.answer)
        deadline, where = time.monotonic() + seconds, f"ping within {rounded_decimal(seconds)} s"
        self._awaited(f"pong {ping}", deadline, where, on_line=on_line)

    def _awaited(
        self,
        beginning: str,
        deadline: float,
        question: str,
        is_stopped: IsStopped = never,
        on_line: Callable[[str], object] = lambda line: None,
    ) -> str:
        """The next line with this beginning."""
        try:
            while not (line := self._child.line(deadline, is_stopped).strip()).startswith(beginning):
                if line.startswith("set myname "):
                    self.title = line.removeprefix("set myname ").strip()
                on_line(line)
        except TimeoutError:
            raise ExternalEngineError("did not answer", question) from None
        return line


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
