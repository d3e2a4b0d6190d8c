"""What a book knows of a position: the values of its moves, how sure they are, and what was played there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import add
from typing import Literal, NamedTuple

from shirokuro.squares.move_repr import move_repr

BookKind = Literal["depth", "selective", "exact"]
BOOK_KINDS: tuple[BookKind, ...] = ("depth", "selective", "exact")
"""From the least certain to the most; their places are their numbers in the file."""


CLOSE = 4
"""Discs behind the best move from which on a move may be searched less deep: its value decides nothing."""


class BookMove(NamedTuple):
    """A move and its value in discs, for the side that makes it."""

    move: int
    value: int
    kind: BookKind = "exact"
    degree: int = 0
    """The plies of a `depth`, the confidence of a `selective` reading in per cent; 0 where it is exact."""

    def __repr__(self) -> str:
        return move_repr(self)

    @property
    def certainty(self) -> tuple[int, int]:
        """The greater the better."""
        return BOOK_KINDS.index(self.kind), self.degree

    def badge(self) -> str:
        """What the value is worth, in a word, as a `Result` says it."""
        if self.kind == "exact":
            return "exact"
        return f"depth {self.degree}" if self.kind == "depth" else f"selective, {self.degree} %"


class PlayedMove(NamedTuple):
    """How often a move was played in imported games, and how these ended for the side that made it."""

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
    """What is known of a position. Moves that lead to the same position by symmetry have the same figures."""

    moves: tuple[BookMove, ...] = ()
    """Best first; none where games were imported and nothing was searched."""
    searched: int = 0
    """When, in seconds since 1970; 0 where it was not, or nobody knows."""
    played: tuple[PlayedMove, ...] = ()
    """Most played first."""

    def __repr__(self) -> str:
        return move_repr(self)

    @property
    def value(self) -> int | None:
        """For the side to move; None where nothing was searched."""
        return self.moves[0].value if self.moves else None

    @property
    def best_moves(self) -> tuple[int, ...]:
        """Those that have the value of the position."""
        return tuple(each.move for each in self.moves if each.value == self.moves[0].value)

    @property
    def least_certain(self) -> BookMove | None:
        """Of the moves near the best, that whose value is known worst: so sure is the position's value."""
        close = (each for each in self.moves if each.value >= self.moves[0].value - CLOSE)
        return min(close, key=lambda each: each.certainty, default=None)

    @property
    def certainty(self) -> tuple[int, int]:
        """Of the position; less than any other where nothing was searched."""
        return (-1, 0) if self.least_certain is None else self.least_certain.certainty

    def joined(self, other: BookEntry) -> BookEntry:
        """The more certain values, the other's if both are as certain; games are added."""
        surer = self if self.certainty > other.certainty else other
        sums: dict[int, PlayedMove] = {}
        for move, *counts in (*self.played, *other.played):
            before = sums.get(move, PlayedMove(move, 0, 0, 0))[1:]
            sums[move] = PlayedMove(move, *map(add, before, counts))
        return replace(surer, played=most_played_first(sums.values()))

    def moved(self, places: tuple[int, ...]) -> BookEntry:
        """The entry of an image of the position: `places` says where each move goes."""
        moves = [BookMove(places[move], value, kind, degree) for move, value, kind, degree in self.moves]
        played = [PlayedMove(places[move], *counts) for move, *counts in self.played]
        return BookEntry(best_first(moves), self.searched, most_played_first(played))


def best_first(moves: Iterable[BookMove]) -> tuple[BookMove, ...]:
    return tuple(sorted(moves, key=lambda each: each[0] - 128 * each[1]))  # by value, then by square


def most_played_first(moves: Iterable[PlayedMove]) -> tuple[PlayedMove, ...]:
    return tuple(sorted(moves, key=lambda each: (-each.games, each.move)))
