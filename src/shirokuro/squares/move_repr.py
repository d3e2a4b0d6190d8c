"""How values that hold moves print themselves: squares by name, so that the text evaluates back."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from shirokuro.squares.square import PASS, square_name

MOVE_FIELDS = frozenset({"move", "moves", "pv", "best", "played_pv"})
"""Fields that hold a move or moves; a number elsewhere is a number."""


def move_repr(value: Any) -> str:
    """`Choice(move=F5, value=2.0)`: after `from shirokuro import *` it evaluates to an equal value.

    `value` is a dataclass or a named tuple; fields that have their default are left out.
    """
    if is_dataclass(value):
        defaults = {each.name: each.default for each in fields(value) if each.repr}
    else:
        defaults = {name: value._field_defaults.get(name, MISSING) for name in value._fields}
    words = []
    for name, default in defaults.items():
        found = getattr(value, name)
        if (
            type(found) is type(default) and found == default
        ):  # 0, 0.0 and False are equal, but print otherwise
            continue
        words.append(f"{name}={_named(found) if name in MOVE_FIELDS else repr(found)}")
    return f"{type(value).__name__}({', '.join(words)})"


def _named(held: object) -> str:
    """A move by the name that `sk` has for it; anything else as it prints itself."""
    if isinstance(held, tuple) and type(held) is tuple:
        inside = ", ".join(map(_named, held))
        return f"({inside},)" if len(held) == 1 else f"({inside})"
    if isinstance(held, bytes) and held:
        return f"bytes({_named(tuple(held))})"
    if not isinstance(held, int) or not 0 <= held <= PASS:
        return repr(held)
    return "PASS" if held == PASS else square_name(held).upper()
