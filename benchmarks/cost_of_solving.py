"""Estimates the cost of solving a board by random probes into the proof (D. E. Knuth, 1975).

`python benchmarks/cost_of_solving.py nip24 nip32 nip --value nip=0 --probes 200 --leaf nip=20 [--jobs N]`

A proof of a value is two proofs: that the side to move gets it, and that it gets no more. In each, one side
has one move in every position, the best by a look-ahead, and the other side has all of them. A probe walks
down with random moves of the other side, solves the leaf, and counts its nodes for all leaves like it: times
the product of the numbers of moves on the way. The mean over the probes estimates the nodes of both proofs.
It ignores what a real proof saves (transpositions) and wastes (moves that turn out not to be best, tests
beside the value); solved boards show how large the error is.
"""

from __future__ import annotations

import argparse
import math
import statistics
from dataclasses import dataclass
from random import Random

import shirokuro as sk
from shirokuro.board.position_key import equal_moves
from shirokuro.workers.executors import work_on

DEPTH = 10
"""Plies of the look-ahead that chooses the proving side's move."""
TABLE_MIB = 64


@dataclass(frozen=True)
class Probe:
    variant: str
    least: int
    """The value tested: whether the side to move gets at least this much."""
    is_true: bool
    """Whether the test is true."""
    leaf: int
    seed: int


def probed(probe: Probe) -> tuple[float, float]:
    """The nodes below the root that this probe stands for, and those of its leaf."""
    random, board = Random(probe.seed), sk.Board(probe.variant)
    weight, proves = 1.0, probe.is_true
    with sk.Engine(1, TABLE_MIB) as engine:
        while len(board.empties()) > probe.leaf and not board.is_over():
            if board.must_pass():
                board.push(sk.PASS)
            elif proves:
                board.push(engine.search(board, sk.Limits(depth=DEPTH)).pv[0])
            else:
                groups = equal_moves(board)
                weight *= len(groups)
                board.push(random.choice(groups)[0])
            proves = not proves
        if board.is_over():
            return weight, 1.0
        least = probe.least if board.turn == sk.BLACK else 2 - probe.least
        nodes = engine.solve(board, window=(least - 1, least)).nodes
        return weight * nodes, float(nodes)


def interval(values: list[float], seed: int = 0, rounds: int = 2000) -> tuple[float, float]:
    """The 95 % interval of the mean, by bootstrap."""
    random = Random(seed)
    means = sorted(statistics.fmean(random.choices(values, k=len(values))) for _ in range(rounds))
    return means[rounds // 40], means[-rounds // 40]


def named(texts: list[str]) -> dict[str, int]:
    return {name: int(number) for name, _, number in (text.partition("=") for text in texts)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("boards", nargs="+")
    parser.add_argument("--value", nargs="*", default=[], help="NAME=N: the value of a board, or a guess")
    parser.add_argument(
        "--leaf", nargs="*", default=[], help="NAME=N: empties at which probes read to the end"
    )
    parser.add_argument("--probes", type=int, default=100, help="of each of the two proofs")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    values, leaves = named(arguments.value), named(arguments.leaf)
    for name in arguments.boards:
        value, leaf = values.get(name, 0), leaves.get(name, round(len(sk.Board(name).empties()) * 0.64))
        tests = ((value, True), (value + 2, False))
        probes = [Probe(name, *test, leaf, seed) for test in tests for seed in range(arguments.probes)]
        with work_on(arguments.jobs) as pool:
            found = dict(pool.map_unordered(probed, probes))
        parts = [[found[each][0] for each in probes if each.is_true is true] for true in (True, False)]
        both = [sum(pair) for pair in zip(*parts, strict=True)]
        low, high = interval(both)
        leaf_nodes = statistics.fmean(nodes for _, nodes in found.values())
        print(
            f"{name}: leaf {leaf}, {len(both)} pairs of probes, {statistics.fmean(both):.3g} nodes "
            f"({low:.3g} to {high:.3g}); a leaf {leaf_nodes:.3g}; median of log10 "
            f"{statistics.median(map(math.log10, both)):.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
