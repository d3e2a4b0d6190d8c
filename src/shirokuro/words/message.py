"""A fact as a key of the catalogue with its values: the text is made where it is shown, in any language.

The catalogue is one file a language beside this one, `en.toml` and the others. In its texts `{name}` is a
value, and `{name:game|games}` the words for one or for another number of that value. The texts of the section
`page` are those of the page alone; static/words.js fills them in the same way.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

Language: TypeAlias = str
LANGUAGES: tuple[Language, ...] = tuple(
    sorted(name.removesuffix(".toml") for name in os.listdir(Path(__file__).parent) if name.endswith(".toml"))
)
_PLACE = re.compile(r"\{(\w+)(?::((?:[^|{}]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*))?\}")


class Message(str):
    """A text of the catalogue and what fills it: names, numbers, messages, values that have a `message`.

    As a string it is its English text, so that it prints, compares and is written to files as that.
    """

    key: str
    values: Mapping[str, object]

    def __new__(cls, key: str, /, **values: object) -> Message:
        message = super().__new__(cls, _filled(key, values, "en"))
        message.key, message.values = key, values
        return message

    def __getnewargs_ex__(self) -> tuple[tuple[str], Mapping[str, object]]:
        return (self.key,), self.values

    def text(self, language: Language) -> str:
        """The text in a language; in English where the language lacks it."""
        return _filled(self.key, self.values, language)


def _filled(key: str, values: Mapping[str, object], language: Language) -> str:
    def filled(place: re.Match[str]) -> str:
        text = text_of(values[place[1]], language)
        return text if place[2] is None else _PLACE.sub(filled, place[2 if text.strip() == "1" else 3])

    return _PLACE.sub(filled, catalogue(language).get(key) or catalogue("en")[key])


def text_of(value: object, language: Language) -> str:
    """A message, or a value that has one, in a language; anything else as it is."""
    message = getattr(value, "message", value)
    return message.text(language) if isinstance(message, Message) else str(value)


def in_all_languages(value: object) -> dict[Language, str]:
    """A text by language, as the page wants it."""
    return {language: text_of(value, language) for language in LANGUAGES}


@cache
def catalogue(language: Language) -> Mapping[str, str]:
    """The texts of a language by key: that of its section, a dot, and its own."""
    sections = tomllib.loads(Path(__file__).with_name(f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, texts in sections.items() for key, text in texts.items()}


def language_of_locale(environment: Mapping[str, str] = os.environ) -> Language:
    """What the user's locale asks for, by the first of its variables that is set; else English."""
    chosen = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = re.split(r"[_.@]", chosen.lower())[0]
    return language if language in LANGUAGES else "en"
