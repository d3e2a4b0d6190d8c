"""The proofs in the user's data folder, used together with those of the package."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from shirokuro.board.board import Board
from shirokuro.books.book_file import Book
from shirokuro.errors import BookError
from shirokuro.proofs.proof import Proof
from shirokuro.proofs.proven import Proven, best_of, proven_by_book
from shirokuro.storage.home import home

SUFFIXES = (".proof", ".txt", ".txt.gz")
"""Suffixes of stores, and of proofs as text."""
SHIPPED = Path(__file__).parent
"""The folder of the package's own proofs, whose texts are published with docs/results."""
_LOG = logging.getLogger("shirokuro.proofs")


class OwnProofs:
    """The proofs in a folder, which is listed again for each query, and those of the package."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._warned: set[str] = set()

    def find(self, board: Board) -> Proven | None:
        """What is proven about a position: the narrowest bounds of all proofs, or else the package's book."""
        found = [*self._by_proofs(board)]
        if (book := Book.shipped(board.variant_name)) and (known := proven_by_book(book, board)):
            found.append(known)
        return min(found, key=lambda each: each.upper - each.lower, default=None)

    def line(self, board: Board, move: int) -> tuple[int, ...]:
        """A move and the best moves of both sides after it, as far as they are proven."""
        board, line = board.copy(stack=False), [move]
        board.push(move)
        while (found := self.find(board)) is not None and found.value is not None and found.best_moves:
            line.append(found.best_moves[0])
            board.push(found.best_moves[0])
        return tuple(line)

    def best(self, board: Board) -> tuple[int, int] | None:
        """A move that keeps the proven value of the position, and that value; None without a proof."""
        return next((kept for found in self._by_proofs(board) if (kept := best_of(board, found))), None)

    def variants(self) -> set[str]:
        """The boards that have proofs."""
        return {proof.variant for proof in self._all()}

    def _by_proofs(self, board: Board) -> Iterator[Proven]:
        for proof in self._all():
            try:
                found = proof.find(board)
            except BookError as error:
                self._warn(error)
            else:
                if found is not None:
                    yield found

    def _all(self) -> Iterator[Proof]:
        """All proofs; skips files that are not proofs, and warns once about each."""
        own = sorted(path for suffix in SUFFIXES for path in self.folder.glob(f"*{suffix}"))
        for path in (*own, *sorted(SHIPPED.glob("*.txt.gz"))):
            try:
                yield Proof.load(path)
            except (BookError, OSError) as error:
                self._warn(error)

    def _warn(self, error: Exception) -> None:
        if str(error) not in self._warned:
            self._warned.add(str(error))
            _LOG.warning("a proof is not used: %s", error)


def own_proofs() -> OwnProofs:
    """The proofs in the folder `proofs` of the user's data."""
    return _proofs_in(home() / "proofs")


_proofs_in = cache(OwnProofs)
