"""Compares the evaluators: nodes for exact values, and games at equal depth against the one by hand."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import shirokuro as sk
from shirokuro.engine.evaluation import EVALUATORS

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from ffo import PROBLEMS

NUMBERS = (*range(21, 30), 40, 41, 42)
TABLE_MIB = 64
DEPTH = 4
OPENINGS = 200
RANDOM_PLIES = 8


def compare_nodes() -> None:
    """The nodes needed to solve FFO positions on one thread."""
    print(f"| FFO | empties | {' | '.join(EVALUATORS)} |\n|---|---|{'---|' * len(EVALUATORS)}")
    totals: Counter[str] = Counter()
    for number in NUMBERS:
        board = sk.Board.parse(PROBLEMS[number - 1].line)
        nodes = {name: nodes_to_solve(board, name) for name in EVALUATORS}
        totals.update(nodes)
        print(f"| {number} | {len(board.empties())} | {cells(nodes)} |", flush=True)
    print(f"| together | | {cells(totals)} |")


def nodes_to_solve(board: sk.Board, evaluator: str) -> int:
    with sk.Engine(1, TABLE_MIB, evaluator) as engine:
        return engine.solve(board).nodes


def cells(nodes: dict[str, int]) -> str:
    return " | ".join(f"{nodes[name]:,}" for name in EVALUATORS)


def compare_games() -> None:
    """Plays every opening twice, with colours swapped."""
    print(f"\n| depth {DEPTH} against hand | board | won | drawn | lost |\n|---|---|---|---|---|")
    for name in EVALUATORS[1:]:
        for variant in ("reversi", "nip"):
            with sk.Engine(1, 1, name) as one, sk.Engine(1, 1, "hand") as other:
                results = Counter(play_openings(variant, one, other))
            print(f"| {name} | {variant} | {results[1]} | {results[0]} | {results[-1]} |", flush=True)


def play_openings(variant: str, one: sk.Engine, other: sk.Engine) -> Iterator[int]:
    """The sign of each game's margin for the first engine."""
    random = Random(variant)
    for _ in range(OPENINGS):
        start = sk.Board(variant)
        while len(start.move_stack) < RANDOM_PLIES:
            start.push(random.choice(start.legal_moves) if start.legal_moves else sk.PASS)
        for colour in sk.Colour:
            margin = play(start.copy(), one, other, colour) * (1 if colour == sk.BLACK else -1)
            yield (margin > 0) - (margin < 0)


def play(board: sk.Board, one: sk.Engine, other: sk.Engine, colour: sk.Colour) -> int:
    """Plays to the end, with `colour` for the first engine; returns Black's margin."""
    while not board.is_over():
        if board.must_pass():
            board.push_pass()
            continue
        engine = one if board.turn == colour else other
        engine.clear()
        move = engine.search(board, sk.Limits(depth=DEPTH)).move
        assert move is not None
        board.push(move)
    return board.margin()


if __name__ == "__main__":
    compare_nodes()
    compare_games()
