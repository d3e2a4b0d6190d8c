"""A game between two players: `sk.play`, and what becomes of a fixture."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from shirokuro.board import Board
from shirokuro.colour import BLACK, WHITE, Colour
from shirokuro.engine import Limits, Stop
from shirokuro.fixture import Clock, Fixture, derive
from shirokuro.players.player import Choice, Player
from shirokuro.players.registry import player as player_named
from shirokuro.record import Record
from shirokuro.square import PASS, move_name
from shirokuro.variant import find_variant

Entrant = Player | str
"""A player, or the specification of one."""
OnMove = Callable[[Board, Choice], object]
"""Told of the board after each move, and of what its player thought."""


def play_fixture(
    fixture: Fixture, players: tuple[Entrant, Entrant] | None = None, stop: Stop | None = None
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
    )


def play(
    black: Entrant,
    white: Entrant,
    board: Board | None = None,
    clock: Clock | None = None,
    *,
    seed: int = 0,
    limits: Limits | tuple[Limits | None, Limits | None] | None = None,
    variant: str | None = None,
    stop: Stop | None = None,
    on_move: OnMove | None = None,
) -> Record:
    """Plays a game from `board` on, whose moves stay in the record, or from the start of `variant`.

    `limits` are for each move, for both sides or as a pair. A player that raises, answers no legal move or
    overruns its clock loses the whole board, as if wiped out, and the record's note says why. A game ended by
    `stop` has no result. The same seed gives the same game, unless time decides.
    """
    first = _start(board, variant)
    players = (player_of(black), player_of(white))
    pair = limits if isinstance(limits, tuple) else (limits, limits)
    sides = [
        _Side(colour, seeded(_fit(player, first), seed, colour), limit or Limits())
        for colour, player, limit in zip(Colour, players, pair, strict=True)
    ]
    game = _Game(first, clock, stop, on_move)
    game.run(sides)
    return replace(game.record(), black=players[BLACK].name, white=players[WHITE].name, seed=seed)


def player_of(entrant: Entrant) -> Player:
    return player_named(entrant) if isinstance(entrant, str) else entrant


def seeded(player: Player, seed: int, colour: Colour) -> Player:
    """The player with its luck for one game, if it leaves anything to chance."""
    with_seed = getattr(player, "with_seed", None)
    if with_seed is None:
        return player
    lucky: Player = with_seed(derive(seed, colour, getattr(player, "seed", 0)))
    return lucky


def _start(board: Board | None, variant: str | None) -> Board:
    """A board of the game's own."""
    if board is None:
        return Board(variant or "reversi")
    if variant is not None and find_variant(variant) != board.variant:
        raise ValueError(f"the board is {board.variant}, not {variant}")
    return board.copy()


def _fit(player: Player, board: Board) -> Player:
    """The player, if it plays on such boards."""
    if board.variant.name not in player.variants:
        raise ValueError(f"{player.name} does not play {board.variant}: {', '.join(player.variants)}")
    return player


class _ForfeitError(Exception):
    """A side lost otherwise than by the rules: what it did, and the details."""


class _StoppedError(Exception):
    """The game was asked to end."""


@dataclass(frozen=True, slots=True)
class _Side:
    colour: Colour
    player: Player
    limits: Limits


class _Game:
    """A game that goes on: its board, its clocks, and what is noted of each move."""

    def __init__(self, board: Board, clock: Clock | None, stop: Stop | None, on_move: OnMove | None) -> None:
        self._board = board
        self._clock = clock
        self._left = [math.inf if clock is None else clock.seconds] * 2
        self._stop = stop
        self._on_move = on_move
        opening = len(board.move_stack)
        self._values: list[float | None] = [None] * opening
        self._seconds: list[float | None] = [None] * opening
        self._nodes: list[int | None] = [None] * opening
        self._note = ""
        self._result: float | None = None

    def record(self) -> Record:
        record = Record.from_board(self._board)
        return replace(
            record,
            values=tuple(self._values),
            seconds=tuple(self._seconds),
            nodes=tuple(self._nodes),
            result=record.result if self._result is None else self._result,
            note=self._note,
        )

    def run(self, sides: list[_Side]) -> None:
        while not self._board.is_over():
            side = sides[self._board.turn]
            try:
                self._move(side)
            except _ForfeitError as forfeit:
                self._lose(side.colour, *forfeit.args)
                return
            except _StoppedError:
                self._note = f"stopped after {len(self._board.move_stack)} moves"
                return

    def _lose(self, colour: Colour, deed: str, details: str) -> None:
        cells = float(len(self._board.variant.cells))
        self._result = -cells if colour == BLACK else cells
        words = " ".join(details.split())
        self._note = f"{colour} {deed} at move {len(self._board.move_stack) + 1}" + f": {words}" * bool(words)

    def _move(self, side: _Side) -> None:
        began = time.perf_counter()
        choice = self._answer(side)
        seconds = time.perf_counter() - began
        if self._stop is not None and self._stop.is_set():
            raise _StoppedError  # what was found in a hurry would be another game
        self._spend(side.colour, seconds)
        self._note_down(self._legal(choice), choice, seconds)
        if self._on_move is not None:
            self._on_move(self._board.copy(), choice)

    def _note_down(self, move: int, choice: Choice, seconds: float) -> None:
        try:
            value, nodes = _finite(choice.value), int(choice.nodes)
        except (TypeError, ValueError):
            raise _ForfeitError("answered what cannot be recorded", repr(choice)) from None
        self._board.push(move)
        self._values.append(value)
        self._seconds.append(round(seconds, 6))
        self._nodes.append(nodes)

    def _answer(self, side: _Side) -> Choice:
        """What the player says; it gets a copy of the board, whatever it may do to it."""
        try:
            return side.player.choose(self._board.copy(), self._limits(side), self._stop)
        except Exception as error:
            raise _ForfeitError(f"raised {type(error).__name__}", str(error)) from error

    def _limits(self, side: _Side) -> Limits:
        if self._clock is None:
            return side.limits
        seconds = self._clock.allotment(self._left[side.colour], len(self._board.empties()))
        return replace(side.limits, seconds=min(seconds, side.limits.seconds or math.inf))

    def _spend(self, colour: Colour, seconds: float) -> None:
        if self._clock is None:
            return
        left = self._left[colour]
        if seconds > left:
            raise _ForfeitError(
                "overran its clock", f"{seconds:.3g} s where {left:.3g} of {self._clock} were left"
            )
        self._left[colour] = left - seconds + self._clock.increment

    def _legal(self, choice: Choice) -> int:
        """The move, if it is one; a player of someone else's may answer anything."""
        move = choice.move if isinstance(choice, Choice) else None
        if not isinstance(move, int):
            raise _ForfeitError("answered no move", repr(choice))
        legal = tuple(self._board.legal_moves) or (PASS,)
        if move in legal:
            return move
        named = move_name(move) if 0 <= move <= PASS else str(move)
        possible = " ".join(map(move_name, legal))
        raise _ForfeitError("played an illegal move", f"{named}, where there are {possible}")


def _finite(value: float | None) -> float | None:
    """The value as a record can hold it."""
    return float(value) if value is not None and math.isfinite(value) else None
