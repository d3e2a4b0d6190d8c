"""Where a rival's memories lie on this machine: one file in the user's data, by the name of the opponent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from shirokuro.players.rival.memory import RivalMemory
from shirokuro.storage.file_lock import changing
from shirokuro.storage.home import home
from shirokuro.storage.structured_text import parse_json
from shirokuro.storage.whole_file import whole_file

FILE_NAME = "rivals.json"


class MemoryFile:
    """What rivals remember of each opponent. The file is read and written anew every time, by one program
    at a time."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = home() / FILE_NAME if path is None else path

    def names(self) -> list[str]:
        """Who is remembered."""
        return sorted(self._all())

    def load(self, name: str) -> RivalMemory:
        """What is remembered of somebody; nothing of somebody new."""
        found = self._all().get(name)
        try:
            return RivalMemory() if found is None else RivalMemory.from_dict(found)
        except ValueError as error:
            raise ValueError(f"{self.path}: {name}: {error}") from None

    def save(self, name: str, memory: RivalMemory) -> None:
        """Remembers this of somebody, instead of what was there."""
        with changing(self.path):
            self._write(self._all() | {name: memory.to_dict()})

    def reset(self, name: str) -> bool:
        """Forgets somebody; false if nobody of that name was remembered."""
        with changing(self.path):
            known = self._all()
            if name not in known:
                return False
            del known[name]
            self._write(known)
            return True

    def _all(self) -> dict[str, Any]:
        if not self.path.exists():
            return {}
        try:
            found = parse_json(self.path.read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise ValueError(f"{self.path} is not what rivals remember: move it away to begin anew")
        return found

    def _write(self, known: dict[str, Any]) -> None:
        with whole_file(self.path) as partial:
            partial.write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
