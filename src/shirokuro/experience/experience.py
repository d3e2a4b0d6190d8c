"""`Experience`: what was learned from games that were played out; the next ones are played by it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from shirokuro.board.board import Board, board_of
from shirokuro.board.position_key import following, key_of
from shirokuro.board.record import Record, record_of
from shirokuro.books.book_file import Book
from shirokuro.books.entry import BookEntry
from shirokuro.engine.limits import Stop
from shirokuro.errors import BookError, shown
from shirokuro.experience.experience_file import ExperienceFile, Known, LearnedGame
from shirokuro.experience.reading import LearningEffort, read_position
from shirokuro.experience.summary import entries
from shirokuro.experience.tree_cache import TREES
from shirokuro.squares.colour import Colour
from shirokuro.storage.home import home
from shirokuro.storage.whole_file import whole_file

SUFFIX = ".sqlite"
BATCH = 50
"""Positions that are looked at before it is asked again which are the likeliest."""
_NAME = re.compile(r"[a-z0-9-]{1,40}")


class ExperiencedMoves(NamedTuple):
    """The moves that an experience would make, which are equally good to it."""

    moves: tuple[int, ...]
    value: int
    """In discs, if both sides play their best."""
    score: float
    """Points a game that it expects against those it has met: 1 for a win, a half for a draw."""


class Experience:
    """Games and what they taught, in a file; several boards may be in one.

    A bare name (small letters, digits and hyphens) is a file in the user's data; anything else with a slash
    or the suffix .sqlite is a path. The file is made with the first game. `effort` counts for a new file.
    """

    def __init__(
        self, source: str | Path, effort: LearningEffort | None = None, folder: Path | None = None
    ) -> None:
        self.path = experience_path(source, folder)
        self._file = ExperienceFile(self.path)
        self._effort = effort or LearningEffort()

    @property
    def effort(self) -> LearningEffort:
        """What learning does for each game."""
        return self._file.effort() or self._effort

    def learn(
        self, game: Record | Board | str, owner: Colour | None = None, stop: Stop | None = None
    ) -> Known:
        """Learns from a game that was played out, and from those that a program left before it had done so.

        `owner` is the side whose player this is the experience of; without one both sides were others. The
        game is kept at once, then its positions are searched: stopped or killed, the next time goes on there.
        A game that is known already changes nothing.
        """
        self.keep(game, owner)
        self.catch_up(stop)
        return self._file.known()

    def keep(self, game: Record | Board | str, owner: Colour | None = None) -> bool:
        """Stores a game that was played out, to be learned from by `catch_up` or with the next one.

        False if the game is known already.
        """
        record = record_of(game)
        if not record.board().is_over():
            raise ValueError("the game is not over: only one that was played out is learned from")
        return self._file.add_game(record, owner, self._effort)

    def catch_up(self, stop: Stop | None = None) -> None:
        """Searches what was left unsearched."""
        with self._file.held():
            for game in self._file.unread():
                if not self._read(game, stop):
                    return
                self._file.mark_read(game.number)

    def create(self) -> None:
        """Makes the file, unless it is there."""
        self._file.create(self._effort)

    def check(self) -> None:
        """A BookError if the file is no experience that this program can read; none is fine."""
        self._file.identity()

    def known(self) -> Known:
        """How much there is to know now."""
        return self._file.known()

    def counts(self) -> dict[str, tuple[int, int]]:
        """Games and positions by board."""
        return self._file.counts()

    def games(self, variant: str | None = None) -> list[LearnedGame]:
        """In the order they were learned."""
        return self._file.games(variant)

    def moves(self, board: Board | str, known: Known | None = None) -> ExperiencedMoves | None:
        """What it would play, by all that it knows or by so much of it; None where it knows nothing."""
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
        """All positions of a board with their sound values, and what was played there."""
        with TREES.of(self._file, variant) as tree:
            return Book(variant, entries(tree, (game.record for game in self.games(variant))))

    def find(self, board: Board | str) -> BookEntry | None:
        """What it knows of a position, as a book does."""
        board = board_of(board)
        return self.book(board.variant_name).find(board)

    def copy_to(self, path: str | Path) -> None:
        """Writes all of it to another file, as a whole or not at all."""
        with whole_file(Path(path)) as part:
            self._file.copy_to(part)

    def join(self, other: Experience) -> int:
        """Adds all that another one has, and says how many games were new.

        A BookError where they were learned with different efforts.
        """
        return self._file.join(other._file)

    def reset(self) -> None:
        """Forgets everything, also what is damaged; a BookError if the file is no experience at all."""
        self._file.reset()

    def _read(self, game: LearnedGame, stop: Stop | None) -> bool:
        """Searches the positions of a game, then likely ones that are new; false if it was stopped."""
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
        """Searches those that are not known; each is kept as soon as it is done."""
        with TREES.of(self._file, variant) as tree:
            new = [key for key in keys if tree.find(key) is None]
        for key in new:
            if stop is not None and stop.is_set():
                return False
            self._file.add_positions(variant, {key: read_position(variant, key, effort)})
        return True


def experience_names(folder: Path | None = None) -> list[str]:
    """Those in the user's data, or in a folder."""
    place = experience_path("any", folder).parent
    return sorted(path.stem for path in place.glob(f"*{SUFFIX}") if is_experience_name(path.stem))


def is_experience_name(text: str) -> bool:
    """Whether it is a bare name, which cannot lead out of the folder of experiences."""
    return _NAME.fullmatch(text) is not None


def experience_path(source: str | Path, folder: Path | None = None) -> Path:
    """Where the experience of a name lies, or the path that was given."""
    text = str(source)
    if is_experience_name(text):
        return (home() / "experience" if folder is None else folder) / f"{text}{SUFFIX}"
    if folder is None and ("/" in text or text.endswith(SUFFIX)):
        return Path(text)
    raise BookError(
        f"an experience has a name of small letters, digits and hyphens, or is a path, not {shown(text)}"
    )
