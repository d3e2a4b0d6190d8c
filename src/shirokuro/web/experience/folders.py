"""The folders of engines' experience: one per owner, beside the server's store."""

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
        """The owners who have a folder."""
        return [path.name for path in self._all.iterdir()] if self._all.is_dir() else []

    def changed(self) -> dict[str, float]:
        """The time of each folder's last change, in seconds since 1970."""
        return {owner: self.of(owner).stat().st_mtime for owner in self.owners()}

    def sizes(self) -> dict[str, int]:
        """The size of each folder in bytes."""
        return {
            owner: sum(file.stat().st_size for file in self.of(owner).glob("*")) for owner in self.owners()
        }

    def delete(self, owner: str) -> None:
        shutil.rmtree(self.of(owner), ignore_errors=True)
