"""Measures the time and memory to load a book, and the time of a look-up.

`python benchmarks/book.py [FILE…]`, the package's books by default
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import foundation

import shirokuro as sk
from shirokuro.books.book_file import BOOKS

SAMPLE = 20_000
ROUNDS = 5
LOADING = """
import sys
from pathlib import Path
import shirokuro as sk

def kib(name):
    return next(int(line.split()[1]) for line in Path("/proc/self/status").open() if line.startswith(name))

before = kib("VmRSS")
book = sk.Book.load(sys.argv[1])
print(kib("VmHWM") - before, kib("VmRSS") - before)
"""
"""Runs in a process of its own, where nothing else has used memory before."""


def positions(book: sk.Book) -> list[sk.Board]:
    """A random sample of positions, each as a random symmetric image."""
    random = Random(1)
    found = [board for board, _ in book.entries()]
    random.shuffle(found)
    return [board.transform(random.choice([*sk.Symmetry])) for board in found[:SAMPLE]]


def microseconds(look_up: Callable[[sk.Board], object], boards: list[sk.Board]) -> float:
    """The time of one look-up, in the best of several rounds."""

    def once() -> float:
        began = time.perf_counter()
        for board in boards:
            look_up(board)
        return time.perf_counter() - began

    return 1e6 * min(once() for _ in range(ROUNDS)) / max(len(boards), 1)


def measure(file: Path) -> None:
    loading = foundation.best_seconds(lambda: sk.Book.load(file))
    done = subprocess.run([sys.executable, "-c", LOADING, file], capture_output=True, text=True, check=True)
    most, kept = (int(number) / 1024 for number in done.stdout.split())
    book = sk.Book.load(file)
    boards = positions(book)
    core, whole = (microseconds(look_up, boards) for look_up in (book._table.find, book.find))
    print(f"{file.name}: {len(book):,} positions, {file.stat().st_size / 1e6:.2f} MB")
    print(f"  loaded in {1000 * loading:.1f} ms; memory {kept:.1f} MiB, {most:.1f} MiB while loading")
    print(
        f"  a look-up: {core:.2f} µs in the core, the call from Python included; {whole:.2f} µs as an entry"
    )


def main() -> None:
    print(f"{foundation.cpu()}, {os.cpu_count()} cores; Python {platform.python_version()}")
    for file in map(Path, sys.argv[1:] or sorted(BOOKS.glob("*.book"))):
        measure(file)


if __name__ == "__main__":
    main()
