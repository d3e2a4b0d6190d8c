"""The name of a game's opening as the commands say it: as text, for a page, and for a program."""

from __future__ import annotations

from dataclasses import asdict
from html import escape

from shirokuro import Board, Opening, Record, opening
from shirokuro.words.translation import Language, filled


def opening_text(game: Board | Record, language: Language = "en") -> str:
    """`Tiger > Stephenson (the first 7 plies)`; empty where nothing has a name."""
    found = opening(game, language)
    if found is None:
        return ""
    names = " · ".join(found.shown_names(language))
    plies = filled(" (the first {plies} plies)", language, plies=found.plies) if found.since else ""
    return f"{_family(found, language)}{names}{plies}"


def opening_lines(game: Board | Record, language: Language = "en") -> list[str]:
    """The same as a line of its own, or none."""
    names = opening_text(game, language)
    return [filled("opening: {names}", language, names=names)] if names else []


def opening_beside(board: Board, language: Language) -> list[str]:
    """Short lines that stand beside a board: the usual name."""
    found = opening(board, language)
    if found is None:
        return []
    text = "opening, the first {plies} plies:" if found.since else "opening:"
    name = f"  {_family(found, language)}{found.usual_name(language)}"
    return ["", filled(text, language, plies=found.plies), name]


def opening_html(game: Record) -> str:
    """The same for a page, which is in English."""
    return escape(opening_text(game), quote=False)


def opening_fields(game: Board | Record) -> dict[str, object] | None:
    """The same for a program to read."""
    found = opening(game)
    return None if found is None else {**asdict(found), "plies": found.plies}


def _family(found: Opening, language: Language) -> str:
    """What the game was called before, if that is another name."""
    return "" if found.family is None else f"{found.family.usual_name(language)} > "
