"""Measures the basic operations and prints a table: the best of several runs, on one thread."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

import shirokuro as sk
from shirokuro import notation
from shirokuro.engine import batch
from shirokuro.notation import GameText

REPEATS = 5
GAMES = 5_000
PLAYOUTS = 200_000
DATA = os.environ.get("SHIROKURO_DATA")


@dataclass(frozen=True)
class Figure:
    """One row; `asked` is a minimum for rates and a maximum for seconds."""

    name: str
    measured: float
    asked: float | None = None
    is_rate: bool = True

    def row(self) -> str:
        if self.asked is None:
            return f"| {self.name} | | {self._text(self.measured)} | |"
        ratio = self.measured / self.asked if self.is_rate else self.asked / self.measured
        return f"| {self.name} | {self._text(self.asked)} | {self._text(self.measured)} | {ratio:.2f} |"

    def _text(self, value: float) -> str:
        if not self.is_rate:
            return f"{value:.3g} s"
        return f"{value / 1e6:.3g} M/s" if value >= 1e6 else f"{value:,.0f} /s"


def best_seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    def once() -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    return min(once() for _ in range(repeats))


# The measurements


def perft_rate(variant: str, depth: int = 11) -> float:
    board = sk.Board(variant)
    leaves = sk.perft(board, depth)
    return leaves / best_seconds(lambda: sk.perft(board, depth))


def random_games(games: int) -> None:
    """As a user would write it."""
    random = Random(1)
    for _ in range(games):
        board = sk.Board()
        while not board.is_over():
            moves = board.legal_moves
            if moves:
                board.push(moves[int(random.random() * len(moves))])
            else:
                board.push_pass()


def perft_over_board(board: sk.Board, depth: int, *, bulk: bool) -> int:
    """Counts leaves with the public Board; `bulk` takes those of the last ply from the number of moves."""
    if depth == 0:
        return 1
    moves = board.legal_moves
    if not moves:
        return 1 if board.is_over() else perft_below(board, sk.PASS, depth, bulk=bulk)
    if bulk and depth == 1:
        return len(moves)
    return sum([perft_below(board, move, depth, bulk=bulk) for move in moves])


def perft_below(board: sk.Board, move: int, depth: int, *, bulk: bool) -> int:
    board.push(move)
    leaves = perft_over_board(board, depth - 1, bulk=bulk)
    board.pop()
    return leaves


def perft_over_board_seconds(*, bulk: bool) -> float:
    board = sk.Board()
    assert perft_over_board(board, 8, bulk=bulk) == sk.perft(board, 8)
    return best_seconds(lambda: perft_over_board(board, 8, bulk=bulk))


def replay_archive(folder: Path) -> int:
    games = 0
    for file in sorted(folder.iterdir()):
        if file.suffix.lower() == ".wtb":
            for game in notation.read(file):
                assert isinstance(game, GameText)
                sk.Board().extend(game.moves)
                games += 1
    return games


def playout_rate(variant: str, threads: int) -> float:
    positions = batch.from_boards([sk.Board(variant)]).repeat(PLAYOUTS * threads, axis=0)
    seconds = best_seconds(lambda: batch.playout(positions, variant=variant, threads=threads))
    return len(positions) / seconds


def import_seconds() -> float:
    """The time that the import adds to the start of an interpreter."""
    bare = best_seconds(lambda: python("pass"), 10)
    return best_seconds(lambda: python("import shirokuro"), 10) - bare


def python(code: str, **environment: str) -> str:
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, **environment}
    )
    return done.stdout


def generic_perft_rate(variant: str) -> float:
    """Runs in a process of its own, since the kernel is chosen once per process."""
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import foundation; "
    return float(python(code + f"print(foundation.perft_rate({variant!r}))", SHIROKURO_ISA="generic"))


def hash_seconds() -> float:
    """Compares machines: the time of sha256 over 1500 MiB."""
    data = bytes(1 << 20)

    def work() -> None:
        digest = sha256()
        for _ in range(1500):
            digest.update(data)

    return best_seconds(work, 3)


def figures() -> Iterator[Figure]:
    yield Figure("sha256 of 1500 MiB, to compare machines", hash_seconds(), is_rate=False)
    yield Figure("perft(11) of reversi, leaves", perft_rate("reversi"), 600e6)
    yield Figure("perft(11) of nip, leaves", perft_rate("nip"), 250e6)
    yield Figure("perft(11) of reversi, portable kernel", generic_perft_rate("reversi"))
    yield Figure("perft(11) of nip, portable kernel", generic_perft_rate("nip"))
    if DATA:
        folder = Path(DATA) / "wthor"
        games, seconds = replay_archive(folder), best_seconds(lambda: replay_archive(folder))
        yield Figure(f"{games:,} WTHOR games parsed and replayed", seconds, 2, is_rate=False)
    yield Figure("random games through Board", GAMES / best_seconds(lambda: random_games(GAMES)), 25_000)
    yield Figure("perft(8) written over Board", perft_over_board_seconds(bulk=True), 0.05, is_rate=False)
    every = perft_over_board_seconds(bulk=False)
    yield Figure("perft(8) written over Board, every leaf a push", every, is_rate=False)
    yield Figure("playouts of reversi", playout_rate("reversi", 1), 0.9e6)
    yield Figure("playouts of nip", playout_rate("nip", 1), 0.8e6)
    yield Figure("playouts of reversi, two threads", playout_rate("reversi", 2))
    yield Figure("playouts of nip, two threads", playout_rate("nip", 2))
    yield Figure("import shirokuro", import_seconds(), 0.1, is_rate=False)


# The machine


def cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "?")


def compiler() -> str:
    try:
        done = subprocess.run([os.environ.get("CXX", "c++"), "--version"], capture_output=True, text=True)
    except OSError:
        return "no compiler found"
    return done.stdout.partition("\n")[0]


def main() -> None:
    print(f"{cpu()}, {os.cpu_count()} cores; Python {platform.python_version()}; {compiler()}\n")
    print("| figure | target | measured | ratio |\n|---|---|---|---|")
    for figure in figures():
        print(figure.row(), flush=True)


if __name__ == "__main__":
    main()
