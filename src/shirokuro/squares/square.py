"""Squares, sets of them and moves by name: 0…63 on the 8-wide grid, a1 = 0 top left, h8 = 63."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from enum import IntEnum
from typing import Any

from shirokuro import _core
from shirokuro._core import SquareSet

# fmt: off
__all__ = [  # noqa: RUF022  # squares in their own order
    "PASS", "SquareSet", "Symmetry", "move_name", "parse_move", "parse_square", "square_name",
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1",
    "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2",
    "A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3",
    "A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4",
    "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5",
    "A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6",
    "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7",
    "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8",
]
# fmt: on

PASS = 64
"""The move without a square."""
MOVE_FIELDS = frozenset({"move", "moves", "pv", "best", "played_pv"})
"""Fields that hold moves, which `move_repr` writes by name."""

_NARROW = {0x3000: " "} | {0xFF00 + code - 0x20: chr(code) for code in range(0x21, 0x7F)}


def narrow(text: str) -> str:
    """The text with full-width characters (ｆ５) as plain ones; its length stays the same."""
    return text if text.isascii() else text.translate(_NARROW)


def square_name(square: int) -> str:
    """`square_name(19) == "d3"`."""
    return _core.square_name(square)


def parse_square(name: str) -> int:
    """`parse_square("d3") == 19`; any case, full-width letters too."""
    return _core.parse_square(narrow(name))


def place_of(square: int) -> tuple[int, int]:
    """The column and the row of a square, both from 0."""
    row, column = divmod(square, 8)
    return column, row


def move_name(move: int) -> str:
    """The name of a square, or `pass`."""
    return _core.move_name(move)


def parse_move(name: str) -> int:
    """A square by name, or PASS for `pass`, `pa`, `ps` and `--`; any case, full-width letters too."""
    return _core.parse_move(narrow(name))


def move_repr(value: Any) -> str:
    """`Choice(move=F5, value=2.0)`: after `from shirokuro import *` it evaluates to an equal value.

    `value` is a dataclass or a named tuple; fields with their default value are left out.
    """
    if is_dataclass(value):
        defaults = {each.name: each.default for each in fields(value) if each.repr}
    else:
        defaults = {name: value._field_defaults.get(name, MISSING) for name in value._fields}
    words = []
    for name, default in defaults.items():
        found = getattr(value, name)
        if type(found) is not type(default) or found != default:  # 0, 0.0 and False are equal
            words.append(f"{name}={_named(found) if name in MOVE_FIELDS else repr(found)}")
    return f"{type(value).__name__}({', '.join(words)})"


def _named(held: object) -> str:
    """A move by its constant in `sk`; anything else by its own repr."""
    if type(held) is tuple:
        inside = ", ".join(map(_named, held))
        return f"({inside},)" if len(held) == 1 else f"({inside})"
    if isinstance(held, bytes) and held:
        return f"bytes({_named(tuple(held))})"
    if not isinstance(held, int) or not 0 <= held <= PASS:
        return repr(held)
    return "PASS" if held == PASS else square_name(held).upper()


class Symmetry(IntEnum):
    """The eight symmetries of a board; every variant has all of them.

    The bits of a number are what is done: columns and rows are swapped (4), then rows (2) and columns (1) are
    mirrored.
    """

    IDENTITY = 0
    MIRROR_COLUMNS = 1
    MIRROR_ROWS = 2
    ROTATE_180 = 3
    TRANSPOSE = 4
    ROTATE_90 = 5
    """Clockwise: a1 goes to where h1 was."""
    ROTATE_270 = 6
    ANTITRANSPOSE = 7

    @property
    def swaps(self) -> bool:
        """Whether rows become columns."""
        return self >= Symmetry.TRANSPOSE

    @property
    def inverse(self) -> Symmetry:
        return {Symmetry.ROTATE_90: Symmetry.ROTATE_270, Symmetry.ROTATE_270: Symmetry.ROTATE_90}.get(
            self, self
        )


# fmt: off
A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)
# fmt: on
