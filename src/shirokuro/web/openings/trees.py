"""The trees of openings that the server shows, made of the package's books and imported games."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from pathlib import Path

from shirokuro import VARIANTS, Book
from shirokuro.books.book_file import BOOKS
from shirokuro.errors import BookError
from shirokuro.opening_names.opening_tree import OpeningTree

_LOG = logging.getLogger("shirokuro.web")


class Openings:
    """A tree for each board, read when it is first needed and again when the file of games has changed."""

    def __init__(self, folder: Path) -> None:
        """`folder` has the books of imported games, `BOARD.book`."""
        self._folder = folder
        self._trees: dict[str, tuple[float, OpeningTree]] = {}

    async def tree(self, variant: str) -> OpeningTree:
        file = self._file(variant)
        changed = 0.0
        with suppress(OSError):  # there may be no such file
            changed = file.stat().st_mtime
        known = self._trees.get(variant)
        if known is None or known[0] != changed:
            tree = await asyncio.to_thread(lambda: OpeningTree(Book.shipped(variant), self._games(variant)))
            known = self._trees[variant] = changed, tree
        return known[1]

    def _games(self, variant: str) -> Book | None:
        """The book of imported games; an unreadable file is logged and ignored."""
        if not (file := self._file(variant)).exists():
            return None
        try:
            games = Book.load(file)
        except (BookError, OSError) as error:
            _LOG.warning("games are not shown: %s", error)
            return None
        if games.variant != variant:
            _LOG.warning("games are not shown: %s is a book of %s", file, games.variant)
            return None
        return games

    def _file(self, variant: str) -> Path:
        return self._folder / f"{variant}.book"


def boards_with_book() -> list[str]:
    return [name for name in VARIANTS if (BOOKS / f"{name}.book").exists()]
