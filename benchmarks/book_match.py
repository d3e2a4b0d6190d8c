"""Plays the engine with a book against the engine without one, at equal time.

`python benchmarks/book_match.py [--games 400] [--seconds 0.1] [--jobs 16] [--book FILE] [--variant nip]`

Half of the games begin at the start position, the others with short named openings or, on boards without
names, with the first moves of the level openings. Each is played twice with colours swapped.
"""

from __future__ import annotations

import argparse
import os
import platform
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import foundation

import shirokuro as sk
from shirokuro.matches.rating import score_of
from shirokuro.opening_names.named_openings import NAMES, VARIANT
from shirokuro.players.from_book import book_choice
from shirokuro.players.player import dice

PLIES = 6
"""Plies of the longest openings."""
SPREAD = 1
"""The engine's parameter `spread`."""


@dataclass(frozen=True)
class WithBook(sk.Player):
    """The engine with a book of the user's."""

    file: Path
    engine: str
    seed: int = 0
    name = "with book"

    def with_seed(self, seed: int) -> WithBook:
        return replace(self, seed=seed)

    def prepare(self, variant: str) -> None:
        loaded(self.file)
        sk.player(self.engine).prepare(variant)

    def choose(
        self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None
    ) -> sk.Choice:
        known = None
        if len(board.legal_moves) > 1:
            known = book_choice(loaded(self.file), board, SPREAD, dice(self.seed, board))
        return sk.player(self.engine).choose(board, limits, stop) if known is None else known


@cache
def loaded(file: Path) -> sk.Book:
    return sk.Book.load(file)


def openings(variant: str) -> list[str]:
    if variant == VARIANT:
        lines = [*tomllib.loads(NAMES.read_text(encoding="utf-8"))]
        named = [line for line in lines if len(line) <= 2 * PLIES]
    else:
        named = sorted({line[: 2 * PLIES] for line in sk.openings(variant)})
    return [""] * len(named) + named


def from_book(result: sk.MatchResult) -> float:
    """Moves per game that the first player made without a search, forced moves included."""
    own = [(game.record.nodes, game.fixture.first) for game in result.games]
    return sum(nodes == 0 for all_nodes, side in own for nodes in all_nodes[side::2]) / len(own)


def told(standing: object) -> None:
    tally = standing.tally  # type: ignore[attr-defined]
    print(f"\r{tally.games} games: {tally}", end="", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=0.1, help="a move")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at a time")
    parser.add_argument("--book", type=Path, metavar="FILE", help="the package's if none is named")
    parser.add_argument("--variant", default=VARIANT, help="the board, if no file is named")
    arguments = parser.parse_args()
    engine = f"engine:seconds={arguments.seconds}"
    book = sk.Book.shipped(arguments.variant) if arguments.book is None else loaded(arguments.book)
    if book is None:
        parser.error(f"the package has no book of {arguments.variant}: name one with --book")
    first = f"{engine},book=true" if arguments.book is None else WithBook(arguments.book, engine)
    print(f"{foundation.cpu()}, {os.cpu_count()} cores; Python {platform.python_version()}")
    print(f"{book}, {arguments.seconds} s a move, {arguments.jobs} games at a time")
    lines = openings(book.variant)
    result = sk.match(
        first,
        engine,
        arguments.games,
        variant=book.variant,
        openings=lines,
        jobs=arguments.jobs,
        progress=told,
    )
    low, high = (100 * score_of(elo) for elo in (result.estimate.low, result.estimate.high))
    share = 100 * result.tally.points / result.tally.games
    print(f"\n{result}")
    print(
        f"with the book: {share:.1f} % of {result.tally.games} games ({low:.1f} to {high:.1f}, 95 %)",
        end=", ",
    )
    print(f"{from_book(result):.1f} moves a game at once")


if __name__ == "__main__":
    main()
