"""The trees of openings that the server shows, made of the package's books and the games of its library."""

from __future__ import annotations

import logging

from shirokuro import Board, Book
from shirokuro.errors import StoreError
from shirokuro.library.library import Library
from shirokuro.library.query import LibraryQuery
from shirokuro.opening_names.opening_tree import OpeningTree
from shirokuro.web.openings.values import OpeningView
from shirokuro.web.openings.views import opening_view

_LOG = logging.getLogger("shirokuro.web")


class Openings:
    """Shows positions of the tree. Call it in a thread, since it reads files."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def view(self, board: Board, query: LibraryQuery | None = None) -> OpeningView:
        """A position with the games that a query finds, or with all; then also the openings that follow."""
        book = Book.shipped(board.variant_name)
        try:
            has_games = board.variant_name in self._library.boards()
            games = self._library if query is None else self._library.part(query)
            return opening_view(
                OpeningTree(book, games if has_games else None), board, has_named=query is None
            )
        except StoreError as error:  # the library's own screen says so
            _LOG.warning("games are not shown: %s", error)
            return opening_view(OpeningTree(book), board)
