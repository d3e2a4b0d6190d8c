"""What players call an opening, in English and in Japanese, found by its position."""

from __future__ import annotations

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
"""Only its openings have names."""
FAMILY_PLIES = 5
"""Shorter lines have names for all that may follow, which say little."""


NAME_LANGUAGES: tuple[Language, ...] = ("en", "ja")
"""Those in which openings have names."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A position that players have names for, the usual one first.

    Every opening has an English name: where the international lists have none, it is the Japanese one in
    Latin letters. Some have no Japanese name.
    """

    english: tuple[str, ...]
    japanese: tuple[str, ...]
    moves: str
    """What leads to it, beginning with f5; other orders and the images by symmetry are the same opening."""
    since: int = 0
    """Plies that the game has gone on since; 0 where the very position has the name."""
    family: Opening | None = field(default=None, compare=False)
    """The first opening of the game that has at least five plies, where that is another: Tiger, Cow …"""

    @property
    def plies(self) -> int:
        """How many plies lead to it: so long the game was known."""
        return len(self.moves) // 2

    def names(self, language: Language | None = None) -> tuple[str, ...]:
        """Its names in a language, or in both."""
        if language is None:
            return (*self.english, *self.japanese)
        if language not in NAME_LANGUAGES:
            raise ValueError(f"no language {language!r}: there are {', '.join(NAME_LANGUAGES)}")
        return self.english if language == "en" else self.japanese

    def usual_name(self, language: Language = "en") -> str:
        """The usual name in a language; in the other one where it has none."""
        return self.shown_names(language)[0]

    def shown_names(self, language: Language = "en") -> tuple[str, ...]:
        """What a reader of a language sees: its names in that language; the other's where it has none."""
        return self.names(language) or self.names()

    def __str__(self) -> str:
        return " · ".join(self.shown_names())


def opening(game: Board | Record | str, language: Language | None = None) -> Opening | None:
    """The last position of a game that has a name; `since` says how long ago that was.

    Other orders of moves and images by symmetry count; a board without moves is looked at as it is. With a
    language, only names in that language count. None where nothing has a name, and on boards other than 8x8.
    """
    passed = passed_openings(game, language)
    families = [found for found in passed[:-1] if found.plies >= FAMILY_PLIES]
    return replace(passed[-1], family=families[0] if families else None) if passed else None


def passed_openings(game: Board | Record | str, language: Language | None = None) -> tuple[Opening, ...]:
    """All positions of a game that have a name, the first one first; `since` says how long ago each was."""
    most_discs, rest = _longest() + 4, 0
    if isinstance(game, Record):  # most of it is not even replayed
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


def all_openings() -> tuple[Opening, ...]:
    """Every opening once, in the order of the list."""
    return tuple(dict.fromkeys(_named().values()))


def named_positions() -> tuple[Board, ...]:
    """Every position with a name as its moves lead to it, and those on the way; each once."""
    lines = {found.moves for found in _named().values()}
    reached = {moves[:end] for moves in lines for end in range(2, len(moves) + 1, 2)}
    return tuple(Board.parse(moves, VARIANT) for moves in sorted(reached))


@cache
def _longest() -> int:
    return max(found.plies for found in _named().values())


@cache
def _named() -> dict[Position, Opening]:
    """Every position that has a name, with its images: looking one up is all that a game needs."""
    import tomllib  # only where names are asked for

    lines = tomllib.loads(NAMES.read_text(encoding="utf-8"))
    return {
        Board.parse(moves, VARIANT).transform(symmetry).position: Opening(
            tuple(names.get("en", ())), tuple(names.get("ja", ())), moves
        )
        for moves, names in lines.items()
        for symmetry in Symmetry
    }
