"""The names of openings in English and Japanese, found by the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from shirokuro.board.board import Board, board_of
from shirokuro.board.position import Position
from shirokuro.board.record import Record
from shirokuro.squares.square import Symmetry
from shirokuro.words.message import Language

NAMES = Path(__file__).with_suffix(".toml")
VARIANT = "reversi"
"""The only variant whose openings have names."""
FAMILY_PLIES = 5
"""The names of shorter lines cover too much to name a family."""


NAME_LANGUAGES: tuple[Language, ...] = ("en", "ja")
"""Those in which openings have names."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A position that players have names for, the usual one first.

    Every opening has an English name: if the international lists have none, the Japanese one in Latin
    letters. Some have no Japanese name.
    """

    english: tuple[str, ...]
    japanese: tuple[str, ...]
    moves: str
    """The moves that lead to it, beginning with f5; other orders and symmetric lines count as the same."""
    since: int = 0
    """The plies played since then; 0 if the position itself has the name."""
    family: Opening | None = field(default=None, compare=False)
    """The first opening of the game with at least five plies, if that is another one: Tiger, Cow …"""

    @property
    def plies(self) -> int:
        """The number of plies that lead to it."""
        return len(self.moves) // 2

    def names(self, language: Language | None = None) -> tuple[str, ...]:
        """The names in a language, or in both."""
        if language is None:
            return (*self.english, *self.japanese)
        if language not in NAME_LANGUAGES:
            raise ValueError(f"no language {language!r}: there are {', '.join(NAME_LANGUAGES)}")
        return self.english if language == "en" else self.japanese

    def usual_name(self, language: Language = "en") -> str:
        """The usual name in a language; if it has none, in the other one."""
        return self.shown_names(language)[0]

    def shown_names(self, language: Language = "en") -> tuple[str, ...]:
        """The names to show in a language: those in it or, if there are none, in the other one."""
        return self.names(language) or self.names()

    def __str__(self) -> str:
        return " · ".join(self.shown_names())


def opening(game: Board | Record | str, language: Language | None = None) -> Opening | None:
    """The last position of a game that has a name; `since` says how many plies ago that was.

    Other orders of moves and symmetric lines count too; of a board without moves, the position counts. With a
    language, only names in that language count. None if no position has a name, and on other boards than 8x8.
    """
    return last_opening(passed_openings(game, language))


def last_opening(passed: Sequence[Opening]) -> Opening | None:
    """The last of the openings that a game has passed, with its family."""
    families = [found for found in passed[:-1] if found.plies >= FAMILY_PLIES]
    return replace(passed[-1], family=families[0] if families else None) if passed else None


def passed_openings(game: Board | Record | str, language: Language | None = None) -> tuple[Opening, ...]:
    """All positions of a game that have a name, in order; `since` says how many plies ago each was."""
    most_discs, rest = _longest() + 4, 0
    if isinstance(game, Record):  # most of it need not be replayed
        board = game.root()
        for move in game.moves if game.variant == VARIANT else ():
            if len(board.black() | board.white()) > most_discs:
                break
            board.push(move)
        rest = len(game.moves) - len(board.move_stack)
    else:
        board = board_of(game).copy()
    if board.variant_name != VARIANT:
        return ()
    passed = []
    for since in range(len(board.move_stack) + 1):
        if len(board.black() | board.white()) <= most_discs:
            found = _named().get(board.position)
            if found is not None and found.names(language):
                passed.append(replace(found, since=since + rest))
        if board.move_stack:
            board.pop()
    return tuple(reversed(passed))


def has_name(board: Board) -> bool:
    """Whether the very position on the board is an opening."""
    return board.variant_name == VARIANT and board.position in _named()


def all_openings() -> tuple[Opening, ...]:
    """Every opening, in the order of the list."""
    return tuple(dict.fromkeys(_named().values()))


def named_positions() -> tuple[Board, ...]:
    """Every position on the line of an opening, its named end included."""
    lines = {found.moves for found in _named().values()}
    reached = {moves[:end] for moves in lines for end in range(2, len(moves) + 1, 2)}
    return tuple(Board.parse(moves, VARIANT) for moves in sorted(reached))


@cache
def _longest() -> int:
    return max(found.plies for found in _named().values())


@cache
def _named() -> dict[Position, Opening]:
    """Every position that has a name, and its images by symmetry."""
    import tomllib  # only if names are asked for

    lines = tomllib.loads(NAMES.read_text(encoding="utf-8"))
    return {
        Board.parse(moves, VARIANT).transform(symmetry).position: Opening(
            tuple(names.get("en", ())), tuple(names.get("ja", ())), moves
        )
        for moves, names in lines.items()
        for symmetry in Symmetry
    }
