"""A game between two players: `sk.play`, and what becomes of a fixture."""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from shirokuro.attempt import Attempt, own_slot
from shirokuro.board import Board, board_of
from shirokuro.colour import BLACK, WHITE, Colour
from shirokuro.engine import Limits, Stop
from shirokuro.errors import PlayerError
from shirokuro.fixture import Clock, Fixture, derive
from shirokuro.players.answer import held
from shirokuro.players.player import Choice
from shirokuro.players.registry import Contender, Entrant, contender
from shirokuro.record import Record
from shirokuro.square import PASS
from shirokuro.variant import find_variant

OnMove = Callable[[Board, Choice], object]
"""Told of the board after each move, and of what its player thought."""
GRACE_SECONDS = 1.0
"""How long after its time a worker is left to say so itself."""


def play_fixture(
    fixture: Fixture,
    players: tuple[Entrant, Entrant] | None = None,
    stop: Stop | None = None,
    *,
    strict: bool = False,
) -> Record:
    """Plays a game, here or wherever the fixture was sent; `players` stand in for those that it names."""
    black, white = players or (fixture.black, fixture.white)
    return play(
        black,
        white,
        fixture.board(),
        fixture.clock,
        seed=fixture.seed,
        limits=fixture.limits,
        stop=stop,
        strict=strict,
    )


def lost_fixture(fixture: Fixture, attempt: Attempt, *, strict: bool = False) -> Record | None:
    """The game whose player ended its process, or was ended with it; None if it had not begun."""
    if not attempt.note:
        return None
    colour, moves = Colour(attempt.note[0]), attempt.note[1:]
    board = fixture.board()
    board.extend(moves[len(board.move_stack) :], insert_passes=False)
    fault = PlayerError("ended its process")
    if attempt.is_late:
        fault = PlayerError(
            "overran its clock", f"no answer in time, of {fixture.clock}; its process was ended"
        )
    record = replace(_Game(board).record(), black=fixture.black, white=fixture.white, seed=fixture.seed)
    return forfeited(record, colour, fault, strict=strict)


def forfeited(record: Record, loser: Colour, fault: PlayerError, *, strict: bool) -> Record:
    """The game as lost by a fault, by the whole board; with `strict` the fault itself, and where it was."""
    deed = f"{loser} {fault.deed} at move {len(record.moves) + 1}"
    if strict:
        raise PlayerError(deed, f"{fault.details}{_place(fault)}") from fault.__cause__
    cells = float(len(find_variant(record.variant).cells))
    result = -cells if loser == BLACK else cells
    return replace(record, result=result, note=str(PlayerError(deed, fault.details)))


def play(
    black: Entrant,
    white: Entrant,
    board: Board | str | None = None,
    clock: Clock | None = None,
    *,
    seed: int = 0,
    limits: Limits | tuple[Limits | None, Limits | None] | None = None,
    variant: str | None = None,
    stop: Stop | None = None,
    on_move: OnMove | None = None,
    strict: bool = False,
) -> Record:
    """Plays a game from `board` on, whose moves stay in the record, or from the start of `variant`.

    `limits` are for each move, for both sides or as a pair. A player that raises, answers no legal move or
    overruns its clock loses the whole board, as if wiped out, and the record's note says why; with `strict`
    that is a PlayerError instead. A game ended by `stop` has no result. The same seed gives the same game,
    unless time decides.
    """
    first = _start(board, variant)
    players = (contender(black), contender(white))
    pair = limits if isinstance(limits, tuple) else (limits, limits)
    sides = [
        _Side(colour, _fit(player, first), limit or Limits())
        for colour, player, limit in zip(Colour, players, pair, strict=True)
    ]
    record = _Game(first, clock, stop, on_move).run(sides, seed, strict=strict)
    return replace(record, black=players[BLACK].name, white=players[WHITE].name, seed=seed)


def seeded(entrant: Entrant, seed: int, colour: Colour) -> Contender:
    """The player with its luck for one game, if it leaves anything to chance."""
    player = contender(entrant)
    return player.with_seed(derive(seed, colour, getattr(player, "seed", 0)))


def _start(board: Board | str | None, variant: str | None) -> Board:
    """A board of the game's own."""
    if board is None:
        return Board(variant or "reversi")
    board = Board.parse(board, variant) if isinstance(board, str) else board_of(board)
    if variant is not None and find_variant(variant) != board.variant:
        raise ValueError(f"the board is {board.variant}, not {variant}")
    return board.copy()


def _fit(player: Contender, board: Board) -> Contender:
    """The player, if it plays on such boards."""
    if board.variant.name not in player.variants:
        raise ValueError(f"{player.name} does not play {board.variant}: {', '.join(player.variants)}")
    return player


class _StoppedError(Exception):
    """The game was asked to end."""


@dataclass(frozen=True, slots=True)
class _Side:
    colour: Colour
    player: Contender
    limits: Limits


class _Game:
    """A game that goes on: its board, its clocks, and what is noted of each move."""

    def __init__(
        self,
        board: Board,
        clock: Clock | None = None,
        stop: Stop | None = None,
        on_move: OnMove | None = None,
    ) -> None:
        self._board = board
        self._clock = clock
        self._left = [math.inf if clock is None else clock.seconds] * 2
        self._stop = stop
        self._on_move = on_move
        opening = len(board.move_stack)
        self._values: list[float | None] = [None] * opening
        self._seconds: list[float | None] = [None] * opening
        self._nodes: list[int | None] = [None] * opening

    def record(self) -> Record:
        return replace(
            Record.from_board(self._board),
            values=tuple(self._values),
            seconds=tuple(self._seconds),
            nodes=tuple(self._nodes),
        )

    def run(self, sides: list[_Side], seed: int, *, strict: bool) -> Record:
        """Plays to the end, a fault or a stop; a player's `with_seed` may have faults too."""
        side = sides[BLACK]
        try:
            for side in tuple(sides):
                with self._watched(side):
                    sides[side.colour] = replace(side, player=held(seeded, side.player, seed, side.colour))
            while not self._board.is_over():
                side = sides[self._board.turn]
                self._move(side)
            return self.record()
        except PlayerError as fault:
            return forfeited(self.record(), side.colour, fault, strict=strict)
        except _StoppedError:
            return replace(self.record(), note=f"stopped after {len(self._board.move_stack)} moves")

    def _move(self, side: _Side) -> None:
        choice, seconds = (Choice(PASS), 0.0) if self._board.must_pass() else self._ask(side)
        if self._is_stopped():
            raise _StoppedError  # what was found in a hurry would be another game
        self._spend(side.colour, seconds)
        self._board.push(choice.move)
        self._values.append(choice.value)
        self._seconds.append(round(seconds, 6))
        self._nodes.append(choice.nodes)
        if self._on_move is not None:
            self._on_move(self._board.copy(), choice)

    def _ask(self, side: _Side) -> tuple[Choice, float]:
        """What the player says, and how long it took; the board that it gets is a copy."""
        began = time.perf_counter()
        try:
            with self._watched(side):
                choice = held(side.player.choose, self._board.copy(), self._limits(side), self._stop)
        except PlayerError:
            if self._is_stopped():
                raise _StoppedError from None
            raise
        return choice, time.perf_counter() - began

    @contextmanager
    def _watched(self, side: _Side) -> Iterator[None]:
        """Tells the parent of this process, if it is a worker, whose turn it is, and until when."""
        slot = own_slot()
        if slot is None:
            yield
            return
        deadline = time.monotonic() + self._left[side.colour] + GRACE_SECONDS
        slot.write(bytes((side.colour, *self._board.move_stack)), deadline)
        try:
            yield
        finally:
            slot.relax()

    def _is_stopped(self) -> bool:
        return self._stop is not None and self._stop.is_set()

    def _limits(self, side: _Side) -> Limits | None:
        """None where nobody set any: the player decides then."""
        if self._clock is None:
            return None if side.limits == Limits() else side.limits
        seconds = self._clock.allotment(self._left[side.colour], len(self._board.empties()))
        return replace(side.limits, seconds=min(seconds, side.limits.seconds or math.inf))

    def _spend(self, colour: Colour, seconds: float) -> None:
        if self._clock is None:
            return
        left = self._left[colour]
        if seconds > left:
            raise PlayerError(
                "overran its clock", f"{seconds:.3g} s where {left:.3g} of {self._clock} were left"
            )
        self._left[colour] = left - seconds + self._clock.increment


def _place(fault: PlayerError) -> str:
    """Where the player's own code raised, for whoever has to mend it."""
    frames = traceback.extract_tb(fault.__cause__.__traceback__) if fault.__cause__ else []
    return f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
