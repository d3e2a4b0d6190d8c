"""Measures how often selective searches are right, beside the confidence that they claim.

`python benchmarks/selectivity.py [--positions 1000] [--variant reversi] [--evaluator hand | --weights FILE]`
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import foundation

import shirokuro as sk
from shirokuro.engine.evaluation import EVALUATORS, FALLBACK, TRAINED, Evaluator

EMPTIES = range(14, 19)
LEVELS = range(3)


@dataclass
class Tally:
    """The results of one confidence on all positions so far."""

    claimed: int = 0
    right: int = 0
    same_winner: int = 0
    error: int = 0
    seconds: float = 0.0

    def add(self, found: sk.Result, value: int) -> None:
        self.claimed = found.confidence
        self.right += found.value == value
        self.same_winner += sign(found.value) == sign(value)
        self.error += abs(found.value - value)
        self.seconds += found.seconds

    def row(self, positions: int, exact_seconds: float) -> str:
        wrong, wrong_winner = 1 - self.right / positions, 1 - self.same_winner / positions
        return (
            f"{100 - self.claimed} % | {wrong:.1%} | {wrong_winner:.1%} | {self.error / positions:.2f} discs "
            f"| {self.seconds / exact_seconds:.2f}"
        )


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def endings(variant: str, random: Random) -> Iterator[sk.Board]:
    """Positions as in real games: two plies of look-ahead, every fourth move random."""
    with sk.Engine(table_mib=1) as engine:
        while True:
            board, empties = sk.Board(variant), random.choice(EMPTIES)
            while len(board.empties()) > empties and not board.is_over():
                careless = len(board.move_stack) < 8 or random.random() < 0.25
                if board.must_pass():
                    board.push_pass()
                elif careless:
                    board.push(random.choice(list(board.legal_moves)))
                else:
                    board.push(engine.search(board, sk.Limits(depth=2)).pv[0])
            if board.legal_moves:
                yield board


def measure(variant: str, options: argparse.Namespace) -> tuple[list[Tally], float]:
    tallies, seconds = [Tally() for _ in LEVELS], 0.0
    boards = endings(variant, Random(options.seed))
    with sk.Engine(table_mib=16, evaluator=options.evaluator, weights=options.weights) as engine:
        for _ in range(options.positions):
            board = next(boards)
            engine.clear()
            exact = engine.solve(board)
            seconds += exact.seconds
            for level, tally in zip(LEVELS, tallies, strict=True):
                engine.clear()
                tally.add(engine.solve(board, confidence=level), exact.value)
    return tallies, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--variant", action="append", choices=tuple(sk.VARIANTS))
    parser.add_argument("--evaluator", choices=EVALUATORS, help="(default: hand)")
    parser.add_argument("--weights", metavar="FILE", help="for the trained evaluator, on their board")
    parser.add_argument("--seed", type=int, default=1000)
    arguments = parser.parse_args()
    arguments.evaluator = arguments.evaluator or (TRAINED if arguments.weights else FALLBACK)
    try:
        Evaluator(arguments.evaluator, arguments.weights)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    print(f"{foundation.cpu()}; {arguments.positions} positions with {EMPTIES[0]}…{EMPTIES[-1]} empties")
    print(
        "\n| board | level | wrong, predicted | wrong, measured | winner wrong | mean error | time of exact |"
    )
    print("|---|---|---|---|---|---|---|")
    for variant in arguments.variant or ["reversi", "nip"]:
        tallies, seconds = measure(variant, arguments)
        for level, tally in zip(LEVELS, tallies, strict=True):
            print(f"| {variant} | {level} | {tally.row(arguments.positions, seconds)} |", flush=True)


if __name__ == "__main__":
    main()
