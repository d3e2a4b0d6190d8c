"""A part of a text that knows its place, so that an error can name line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shirokuro.errors import NotationError
from shirokuro.words.message import Message

HALF_CHARACTER = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which JSON can name and a wrong encoding leaves behind, but no file can hold."""
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Span:
    """The characters start…end of `whole`."""

    whole: str
    start: int
    end: int
    game: int = 0
    """The number of the game that it belongs to, if there may be several."""

    @classmethod
    def of(cls, text: str) -> Span:
        return cls(text, 0, len(text))

    @property
    def text(self) -> str:
        return self.whole[self.start : self.end]

    def part(self, start: int, end: int) -> Span:
        """The characters start…end of this span."""
        return Span(self.whole, self.start + start, min(self.start + end, self.end), self.game)

    def split(self, separator: str) -> Iterator[Span]:
        start = 0
        for piece in self.text.split(separator):
            yield self.part(start, start + len(piece))
            start += len(piece) + len(separator)

    def stripped(self) -> Span:
        text = self.text
        start = len(text) - len(text.lstrip())
        return self.part(start, start + len(text.strip()))

    def paragraphs(self) -> Iterator[list[Span]]:
        """The lines between blank lines."""
        lines: list[Span] = []
        for line in self.split("\n"):
            if line.text.strip():
                lines.append(line)
            elif lines:
                yield lines
                lines = []
        if lines:
            yield lines

    def until(self, last: Span) -> Span:
        """From the beginning of this span to the end of a later one."""
        return Span(self.whole, self.start, last.end, self.game)

    def unescaped(self) -> str:
        """The text that GGF or SGF escaped: a backslash stands before a literal character."""
        if half := HALF_CHARACTER.search(self.text):
            raise self.error(Message("notation.no_character", text=f"{half[0]!r}"), half.start())
        return _ESCAPED.sub(r"\1", self.text)

    def error(self, reason: Message | str, offset: int = 0) -> NotationError:
        """A complaint about the character at `offset`."""
        where = self.start + offset
        line = self.whole.count("\n", 0, where) + 1
        column = where - self.whole.rfind("\n", 0, where)
        key = "places.game_line_column" if self.game else "places.line_column"
        return NotationError(reason, Message(key, game=self.game, line=line, column=column))
