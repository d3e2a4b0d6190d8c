"""`shirokuro bench`: one number that says whether the program still behaves exactly as it did."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable
from typing import Any

from shirokuro import PASS, VARIANTS, Board, Engine, Limits
from shirokuro.cli.arguments import Subparsers
from shirokuro.engine.evaluation import FALLBACK, TRAINED, has_weights

PLAYOUTS = 10_000
DEPTH = 10
OPENING = 24
"""Empties of the position that is searched besides the start."""
ENDING = 14
"""Empties of the positions that are solved in every way."""
SELECTIVE = 22
"""Empties on a small board at which solving begins with selective passes."""
TABLE_MIB = 4


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "bench",
        description="Counts fixed work on every variant, single-threaded, by the handcrafted evaluation; on "
        "boards with trained weights also by them, in a second number. A change of a number is a change of "
        "behaviour; benchmarks/SIGNATURE holds the current ones.",
    )
    parser.add_argument("--json", action="store_true", help="the parts and the seconds they took")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    found = measured(VARIANTS, work)
    if trained := [name for name in VARIANTS if has_weights(name)]:
        found["trained"] = measured(trained, trained_work)
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        print(found["signature"], *([found["trained"]["signature"]] if trained else []), sep="\n")


def measured(variants: Iterable[str], work: Callable[[str], int]) -> dict[str, Any]:
    """The signature of some work, with its parts."""
    parts = {}
    for name in variants:
        began = time.perf_counter()
        count = work(name)
        parts[name] = {"count": count, "seconds": round(time.perf_counter() - began, 4)}
    total = sum(int(part["count"]) for part in parts.values())
    return {"signature": total, "variants": parts}


def work(variant: str) -> int:
    """Nodes of searches and solves, plus the sum of seeded playouts' margins, counted from the worst."""
    return searched(variant, FALLBACK) + solved(variant, FALLBACK) + played_out(variant)


def trained_work(variant: str) -> int:
    """The nodes alone, by the package's weights."""
    return searched(variant, TRAINED) + solved(variant, TRAINED)


def searched(variant: str, evaluator: str) -> int:
    with Engine(1, TABLE_MIB, evaluator) as engine:
        boards = [Board(variant), reached(variant, OPENING)]
        return sum(engine.search(board, Limits(depth=DEPTH)).nodes for board in boards)


def solved(variant: str, evaluator: str) -> int:
    """Solves the ending of a fixed game with every mode, scoring and kind of key."""
    board = reached(variant, ENDING)
    with Engine(1, TABLE_MIB, evaluator) as engine:
        results = [
            engine.solve(board),
            engine.solve(board, "wld", scoring="plain"),
            engine.solve(board, scoring="plain", dont_care="full-lines"),
            engine.solve(board, dont_care="wide"),
        ]
        if len(board.variant.cells) <= 36:
            results.append(engine.solve(reached(variant, SELECTIVE)))
    return sum(result.nodes for result in results)


def reached(variant: str, empties: int) -> Board:
    """A position of a game whose moves follow a fixed rule, the same on every machine."""
    board = Board(variant)
    while len(board.empties()) > empties and not board.is_over():
        moves = board.legal_moves
        board.push(moves[7 * len(board.move_stack) % len(moves)] if moves else PASS)
    return board


def played_out(variant: str) -> int:
    from shirokuro.engine import batch

    board = Board(variant)
    margins = batch.playout(batch.from_boards([board] * PLAYOUTS), seed=1, variant=variant, threads=1)
    return int((margins.astype(int) + len(board.variant.cells)).sum())
