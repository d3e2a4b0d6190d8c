"""Nouns behind a number, in English: 1 game, 2 games, 1 ply, 0 plies."""

from __future__ import annotations


def plural(number: float, noun: str) -> str:
    """The noun as it stands behind the number."""
    if number == 1:
        return noun
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def counted(number: int, noun: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {plural(number, noun)}"
