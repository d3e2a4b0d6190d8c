"""Games as data for a viewer without rules: the discs at the start, then the changes by each move.

A word lists discs of one colour: `X` or `O`, then a letter for each square. The start is two words. Each ply
is one word: the side to move and the squares that become its own, beginning with the move; a pass has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from shirokuro.lab.report.chapter import Chapter
from shirokuro.matches.fixture import Game
from shirokuro.opening_names.named_openings import opening
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.squares.square import PASS

LETTERS = ascii_uppercase + ascii_lowercase + digits + "-_"
"""The letter of each of the 64 squares."""


def cells_data(chapters: Iterable[Chapter]) -> list[dict[str, Any]]:
    """All samples, in the order of their chapters."""
    return [
        {
            "study": chapter.run.study.name,
            "cell": sample.cell,
            "played": sample.played,
            "games": [game_data(game) for game in sample.games],
        }
        for chapter in chapters
        for sample in chapter.samples
    ]


def game_data(game: Game) -> dict[str, Any]:
    """All that the viewer shows of a game."""
    record = game.record
    boards = list(record.boards())
    start, end = boards[0], boards[-1]
    plies = []
    for before, after in pairwise(boards):
        gained = after.discs(before.turn) - before.discs(before.turn)
        move = after.peek()
        squares = () if move == PASS else (move, *(square for square in gained if square != move))
        plies.append(_word(before.turn, squares))
    return {
        "variant": record.variant,
        "black": record.black,
        "white": record.white,
        "start": f"{_word(BLACK, start.black())} {_word(WHITE, start.white())}",
        "plies": " ".join(plies),
        "values": _rounded(record.values, 2),
        "seconds": _rounded(record.seconds, 4),
        "end": record.note or str(end.outcome() or "not finished"),
        "opening": str(opening(end) or ""),
        "transcript": end.transcript(),
        "seed": str(record.seed),
    }


def _word(colour: Colour, squares: Iterable[int]) -> str:
    return colour.symbol + "".join(LETTERS[square] for square in squares)


def _rounded(notes: Sequence[float | None], places: int) -> list[float | None]:
    return [None if note is None else round(note, places) for note in notes]
