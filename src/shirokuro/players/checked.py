"""Players of anybody's: asked as they can be asked, and held to what a player may answer."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol, Self, Unpack

from shirokuro.board.board import Board, board_of
from shirokuro.engine.limits import Caps, Limits, Stop, given_limits
from shirokuro.engine.result import OnResult
from shirokuro.errors import PlayerError
from shirokuro.players.answer import clean, described, held, read_answer
from shirokuro.players.player import Choice, Player
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import VARIANTS, find_variant

Ask = Callable[[Board, Limits | None, Stop | None], object]


class AnyPlayer(Protocol):
    """The least that a player is."""

    @property
    def choose(self) -> Callable[..., Any]: ...


class CheckedPlayer(Player):
    """Somebody's player with all that it left out; its faults are PlayerErrors."""

    def __init__(self, own: AnyPlayer, name: str = "", spec: str = "") -> None:
        if not callable(held(getattr, own, "choose", None)):
            raise ValueError(f"{described(own)} is no player: it has no choose(board)")
        self.own = own
        self.spec = spec
        """What makes it again, wherever it is sent; empty if only this object is it."""
        self.name = name or spec or _name(own)
        self.variants = _variants(own)
        self.stays = bool(held(getattr, own, "stays", False))
        self._ask = _asking(own)

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
        answer = held(self._ask, board.copy(), limits, stop)
        choice = held(read_answer, answer, tuple(board.legal_moves))
        return replace(choice, seconds=time.perf_counter() - began)

    def with_seed(self, seed: int) -> CheckedPlayer:
        with_seed = getattr(self.own, "with_seed", None)
        return self if with_seed is None else CheckedPlayer(with_seed(seed), self.name)

    def with_progress(self, progress: OnResult) -> Self:
        with_progress = getattr(self.own, "with_progress", None)
        return self if with_progress is None else type(self)(with_progress(progress), self.name)

    def prepare(self, variant: str) -> None:
        held(getattr(self.own, "prepare", lambda _: None), variant)

    def close(self) -> None:
        """What it raises then changes nothing any more."""
        with suppress(PlayerError):
            held(getattr(self.own, "close", lambda: None))


def _name(own: AnyPlayer) -> str:
    name = held(getattr, own, "name", "") or type(own).__name__
    if not isinstance(name, str) or not clean(name):
        raise ValueError(f"the name of a player is a text, not {described(name)}")
    return clean(name)


def _variants(own: AnyPlayer) -> Collection[str]:
    wanted = held(getattr, own, "variants", None) or tuple(VARIANTS)
    if not isinstance(wanted, str | Collection):
        raise ValueError(f"the variants of a player are names of boards, not {described(wanted)}")
    return tuple(find_variant(name).name for name in ((wanted,) if isinstance(wanted, str) else wanted))


def _asking(own: AnyPlayer) -> Ask:
    """Calls `choose` with the board and, if it takes them, with the limits and the token to stop."""
    choose = own.choose
    try:
        signature = inspect.signature(choose)
    except (TypeError, ValueError):  # of C, where Python cannot look
        return choose
    for names in (("limits", "stop"), ("limits",), ("stop",), ()):
        if _takes(signature, None, **dict.fromkeys(names)):
            return lambda board, *rest: choose(board, **_named(names, *rest))
    for count in (2, 1):
        if _takes(signature, None, *[None] * count):
            return lambda board, *rest: choose(board, *rest[:count])
    raise ValueError(f"{type(own).__name__}.choose{signature} cannot be asked: choose(board) is called")


def _takes(signature: inspect.Signature, *arguments: None, **named: None) -> bool:
    try:
        signature.bind(*arguments, **named)
    except TypeError:
        return False
    return True


def _named(names: Collection[str], limits: Limits | None, stop: Stop | None) -> dict[str, object]:
    return {name: value for name, value in (("limits", limits), ("stop", stop)) if name in names}
