"""The name of a game's opening as text, as HTML and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from html import escape

from shirokuro import Board, Opening, Record, opening
from shirokuro.words.message import Language, Message


def opening_text(game: Board | Record, language: Language = "en") -> str:
    """`Tiger > Stephenson (the first 7 plies)`; empty without a named opening."""
    found = opening(game, language)
    if found is None:
        return ""
    names = " · ".join(found.shown_names(language))
    plies = Message("openings.plies", plies=found.plies).text(language) if found.since else ""
    return f"{_family(found, language)}{names}{plies}"


def opening_lines(game: Board | Record, language: Language = "en") -> list[str]:
    """The same as a list of one line, or none."""
    names = opening_text(game, language)
    return [Message("openings.named", names=names).text(language)] if names else []


def opening_beside(board: Board, language: Language) -> list[str]:
    """Short lines to print beside a board, with the usual name."""
    found = opening(board, language)
    if found is None:
        return []
    key = "openings.heading_plies" if found.since else "openings.heading"
    name = f"  {_family(found, language)}{found.usual_name(language)}"
    return ["", Message(key, plies=found.plies).text(language), name]


def opening_html(game: Record) -> str:
    """The same as HTML, in English."""
    return escape(opening_text(game), quote=False)


def opening_fields(game: Board | Record) -> dict[str, object] | None:
    """The same as JSON fields."""
    found = opening(game)
    return None if found is None else {**asdict(found), "plies": found.plies}


def _family(found: Opening, language: Language) -> str:
    """The family of the opening, if it has another name."""
    return "" if found.family is None else f"{found.family.usual_name(language)} > "
