"""Reads and lists the limits of the server."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from shirokuro.parameters.parameter import parameters_of


def read_limits(settings: Any, texts: Iterable[str]) -> dict[str, Any]:
    """Parses `NAME=VALUE` texts into limits by name."""
    known = {each.name: each for each in parameters_of(settings)}
    found: dict[str, Any] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            raise ValueError(f"--limit {text}: NAME=VALUE is needed, as games_a_client=200")
        if name not in known:
            near = "".join(f"did you mean {each}? " for each in get_close_matches(name, known, 1))
            raise ValueError(f"--limit {name}: no such limit; {near}`shirokuro web --limits` lists them")
        found[name] = known[name].read("--limit", value)
        known[name].check("--limit", found[name])
    return found


def limit_lines(settings: Any) -> list[str]:
    """A table of all limits: name, default, range and meaning."""
    rows = [
        (each.name, f"{each.default:,}", str(each.range()), str(each.help))
        for each in parameters_of(settings)
    ]
    rows.insert(0, ("name", "default", "range", "meaning"))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [
        f"{name:{widths[0]}}  {usual:>{widths[1]}}  {span:{widths[2]}}  {meaning}"
        for name, usual, span, meaning in rows
    ]
