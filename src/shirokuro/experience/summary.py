"""An experience as a book: what positions are worth if both sides play their best, and what was played."""

from __future__ import annotations

from collections.abc import Iterable

from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.board.record import Record
from shirokuro.books.entry import BOOK_KINDS, BookEntry, BookMove, best_first
from shirokuro.books.played_games import PlayedGames
from shirokuro.experience.tree import ExperienceTree
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
        moves: dict[bytes, BookMove] = {}
        for after, searched in position.moves.items():
            moves[after] = searched
            if (line := position.lines.get(after)) is not None:  # the tree knows the position after it
                kind, degree = certainties[after]
                is_ply = BOOK_KINDS[kind] == "depth" and searched.move != PASS
                moves[after] = BookMove(searched.move, -int(line.sound), BOOK_KINDS[kind], degree + is_ply)
        certainties[position.key] = min(each.certainty for each in moves.values())
        images = (  # with the moves that are the same by symmetry
            known._replace(move=move)
            for move, board in following(board_of_key(tree.variant, position.key))
            if (known := moves.get(key_of(board))) is not None
        )
        entry = BookEntry(best_first(images))
        found[position.key] = found.get(position.key, BookEntry()).joined(entry)
    return found
