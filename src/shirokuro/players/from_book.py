"""Chooses a move of a book: the best, or one that is as good as far as the book knows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from shirokuro.board.board import Board
from shirokuro.books.book_file import Book
from shirokuro.books.entry import BookEntry, BookMove
from shirokuro.players.answer import Choice
from shirokuro.words.message import Message


def book_choice(book: Book, board: Board, spread: int, throw: Random) -> Choice | None:
    """The book's answer, drawn from its candidates; None where it has no values.

    The spread is for the whole game: what earlier moves lost by the book counts against it, or variety would
    cost a disc at each of ten moves.
    """
    entry = book.find(board)
    if entry is None or not entry.moves:
        return None
    earlier, lost = board.copy(), 0
    while earlier.move_stack:
        move = earlier.pop()
        if earlier.turn == board.turn and (before := book.find(earlier)) is not None:
            lost += sum(before.moves[0].value - each.value for each in before.moves if each.move == move)
    chosen = throw.choice(candidates(entry, max(spread - lost, 0)))
    pv = (chosen.move, *line_after(book, board, chosen.move))
    return Choice(chosen.move, chosen.value, pv, note=Message("notes.book", kind=chosen.badge()))


def is_solved(book: Book) -> bool:
    """Whether the book knows the value of the game; then it leads to endings that can be solved."""
    start = book.find(book.variant)
    return start is not None and any(each.kind == "exact" for each in start.moves[:1])


def candidates(entry: BookEntry, spread: int) -> list[BookMove]:
    """The best move, and those that are at most so many discs worse, as certain, and keep its result.

    Different depths only show where the book has more lines. But a move that was only searched for ordering
    is not certain, nor is any estimate beside an exact value.
    """
    best = max(entry.moves, key=lambda each: (each.value, each.certainty))
    # Never gives away a win for a draw, nor a draw for a loss
    least = max(best.value - spread, 1 if best.value > 0 else 0 if best.value == 0 else -64)
    sure = entry.certainty if best.kind == "depth" else best.certainty
    return [each for each in entry.moves if each.value >= least and each.certainty >= sure]


def line_after(book: Book, board: Board, move: int) -> Iterator[int]:
    """The book's best moves of both sides after a move."""
    board = board.copy(stack=False)
    board.push(move)
    while (entry := book.find(board)) is not None and entry.moves:
        yield entry.moves[0].move
        board.push(entry.moves[0].move)
