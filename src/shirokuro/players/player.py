"""What a player is: something that looks at a board and chooses a move."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any, ClassVar, Protocol, Self, TypeAlias, Unpack, runtime_checkable

from shirokuro.board.board import Board, board_of
from shirokuro.board.record import Record
from shirokuro.engine.engine import Caps, Limits, OnResult, Stop, given_limits
from shirokuro.parameters.parameter import Parameter, parameters_of
from shirokuro.seed import derive
from shirokuro.squares.move_repr import move_repr
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import VARIANTS
from shirokuro.words.message import Message


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and what its player thought; all but the move may be missing."""

    move: int
    """A square, or PASS."""
    value: float | None = None
    """For the side to move: discs, or whatever else the player counts in, as its page says."""
    pv: tuple[int, ...] = ()
    nodes: int = 0
    """Positions looked at, or random games played."""
    seconds: float = 0.0
    note: Message | str = ""
    """A word for the reader, as `capped` where the limits ended the work."""

    def __repr__(self) -> str:
        return move_repr(self)


Answer: TypeAlias = Choice | int | str
"""A move, as a square or by its name, or a move with what its player thought."""


class Player(ABC):
    """The base of players: whoever writes one gives it a `choose`; all else has a default.

    `choose` depends on its arguments, the seed and the memory alone. It may leave out `limits` and `stop`.
    Any other object with a `choose` is a player too.
    """

    name: str = ""
    """What results call it; the name of its class if it is empty."""
    variants: Collection[str] = tuple(VARIANTS)
    """The boards it plays on."""
    stays: bool = False
    """Whether one and the same plays all games of a match, as a program that is slow to start should."""

    @abstractmethod
    def choose(self, board: Board, limits: Limits | None = None, stop: Stop | None = None) -> Answer:
        """The move to play; it is asked where there is one, never for a pass. The board is a copy."""

    def with_seed(self, seed: int) -> Player:
        """The same player with another seed, for one game; itself if it leaves nothing to chance."""
        return self

    def with_progress(self, progress: OnResult) -> Self:
        """The same player, telling of its search while it thinks; itself if it has nothing to tell."""
        return self

    def for_people(self) -> Self:
        """The same player as people meet it, in the terminal or on the page; itself if that is no other."""
        return self

    def prepare(self, variant: str) -> None:  # noqa: B027  # most have nothing to load
        """Called before a game on that board, while no clock runs yet."""

    def close(self) -> None:  # noqa: B027  # most have nothing to end
        """Called when it has played its last game, by whoever made it."""


@runtime_checkable
class Learner(Protocol):
    """A player that remembers. The memory is a small value, which is part of what defines a game.

    One whose `learns` is false has these methods, and learns nothing.
    """

    def learn(self, record: Record) -> Any:
        """What it remembers after a game."""

    def with_memory(self, memory: Any) -> Any:
        """The player that remembers this."""


class BuiltinPlayer(Player):
    """A player of the registry: a frozen dataclass whose fields, made by `parameter`, define it."""

    spec_name: ClassVar[str]
    summary: ClassVar[Message | str]
    """What it does, in a line."""
    origin: ClassVar[str]
    """Where it comes from."""
    answers_at_once: ClassVar[bool] = False
    """Whether it needs no time worth counting, on any board."""

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
        """The move to play; PASS where there is no other. The board stays as it is."""
        board, limits = board_of(board), given_limits(limits, caps)
        if board.variant.name not in self.variants:
            raise ValueError(f"{self.name} does not play {board.variant}: {', '.join(self.variants)}")
        if board.is_over():
            raise ValueError("the game is over: there is nothing to choose")
        if board.must_pass():
            return Choice(PASS)
        began = time.perf_counter()
        choice = self.pick(board, limits or Limits(), stop)
        return replace(choice, seconds=time.perf_counter() - began)

    @abstractmethod
    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        """The choice on a board with at least one legal move."""


def seed_for(seed: int, board: Board) -> int:
    """A seed of 64 bits for one decision: another one on every board and at every ply."""
    return derive(seed, board.line(), len(board.move_stack))


def dice(seed: int, board: Board) -> Random:
    """What a player throws for one decision."""
    return Random(seed_for(seed, board))
