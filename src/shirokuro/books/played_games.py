"""What was played in games and how they ended, counted by position for a book."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.board.record import Record
from shirokuro.books.entry import BookEntry, PlayedMove, most_played_first


class PlayedGames:
    """Counts the moves of games on one board, up to so many plies."""

    def __init__(self, variant: str, plies: int) -> None:
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
        for before, after, sign in self._steps(game):
            self._seen[before][after, _sign(game.result) * sign] += 1

    def entries(self, least: int = 1) -> dict[bytes, BookEntry]:
        """Positions that were met in so many games, by their keys."""
        seen = self._seen.items()
        return {key: self._entry(key, counts) for key, counts in seen if counts.total() >= least}

    def _steps(self, game: Record) -> Iterator[tuple[bytes, bytes, int]]:
        """The keys before and after each move, and 1 where black made it, else -1."""
        board = game.root()
        before = key_of(board)
        for move in game.moves[: self._plies]:
            sign = -1 if board.turn else 1
            board.push(move)
            after = key_of(board)
            yield before, after, sign
            before = after

    def _entry(self, key: bytes, counts: Counter[tuple[bytes, int]]) -> BookEntry:
        played = []
        for move, after in following(board_of_key(self.variant, key)):
            reached = key_of(after)
            wins, draws, losses = (counts[reached, sign] for sign in (1, 0, -1))
            if games := wins + draws + losses:
                played.append(PlayedMove(move, games, wins, draws))
        return BookEntry(played=most_played_first(played))


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
