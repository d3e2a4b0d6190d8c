"""Plays each level of the engine against the one below it, and the lowest against other players."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import shirokuro as sk
from shirokuro.opening_names.level_openings import random_openings
from shirokuro.players.levels import LEVELS

PLIES = 6
"""Random moves before the players take over, which give more different games than level openings."""
AGAINST_OTHERS = (
    ("engine:level=0", "random"),
    ("engine:level=0", "greedy"),
    *((f"engine:level={level}", "value-map") for level in range(5)),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games a match (default 20)")
    parser.add_argument("--first", type=int, default=0, metavar="LEVEL", help="from this level (default 0)")
    parser.add_argument("--last", type=int, default=8, metavar="LEVEL", help="up to this one (default 8)")
    parser.add_argument("--variants", nargs="+", default=["reversi", "nip"], choices=sk.VARIANTS)
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="games at a time (default 2)")
    parser.add_argument("--others", action="store_true", help="against other players, too")
    arguments = parser.parse_args()
    names = [f"{variant}: {word}" for variant in arguments.variants for word in ("won", "margin")]
    print(f"| match | games | {' | '.join(names)} |\n|{'---|' * (2 + len(names))}")
    for first, second in pairings(arguments):
        cells = [
            cell for variant in arguments.variants for cell in measure(first, second, variant, arguments)
        ]
        print(f"| {first} – {second} | {arguments.games} | {' | '.join(cells)} |", flush=True)


def pairings(arguments: argparse.Namespace) -> Iterator[tuple[str, str]]:
    if arguments.others:
        yield from AGAINST_OTHERS
    for level in range(arguments.first, min(arguments.last, len(LEVELS) - 1)):
        yield f"engine:level={level + 1}", f"engine:level={level}"


def measure(first: str, second: str, variant: str, arguments: argparse.Namespace) -> tuple[str, str]:
    """The first player's score and mean margin."""
    openings = random_openings(variant, PLIES, arguments.games // 2, seed=0)
    result = sk.match(first, second, arguments.games, variant=variant, openings=openings, jobs=arguments.jobs)
    return f"{100 * result.tally.points / arguments.games:.1f} %", f"{result.mean_margin:+.1f}"


if __name__ == "__main__":
    main()
