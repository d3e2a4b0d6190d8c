"""Wraps players of users: fills in what they lack, and turns their errors into PlayerErrors."""

from __future__ import annotations

import inspect
import pickle
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, Protocol, Self, TypeAlias, Unpack

from shirokuro.board.board import Board, board_of
from shirokuro.board.record import Record
from shirokuro.engine.limits import Caps, Limits, Stop, given_limits
from shirokuro.engine.result import OnResult
from shirokuro.errors import PlayerError
from shirokuro.players.answer import Choice, as_fault, clean, described, read_answer
from shirokuro.players.player import BuiltinPlayer, Learner, Player
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import VARIANTS, find_variant


class AnyPlayer(Protocol):
    """The least that a player must have."""

    @property
    def choose(self) -> Callable[..., Any]: ...


class CheckedPlayer(Player):
    """A user's player with defaults for all that it lacks; its faults are PlayerErrors."""

    def __init__(self, own: AnyPlayer, name: str = "", spec: str = "") -> None:
        if not callable(as_fault(getattr, own, "choose", None)):
            raise ValueError(f"{described(own)} is no player: it has no choose(board)")
        self.own = own
        self.spec = spec
        """The specification that makes it again in another process; empty if there is none."""
        self.name = name or spec
        if not self.name:
            own_name = as_fault(getattr, own, "name", "") or type(own).__name__
            if not isinstance(own_name, str) or not clean(own_name):
                raise ValueError(f"the name of a player is a text, not {described(own_name)}")
            self.name = clean(own_name)
        boards = as_fault(getattr, own, "variants", None) or tuple(VARIANTS)
        if not isinstance(boards, str | Collection):
            raise ValueError(f"the variants of a player are names of boards, not {described(boards)}")
        names = (boards,) if isinstance(boards, str) else boards
        self.variants = tuple(find_variant(each).name for each in names)
        self.stays = bool(as_fault(getattr, own, "stays", False))
        self._choose = _with_what_it_takes(own)

    def __reduce__(self) -> tuple[Any, ...]:
        return CheckedPlayer, (self.own, self.name, self.spec)

    @property
    def seed(self) -> object:
        return getattr(self.own, "seed", 0)

    def choose(
        self,
        board: Board | str,
        limits: Limits | None = None,
        stop: Stop | None = None,
        **caps: Unpack[Caps],
    ) -> Choice:
        board, limits = board_of(board), given_limits(limits, caps)
        if board.is_over():
            raise ValueError("the game is over: there is nothing to choose")
        if board.must_pass():
            return Choice(PASS)
        began = time.perf_counter()
        answer = as_fault(self._choose, board.copy(), limits, stop)
        choice = as_fault(read_answer, answer, tuple(board.legal_moves))
        return choice.timed(time.perf_counter() - began)

    def with_seed(self, seed: int) -> CheckedPlayer:
        with_seed = getattr(self.own, "with_seed", None)
        return self if with_seed is None else CheckedPlayer(with_seed(seed), self.name)

    def with_progress(self, progress: OnResult) -> Self:
        with_progress = getattr(self.own, "with_progress", None)
        return self if with_progress is None else type(self)(with_progress(progress), self.name)

    def prepare(self, variant: str) -> None:
        as_fault(getattr(self.own, "prepare", lambda _: None), variant)

    def close(self) -> None:
        """Closes the player; an exception then no longer matters."""
        with suppress(PlayerError):
            as_fault(getattr(self.own, "close", lambda: None))


TrustedPlayer: TypeAlias = BuiltinPlayer | CheckedPlayer
"""The player itself if it keeps the contract, otherwise wrapped."""


def _with_what_it_takes(own: AnyPlayer) -> Callable[[Board, Limits | None, Stop | None], object]:
    """Its `choose`, called with the board and with those of limits and stop token that it accepts."""
    choose = own.choose
    try:
        signature = inspect.signature(choose)
    except (TypeError, ValueError):  # Python cannot inspect functions written in C
        return choose

    def takes(*arguments: None, **named: None) -> bool:
        try:
            signature.bind(*arguments, **named)
        except TypeError:
            return False
        return True

    for names in (("limits", "stop"), ("limits",), ("stop",), ()):
        if takes(None, **dict.fromkeys(names)):
            return lambda board, limits, stop: choose(
                board, **{name: {"limits": limits, "stop": stop}[name] for name in names}
            )
    for count in (2, 1):
        if takes(None, *[None] * count):
            return lambda board, *rest: choose(board, *rest[:count])
    raise ValueError(f"{type(own).__name__}.choose{signature} cannot be asked: choose(board) is called")


def learner(player: TrustedPlayer) -> Learner | None:
    """The player as a learner, if it is one."""
    own: object = player.own if isinstance(player, CheckedPlayer) else player
    return own if isinstance(own, Learner) and getattr(own, "learns", True) else None


def remembering(player: TrustedPlayer, memory: object) -> TrustedPlayer:
    """The player with that memory; None is the memory that it was made with."""
    learning = learner(player)
    if learning is None or memory is None:
        return player
    return CheckedPlayer(learning.with_memory(memory), player.name)


def learned(player: TrustedPlayer, record: Record) -> object:
    """The player's memory after a game; it must be picklable even where it is not sent."""
    learning = learner(player)
    memory = None if learning is None else learning.learn(record)
    try:
        pickle.dumps(memory)
    except Exception:
        raise PlayerError("learned what cannot be sent to other processes", described(memory)) from None
    return memory
