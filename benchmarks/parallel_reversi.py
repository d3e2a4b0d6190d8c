"""Measures ssai and msai: a game of ssai against random for each x, and the speed-up of msai.

`python benchmarks/parallel_reversi.py [threads] [games]`; each choice is timed for every thread count in
turn, so that a change in the machine's speed affects all alike. Beside the speed-up stands the ratio of
nodes to those of a single thread.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

import shirokuro as sk

GAMES = 10


@dataclass
class Total:
    """The work of a player for its choices."""

    seconds: float = 0.0
    nodes: int = 0


def boards_of_a_game(x: int, seed: int) -> list[sk.Board]:
    """The positions in which ssai has a choice against random, with alternating colours."""
    found: list[sk.Board] = []
    board = sk.Board()
    own = sk.Colour(seed % 2)
    player, opponent = sk.player(f"ssai:x={x}"), sk.player("random").with_seed(seed)
    while not board.is_over():
        if board.turn == own and len(board.legal_moves) > 1:
            found.append(board.copy())
        board.push((player if board.turn == own else opponent).choose(board).move)
    return found


def totals(boards: list[sk.Board], x: int, counts: list[int]) -> list[Total]:
    """One choice on each board, for each number of threads."""
    players = [sk.player(f"msai:x={x},threads={count}") for count in counts]
    found = [Total() for _ in counts]
    for board in boards:
        for player, total in zip(players, found, strict=True):
            choice = player.choose(board)
            total.seconds += choice.seconds
            total.nodes += choice.nodes
    return found


def main(most_threads: int, games: int) -> None:
    counts = [1, *(2**power for power in range(1, 11) if 2**power <= most_threads)]
    print("| x | nodes a game | seconds |" + "".join(f" {count} threads |" for count in counts[1:]))
    print("|---|---|---|" + "---|" * len(counts[1:]))
    for x in range(1, 10):
        played = games if x < 8 else max(games // 5, 1)
        boards = [board for seed in range(played) for board in boards_of_a_game(x, seed)]
        one, *others = totals(boards, x, counts)
        gains = "".join(
            f" {one.seconds / each.seconds:.2f} times, {each.nodes / one.nodes:.2f} nodes |"
            for each in others
        )
        print(f"| {x} | {one.nodes // played:,} | {one.seconds / played:.3f} |{gains}", flush=True)


if __name__ == "__main__":
    arguments = [int(word) for word in sys.argv[1:]]
    main(arguments[0] if arguments else os.cpu_count() or 1, arguments[1] if len(arguments) > 1 else GAMES)
