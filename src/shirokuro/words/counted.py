"""Nouns behind a number, in English: 1 game, 2 games, 1 ply, 0 plies."""

from __future__ import annotations

import re
from collections.abc import Mapping

_COUNTED = re.compile(
    r"\{(\w+)\} ((?:empty |stable |odd empty )?)"
    r"(games|moves|plies|discs|positions|nodes|cells|empties|regions)\b"
)


def plural(number: float, noun: str) -> str:
    """The noun as it stands behind the number."""
    if number == 1:
        return noun
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def counted(number: int, noun: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {plural(number, noun)}"


def agreeing(template: str, values: Mapping[str, str]) -> str:
    """An English text whose nouns agree with the numbers that will fill the places before them."""

    def noun(found: re.Match[str]) -> str:
        word = found[3]
        if values.get(found[1], "").strip() != "1":
            return found[0]
        return f"{{{found[1]}}} {found[2]}{word[:-3] + 'y' if word.endswith('ies') else word[:-1]}"

    return _COUNTED.sub(noun, template)
