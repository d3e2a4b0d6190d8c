"""An experience as a book: what positions are worth if both sides play their best, and what was played."""

from __future__ import annotations

from collections.abc import Iterable

from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.board.record import Record
from shirokuro.books.entry import BOOK_KINDS, BookEntry, BookMove, best_first
from shirokuro.books.played_games import PlayedGames
from shirokuro.experience.tree import ExperienceTree, LearnedPosition
from shirokuro.squares.square import PASS

WHOLE_GAME = 1000
"""Plies; none has so many."""


def entries(tree: ExperienceTree, games: Iterable[Record]) -> dict[bytes, BookEntry]:
    """By the keys of the positions. A value is as sure as the least sure of those that it comes from."""
    played = PlayedGames(tree.variant, WHOLE_GAME)
    for game in games:
        played.add(game)
    found = played.entries()
    certainties: dict[bytes, tuple[int, int]] = {}
    for position in tree:
        moves = {after: _move(position, after, certainties) for after in position.moves}
        certainties[position.key] = min(each.certainty for each in moves.values())
        entry = BookEntry(best_first(_images(tree.variant, position.key, moves)))
        found[position.key] = found.get(position.key, BookEntry()).joined(entry)
    return found


def _move(position: LearnedPosition, after: bytes, certainties: dict[bytes, tuple[int, int]]) -> BookMove:
    """As it was searched, or as the tree knows the position after it."""
    searched = position.moves[after]
    if after not in position.lines:
        return searched
    kind, degree = certainties[after]
    is_ply = BOOK_KINDS[kind] == "depth" and searched.move != PASS
    return BookMove(searched.move, -int(position.lines[after].sound), BOOK_KINDS[kind], degree + is_ply)


def _images(variant: str, key: bytes, moves: dict[bytes, BookMove]) -> Iterable[BookMove]:
    """With the moves that are the same by symmetry."""
    for move, board in following(board_of_key(variant, key)):
        if (found := moves.get(key_of(board))) is not None:
            yield found._replace(move=move)
