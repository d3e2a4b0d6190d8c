"""Finds openings by a name or a part of one, in English or Japanese."""

from __future__ import annotations

from difflib import get_close_matches
from unicodedata import normalize

from shirokuro.opening_names.named_openings import NAME_LANGUAGES, Opening, all_openings

MOST_SUGGESTED = 3


def find_openings(text: str) -> tuple[Opening, ...]:
    """The openings of that name, else those whose names contain it; case and punctuation do not count.

    If several have the name, the one whose usual name it is.
    """
    wanted = _plain(text)
    if not wanted:
        return ()
    called = [each for each in all_openings() if wanted in map(_plain, each.names())]
    usually = [each for each in called if wanted in (_plain(each.usual_name(of)) for of in NAME_LANGUAGES)]
    if len(usually) == 1:
        return tuple(usually)
    parts = (each for each in all_openings() if any(wanted in _plain(name) for name in each.names()))
    return tuple(called or parts)


def openings_with(text: str) -> tuple[Opening, ...]:
    """All openings with that text in any of their names; those that are called so come first."""
    wanted = _plain(text)
    parts = [
        each for each in all_openings() if wanted and any(wanted in _plain(name) for name in each.names())
    ]
    return tuple(sorted(parts, key=lambda each: wanted not in map(_plain, each.names())))


def nearest_names(text: str) -> list[str]:
    """The names most like an unknown one, the nearest first."""
    names = {_plain(name): name for each in all_openings() for name in each.names()}
    return [names[each] for each in get_close_matches(_plain(text), names, MOST_SUGGESTED)]


def _plain(text: str) -> str:
    return "".join(letter for letter in normalize("NFKC", text).casefold() if letter.isalnum())
