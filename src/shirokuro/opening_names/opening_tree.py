"""The openings as a tree: what positions are called, their values, what was played there, what follows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from shirokuro.board.board import Board
from shirokuro.board.position_key import canonical_key, equal_moves, key_of, moved_places
from shirokuro.books.book_file import Book
from shirokuro.books.entry import BookEntry, BookMove
from shirokuro.opening_names.named_openings import VARIANT, Opening, all_openings, passed_openings
from shirokuro.squares.square import F5, Symmetry
from shirokuro.storage.home import home


@dataclass(frozen=True, slots=True)
class Figures:
    """What is known of a position or a move, for one side: its value by the book, its results in games."""

    value: int | None = None
    worth: BookMove | None = None
    """The move of the book whose certainty the value has."""
    games: int = 0
    score: float | None = None
    """Points a game; None where there was none."""

    def turned(self) -> Figures:
        """For the other side."""
        return replace(
            self,
            value=None if self.value is None else -self.value,
            score=None if self.score is None else 1 - self.score,
        )

    @property
    def is_known(self) -> bool:
        return self.value is not None or self.games > 0


@dataclass(frozen=True, slots=True)
class Continuation:
    """A move that is in the book, that was played, or that leads to a position with a name."""

    move: int
    equal: tuple[int, ...]
    """Other moves that lead to the same position by symmetry."""
    figures: Figures
    """For the side that makes it."""
    opening: Opening | None
    """What the very position after it is called."""
    line: tuple[int, ...]
    """The best moves of both sides after it, as far as the book goes."""


@dataclass(frozen=True, slots=True)
class NamedLine:
    """An opening that follows on a position, and those that follow on it."""

    opening: Opening
    moves: tuple[int, ...]
    """Those since the position, or since the opening above it, as they are on this board."""
    figures: Figures
    """For black."""
    below: tuple[NamedLine, ...]

    @property
    def count(self) -> int:
        """How many openings it is, itself included."""
        return 1 + sum(line.count for line in self.below)


@dataclass(frozen=True, slots=True)
class OpeningPosition:
    """A position of the tree."""

    board: Board
    passed: tuple[Opening, ...]
    """The openings on the way to it, itself included, the first one first; `since` says how long ago."""
    figures: Figures
    """For the side to move."""
    continuations: tuple[Continuation, ...]
    """Best first, then most played first."""
    named: tuple[NamedLine, ...]
    """Those with most openings first."""

    @property
    def opening(self) -> Opening | None:
        """The last one on the way."""
        return self.passed[-1] if self.passed else None


class OpeningTree:
    """The openings of a board, with the values of a book and the results of games, where there are any."""

    def __init__(self, book: Book | None = None, games: Book | None = None) -> None:
        """Without a book of `games`, those that `book` has count."""
        self.book = book
        self.games = games or book

    def at(self, board: Board) -> OpeningPosition:
        return OpeningPosition(
            board, passed_openings(board), self.figures(board), self.continuations(board), self.named(board)
        )

    def figures(self, board: Board) -> Figures:
        """Of a position, for the side to move; where it is in no book, by the move that led to it."""
        entry, played = _found(self.book, board), _found(self.games, board).played
        games, score = 0, None
        if played:
            # Of moves that are the same by symmetry each has all games: one of them counts.
            first = {group[0] for group in equal_moves(board)}
            once = [each for each in played if each.move in first]
            games = sum(each.games for each in once)
            score = sum(each.games * each.score for each in once) / games if games else None
        found = Figures(entry.value, entry.least_certain, games, score)
        if not board.move_stack:
            return found
        before = board.copy()
        move = before.pop()
        return _joined(found, self._of_move(before, move).turned())

    def continuations(self, board: Board) -> tuple[Continuation, ...]:
        """Best first, then most played first; only moves of which something is known."""
        known = []
        for group in equal_moves(board):
            move, *equal = sorted(group, key=lambda move: move != F5)
            after = board.copy()
            after.push(move)
            opening = next((each for each in passed_openings(after) if each.since == 0), None)
            figures = _joined(self._of_move(board, move), self.figures(after).turned())
            if figures.is_known or opening is not None:
                line = tuple(self.best_line(after))
                known.append(Continuation(move, tuple(equal), figures, opening, line))
        values = {each.move: 1000 if each.figures.value is None else -each.figures.value for each in known}
        return tuple(sorted(known, key=lambda each: (values[each.move], -each.figures.games, each.move)))

    def named(self, board: Board) -> tuple[NamedLine, ...]:
        """The openings that follow on a position by the moves that they are listed with."""
        if board.variant_name != VARIANT:
            return ()
        key, symmetry = canonical_key(board)
        back = moved_places(VARIANT, int(Symmetry(symmetry).inverse))
        lines = []
        for place in _places()[key]:
            there = moved_places(VARIANT, place.symmetry)
            moves = tuple(back[there[move]] for move in place.rest)  # as they are on this board
            after = board.copy()
            after.extend(moves, insert_passes=False)
            figures = self.figures(after)
            for_black = figures.turned() if after.turn else figures
            lines.append(NamedLine(place.opening, moves, for_black, self.named(after)))
        return tuple(sorted(lines, key=lambda line: (-line.count, line.moves)))

    def best_line(self, board: Board) -> Iterator[int]:
        """The best moves of both sides, as far as the book goes."""
        board = board.copy(stack=False)
        while (entry := _found(self.book, board)).moves:
            yield entry.moves[0].move
            board.push(entry.moves[0].move)

    def _of_move(self, board: Board, move: int) -> Figures:
        """By the position before it."""
        values = {each.move: each for each in _found(self.book, board).moves}
        played = {each.move: each for each in _found(self.games, board).played}
        value, games = values.get(move), played.get(move)
        counts = (0, None) if games is None else (games.games, games.score)
        return Figures(None if value is None else value.value, value, *counts)


def own_games_file(variant: str) -> Path:
    """Where the games lie that are looked at unless others are named."""
    return home() / "books" / f"{variant}.book"


def _found(book: Book | None, board: Board) -> BookEntry:
    return (book and book.find(board)) or BookEntry()


def _joined(one: Figures, other: Figures) -> Figures:
    """What the first lacks, the second has."""
    valued, counted = (one if one.value is not None else other), (one if one.games else other)
    return Figures(valued.value, valued.worth, counted.games, counted.score)


class _Place(NamedTuple):
    """A position on the line of an opening, with no other opening between them."""

    opening: Opening
    symmetry: int
    """That which leads to the image that the key stands for."""
    rest: tuple[int, ...]


@cache
def _places() -> dict[bytes, list[_Place]]:
    """For each position on the line of an opening, the openings that come next."""
    named = {key_of(Board.parse(opening.moves, VARIANT)) for opening in all_openings()}
    found: defaultdict[bytes, list[_Place]] = defaultdict(list)
    for opening in all_openings():
        board, rest = Board.parse(opening.moves, VARIANT), []
        while board.move_stack:
            rest.append(board.pop())
            key, symmetry = canonical_key(board)
            found[key].append(_Place(opening, symmetry, tuple(reversed(rest))))
            if key in named:
                break
    return found
