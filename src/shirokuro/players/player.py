"""The interface of players, which choose moves on a board."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import fields, replace
from random import Random
from typing import Any, ClassVar, Protocol, Self, Unpack, runtime_checkable

from shirokuro.board.board import Board, board_of
from shirokuro.board.record import Record
from shirokuro.engine.limits import Caps, Limits, Stop, given_limits
from shirokuro.engine.result import OnResult
from shirokuro.parameters.parameter import Parameter, parameters_of
from shirokuro.players.answer import AnyAnswer, Choice
from shirokuro.seed import derive
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import VARIANTS
from shirokuro.words.message import Message

SQUARE_BOARDS = tuple(name for name, variant in VARIANTS.items() if not variant.ring)
ROUND_BOARDS = tuple(name for name, variant in VARIANTS.items() if variant.ring)


class Player(ABC):
    """The base of players: write a `choose`; all else has a default.

    `choose` depends on its arguments, the seed and the memory alone. It may leave out `limits` and `stop`.
    Any other object with a `choose` is a player too.
    """

    name: str = ""
    """Its name in results; the name of its class if empty."""
    variants: Collection[str] = tuple(VARIANTS)
    """The boards it plays on."""
    stays: bool = False
    """Whether one object plays all games of a match, as a program that is slow to start should."""

    @abstractmethod
    def choose(self, board: Board, limits: Limits | None = None, stop: Stop | None = None) -> AnyAnswer:
        """The move to play; never called for a forced pass. The board is a copy."""

    def with_seed(self, seed: int) -> Player:
        """The same player with another seed, for one game; itself if it leaves nothing to chance."""
        return self

    def with_progress(self, progress: OnResult) -> Self:
        """The same player, reporting results while it searches; itself if it has nothing to report."""
        return self

    def for_people(self) -> Self:
        """The same player as it plays against people, in the terminal or on the page."""
        return self

    def prepare(self, variant: str) -> None:  # noqa: B027  # most have nothing to load
        """Called before a game on that board, while no clock runs yet."""

    def close(self) -> None:  # noqa: B027  # most have nothing to end
        """Called after its last game."""


@runtime_checkable
class Learner(Protocol):
    """A player that learns from games. Its memory is a small value, and part of what defines a game.

    If its attribute `learns` is false, it does not learn.
    """

    def learn(self, record: Record) -> Any:
        """Its memory after a game."""

    def with_memory(self, memory: Any) -> Any:
        """The player with that memory."""


class BuiltinPlayer(Player):
    """A player of the registry: a frozen dataclass whose fields, made by `parameter`, define it."""

    spec_name: ClassVar[str]
    summary: ClassVar[Message | str]
    """A one-line description."""
    origin: ClassVar[str]
    """Its source, such as the study."""
    answers_at_once: ClassVar[bool] = False
    """Whether it answers at once on any board."""

    def __post_init__(self) -> None:
        for each in parameters_of(type(self)):
            each.check(self.spec_name, getattr(self, each.name))

    @property
    def name(self) -> str:  # type: ignore[override]  # its parameters decide
        """The specification that makes this player again: `montai:playouts=100`."""
        changed = [each for each in parameters_of(type(self)) if getattr(self, each.name) != each.default]
        words = ",".join(f"{each.name}={each.text(getattr(self, each.name))}" for each in changed)
        return f"{self.spec_name}:{words}" if words else self.spec_name

    @property
    def spec(self) -> str:
        return self.name

    @property
    def is_quick(self) -> bool:
        """Whether it is known to answer within a tenth of a second."""
        return self.answers_at_once

    @classmethod
    def parameters(cls) -> tuple[Parameter, ...]:
        return parameters_of(cls)

    def with_seed(self, seed: int) -> Self:
        """The same player with another seed; itself if it leaves nothing to chance."""
        if not any(each.name == "seed" for each in fields(self)):  # type: ignore[arg-type]
            return self
        changed: dict[str, Any] = {"seed": seed}
        return replace(self, **changed)  # type: ignore[type-var]

    def choose(
        self,
        board: Board | str,
        limits: Limits | None = None,
        stop: Stop | None = None,
        **caps: Unpack[Caps],
    ) -> Choice:
        """The move to play; PASS if it must pass. The board stays as it is."""
        board, limits = board_of(board), given_limits(limits, caps)
        if board.variant.name not in self.variants:
            raise ValueError(f"{self.name} does not play {board.variant}: {', '.join(self.variants)}")
        if board.is_over():
            raise ValueError("the game is over: there is nothing to choose")
        if board.must_pass():
            return Choice(PASS)
        began = time.perf_counter()
        choice = self.pick(board, limits or Limits(), stop)
        return choice.timed(time.perf_counter() - began)

    @abstractmethod
    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        """The choice on a board with at least one legal move."""


def seed_for(seed: int, board: Board) -> int:
    """A 64-bit seed for one decision, different on every board and at every ply."""
    return derive(seed, board.line(), len(board.move_stack))


def dice(seed: int, board: Board) -> Random:
    """The generator of random numbers for one decision."""
    return Random(seed_for(seed, board))


def after(board: Board, move: int) -> Board:
    """The position after a move, as a board of its own."""
    child = board.copy(stack=False)
    child.push(move)
    return child


def side_in(record: Record, name: str) -> Colour | None:
    """The side that a player of that name had; None where it had neither or both."""
    sides = [side for side, player in ((BLACK, record.black), (WHITE, record.white)) if player == name]
    return sides[0] if len(sides) == 1 else None
