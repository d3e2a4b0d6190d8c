"""Measures random games and the players that choose by them; with `--matches` also their strength."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from foundation import Figure, best_seconds

import shirokuro as sk
from shirokuro.engine.playouts import grow_tree, try_moves

PLAYOUTS = 50_000
"""Random games after each move of the start."""
GAMES = 200
VARIANTS = ("reversi", "nip")


def flat_rate(variant: str, threads: int) -> float:
    board = sk.Board(variant)
    games = PLAYOUTS * len(board.legal_moves)
    return games / best_seconds(lambda: try_moves(board, PLAYOUTS, threads=threads))


def uct_rate(variant: str, threads: int) -> float:
    board = sk.Board(variant)
    return PLAYOUTS / best_seconds(lambda: grow_tree(board, PLAYOUTS, threads=threads))


def figures() -> Iterator[Figure]:
    for variant, asked in zip(VARIANTS, (0.9e6, 0.8e6), strict=True):
        one, two = flat_rate(variant, 1), flat_rate(variant, 2)
        yield Figure(f"flat Monte Carlo on {variant}, games", one, asked)
        yield Figure(f"flat Monte Carlo on {variant}, two threads", two, 1.9 * one)
        yield Figure(f"UCT on {variant}, playouts", uct_rate(variant, 1))
        yield Figure(f"UCT on {variant}, two threads", uct_rate(variant, 2))


def matches() -> Iterator[str]:
    pairs = [("uct:playouts=10000", "montai:playouts=1000"), ("montai:playouts=400", "montai:playouts=100")]
    for first, second in pairs:
        for variant in VARIANTS:
            result = sk.match(first, second, GAMES, variant=variant, jobs=os.cpu_count() or 1)
            share = result.tally.points / GAMES
            yield f"| {first} – {second} on {variant}, {GAMES} games | 65 % | {share:.1%} | |"


def main() -> None:
    print("| figure | asked | measured | ratio |\n|---|---|---|---|")
    for figure in figures():
        print(figure.row(), flush=True)
    for row in matches() if "--matches" in sys.argv else ():
        print(row, flush=True)


if __name__ == "__main__":
    main()
