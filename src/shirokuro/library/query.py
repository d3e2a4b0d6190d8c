"""What to look for in a library, and what is found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from shirokuro.board.board import Board
from shirokuro.board.record import Record
from shirokuro.books.entry import PlayedMove

GameWinner = Literal["", "black", "white", "nobody"]


@dataclass(frozen=True, slots=True)
class LibraryQuery:
    """Which games to find: those that meet every condition that is given."""

    player: str = ""
    """Words of the name of either player; case and accents do not count."""
    opponent: str = ""
    """Words of the other player's name."""
    place: str = ""
    """Words of the tournament's name."""
    first_year: int | None = None
    last_year: int | None = None
    winner: GameWinner = ""
    positions: tuple[Board, ...] = ()
    """Positions of one board; a game has to pass through one of them, or through a symmetric one."""
    variant: str = ""


@dataclass(frozen=True, slots=True)
class LibraryGame:
    """A game of the library."""

    number: int
    record: Record
    ply: int | None = None
    """When it reached the position that was searched for."""

    def board(self) -> Board:
        """The board at that ply, else at the end."""
        board = self.record.root()
        board.extend(self.record.moves[: self.ply], insert_passes=False)
        return board


@dataclass(frozen=True, slots=True)
class FoundGames:
    """A part of the games that a search found, the latest years first."""

    games: tuple[LibraryGame, ...]
    total: int


@dataclass(frozen=True, slots=True)
class PlayedPosition:
    """What the games of a library played in a position, and how they ended for the side to move."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    """The three are fewer than `games` where the results of some are unknown."""
    moves: tuple[PlayedMove, ...] = field(default=())
    """Most played first; moves that are equal by symmetry have equal counts."""
