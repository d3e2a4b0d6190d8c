"""Counts what was played in games and how they ended, by position, for a book."""

from __future__ import annotations

from collections import Counter, defaultdict

from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.board.record import Record
from shirokuro.books.entry import BookEntry, PlayedMove, most_played_first


class PlayedGames:
    """Counts the moves of games on one board, up to a number of plies."""

    def __init__(self, variant: str, plies: int | None = None) -> None:
        self.variant, self._plies = variant, plies
        self.games = 0
        self.left_out = 0
        """Games without a result, or without moves."""
        self._seen: defaultdict[bytes, Counter[tuple[bytes, int]]] = defaultdict(Counter)

    def add(self, game: Record) -> None:
        if game.variant != self.variant:
            raise ValueError(f"a game on {game.variant}, where the book is of {self.variant}")
        if game.result is None or not game.moves:
            self.left_out += 1
            return
        self.games += 1
        black_won = (game.result > 0) - (game.result < 0)
        board = game.root()
        before = key_of(board)
        for move in game.moves[: self._plies]:
            won = -black_won if board.turn else black_won
            board.push(move)
            after = key_of(board)
            self._seen[before][after, won] += 1
            before = after

    def entries(self, least: int = 1) -> dict[bytes, BookEntry]:
        """The positions that at least so many games reached, by their keys."""
        entries = {}
        for key, counts in self._seen.items():
            if counts.total() < least:
                continue
            played = []
            for move, after in following(board_of_key(self.variant, key)):
                reached = key_of(after)
                wins, draws, losses = (counts[reached, won] for won in (1, 0, -1))
                if games := wins + draws + losses:
                    played.append(PlayedMove(move, games, wins, draws))
            entries[key] = BookEntry(played=most_played_first(played))
        return entries
