"""The columns that a text takes on a terminal, where Japanese characters are two columns wide."""

from __future__ import annotations

import re
from unicodedata import east_asian_width

_WIDE = "\u3000-\u9fff\uf900-\ufaff\uff00-\uffe6"
_CLOSING = "、。）」：；？！…"
"""What no line begins with."""
_PIECES = re.compile(rf"\s+|[{_WIDE}][{_CLOSING}]*|[^\s{_WIDE}]+")


def width_of(text: str) -> int:
    """Its columns."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def padded(text: str, width: int) -> str:
    """The text with spaces after it, up to a width."""
    return text + " " * (width - width_of(text))


def wrapped(line: str, width: int, indent: str) -> str:
    """A line as several where it is too long, all but the first indented.

    It breaks between words, between Japanese characters, and within a word that alone is too long.
    """
    lines = [""]
    for piece in _split(line, width - len(indent)):
        if width_of((lines[-1] + piece).rstrip()) > width:
            lines[-1] = lines[-1].rstrip()
            lines.append(indent + piece.lstrip())
        else:
            lines[-1] += piece
    return "\n".join(lines)


def _split(line: str, width: int) -> list[str]:
    pieces = []
    for piece in _PIECES.findall(line):
        while width_of(piece) > width:
            pieces.append(piece[:width])
            piece = piece[width:]
        pieces.append(piece)
    return pieces
