"""Measures a library of games: the time of an import, its size, and the times of searches.

`python benchmarks/library.py FOLDER`, with files of games; without it, those of `$SHIROKURO_DATA/wthor`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

import shirokuro as sk
from shirokuro.library.importing import import_files
from shirokuro.library.library import Library
from shirokuro.library.query import LibraryQuery


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path(os.environ.get("SHIROKURO_DATA", ".")) / "wthor"
    )
    parser.add_argument("--positions", type=int, default=300, metavar="N", help="to search (default 300)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder) / "library.sqlite")
        began, busy = time.perf_counter(), time.process_time()
        *_, last = import_files(library, [arguments.folder])
        print(f"{last.games.added} games imported in {time.perf_counter() - began:.1f} s", end=", ")
        print(f"{time.process_time() - busy:.1f} s of CPU")
        began = time.perf_counter()
        *_, last = import_files(library, [arguments.folder])
        print(f"the same again: {last.games.added} added in {time.perf_counter() - began:.1f} s")
        library.close()
        print(f"{library.path.stat().st_size / 1e6:.0f} MB")
        show("counts at the start, just opened", [lambda: Library(library.path).at(sk.Board())])
        boards = [game.board() for game in library.sample(arguments.positions, plies=(1, 59), seed=1)]
        show("counts at the start", [lambda: library.at(sk.Board())] * 5)
        show("games at the start", [lambda: library.search(LibraryQuery(positions=(sk.Board(),)))] * 5)
        show("counts in a position", [lambda each=each: library.at(each) for each in boards])
        show(
            "games in a position",
            [lambda each=each: library.search(LibraryQuery(positions=(each,))) for each in boards],
        )
        show("all games, by year", [library.search] * 5)
        (one,) = library.sample(1, seed=2)
        player = LibraryQuery(player=one.record.black)
        show("games of a player", [lambda: library.search(player)] * 5)
        show("counts of a player at the start", [lambda: library.at(sk.Board(), player)] * 5)


def show(what: str, tasks: Iterable[Callable[[], object]]) -> None:
    """Prints the median and the worst time of tasks, and the median of their CPU time, in milliseconds."""
    times, busy = [], []
    for task in tasks:
        began, before = time.perf_counter(), time.process_time()
        task()
        times.append(1000 * (time.perf_counter() - began))
        busy.append(1000 * (time.process_time() - before))
    print(f"{what:34} median {median(times):6.1f} ms, worst {max(times):6.1f} ms, CPU {median(busy):6.1f} ms")


if __name__ == "__main__":
    main()
