"""The rival's openings: from the package's book, by its character."""

from __future__ import annotations

from random import Random

from shirokuro.board.board import Board
from shirokuro.books.book_file import Book
from shirokuro.players.from_book import candidates
from shirokuro.players.rival.character import Character
from shirokuro.players.rival.knowledge import OPENING

SPREAD = 2
"""Discs that a move may be worse than the best, by the book."""
TASTE = 1.5
"""How much the character's likings count beside chance."""


def opening_move(board: Board, character: Character, throw: Random) -> int | None:
    """A move of the book that is to its taste; None where the book has none."""
    places = len(board.variant.cells) - 4
    book = Book.shipped(board.variant_name)
    if book is None or places - len(board.empties()) >= OPENING * places:
        return None
    entry = book.find(board)
    if entry is None or not entry.moves:
        return None
    moves = [each.move for each in candidates(entry, SPREAD)]
    return max(moves, key=lambda move: TASTE * character.liking(board, move) + throw.triangular(-3, 3))
