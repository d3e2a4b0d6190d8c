"""The openings as a tree: for each position its name, its value, the games played there and what follows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple, Protocol

from shirokuro.board.board import Board
from shirokuro.board.position_key import canonical_key, equal_moves, key_of, moved_places
from shirokuro.books.book_file import Book
from shirokuro.books.entry import BookEntry, PlayedMove
from shirokuro.engine.value import Value
from shirokuro.opening_names.named_openings import VARIANT, Opening, all_openings, passed_openings
from shirokuro.squares.square import F5, Symmetry


class PlayedSource(Protocol):
    """Games that were counted: a `Library`, a part of one, or a `Book`."""

    def played(self, board: Board) -> tuple[PlayedMove, ...]:
        """The moves that were played in a position; those that are equal by symmetry have equal counts."""
        ...


@dataclass(frozen=True, slots=True)
class OpeningStats:
    """What is known of a position or a move, for one side: its value in the book, its results in games."""

    value: Value | None = None
    games: int = 0
    wins: int = 0
    draws: int = 0

    @property
    def score(self) -> float | None:
        """Points a game; None without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    def turned(self) -> OpeningStats:
        """For the other side."""
        value = None if self.value is None else replace(self.value, discs=-self.value.discs)
        return OpeningStats(value, self.games, self.games - self.wins - self.draws, self.draws)

    def completed(self, other: OpeningStats) -> OpeningStats:
        """With what it lacks taken from another."""
        counted = self if self.games else other
        return OpeningStats(self.value or other.value, counted.games, counted.wins, counted.draws)

    @property
    def is_known(self) -> bool:
        return self.value is not None or self.games > 0


@dataclass(frozen=True, slots=True)
class Continuation:
    """A move that is in the book, that was played, or that leads to a position with a name."""

    move: int
    equal: tuple[int, ...]
    """Other moves that lead to the same position by symmetry."""
    stats: OpeningStats
    """For the side that makes it."""
    opening: Opening | None
    """The opening whose position it leads to."""
    line: tuple[int, ...]
    """The best moves of both sides after it, as far as the book goes."""


@dataclass(frozen=True, slots=True)
class NamedLine:
    """An opening that follows a position, with the openings that follow it."""

    opening: Opening
    moves: tuple[int, ...]
    """The moves from the position, or from the opening before it, as they are on this board."""
    stats: OpeningStats
    """For black."""
    below: tuple[NamedLine, ...]

    @property
    def count(self) -> int:
        """The number of openings, itself included."""
        return 1 + sum(line.count for line in self.below)


@dataclass(frozen=True, slots=True)
class OpeningPosition:
    """A position of the tree."""

    board: Board
    passed: tuple[Opening, ...]
    """The openings on the way to it, itself included, in the order of play."""
    stats: OpeningStats
    """For the side to move."""
    continuations: tuple[Continuation, ...]
    """The best first, then the most played first."""
    named: tuple[NamedLine, ...]
    """Those with the most openings first."""

    @property
    def opening(self) -> Opening | None:
        """The last one on the way."""
        return self.passed[-1] if self.passed else None


class OpeningTree:
    """The openings of a board, with the values of a book and the results of games, where there are any."""

    def __init__(self, book: Book | None = None, games: PlayedSource | None = None) -> None:
        """Without `games`, those counted in `book` are shown."""
        self.book = book
        self.games = games if games is not None else book

    def at(self, board: Board) -> OpeningPosition:
        return OpeningPosition(
            board, passed_openings(board), self.stats(board), self.continuations(board), self.named(board)
        )

    def stats(self, board: Board) -> OpeningStats:
        """Of a position, for the side to move; what no book has is taken from the move that led to it."""
        counts = [0, 0, 0]
        if played := self._played(board):  # equal moves count once
            first = {group[0] for group in equal_moves(board)}
            once = [each[1:] for each in played if each.move in first]
            counts = [sum(each) for each in zip(*once, strict=True)]
        found = OpeningStats(_entry(self.book, board).as_value(), *counts)
        if not board.move_stack:
            return found
        before = board.copy()
        move = before.pop()
        return found.completed(self._move_stats(before, move).turned())

    def continuations(self, board: Board) -> tuple[Continuation, ...]:
        found = []
        for group in equal_moves(board):
            move, *equal = sorted(group, key=lambda move: move != F5)
            after = board.copy()
            after.push(move)
            reached = next((each for each in passed_openings(after) if each.since == 0), None)
            stats = self._move_stats(board, move).completed(self.stats(after).turned())
            if stats.is_known or reached is not None:
                found.append(Continuation(move, tuple(equal), stats, reached, tuple(self.best_line(after))))

        def rank(each: Continuation) -> tuple[int, int, int]:
            value = each.stats.value
            return (1000 if value is None else -value.discs, -each.stats.games, each.move)

        return tuple(sorted(found, key=rank))

    def named(self, board: Board) -> tuple[NamedLine, ...]:
        """The next openings, with the moves to them as they are on this board."""
        if board.variant_name != VARIANT:
            return ()
        lines = []
        key, symmetry = canonical_key(board)
        back = moved_places(VARIANT, int(Symmetry(symmetry).inverse))
        for opening, symmetry, rest in _next_openings()[key]:
            there = moved_places(VARIANT, symmetry)
            moves = tuple(back[there[move]] for move in rest)
            after = board.copy()
            after.extend(moves, insert_passes=False)
            stats = self.stats(after)
            lines.append(
                NamedLine(opening, moves, stats.turned() if after.turn else stats, self.named(after))
            )
        return tuple(sorted(lines, key=lambda line: (-line.count, line.moves)))

    def best_line(self, board: Board) -> Iterator[int]:
        """The best moves of both sides, as far as the book goes."""
        board = board.copy(stack=False)
        while (entry := _entry(self.book, board)).moves:
            yield entry.moves[0].move
            board.push(entry.moves[0].move)

    def _move_stats(self, board: Board, move: int) -> OpeningStats:
        """Of a move, by what is known of the position before it."""
        value = next((each.as_value() for each in _entry(self.book, board).moves if each.move == move), None)
        played = next((each[1:] for each in self._played(board) if each.move == move), ())
        return OpeningStats(value, *played)

    def _played(self, board: Board) -> tuple[PlayedMove, ...]:
        return () if self.games is None else self.games.played(board)


def _entry(book: Book | None, board: Board) -> BookEntry:
    return (book and book.find(board)) or BookEntry()


class _NextOpening(NamedTuple):
    """An opening that follows a position on its line, with no other opening between them."""

    opening: Opening
    symmetry: int
    """The one that leads from the position to the image that the key stands for."""
    rest: tuple[int, ...]
    """The moves from the position to the opening."""


@cache
def _next_openings() -> dict[bytes, list[_NextOpening]]:
    """The next openings after each position on the line of an opening, by its key."""
    named = {key_of(Board.parse(opening.moves, VARIANT)) for opening in all_openings()}
    found: defaultdict[bytes, list[_NextOpening]] = defaultdict(list)
    for opening in all_openings():
        board, rest = Board.parse(opening.moves, VARIANT), []
        while board.move_stack:
            rest.append(board.pop())
            key, symmetry = canonical_key(board)
            found[key].append(_NextOpening(opening, symmetry, tuple(reversed(rest))))
            if key in named:
                break
    return found
