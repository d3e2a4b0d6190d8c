"""The sentences of explanations: a fact in words, said of a side by its name or to the one who moved."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shirokuro.explanation.fact import Fact, line_text
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import move_name
from shirokuro.words.message import Message, catalogue

MOST_LISTED = 6
"""Most squares that a sentence lists."""


def sentence(fact: Fact, side: Colour, moves: tuple[int, int], *, is_yours: bool = False) -> Message:
    """A fact in words; `moves` are the move of that side and the better one."""
    form = "harm" if fact.loser == side else "missed"
    names = (f"reasons.{fact.kind}_{form}", fact.values.get("form"))
    key = "_".join(str(name) for name in names if name)
    if is_yours and f"{key}_you" in catalogue("en"):
        key = f"{key}_you"
    squares = fact.squares.names()
    too_many = fact.kind == "unsafe" and len(squares) > MOST_LISTED
    values = {
        "side": Message(f"names.{side}"),
        "opponent": Message(f"names.{side.opponent}"),
        "move": move_name(moves[0]),
        "better": move_name(moves[1]),
        "line": line_text(fact.line),
        "squares": Message("reasons.many_moves", count=len(squares)) if too_many else _listed(squares),
    }
    return Message(key, **values | dict(fact.values))


def capitalised(text: str) -> str:
    """A sentence with a capital at its beginning, unless a move stands there."""
    return text if re.match(r"[a-h][1-8]\b", text) else text[0].upper() + text[1:]


def _listed(names: Sequence[str]) -> Message | str:
    if len(names) < 2:
        return "".join(names)
    return Message("reasons.listed", first=names[0], rest=_listed(names[1:]))
