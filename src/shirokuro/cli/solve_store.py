"""`shirokuro solve START --store FILE`: solves one large position with many workers, saving all progress."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from contextlib import closing

from shirokuro import Board, move_name
from shirokuro.cli.arguments import check_page, read_board
from shirokuro.cli.long_work import ProgressBar
from shirokuro.proofs.own_proofs import own_proofs
from shirokuro.proofs.proof_store import ProofStore
from shirokuro.proofs.proof_tree import Division
from shirokuro.proofs.solver import Solver, proven_line, solve
from shirokuro.words.counted import plural
from shirokuro.workers.executors import work_on

UNUSED = {"threads": 1, "table": None, "dont_care": "off", "seconds": None, "nodes": None, "json": False}
"""The options that do not apply to a store, with their defaults."""
SOONEST, LATEST = 0.1, 6.0
"""Nine of ten tests took between 0.1 and 6 times the expected time: least on small boards, most on nip40."""
LOG_SECONDS = 60.0
"""Seconds between progress lines where there is no terminal."""


def run(arguments: argparse.Namespace) -> int:
    start = _start(arguments)
    division = Division.for_board(start, arguments.leaf)
    with ProofStore(arguments.store, start) as store:
        solver = Solver(store, division, "winner" if arguments.wld else "value")
        try:
            if not solver.is_done:
                _work(solver, arguments)
        except KeyboardInterrupt:
            print(f"\ninterrupted; to go on: {shlex.join(['shirokuro', *arguments.words])}", file=sys.stderr)
            raise
        _print_result(solver, store, start)
    return 0


def _work(solver: Solver, arguments: argparse.Namespace) -> None:
    """Shows the proven bounds, the bound being tested, and an estimated range for how long that takes."""
    common_mib = solver.tree.division.common_mib(arguments.jobs)
    with (
        ProgressBar() as bar,
        work_on(arguments.jobs, arguments.cluster, common_mib=common_mib) as pool,
        closing(solve(solver, pool)) as solving,
    ):
        logged = time.monotonic()
        for progress in solving:
            words = f"{progress.lower:+d}…{progress.upper:+d}, testing {progress.least:+d}"
            if progress.done:
                left = progress.left * progress.seconds / progress.done / solver.workers
                words += f", {_duration(SOONEST * left)} to {_duration(LATEST * left)} left for it"
            bar.show(progress.done, words)
            if not sys.stderr.isatty() and time.monotonic() - logged >= LOG_SECONDS:
                logged = time.monotonic()
                print(f"{progress.done:,} positions solved: {words}", file=sys.stderr, flush=True)


def _start(arguments: argparse.Namespace) -> Board:
    for name, unasked in UNUSED.items():
        if getattr(arguments, name) != unasked:
            raise ValueError(f"--{name.replace('_', '-')} does not go with --store")
    if arguments.scoring != "winner":
        raise ValueError("with --store the winner gets the empties")
    if len(arguments.source) != 1:
        raise ValueError("a store has one position")
    check_page(str(arguments.store))
    start = read_board(arguments.source[0], arguments.variant)
    if start.is_over():
        raise ValueError("the game is over: there is nothing to solve")
    return start


def _duration(seconds: float) -> str:
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} s"


def _print_result(solver: Solver, store: ProofStore, start: Board) -> None:
    root, totals = solver.tree.root, store.totals()
    names = ("black", "white") if start.turn == 0 else ("white", "black")
    winner = f"{names[0]} wins" if root.lower > 0 else f"{names[1]} wins" if root.upper < 0 else "a draw"
    value = f"{root.lower:+d}" if root.is_exact else f"{root.lower:+d}…{root.upper:+d}"
    print(f"{start.variant_name}: {winner}, {value} for {names[0]}, who is to move")
    print(f"line: {' '.join(map(move_name, proven_line(solver.tree, start)))}")
    print(
        f"{totals.positions:,} {plural(totals.positions, 'position')}, "
        f"{totals.solved:,} of them solved to the end; "
        f"{totals.nodes:,} {plural(totals.nodes, 'node')}, {totals.seconds:,.1f} s of one core"
    )
    if store.path.absolute().parent != (folder := own_proofs().folder.absolute()):
        print(f"levels from 10 on play by it, and the page shows it, if it is in {folder}")
