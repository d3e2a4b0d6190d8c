"""English text in Japanese: a catalogue of texts, whose `{places}` stand for whatever is filled in.

English is written where it is used. `ja.toml` has the same texts in Japanese, so that `translated` finds a
text by itself, or a finished message, as those of errors and results, by what stands between its places.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from shirokuro.words.counted import agreeing

Language: TypeAlias = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = ("en", "ja")
LONGEST_MESSAGE = 400
"""Longer ones are not looked for: a text made for it could take a pattern minutes."""
_PLACE = re.compile(r"\{(\w+)\}")
_SECTIONS = {"side": "sides", "opponent": "sides", "level": "levels", "thing": "things"}
"""The places that hold a text of one section."""
_OURS = {*_SECTIONS, "kind", "message"}
"""The places that hold texts of the catalogue; all others hold names, numbers and what people typed."""


def language_of_locale(environment: Mapping[str, str] = os.environ) -> Language:
    """What the user's locale asks for, by the first of its variables that is set; else English."""
    chosen = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "ja" if re.split(r"[_.@]", chosen.lower())[0] == "ja" else "en"


def both(text: str) -> dict[Language, str]:
    """A text of the catalogue in both languages, as a page wants it."""
    return {language: translated(text, language) for language in LANGUAGES}


def translated(text: str, language: Language) -> str:
    """A text or a finished message in a language; as it is where the catalogue does not know it."""
    if language == "en":
        return text
    if text in _texts():
        return _texts()[text]
    if len(text) > LONGEST_MESSAGE:
        return text
    for pattern, template in _patterns():
        if found := pattern.fullmatch(text):
            return filled(template, language, **found.groupdict())
    return text


def filled(template: str, language: Language, **values: object) -> str:
    """A text in a language, with its places filled."""
    words = {name: str(value) for name, value in values.items()}
    words |= {name: translated(words[name], language) for name in _OURS & set(words)}
    text = agreeing(template, words) if language == "en" else translated(template, language)
    return text.format_map(words)


@cache
def catalogue() -> Mapping[str, Mapping[str, str]]:
    """The sections of the catalogue: Japanese by English."""
    import tomllib  # only for those who read Japanese

    return tomllib.loads(Path(__file__).with_name("ja.toml").read_text(encoding="utf-8"))


@cache
def _texts() -> dict[str, str]:
    return {english: japanese for section in catalogue().values() for english, japanese in section.items()}


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Texts with places, which match what they were filled to."""
    return tuple((_pattern(text), text) for text in _texts() if _PLACE.search(text))


def _pattern(text: str) -> re.Pattern[str]:
    pieces = _PLACE.split(text)
    pieces[::2] = map(re.escape, pieces[::2])
    pieces[1::2] = (f"(?P<{name}>{_possible(name)})" for name in pieces[1::2])
    return re.compile("".join(pieces), re.DOTALL)


def _possible(place: str) -> str:
    return "|".join(map(re.escape, catalogue()[_SECTIONS[place]])) if place in _SECTIONS else ".+?"
