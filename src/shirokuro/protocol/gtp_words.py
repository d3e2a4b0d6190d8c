"""The words of GTP: colours and squares, games by name, and boards as GoGui draws them.

A square has the name that reversi players give it, so a1 is at the top left here and in Quarry. GoGui draws
row 1 at the bottom: boards for it are written with the last row first, and all names stay true.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from functools import cache
from typing import TypeAlias

from shirokuro import BLACK, PASS, VARIANTS, WHITE, Board, Colour, Variant, move_name, parse_move
from shirokuro.errors import InvalidMoveError, UnknownVariantError
from shirokuro.protocol.gtp_line import GtpError
from shirokuro.squares.variant import find_variant

CommandWords: TypeAlias = tuple[str, ...]
"""The words after a command."""
LARGEST_NUMBER = 1e9
USUAL_NAMES = {"Othello": "reversi", "Nip": "nip"}
"""The names of games in other programs, and ours."""
_COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}


def games(variants: Collection[str]) -> list[str]:
    """The name of each board: first those that other programs know, then our own."""
    usual = [name for name, variant in USUAL_NAMES.items() if variant in variants]
    return [*usual, *(name for name in variants if name not in USUAL_NAMES.values())]


def find_game(name: str) -> Variant:
    """The board of a game, by its name in any case."""
    usual = {known.lower(): variant for known, variant in USUAL_NAMES.items()}
    wanted = usual.get(name.lower(), name.lower())
    try:
        return find_variant(wanted)
    except UnknownVariantError as error:
        raise GtpError(str(error)) from None


def of_size(variant: Variant, size: int) -> Variant:
    """The board with the same rules and this width: the present one, or the largest."""
    like = [
        each for each in VARIANTS.values() if (each.is_round, each.loop) == (variant.is_round, variant.loop)
    ]
    wide = [each for each in like if each.width == size]
    if not wide:
        raise GtpError("unacceptable size")
    return variant if variant in wide else wide[0]


def word_at(words: CommandWords, at: int, wanted: str) -> str:
    """One word of a command; `wanted` says in the error what is missing."""
    if at >= len(words):
        raise GtpError(f"syntax error: {wanted} expected")
    return words[at]


def number_at(words: CommandWords, at: int, wanted: str) -> float:
    """A number of a sensible size."""
    word = word_at(words, at, wanted)
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not abs(number) <= LARGEST_NUMBER:
        raise GtpError(f"syntax error: {wanted} expected, not {word[:20]!r}")
    return number


def count_at(words: CommandWords, at: int, wanted: str) -> int:
    """A whole number that is not negative."""
    number = number_at(words, at, wanted)
    if number < 0 or number != int(number):
        raise GtpError(f"syntax error: {wanted} expected, not {words[at][:20]!r}")
    return int(number)


def read_colour(word: str) -> Colour:
    if word.lower() not in _COLOURS:
        raise GtpError(f"no colour {word[:20]!r}")
    return _COLOURS[word.lower()]


def read_vertex(word: str) -> int:
    """A square or PASS."""
    try:
        return parse_move(word)
    except InvalidMoveError:
        raise GtpError(f"no square {word[:20]!r}") from None


@cache
def vertex(move: int) -> str:
    """A move as GTP writes it: `F5` or `pass`."""
    return "pass" if move == PASS else move_name(move).upper()


def drawn(board: Board) -> str:
    """The board for people, row 1 first."""
    side, position = f"{board.turn} to move", str(board).splitlines()[:-1]
    return "\n".join([side, *position])


def rows(variant: Variant, cell: Callable[[int], str], missing: str) -> str:
    """The words of a board as GoGui reads them, last row first."""
    return "\n".join(
        " ".join(cell(square) if square in variant.cells else missing for square in row)
        for row in reversed(variant.rows)
    )
