"""Measures study A's players: a game of ssai against random for each x, and msai's gain by its threads.

`python benchmarks/study_a.py [threads] [games]`; a choice is timed for every thread count in turn, so that a
change in the machine's pace touches all of them alike.
"""

from __future__ import annotations

import os
import sys

import shirokuro as sk

GAMES = 10


def boards_of_a_game(x: int, seed: int) -> list[sk.Board]:
    """Those on which ssai, at one colour by turns, has a choice against random."""
    found: list[sk.Board] = []
    board = sk.Board()
    own = sk.Colour(seed % 2)
    player, opponent = sk.player(f"ssai:x={x}"), sk.player("random").with_seed(seed)
    while not board.is_over():
        if board.turn == own and len(board.legal_moves) > 1:
            found.append(board.copy())
        board.push((player if board.turn == own else opponent).choose(board).move)
    return found


def total(boards: list[sk.Board], threads: int, x: int) -> tuple[float, int]:
    """Seconds and nodes of one choice on each board."""
    spec = f"ssai:x={x}" if threads == 1 else f"msai:x={x},threads={threads}"
    player = sk.player(spec)
    choices = [player.choose(board) for board in boards]
    return sum(choice.seconds for choice in choices), sum(choice.nodes for choice in choices)


def main(most_threads: int, games: int) -> None:
    counts = [1, *(2**power for power in range(1, 11) if 2**power <= most_threads)]
    print("| x | nodes a game | seconds |" + "".join(f" {count} threads |" for count in counts[1:]))
    print("|---|---|---|" + "---|" * len(counts[1:]))
    for x in range(1, 10):
        played = games if x < 8 else max(games // 5, 1)
        boards = [board for seed in range(played) for board in boards_of_a_game(x, seed)]
        seconds, nodes = zip(*(total(boards, count, x) for count in counts), strict=True)
        gains = "".join(f" {seconds[0] / each:.2f} times |" for each in seconds[1:])
        print(f"| {x} | {nodes[0] // played:,} | {seconds[0] / played:.3f} |{gains}", flush=True)


if __name__ == "__main__":
    arguments = [int(word) for word in sys.argv[1:]]
    main(arguments[0] if arguments else os.cpu_count() or 1, arguments[1] if len(arguments) > 1 else GAMES)
