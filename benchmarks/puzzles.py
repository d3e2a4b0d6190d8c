"""Checks or makes the puzzles that one practises with: positions with one clear best move.

`python benchmarks/puzzles.py [--write]` counts them by kind and rating. With `--write` it makes
src/shirokuro/practice/puzzles.txt anew, the same on every machine as long as the engine is the same.

Game n is played by the player `person` against itself, seed n, at ratings from 800 to 2000. Each game gives
up to one puzzle of the middle game and one of the endgame:
- 18 to 44 empty squares: the best move leads by 6 discs or more in searches of 6 plies, by 5 of 10 and by 4
  of 12;
- 6 to 14 empty squares: it leads by 2 discs or more with all values exact.
The best move must not be the one that somebody of rating 600 finds anyway.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random

import shirokuro as sk
from shirokuro.practice.clear_best_move import clear_best_move
from shirokuro.practice.puzzles import BOARD, ENDGAMES, MIDDLE, PUZZLES, Puzzle, puzzles

RATINGS = range(800, 2001, 100)
MIDDLE_COUNT, ENDGAME_COUNT = 260, 24
"""Of the middle game, and of each number of empty squares."""
A_BAND, BAND = 60, 200
"""The most puzzles of the middle game for so many points of rating."""


def positions(seed: int) -> Iterator[sk.Board]:
    """The positions of a game, in random order and without the moves that led there."""
    player = f"person:rating={RATINGS[seed % len(RATINGS)]}"
    boards = [*sk.play(player, player, seed=seed, variant=BOARD).boards()]
    Random(seed).shuffle(boards)
    for board in boards:
        yield sk.Board(BOARD, board.line())


def made() -> Iterator[Puzzle]:
    counts: Counter[int] = Counter()  # by the number of empty squares, 0 for the middle game
    bands: Counter[int] = Counter()
    seed = 0
    with sk.Engine(table_mib=16) as engine:
        while counts[0] < MIDDLE_COUNT or any(counts[empties] < ENDGAME_COUNT for empties in ENDGAMES):
            waiting = {"middle", "endgame"}
            for board in positions(seed):
                empties = len(board.empties())
                kind, place = ("middle", 0) if empties in MIDDLE else ("endgame", empties)
                is_wanted = kind in waiting and counts[place] < (ENDGAME_COUNT if place else MIDDLE_COUNT)
                found = clear_best_move(engine, board) if is_wanted else None
                if found is None or (not place and bands[found.rating // BAND] >= A_BAND):
                    continue
                waiting.remove(kind)
                counts[place] += 1
                bands[found.rating // BAND] += not place
                yield found
            seed += 1
            print(f"\r{seed} games, {counts.total()} puzzles", end="", flush=True)
    print()


def write() -> None:
    found = sorted(made(), key=lambda puzzle: (puzzle.empties, puzzle.rating, puzzle.line))
    PUZZLES.write_text("".join("\t".join(map(str, puzzle)) + "\n" for puzzle in found), encoding="ascii")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="make the file anew")
    if parser.parse_args().write:
        write()
    bands = Counter((puzzle.kind, puzzle.rating // BAND * BAND) for puzzle in puzzles().values())
    for (kind, rating), count in sorted(bands.items()):
        print(f"{kind:8} {rating}…{rating + BAND - 1}: {count}")


if __name__ == "__main__":
    main()
