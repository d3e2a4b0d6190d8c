"""Measures random games and the players that choose by them; with `--matches` also their strength."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from foundation import Figure, best_seconds

import shirokuro as sk
from shirokuro.playout import grow_tree, try_moves

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


def points(first: str, second: str, variant: str) -> float:
    """What the first player scores a game, draws half, with black in every other one."""
    return sum(_points(first, second, variant, game) for game in range(GAMES)) / GAMES


def _points(first: str, second: str, variant: str, game: int) -> float:
    players = [sk.player(first).with_seed(2 * game), sk.player(second).with_seed(2 * game + 1)]
    board = sk.Board(variant)
    while not board.is_over():
        board.push(players[(board.turn != sk.BLACK) ^ (game % 2)].choose(board).move)
    margin = board.margin() * (1 if game % 2 == 0 else -1)
    return (margin > 0) + (margin == 0) / 2


def matches() -> Iterator[str]:
    pairs = [("uct:playouts=10000", "montai:playouts=1000"), ("montai:playouts=400", "montai:playouts=100")]
    for first, second in pairs:
        for variant in VARIANTS:
            began = time.perf_counter()
            share = points(first, second, variant)
            seconds = time.perf_counter() - began
            yield f"| {first} – {second} on {variant} | ≥ 65 % | {share:.1%} of {GAMES} | {seconds:.0f} s |"


def main() -> None:
    print("| figure | asked | measured | ratio |\n|---|---|---|---|")
    for figure in figures():
        print(figure.row(), flush=True)
    for row in matches() if "--matches" in sys.argv else ():
        print(row, flush=True)


if __name__ == "__main__":
    main()
