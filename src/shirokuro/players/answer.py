"""Reads the answer of a player, which is a square, its name or a Choice, as a valid Choice.

Players can be anybody's code. Their answers are copied once into values of our own: a number may lie about
what it equals, a text or a list may never end, and any access to an object may raise.
"""

from __future__ import annotations

import math
import signal
from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import islice
from operator import index
from typing import Any, TypeAlias, TypeVar

from shirokuro.errors import InvalidMoveError, PlayerError
from shirokuro.squares.square import PASS, move_name, move_repr, parse_move
from shirokuro.words.message import Message

R = TypeVar("R")

MOST_NODES = 2**63 - 1
LONGEST_PV = 128
LONGEST_TEXT = 200
WANTED = "a square, its name or a Choice is wanted"


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and what its player says about it; everything but the move is optional."""

    move: int
    """A square, or PASS."""
    value: float | None = None
    """For the side to move, in discs or in the unit that the player's page names."""
    pv: tuple[int, ...] = ()
    nodes: int = 0
    """Positions searched, or random games played."""
    seconds: float = 0.0
    note: Message | str = ""
    """A note for people, such as `capped` if limits ended the work."""

    def timed(self, seconds: float) -> Choice:
        """The same choice with its time; `dataclasses.replace` takes a multiple of that of a quick answer."""
        return Choice(self.move, self.value, self.pv, self.nodes, seconds, self.note)

    def __repr__(self) -> str:
        return move_repr(self)


AnyAnswer: TypeAlias = Choice | int | str
"""A player's answer: a move as a square or by its name, or a Choice."""


def as_fault(call: Callable[..., R], *arguments: Any) -> R:
    """Calls a player's own code; anything that it raises, even SystemExit, becomes a PlayerError."""
    try:
        return call(*arguments)
    except PlayerError:
        raise
    except BaseException as error:
        # Workers block or ignore Ctrl-C, so the player itself raised it
        if hasattr(signal, "pthread_sigmask"):
            is_deaf = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
        else:
            is_deaf = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
        if isinstance(error, KeyboardInterrupt) and not is_deaf:
            raise
        try:
            message = clean(str(error))
        except Exception:
            message = "its message cannot be read"
        raise PlayerError(f"raised {type(error).__name__}", message) from error


def read_answer(answer: object, legal: Collection[int]) -> Choice:
    """The answer as a Choice of one of the legal moves."""
    if not isinstance(answer, Choice):
        return Choice(_legal(answer, legal))
    return Choice(
        _legal(answer.move, legal),
        _read("value", _value, answer.value),
        _read("pv", _moves, answer.pv),
        _read("nodes", _count, answer.nodes),
        note=answer.note if isinstance(answer.note, Message) else _read("note", clean, answer.note),
    )


def clean(text: str) -> str:
    """One line of limited length that can be written anywhere."""
    words = "".join(letter for letter in text[: 4 * LONGEST_TEXT] if letter.isprintable() or letter.isspace())
    line = " ".join(words.split())
    return line if len(line) <= LONGEST_TEXT else f"{line[: LONGEST_TEXT - 1]}…"


def described(value: object) -> str:
    """Python's repr of the value, if there is one."""
    try:
        return clean(as_fault(repr, value))
    except PlayerError:
        return f"something of the type {type(value).__name__}"


def _legal(answer: object, legal: Collection[int]) -> int:
    move = _move(answer)
    if move in legal:
        return move
    named = move_name(move) if 0 <= move <= PASS else described(move)
    raise PlayerError("played an illegal move", f"{named}, where there are {' '.join(map(move_name, legal))}")


def _move(answer: object) -> int:
    try:
        if isinstance(answer, str):
            return parse_move(answer)
        if not isinstance(answer, bool):
            return index(answer)  # type: ignore[arg-type]  # exactly an int, whatever the answer says of itself
    except (InvalidMoveError, TypeError):
        pass
    raise PlayerError("answered no move", f"{described(answer)}, where {WANTED}")


def _read(name: str, reader: Callable[[Any], R], value: Any) -> R:
    try:
        return reader(value)
    except (TypeError, ValueError, OverflowError, AttributeError):
        raise PlayerError("answered what cannot be recorded", f"{name} {described(value)}") from None


def _value(value: Any) -> float | None:
    """A value that a record can hold."""
    if isinstance(value, str):
        raise TypeError
    number = math.nan if value is None else float(value)
    return number if math.isfinite(number) else None


def _count(nodes: Any) -> int:
    number = index(int(nodes))
    if isinstance(nodes, str) or not 0 <= number <= MOST_NODES:
        raise ValueError
    return number


def _moves(pv: Any) -> tuple[int, ...]:
    moves = tuple(map(_move, islice(pv, LONGEST_PV)))
    if not all(0 <= move <= PASS for move in moves):
        raise ValueError
    return moves
