"""The parameters of players: declared once as fields, read from text, checked, printed and listed."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from shirokuro.errors import shown

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a player and the values it may have."""

    name: str
    kind: type
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None

    def read(self, player: str, text: str) -> Any:
        """The value that a text names."""
        try:
            return _READERS[self.kind](text)
        except (KeyError, ValueError):
            raise self._error(player, text) from None

    def text(self, value: Any) -> str:
        """The value as a specification writes it."""
        return str(value).lower() if self.kind is bool else str(value)

    def check(self, player: str, value: Any) -> None:
        """Refuses what the parameter cannot be."""
        is_number = self.kind is float and isinstance(value, int) and not isinstance(value, bool)
        if not is_number and type(value) is not self.kind:
            raise self._error(player, value)
        if self.kind is float and not _is_finite(value):
            raise self._error(player, value)
        if self.choices and value not in self.choices:
            near = get_close_matches(value, self.choices, 1)
            raise self._error(player, value, f"; did you mean {near[0]!r}?" if near else "")
        if (self.least is not None and value < self.least) or (self.most is not None and value > self.most):
            raise self._error(player, value)

    def possible(self) -> str:
        """The values it takes, in words."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        return ", ".join(filter(None, (_WORDS[self.kind], self.range())))

    def range(self) -> str:
        """Its least and its greatest value, where it has any."""
        if self.least is None:
            return ""
        return f"{self.least} or more" if self.most is None else f"{self.least}…{_short(self.most)}"

    def _error(self, player: str, value: Any, hint: str = "") -> ValueError:
        return ValueError(f"{player}: {self.name} is {self.possible()}, not {shown(value)}{hint}")


def parameter(default: T, words: str, *, least: float | None = None, most: float | None = None) -> T:
    """A field of a player, with its default and its help."""
    return field(default=default, metadata={"help": words, "least": least, "most": most})


def seed_parameter() -> int:
    """The field of a player that leaves something to chance."""
    return parameter(0, "decides the random choices", least=0, most=2**64 - 1)


@cache
def parameters_of(player: type) -> tuple[Parameter, ...]:
    """The parameters of a player's class, in order."""
    hints = get_type_hints(player)
    return tuple(_of_field(each, hints[each.name]) for each in fields(player) if "help" in each.metadata)


def _of_field(each: Any, hint: Any) -> Parameter:
    choices = get_args(hint) if get_origin(hint) is Literal else ()
    return Parameter(
        each.name,
        str if choices else hint,
        each.default,
        each.metadata["help"],
        choices,
        each.metadata["least"],
        each.metadata["most"],
    )


def _is_finite(value: float) -> bool:
    """No bound keeps a NaN out: it is neither less nor more than anything."""
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number that no float holds
        return False


def _short(number: float) -> str:
    """The largest words of 63 and 64 bits as one writes them."""
    bits = int(number).bit_length()
    return f"2^{bits}-1" if bits > 32 and number == 2**bits - 1 else str(number)


_READERS: dict[type, Any] = {
    int: int,
    float: float,
    str: str,
    bool: {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.__getitem__,
}
_WORDS: dict[type, str] = {int: "a whole number", float: "a number", str: "a word", bool: "true or false"}
