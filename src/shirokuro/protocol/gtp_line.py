"""The lines of GTP, version 2: commands and answers."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = re.compile(r"[0-9]{1,18}")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


class GtpError(ValueError):
    """A command that cannot be carried out; the message is the answer."""


@dataclass(frozen=True, slots=True)
class GtpLine:
    """A command with its identity number, if it has one."""

    number: str
    command: str
    words: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> GtpLine | None:
        """None if the line is blank or a comment; control characters are ignored, and a tab is a space."""
        words = _CONTROL.sub("", text).replace("\t", " ").partition("#")[0].split()
        if not words:
            return None
        number = words.pop(0) if _NUMBER.fullmatch(words[0]) else ""
        return cls(number, words[0] if words else "", tuple(words[1:]))

    def success(self, text: str = "") -> str:
        return _answer("=", self.number, text)

    def failure(self, text: str) -> str:
        return _answer("?", self.number, text)


def _answer(sign: str, number: str, text: str) -> str:
    """The answer as text. An empty line ends it, so it may not contain one."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return f"{sign}{number} {chr(10).join(lines)}".rstrip() + "\n"
