"""The name of a game's opening as the commands say it: as text, for a page, and for a program."""

from __future__ import annotations

from dataclasses import asdict
from html import escape

from shirokuro import Board, Opening, Record, opening
from shirokuro.words.translation import Language, filled


def opening_text(game: Board | Record, language: Language | None = None) -> str:
    """`Tiger > Stephenson · ステファンソン (the first 7 plies)`; empty where nothing has a name.

    A reader of one language wants names in it; those in the other come behind.
    """
    found = opening(game, language)
    if found is None:
        return ""
    names = " · ".join(_names(found, language or "en"))
    return f"{_family(found, language or 'en')}{names}{_extent(found, language or 'en')}"


def opening_lines(game: Board | Record, language: Language | None = None) -> list[str]:
    """The same as a line of its own, or none."""
    names = opening_text(game, language)
    return [filled("opening: {names}", language or "en", names=names)] if names else []


def opening_beside(board: Board, language: Language) -> list[str]:
    """Short lines that stand beside a board: the usual name in each language."""
    found = opening(board, language)
    if found is None:
        return []
    text = "opening, the first {plies} plies:" if found.since else "opening:"
    usual = {*found.english[:1], *found.japanese[:1]}
    first, *others = (name for name in _names(found, language) if name in usual)
    names = [f"  {_family(found, language)}{first}", *(f"  {name}" for name in others)]
    return ["", filled(text, language, plies=found.plies), *names]


def opening_html(game: Record) -> str:
    """The same for a page, which says what is Japanese."""
    found = opening(game)
    if found is None:
        return ""
    names = [escape(name) for name in found.english]
    names += [
        f'<span lang="ja">{escape(name)}</span>' for name in found.japanese if name not in found.english
    ]
    return f"{escape(_family(found, 'en'))}{' · '.join(names)}{_extent(found, 'en')}"


def opening_fields(game: Board | Record) -> dict[str, object] | None:
    """The same for a program to read."""
    found = opening(game)
    return None if found is None else {**asdict(found), "plies": found.plies}


def _names(found: Opening, language: Language) -> list[str]:
    """Each name once, those in the reader's language first."""
    return list(dict.fromkeys([*found.names(language), *found.names()]))


def _family(found: Opening, language: Language) -> str:
    """What the game was called before, if that is another name."""
    return "" if found.family is None else f"{_names(found.family, language)[0]} > "


def _extent(found: Opening, language: Language) -> str:
    """How long the game was known, if it went on."""
    return filled(" (the first {plies} plies)", language, plies=found.plies) if found.since else ""
