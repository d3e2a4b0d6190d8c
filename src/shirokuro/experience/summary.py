"""An experience as a book: what positions are worth if both sides play their best, and what was played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.board.record import Record
from shirokuro.books.entry import BookEntry, BookMove, best_first
from shirokuro.books.played_games import PlayedGames
from shirokuro.engine.value import Value
from shirokuro.experience.tree import ExperienceTree, LearnedPosition

WHOLE_GAME = 1000
"""Plies; none has so many."""


def entries(tree: ExperienceTree, games: Iterable[Record]) -> dict[bytes, BookEntry]:
    """By the keys of the positions. A value is as sure as the least sure of those that it comes from."""
    played = PlayedGames(tree.variant, WHOLE_GAME)
    for game in games:
        played.add(game)
    found = played.entries()
    least_certain: dict[bytes, Value] = {}
    for position in tree:
        moves = {after: _move(position, after, least_certain) for after in position.moves}
        values = (each.as_value() for each in moves.values())
        least_certain[position.key] = min(values, key=lambda value: value.certainty)
        entry = BookEntry(best_first(_images(tree.variant, position.key, moves)))
        found[position.key] = found.get(position.key, BookEntry()).joined(entry)
    return found


def _move(position: LearnedPosition, after: bytes, least_certain: dict[bytes, Value]) -> BookMove:
    """As it was searched, or as the tree knows the position after it."""
    searched = position.moves[after]
    if after not in position.lines:
        return searched
    value = replace(least_certain[after], discs=int(position.lines[after].sound))
    return BookMove.of(searched.move, value.before(searched.move))


def _images(variant: str, key: bytes, moves: dict[bytes, BookMove]) -> Iterable[BookMove]:
    """With the moves that are the same by symmetry."""
    for move, board in following(board_of_key(variant, key)):
        if (found := moves.get(key_of(board))) is not None:
            yield found._replace(move=move)
