"""Limits of the server as data: each has a range and a meaning, and can be set by its name."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from typing import Any

Number = int | float
LIMIT = "limit"
"""The key of a limit in the metadata of its field."""


@dataclass(frozen=True, slots=True)
class ServerLimit:
    """A number of the settings: between what it may be, and what it means."""

    least: Number
    most: Number
    meaning: str

    def read(self, name: str, text: str, *, is_whole: bool) -> Number:
        try:
            value = int(text) if is_whole else float(text)
        except ValueError:
            value = math.nan
        if not self.least <= value <= self.most:
            kind = "a whole number" if is_whole else "a number"
            raise ValueError(f"--limit {name}: {kind}, {self.least:,}…{self.most:,}, not {text!r}")
        return value


def limit(usual: Any, between: tuple[Number, Number], meaning: str) -> Any:
    """A field of the settings that is a limit; its usual value is a number, or a function that gives it."""
    data = {LIMIT: ServerLimit(*between, meaning)}
    return (
        field(default_factory=usual, metadata=data)
        if callable(usual)
        else field(default=usual, metadata=data)
    )


def read_limits(settings: Any, texts: Iterable[str]) -> dict[str, Any]:
    """What `NAME=VALUE` says of the limits of some settings, by their names."""
    known = {each.name: each for each in fields(settings) if LIMIT in each.metadata}
    found: dict[str, Any] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            raise ValueError(f"--limit {text}: NAME=VALUE is needed, as games_a_client=200")
        if name not in known:
            near = "".join(f"did you mean {each}? " for each in get_close_matches(name, known, 1))
            raise ValueError(f"--limit {name}: no such limit; {near}`shirokuro web --limits` lists them")
        of = known[name]
        found[name] = of.metadata[LIMIT].read(name, value, is_whole=isinstance(_usual(of), int))
    return found


def limit_lines(settings: Any) -> list[str]:
    """Every limit of some settings: name, usual value, range and meaning."""
    rows = [
        (each.name, f"{_usual(each):,}", f"{of.least:,}…{of.most:,}", of.meaning)
        for each in fields(settings)
        if (of := each.metadata.get(LIMIT))
    ]
    rows.insert(0, ("name", "default", "range", "meaning"))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [
        f"{name:{widths[0]}}  {usual:>{widths[1]}}  {span:{widths[2]}}  {meaning}"
        for name, usual, span, meaning in rows
    ]


def _usual(of: Any) -> Number:
    value: Number = of.default if of.default is not MISSING else of.default_factory()
    return value
