"""Engines of other people: the cost of the protocol for a move, and what a thousand games leave behind.

`python benchmarks/external_engines.py [--games 1000]`

The cost of a move is the time from our question to the answer of an engine that answers at once.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from statistics import fmean, median

import shirokuro as sk
from shirokuro.players.external.engine_setup import DIALECTS, Dialect

STUB = Path(__file__).parent.parent / "tests/stub_engine.py"
GAME = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1"
    "f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
)
AT_ONCE = """
import sys
moves, made = sys.argv[1:], 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "ping": print("pong", words[1], flush=True)
    elif words[:2] == ["set", "game"] or words[1:] == ["clear_board"]: made = 0
    elif words[0] == "move": made += 1
    elif words[0] == "go": print("===", moves[made], flush=True)
    if words[0].isdigit():
        answer = ""
        if words[1] == "play": made += 1
        elif words[1] == "genmove": answer, made = moves[made], made + 1
        print(f"={words[0]} {answer}\\n", flush=True)
"""
"""Plays one game over and over, for whichever side is to move."""


def cost_of_a_move(protocol: Dialect, games: int = 50) -> list[float]:
    """The time of each answer: asks for Black's moves and plays White's."""
    moves = [GAME[at : at + 2] for at in range(0, len(GAME), 2)]
    seconds = []
    with sk.ExternalEngine([sys.executable, "-S", "-c", AT_ONCE, *moves], protocol) as engine:
        for _ in range(games):
            board = sk.Board()
            for move in moves:
                if board.turn == sk.BLACK:
                    began = time.perf_counter()
                    engine.choose(board)
                    seconds.append(time.perf_counter() - began)
                board.push(move)
    return seconds


def left_behind() -> tuple[int, int, int]:
    """The number of processes and file descriptors, and the memory in KiB."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return len(children), len(os.listdir("/proc/self/fd")), pages * os.sysconf("SC_PAGESIZE") // 1024


def thousand_games(protocol: Dialect, games: int) -> None:
    engine = sk.ExternalEngine(
        [sys.executable, "-S", str(STUB), protocol], protocol, name="stub", variants=["reversi4"]
    )
    sk.match(engine, "random", games=20, variant="reversi4", strict=True)
    engine.close()
    before = left_behind()
    for seed in range(games // 20):
        sk.match(engine, "random", games=20, seed=seed, variant="reversi4", strict=True)
        engine.close()  # starts the engine often
    for name, earlier, later in zip(("processes", "descriptors", "KiB"), before, left_behind(), strict=True):
        print(f"{protocol}, {games} games: {name} {earlier} before, {later} after")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    games = parser.parse_args().games
    for protocol in DIALECTS:
        seconds = cost_of_a_move(protocol)
        print(
            f"{protocol}, a move: median {median(seconds) * 1e3:.3f} ms, mean {fmean(seconds) * 1e3:.3f} ms"
        )
    for protocol in DIALECTS:
        thousand_games(protocol, games)


if __name__ == "__main__":
    main()
