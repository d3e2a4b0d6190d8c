"""Saves and loads a game in progress: as text with its undo and redo, and as files of games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from shirokuro import notation
from shirokuro.board.end import AGREED, End
from shirokuro.board.record import Record
from shirokuro.errors import NotationError
from shirokuro.notation.formats import ENDINGS, POSITION_FORMATS
from shirokuro.squares.colour import Colour
from shirokuro.storage.structured_text import parse_json
from shirokuro.words.message import Message

FORMATS = {ending: form for ending, form in ENDINGS.items() if form not in POSITION_FORMATS}
"""The format of a file by its suffix; any other gets a transcript."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game with its undo and redo, as a value."""

    record: Record
    """The undone moves included."""
    places: tuple[int, ...]
    """The number of moves made now, and after each redo; the last is all of them."""
    end: End | None = None
    """How it ended after all these moves, if not by the rules."""

    def to_json(self) -> str:
        lost = None if self.end is None or self.end.side is None else [int(self.end.side), self.end.reason]
        lost = [None, AGREED.reason] if self.end == AGREED else lost
        return json.dumps({"record": self.record.to_json(), "places": self.places, "forfeit": lost})

    @classmethod
    def from_json(cls, text: str) -> Self:
        read = parse_json(text)
        end = None
        if read["forfeit"]:
            side, reason = read["forfeit"]
            end = AGREED if side is None else End.read(Colour(side), reason)
        return cls(Record.from_json(read["record"]), tuple(read["places"]), end)


class GameFiles:
    """Saves and loads a person's games; overwrites only files that it has written itself."""

    def __init__(self) -> None:
        self._written: set[Path] = set()

    def save(self, record: Record, path: Path) -> None:
        """Writes a game in the format that the suffix names."""
        if path.exists() and path not in self._written:
            raise ValueError(Message("errors.file_there", file=path))
        notation.write(path, [record.to_text()], FORMATS.get(path.suffix.lower(), "transcript"))
        self._written.add(path)

    def load(self, path: Path, variant: str) -> Record:
        """The first game or position of a file; `variant` is for a text that names no board."""
        try:
            values = notation.read(path, variant)
        except NotationError:
            values = notation.read(path)
        if not values:
            raise ValueError(Message("errors.empty", file=path))
        return Record.from_text(values[0])
