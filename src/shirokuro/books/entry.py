"""What a book knows about a position: the values of its moves, how certain they are, and what was played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import add
from typing import Literal, NamedTuple

from shirokuro.engine.value import Value
from shirokuro.squares.square import move_repr
from shirokuro.words.message import Message

BookKind = Literal["depth", "selective", "exact"]
BOOK_KINDS: tuple[BookKind, ...] = ("depth", "selective", "exact")
"""A file has their places in this list."""
CLOSE = 4
"""Moves that are worse by more discs may be searched less deeply: they do not decide the value."""


class BookMove(NamedTuple):
    """A move and its value in discs, for the side that makes it."""

    move: int
    value: int
    kind: BookKind = "exact"
    degree: int = 0
    """The plies of a `depth`, the confidence of a `selective` value in per cent; 0 if it is exact."""

    def __repr__(self) -> str:
        return move_repr(self)

    @classmethod
    def of(cls, move: int, value: Value) -> BookMove:
        """A move and its value. A book keeps no bounds, and no values that only say who wins."""
        if value.kind not in BOOK_KINDS:
            raise ValueError(f"a book keeps no value of the kind {value.kind}")
        return cls(move, value.discs, value.kind, value.degree)

    def as_value(self) -> Value:
        """The value and how certain it is, without the move."""
        return Value(self.value, self.kind, self.degree)

    @property
    def certainty(self) -> int:
        """The rank of the value, on the scale of `Value.certainty`."""
        return self.as_value().certainty

    def badge(self) -> Message:
        """How certain the value is, in a word or two."""
        return self.as_value().badge()


class PlayedMove(NamedTuple):
    """How often a move was played in imported games, and their results for the side that made it."""

    move: int
    games: int
    wins: int
    draws: int

    def __repr__(self) -> str:
        return move_repr(self)

    @property
    def score(self) -> float:
        """Points a game: 1 for a win, a half for a draw."""
        return (self.wins + self.draws / 2) / self.games


@dataclass(frozen=True, slots=True)
class BookEntry:
    """What is known about a position. Moves that are equal by symmetry have equal values and counts."""

    moves: tuple[BookMove, ...] = ()
    """Best first; empty if games were imported and nothing was searched."""
    searched: int = 0
    """When, in seconds since 1970; 0 if it was not searched or the date is unknown."""
    played: tuple[PlayedMove, ...] = ()
    """Most played first."""

    def __repr__(self) -> str:
        return move_repr(self)

    @property
    def value(self) -> int | None:
        """For the side to move; None if nothing was searched."""
        return self.moves[0].value if self.moves else None

    @property
    def best_moves(self) -> tuple[int, ...]:
        """The moves that have the value of the position."""
        return tuple(each.move for each in self.moves if each.value == self.moves[0].value)

    def as_value(self) -> Value | None:
        """The value, as certain as the least certain move near the best; None if nothing was searched."""
        close = (each.as_value() for each in self.moves if each.value >= self.moves[0].value - CLOSE)
        least = min(close, key=lambda each: each.certainty, default=None)
        return None if least is None else replace(least, discs=self.moves[0].value)

    @property
    def certainty(self) -> int:
        """The rank of the position's value; -1 if nothing was searched."""
        value = self.as_value()
        return -1 if value is None else value.certainty

    def joined(self, other: BookEntry) -> BookEntry:
        """The more certain values, the other's if both are equally certain; games are added."""
        surer = self if self.certainty > other.certainty else other
        sums: dict[int, PlayedMove] = {}
        for move, *counts in (*self.played, *other.played):
            before = sums.get(move, PlayedMove(move, 0, 0, 0))[1:]
            sums[move] = PlayedMove(move, *map(add, before, counts))
        return replace(surer, played=most_played_first(sums.values()))

    def moved(self, places: tuple[int, ...]) -> BookEntry:
        """The entry of a symmetric position; `places` says where each move goes."""
        moves = [BookMove(places[move], value, kind, degree) for move, value, kind, degree in self.moves]
        played = [PlayedMove(places[move], *counts) for move, *counts in self.played]
        return BookEntry(best_first(moves), self.searched, most_played_first(played))


def best_first(moves: Iterable[BookMove]) -> tuple[BookMove, ...]:
    return tuple(sorted(moves, key=lambda each: each[0] - 128 * each[1]))  # by value, then by square


def most_played_first(moves: Iterable[PlayedMove]) -> tuple[PlayedMove, ...]:
    return tuple(sorted(moves, key=lambda each: (-each.games, each.move)))
