"""Openings for matches: level ones from the package's lists, and random ones.

`benchmarks/openings.py` made the lists; its first lines define level.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from shirokuro.board.board import Board
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import find_variant

LISTS = Path(__file__).with_name("opening_lists")
MOST_TRIES = 1000
MOST_DRAWN = 10_000


@cache
def openings(variant: str = "reversi") -> tuple[str, ...]:
    """The package's openings of a variant as transcripts: about level, and no two symmetric ones."""
    return tuple((LISTS / f"{find_variant(variant).name}.txt").read_text(encoding="ascii").split())


def random_openings(variant: str, plies: int, count: int, seed: int) -> tuple[str, ...]:
    """Openings of random moves, including passes; the same seed gives the same ones.

    There are at most `MOST_DRAWN`; a longer match repeats them.
    """
    random = Random(f"{variant}/{plies}/{seed}")
    drawn: list[str] = []
    tries = 0
    while len(drawn) < min(count, MOST_DRAWN):
        board = Board(variant)
        while len(board.move_stack) < plies and not board.is_over():
            board.push(random.choice(list(board.legal_moves)) if board.legal_moves else PASS)
        tries += 1
        if not board.is_over():
            drawn.append(board.transcript())
            tries = 0
        elif tries == MOST_TRIES:
            raise ValueError(f"random games of {variant} do not go on after {plies} plies")
    return tuple(drawn)
