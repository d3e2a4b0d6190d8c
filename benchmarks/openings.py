"""Checks or makes the openings shipped for matches: random, level and distinct.

`python benchmarks/openings.py [--write] [VARIANT …]` searches a sample of each list again, deeper. With
`--write` it makes VARIANT.txt in src/shirokuro/opening_names/opening_lists anew, the same on every machine as
long as the engine is the same.

Random moves without a pass are level if black and white are within 2 discs of each other:
- by perfect play, if few enough cells are empty to solve the position;
- otherwise by the mean of two searches, to an odd and an even depth, because
  the side that moves last seems better than it is.
Of symmetric openings one is kept. 8 plies are played, on the smallest boards fewer: 6 of
12 on reversi4, where 57 level openings exist, and 2 of 8 on nip12, where there is one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

import shirokuro as sk
from shirokuro.opening_names.level_openings import LISTS

PLIES = {"reversi4": 6, "nip12": 2, "nip12+loop": 2}
USUAL_PLIES = 8
COUNTS = {"reversi": 200, "nip": 200}
USUAL_COUNT = 100
LEVEL = 2
DEPTHS = (7, 8)
DEEPER = (10, 11)
SAMPLE = 20
MOST_TO_SOLVE = 20
"""Empties from which perfect play is known soon enough."""
MOST_TRIES = 20_000


def random_openings(variant: str) -> Iterator[sk.Board]:
    """Endless random openings of the variant's length, without passes."""
    random, plies = Random(variant), PLIES.get(variant, USUAL_PLIES)
    for _ in range(MOST_TRIES):
        board = sk.Board(variant)
        while len(board.move_stack) < plies and board.legal_moves:
            board.push(random.choice(list(board.legal_moves)))
        if board.legal_moves:
            yield board


def value(engine: sk.Engine, board: sk.Board, depths: tuple[int, int] = DEPTHS) -> float:
    engine.clear()  # earlier searches must not matter
    if len(board.empties()) <= MOST_TO_SOLVE:
        return engine.solve(board).value
    values = [engine.search(board, sk.Limits(depth=depth)).value for depth in depths]
    return sum(values) / len(values)


def level_openings(variant: str) -> list[str]:
    seen, found = set(), []
    with sk.Engine(table_mib=16) as engine:
        for board in random_openings(variant):
            line = board.canonical().line()
            if line in seen:
                continue
            seen.add(line)
            if abs(value(engine, board)) <= LEVEL:
                found.append(board.transcript())
            if len(found) == COUNTS.get(variant, USUAL_COUNT):
                break
    return sorted(found)


def write(variant: str) -> None:
    found = level_openings(variant)
    (LISTS / f"{variant}.txt").write_text("".join(f"{opening}\n" for opening in found), encoding="ascii")


def look_again(variant: str) -> None:
    openings = sk.openings(variant)
    sample = openings[:: max(len(openings) // SAMPLE, 1)]
    with sk.Engine(table_mib=64) as engine:
        values = [value(engine, sk.Board.parse(opening, variant), DEEPER) for opening in sample]
    mean = sum(map(abs, values)) / len(values)
    print(
        f"{variant}: {len(openings)} openings; of {len(sample)}, {mean:.1f} discs from level, at most", end=""
    )
    print(f" {max(map(abs, values)):.1f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variants", nargs="*", metavar="VARIANT", default=list(sk.VARIANTS))
    parser.add_argument("--write", action="store_true", help="make the lists anew")
    arguments = parser.parse_args()
    for variant in arguments.variants:
        if arguments.write:
            write(variant)
        look_again(variant)


if __name__ == "__main__":
    main()
