"""`Experience`: what finished games taught, from which the next games are played.

The value of a position depends on the position and the effort alone, not on what was learned before. So games
can be learned in any order, and by several programs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from shirokuro.board.board import Board, board_of
from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.board.record import Record, record_of
from shirokuro.books.book_file import Book
from shirokuro.books.entry import BookEntry, BookMove
from shirokuro.books.played_games import PlayedGames
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.pool import ENGINES
from shirokuro.engine.table_memory import table_for_empties
from shirokuro.errors import BookError, shown
from shirokuro.experience.effort import LearningEffort, SearchedMove
from shirokuro.experience.experience_file import ExperienceFile, Known, LearnedGame
from shirokuro.experience.tree_cache import TREES
from shirokuro.squares.colour import Colour
from shirokuro.storage.home import home
from shirokuro.storage.whole_file import whole_file

SUFFIX = ".sqlite"
BATCH = 50
"""Likely positions are searched in batches of this size; after each batch their chances are new."""
SEARCH_TABLE_MIB = 1
_NAME = re.compile(r"[a-z0-9-]{1,40}")


class ExperiencedMoves(NamedTuple):
    """The moves that an experience considers best."""

    moves: tuple[int, ...]
    value: int
    """In discs, if both sides play their best."""
    score: float
    """Expected points a game against the opponents so far: 1 for a win, a half for a draw."""


class Experience:
    """Games and what they taught, in a file that may hold several boards.

    A bare name (small letters, digits and hyphens) is a file in the user's data; anything with a slash or the
    suffix .sqlite is a path. The first game creates the file. `effort` applies to a new file only.
    """

    def __init__(
        self, source: str | Path, effort: LearningEffort | None = None, folder: Path | None = None
    ) -> None:
        self.path = experience_path(source, folder)
        self._file = ExperienceFile(self.path)
        self._effort = effort or LearningEffort()

    @property
    def effort(self) -> LearningEffort:
        """How much work learning from a game is."""
        return self._file.effort() or self._effort

    def learn(
        self, game: Record | Board | str, owner: Colour | None = None, stop: Stop | None = None
    ) -> Known:
        """Learns from a finished game, and from earlier ones whose learning was interrupted.

        `owner` is the side that the experience's own player had; None means that both sides were others. The
        game is stored at once, then its positions are searched; if that is stopped or killed, the next call
        resumes it. A game that is known already changes nothing.
        """
        self.keep(game, owner)
        self.catch_up(stop)
        return self._file.known()

    def keep(self, game: Record | Board | str, owner: Colour | None = None) -> bool:
        """Stores a finished game, which `catch_up` or the next `learn` learns from; false if it is known."""
        record = record_of(game)
        if not record.board().is_over():
            raise ValueError("the game is not over: only one that was played out is learned from")
        return self._file.add_game(record, owner, self._effort)

    def catch_up(self, stop: Stop | None = None) -> None:
        """Learns from the stored games that are not fully searched yet."""
        with self._file.kept_open():
            for game in self.games():
                if not game.is_searched:
                    if not self._search_game(game, stop):
                        return
                    self._file.mark_searched(game.number)

    def create(self) -> None:
        """Makes the file unless it exists."""
        self._file.create(self._effort)

    def check(self) -> None:
        """Raises a BookError if there is a file that is no readable experience."""
        self._file.identity()

    def known(self) -> Known:
        """How much it knows now; `moves` takes this to answer by an earlier state."""
        return self._file.known()

    def counts(self) -> dict[str, tuple[int, int]]:
        """Games and positions by board."""
        return self._file.counts()

    def games(self, variant: str | None = None) -> list[LearnedGame]:
        """The games in the order they were learned."""
        return self._file.games(variant)

    def moves(self, board: Board | str, known: Known | None = None) -> ExperiencedMoves | None:
        """The moves it would play, by all that it knows or up to `known`; None for an unknown position."""
        board = board_of(board)
        with TREES.of(self._file, board.variant_name, known) as tree:
            position = tree.find(key_of(board))
            if position is None:
                return None
            best, sound = set(position.best), position.sound_values()
            value, score = int(max(sound[each] for each in best)), (1 + position.hope) / 2
        moves = tuple(move for move, after in following(board) if key_of(after) in best)
        return ExperiencedMoves(moves, value, score)

    def book(self, variant: str = "reversi") -> Book:
        """All positions of a board with their sound values, and the moves played there."""
        played = PlayedGames(variant)
        for game in self.games(variant):
            played.add(game.record)
        with TREES.of(self._file, variant) as tree:
            return Book(variant, played.entries()).joined(tree.entries())

    def find(self, board: Board | str) -> BookEntry | None:
        """What it knows of a position, as the entry of a book."""
        board = board_of(board)
        return self.book(board.variant_name).find(board)

    def copy_to(self, path: str | Path) -> None:
        """Writes all of it to another file, as a whole or not at all."""
        with whole_file(Path(path)) as part:
            self._file.copy_to(part)

    def join(self, other: Experience) -> int:
        """Adds everything from another experience and returns the number of new games.

        A BookError if they were learned with different efforts.
        """
        return self._file.join(other._file)

    def reset(self) -> None:
        """Removes the file, damaged or not; a BookError if it is no experience at all."""
        self._file.reset()

    def _search_game(self, game: LearnedGame, stop: Stop | None) -> bool:
        """Searches the positions of a game, then likely new ones; false if it was stopped."""
        variant, effort = game.record.variant, self.effort
        keys = [key_of(board) for board in game.record.boards() if not board.is_over()]
        if not self._search(variant, keys, effort, stop):
            return False
        left = min(effort.positions, self._file.count_games(variant, game.number))
        while left > 0:
            with TREES.of(self._file, variant) as tree:
                keys = tree.likeliest(min(left, BATCH))
            if not keys:
                break
            if not self._search(variant, keys, effort, stop):
                return False
            left -= len(keys)
        return True

    def _search(self, variant: str, keys: list[bytes], effort: LearningEffort, stop: Stop | None) -> bool:
        """Searches the unknown ones and stores each at once; false if it was stopped."""
        with TREES.of(self._file, variant) as tree:
            new = [key for key in keys if tree.find(key) is None]
        for key in new:
            if stop is not None and stop.is_set():
                return False
            self._file.add_positions(variant, {key: search_position(variant, key, effort)})
        return True


def search_position(variant: str, key: bytes, effort: LearningEffort) -> tuple[SearchedMove, ...]:
    """A value for each move, symmetric ones apart; near the end the position is solved for one best move."""
    board = board_of_key(variant, key)
    empties = len(board.empties())
    if empties <= effort.solved:
        with ENGINES.lend(1, table_for_empties(empties)) as engine:
            solved = engine.solve(board)
        assert solved.move is not None
        board.push(solved.move)
        return (SearchedMove(BookMove(solved.move, solved.value), key_of(board)),)
    searched = []
    moves = {key_of(after): (move, after) for move, after in reversed([*following(board)])}
    with ENGINES.lend(1, SEARCH_TABLE_MIB) as engine:
        for reached, (move, after) in reversed(moves.items()):
            if after.is_over():
                found = BookMove(move, -after.final_value())
            else:
                result = engine.search(after, Limits(nodes=effort.nodes))
                found = BookMove.of(move, result.as_value().before(move))
            searched.append(SearchedMove(found, reached))
    return tuple(searched)


def experience_names(folder: Path | None = None) -> list[str]:
    """The names of the experiences in the user's data, or in a folder."""
    place = experience_path("any", folder).parent
    return sorted(path.stem for path in place.glob(f"*{SUFFIX}") if is_experience_name(path.stem))


def is_experience_name(text: str) -> bool:
    """Whether it is a bare name, which cannot point outside the folder of experiences."""
    return _NAME.fullmatch(text) is not None


def experience_path(source: str | Path, folder: Path | None = None) -> Path:
    """The file of an experience's name, or the path that was given."""
    text = str(source)
    if is_experience_name(text):
        return (home() / "experience" if folder is None else folder) / f"{text}{SUFFIX}"
    if folder is None and ("/" in text or text.endswith(SUFFIX)):
        return Path(text)
    raise BookError(
        f"an experience has a name of small letters, digits and hyphens, or is a path, not {shown(text)}"
    )
