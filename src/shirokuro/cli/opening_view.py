"""The name of a game's opening as the commands say it: as text, for a page, and for a program."""

from __future__ import annotations

from dataclasses import asdict
from html import escape

from shirokuro import Board, Opening, Record, opening


def opening_text(game: Board | Record) -> str:
    """`Tiger · 虎定石 (the first 5 plies)`; empty where nothing has a name."""
    found = opening(game)
    return "" if found is None else f"{found}{_extent(found)}"


def opening_lines(game: Board | Record) -> list[str]:
    """The same as a line of its own, or none."""
    return [f"opening: {text}" for text in filter(None, [opening_text(game)])]


def opening_html(game: Record) -> str:
    """The same for a page, which says what is Japanese."""
    found = opening(game)
    if found is None:
        return ""
    names = [escape(name) for name in found.english]
    names += [
        f'<span lang="ja">{escape(name)}</span>' for name in found.japanese if name not in found.english
    ]
    return f"{' · '.join(names)}{_extent(found)}"


def opening_fields(game: Board | Record) -> dict[str, object] | None:
    """The same for a program to read."""
    found = opening(game)
    return None if found is None else {**asdict(found), "plies": found.plies}


def _extent(found: Opening) -> str:
    """How long the game was known, if it went on."""
    return f" (the first {found.plies} plies)" if found.since else ""
