"""Plays a game between two players: `sk.play`, and `play_fixture` for matches."""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar, Unpack

from shirokuro.board.board import Board, board_of
from shirokuro.board.end import End
from shirokuro.board.record import Record
from shirokuro.engine.limits import Caps, Limits, Stop
from shirokuro.errors import PlayerError, raise_damage
from shirokuro.matches.fixture import Fixture, Game, Memory, for_both
from shirokuro.matches.move_request import MoveRequest, in_game
from shirokuro.players.answer import Choice, as_fault
from shirokuro.players.checked import TrustedPlayer, learned, remembering
from shirokuro.players.clock import Clock
from shirokuro.players.opponents import Opponents
from shirokuro.players.registry import PlayerOrSpec
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.squares.variant import find_variant
from shirokuro.words.counted import counted
from shirokuro.words.number_text import rounded_decimal
from shirokuro.workers.worker_slot import Attempt, own_slot

R = TypeVar("R")
OnMove = Callable[[Board, Choice], object]
"""Called after each move with the board and the player's choice."""
NO_LIMITS = Limits()
GRACE_SECONDS = 1.0
"""How long a worker may overrun its clock before its process is ended."""


@dataclass(frozen=True, slots=True)
class GameOptions:
    """Options of playing that do not define the game."""

    stop: Stop | None = None
    strict: bool = False
    """Whether a fault raises; otherwise it costs the player the game."""
    on_move: OnMove | None = None

    def is_stopped(self) -> bool:
        return self.stop is not None and self.stop.is_set()


USUAL = GameOptions()


def play_fixture(fixture: Fixture, players: Opponents | None = None, conduct: GameOptions = USUAL) -> Game:
    """Plays a game; `players`, if given, replace those that the fixture names."""
    if fixture.after and fixture.memory is None:
        raise ValueError("a game that follows another begins with what its players remember of that")
    if players is not None:
        return _Play(fixture, fixture.board(), conduct).run(players)
    with _opponents(fixture) as named:
        return _Play(fixture, fixture.board(), conduct).run(named)


def lost_fixture(fixture: Fixture, attempt: Attempt, conduct: GameOptions = USUAL) -> Game | None:
    """The forfeit of a player whose process died or was ended; None if the game had not begun."""
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
    return _Play(fixture, board, conduct).forfeited(colour, fault)


def memory_after(game: Game, memory: Memory) -> Memory:
    """The players' memory after a game, from their memory before it."""
    if game.is_forfeit:
        return memory
    with _opponents(game.fixture) as opponents, opponents.at_the_board() as players:
        first, second = (
            as_fault(learned, as_fault(remembering, player, known), game.record)
            for player, known in zip(players, memory, strict=True)
        )
    return first, second


def _opponents(fixture: Fixture) -> Opponents:
    return Opponents(*fixture.by_colour((fixture.black, fixture.white)))


def play(
    black: PlayerOrSpec,
    white: PlayerOrSpec,
    board: Board | str | None = None,
    clock: Clock | None = None,
    *,
    seed: int = 0,
    limits: Limits | tuple[Limits | None, Limits | None] | None = None,
    variant: str | None = None,
    stop: Stop | None = None,
    on_move: OnMove | None = None,
    strict: bool = False,
    **caps: Unpack[Caps],
) -> Record:
    """Plays a game from `board` on, whose moves stay in the record, or from the start of `variant`.

    `limits` are for each move, for both sides or as a pair. A player that raises, answers no legal move or
    overruns its clock loses the whole board, as if wiped out, and the record's note says why; with `strict`
    that is a PlayerError instead. A game ended by `stop` has no result. The same seed gives the same game,
    unless time decides.
    """
    if board is None:
        first = Board(variant or "reversi")
    else:
        first = Board.parse(board, variant) if isinstance(board, str) and variant else board_of(board).copy()
        if variant is not None and find_variant(variant) != first.variant:
            raise ValueError(f"the board is {first.variant}, not {variant}")
    fixture = Fixture("black", "white", seed=seed, limits=for_both(limits, caps), clock=clock)
    with Opponents(black, white) as players:
        return _Play(fixture, first, GameOptions(stop, strict, on_move)).run(players).record


class _StoppedError(Exception):
    """`stop` was set."""


class _Play:
    """A game in progress: its board, its clocks and the notes on each move."""

    def __init__(self, fixture: Fixture, board: Board, conduct: GameOptions) -> None:
        self._fixture = fixture
        self._names = fixture.black, fixture.white
        self._board = board
        self._conduct = conduct
        self._side = BLACK
        """The side whose code was called last."""
        self._left = [math.inf if fixture.clock is None else fixture.clock.seconds] * 2
        opening = len(board.move_stack)
        self._values: list[float | None] = [None] * opening
        self._seconds: list[float | None] = [None] * opening
        self._nodes: list[int | None] = [None] * opening

    def run(self, opponents: Opponents) -> Game:
        """Plays until the game is over, a player is at fault or `stop` is set."""
        with opponents.at_the_board() as players:
            black, white = self._fixture.by_colour(players)
            for player in (black, white):
                if self._board.variant.name not in player.variants:
                    boards = ", ".join(player.variants)
                    raise ValueError(f"{player.name} does not play {self._board.variant}: {boards}")
            self._names = black.name, white.name
            try:
                return self._played((black, white))
            except PlayerError as fault:
                return self.forfeited(self._side, fault)
            except _StoppedError:
                end = End(None, "stopped", f"after {counted(len(self._board.move_stack), 'move')}")
                return Game(self._fixture, replace(self._record(), note=str(end)), self._fixture.memory)

    def forfeited(self, loser: Colour, fault: PlayerError) -> Game:
        """The game, lost by the whole board through a fault; with `strict`, raises the fault and its origin.

        Nobody learns from it, since it says nothing about how they play.
        """
        kind = f"{fault.kind} at move {len(self._board.move_stack) + 1}"
        if self._conduct.strict:
            frames = traceback.extract_tb(fault.__cause__.__traceback__) if fault.__cause__ else []
            place = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
            raise PlayerError(f"{loser} {kind}", f"{fault.details}{place}") from fault.__cause__
        cells = float(len(self._board.variant.cells))
        end = End(loser, "fault", f"{kind}: {fault.details}" if fault.details else kind)
        record = replace(self._record(), result=-cells if loser == BLACK else cells, note=str(end))
        return Game(self._fixture, record, self._fixture.memory)

    def _played(self, players: tuple[TrustedPlayer, TrustedPlayer]) -> Game:
        memory, seed = self._fixture.memory, self._fixture.seed
        if memory is not None:
            players = self._of_both(remembering, players, self._fixture.by_colour(memory))
        seeded_players = self._of_both(in_game, players, (seed, seed), (BLACK, WHITE))
        left, self._left = self._left, [math.inf] * 2  # loading takes no time of the clock
        for side in Colour:
            self._ask(side, seeded_players[side].prepare, self._board.variant_name)
        self._left = left
        adjudication = self._fixture.adjudication
        while not self._board.is_over():
            if adjudication and (verdict := adjudication.verdict(self._board, self._values)):
                margin, end = verdict
                return Game(self._fixture, replace(self._record(), result=margin, note=str(end)))
            self._move(seeded_players[self._board.turn])
        record = self._record()
        if memory is not None:
            self._left = [math.inf] * 2  # nor does learning
            memory = self._fixture.by_colour(self._of_both(learned, players, (record, record)))
        return Game(self._fixture, record, memory)

    def _record(self) -> Record:
        black, white = self._names
        return replace(
            Record.from_board(self._board),
            values=tuple(self._values),
            seconds=tuple(self._seconds),
            nodes=tuple(self._nodes),
            black=black,
            white=white,
            seed=self._fixture.seed,
        )

    def _move(self, player: TrustedPlayer) -> None:
        """Asks the side to move, charges its clock and makes the move."""
        turn, clock = self._board.turn, self._fixture.clock
        left, limits = self._left[turn], self._fixture.limits[turn]
        allowed = None if limits == NO_LIMITS else limits  # without limits the player decides
        if clock is not None:
            allowed = clock.allotment(left, len(self._board.empties()), limits)
        request = MoveRequest(player, self._board.copy(), allowed, is_prepared=True)
        try:
            choice = self._ask(turn, request.answer, self._conduct.stop)
        except PlayerError as fault:
            if self._conduct.is_stopped():
                raise _StoppedError from None
            raise_damage(fault)
            raise
        if self._conduct.is_stopped():
            raise _StoppedError  # a move found in a hurry would change the game
        if choice.seconds > left:
            late = f"{rounded_decimal(choice.seconds)} s where {rounded_decimal(left)} of {clock} were left"
            raise PlayerError("overran its clock", late)
        self._left[turn] = left - choice.seconds + (0.0 if clock is None else clock.increment)
        self._board.push(choice.move)
        self._values.append(choice.value)
        self._seconds.append(round(choice.seconds, 6))
        self._nodes.append(choice.nodes)
        if self._conduct.on_move is not None:
            self._conduct.on_move(self._board.copy(), choice)

    def _of_both(self, call: Callable[..., R], *columns: tuple[Any, Any]) -> tuple[R, R]:
        """The results of a call for black, then for white."""
        black, white = (self._ask(side, call, *(pair[side] for pair in columns)) for side in Colour)
        return black, white

    def _ask(self, side: Colour, call: Callable[..., R], *arguments: Any) -> R:
        """Calls a side's own code; any error in it is that side's fault."""
        self._side = side
        slot = own_slot()
        if slot is None:
            return as_fault(call, *arguments)
        # This process is a worker: tell the parent whose turn it is, and the deadline.
        slot.write(
            bytes((side, *self._board.move_stack)), time.monotonic() + self._left[side] + GRACE_SECONDS
        )
        try:
            return as_fault(call, *arguments)
        finally:
            slot.relax()
