"""`shirokuro bench`: one number that says whether the program still behaves exactly as it did."""

from __future__ import annotations

import argparse
import json
import time

from shirokuro import VARIANTS, Board
from shirokuro.board import perft
from shirokuro.cli.source import Subparsers

# Deep enough that Nip's ring shows, shallow enough to take a second.
PERFT_DEPTH = 8
PLAYOUTS = 10_000


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "bench",
        help="print the signature: the same number on every machine",
        description="Counts fixed work on every variant, single-threaded. A change of the number is a change "
        "of behaviour; benchmarks/SIGNATURE holds the current one.",
    )
    parser.add_argument("--json", action="store_true", help="the parts and the seconds they took")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    parts = {}
    for name in VARIANTS:
        began = time.perf_counter()
        count = work(name)
        parts[name] = {"count": count, "seconds": round(time.perf_counter() - began, 4)}
    total = signature({name: int(part["count"]) for name, part in parts.items()})
    print(json.dumps({"signature": total, "variants": parts}, indent=2) if arguments.json else total)


def work(variant: str) -> int:
    """Leaves of a perft, plus the sum of seeded playouts' margins, counted from the worst."""
    from shirokuro import batch  # NumPy takes longer to import than the other commands take to run

    board = Board(variant)
    margins = batch.playout(batch.from_boards([board] * PLAYOUTS), seed=1, variant=variant, threads=1)
    return perft(board, PERFT_DEPTH) + int((margins.astype(int) + len(board.variant.cells)).sum())


def signature(counts: dict[str, int]) -> int:
    return sum(counts.values())
