"""The text that names a player and its parameters, read in this one place: `montai:playouts=500`."""

from __future__ import annotations

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
        player, _, words = (part.strip() for part in text.partition(":"))
        found: dict[str, str | None] = {}
        for word in filter(None, (word.strip() for word in words.split(","))):
            name, equals, value = (part.strip() for part in word.partition("="))
            if name in found:
                raise ValueError(f"{player}: {name} is given twice")
            found[name] = value if equals else None
        return cls(player, tuple(found.items()))

    def __str__(self) -> str:
        words = ",".join(name if value is None else f"{name}={value}" for name, value in self.words)
        return f"{self.name}:{words}" if words else self.name
