"""Where the experience of engines lies: beside the server's store, a folder for each owner."""

from __future__ import annotations

import shutil
from pathlib import Path


class ExperienceFolders:
    """The folders of one store."""

    def __init__(self, store: Path) -> None:
        self._all = store.with_name(f"{store.stem}-experience")

    def of(self, owner: str) -> Path:
        return self._all / owner

    def owners(self) -> list[str]:
        """Those who have a folder."""
        return [path.name for path in self._all.iterdir()] if self._all.is_dir() else []

    def changed(self) -> dict[str, float]:
        """When each folder last got a file, in seconds since 1970."""
        return {owner: self.of(owner).stat().st_mtime for owner in self.owners()}

    def sizes(self) -> dict[str, int]:
        """The bytes in each folder."""
        return {
            owner: sum(file.stat().st_size for file in self.of(owner).glob("*")) for owner in self.owners()
        }

    def delete(self, owner: str) -> None:
        shutil.rmtree(self.of(owner), ignore_errors=True)
