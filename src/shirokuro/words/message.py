"""A fact as a key of the catalogue with its values: the text is made where it is shown, in any language.

The catalogue is one file a language beside this one, `en.toml` and the others. In its texts `{name}` is a
value, and `{name:game|games}` the word for one or for another number of that value.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

Language: TypeAlias = str
LANGUAGES: tuple[Language, ...] = tuple(
    sorted(name.removesuffix(".toml") for name in os.listdir(Path(__file__).parent) if name.endswith(".toml"))
)
_PLACE = re.compile(r"\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}")


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Message:
    """A text of the catalogue and what fills it: names, numbers, messages, values that have a `message`.

    It prints, compares and is searched as its English text.
    """

    key: str
    values: Mapping[str, object]

    def __init__(self, key: str, /, **values: object) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "values", values)

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Message | str) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __contains__(self, part: str) -> bool:
        return part in str(self)

    def __repr__(self) -> str:
        return repr(str(self))

    def __str__(self) -> str:
        return self.text("en")

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    def text(self, language: Language) -> str:
        """The text in a language; in English where the language lacks it."""
        template = catalogue(language).get(self.key) or catalogue("en")[self.key]

        def filled(place: re.Match[str]) -> str:
            text = text_of(self.values[place[1]], language)
            return text if place[2] is None else place[2] if text.strip() == "1" else place[3]

        return _PLACE.sub(filled, template)


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
    import tomllib  # only for those who read a text

    sections = tomllib.loads(Path(__file__).with_name(f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, texts in sections.items() for key, text in texts.items()}


def language_of_locale(environment: Mapping[str, str] = os.environ) -> Language:
    """What the user's locale asks for, by the first of its variables that is set; else English."""
    chosen = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = re.split(r"[_.@]", chosen.lower())[0]
    return language if language in LANGUAGES else "en"
