"""The text that names a player and its parameters, read in this one place: `montai:playouts=500`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A specification as it was written, without the spaces; there need not be such a player."""

    name: str
    words: tuple[tuple[str, str | None], ...] = ()
    """The parameters with their values, each once; None is a value that is missing."""

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Reads `name` or `name:parameter=value,parameter=value`."""
        name, _, words = text.partition(":")
        return cls(name.strip(), tuple(_read_words(name.strip(), words)))

    def __str__(self) -> str:
        words = ",".join(name if value is None else f"{name}={value}" for name, value in self.words)
        return f"{self.name}:{words}" if words else self.name


def _read_words(player: str, words: str) -> Iterator[tuple[str, str | None]]:
    seen = set[str]()
    for word in filter(None, (word.strip() for word in words.split(","))):
        name, equals, text = (part.strip() for part in word.partition("="))
        if name in seen:
            raise ValueError(f"{player}: {name} is given twice")
        seen.add(name)
        yield name, text if equals else None
