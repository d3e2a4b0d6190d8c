"""Parameters as data: fields of a dataclass that are declared once, read from text, checked and listed.

Players, the settings of long work and the limits of the server declare theirs with `parameter`. Flags of the
command line, ranges, help texts and the page's forms follow from that.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from shirokuro.errors import nearest, shown
from shirokuro.words.message import Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter and the values that it may have."""

    name: str
    kind: type
    default: Any
    help: Message | str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    above: float | None = None
    """All values are greater than this one."""
    is_optional: bool = False
    """Whether None is a value too."""

    def read(self, owner: str, text: str) -> Any:
        """The value that a text names."""
        try:
            return _READERS[self.kind](text)
        except (KeyError, ValueError):
            raise self._error(owner, text) from None

    def text(self, value: Any) -> str:
        """The value as a specification writes it."""
        return str(value).lower() if self.kind is bool else str(value)

    def check(self, owner: str, value: Any) -> None:
        """Refuses what the parameter cannot be; `owner`, if there is one, begins the message."""
        if value is None and self.is_optional:
            return
        is_number = self.kind is float and isinstance(value, int) and not isinstance(value, bool)
        if not is_number and type(value) is not self.kind:
            raise self._error(owner, value)
        try:
            is_finite = self.kind is not float or math.isfinite(value)  # no bound keeps a NaN out
        except OverflowError:  # a whole number that no float holds
            is_finite = False
        if not is_finite:
            raise self._error(owner, value)
        if self.choices and value not in self.choices:
            raise self._error(owner, value, bool(get_close_matches(value, self.choices, 1)))
        is_too_low = self.least is not None and value < self.least
        is_too_low |= self.above is not None and value <= self.above
        if is_too_low or (self.most is not None and value > self.most):
            raise self._error(owner, value)

    def possible(self) -> Message:
        """The values it takes, in words."""
        if self.choices:
            return Message("values.choices", names=", ".join(self.choices))
        kind, bounds = Message(f"values.{_WORDS[self.kind]}"), self.range()
        return Message("values.in_range", kind=kind, range=bounds) if bounds else kind

    def range(self) -> Message | str:
        """Its least and its greatest value, where it has any."""
        if self.above is not None:
            return Message("values.above", number=f"{self.above:g}")
        if self.least is None:
            return ""
        if self.most is None:
            return Message("values.least", number=self.least)
        bits = int(self.most).bit_length()
        is_word = bits > 32 and self.most == 2**bits - 1  # of 63 or 64 bits, too long to write out
        return f"{self.least}…{f'2^{bits}-1' if is_word else self.most}"

    def _error(self, owner: str, value: Any, is_near: bool = False) -> ValueError:
        reason = Message("errors.out_of_range", name=self.name, possible=self.possible(), value=shown(value))
        if is_near:
            reason = Message("errors.did_mean", message=reason, near=nearest(value, self.choices))
        return ValueError(Message("errors.at", place=owner, message=reason) if owner else reason)


def parameter(
    default: Any,
    words: Message | str,
    *,
    least: float | None = None,
    most: float | None = None,
    above: float | None = None,
) -> Any:
    """A field with its default, or the function that finds it, and its help."""
    data = {"help": words, "least": least, "most": most, "above": above}
    if callable(default):
        return field(default_factory=default, metadata=data)
    return field(default=default, metadata=data)


def seed_parameter() -> int:
    """The field of a player that leaves something to chance."""
    seed: int = parameter(0, Message("parameters.seed"), least=0, most=2**64 - 1)
    return seed


@cache
def parameters_of(owner: type) -> tuple[Parameter, ...]:
    """The parameters of a class, in order."""
    hints, found = get_type_hints(owner), []
    for each in fields(owner):
        if "help" not in each.metadata:
            continue
        hint = hints[each.name]
        kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
        kind = next(kind for kind in kinds if kind is not NoneType)
        choices = get_args(kind) if get_origin(kind) is Literal else ()
        make: Any = each.default_factory
        default = make() if each.default is MISSING else each.default
        kind, is_optional = str if choices else kind, NoneType in kinds
        found.append(
            Parameter(each.name, kind, default, choices=choices, is_optional=is_optional, **each.metadata)
        )
    return tuple(found)


def check_parameters(value: Any) -> None:
    """Refuses a value, in its `__post_init__`, one of whose parameters is out of range."""
    owner: Any = type(value)
    for each in parameters_of(owner):
        each.check("", getattr(value, each.name))


def read_settings(owner: Callable[..., T], text: str, what: str) -> T:
    """Reads settings as `name=value,name=value`; what is left out has its default."""
    known = {each.name: each for each in parameters_of(cast(type, owner))}
    found: dict[str, Any] = {}
    for word in text.replace(" ", ",").split(","):
        name, equals, value = word.partition("=")
        if name not in known or not equals:
            usual = (each.text(each.default).removesuffix(".0") for each in known.values())
            words = ",".join(map("=".join, zip(known, usual, strict=True)))
            raise ValueError(f"{what} is written {words}, not {text!r}")
        found[name] = known[name].read("", value)
    return owner(**found)


_READERS: dict[type, Any] = {
    int: int,
    float: float,
    str: str,
    bool: {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.__getitem__,
}
_WORDS: dict[type, str] = {int: "whole", float: "number", str: "word", bool: "truth"}
