"""Study C's experiment beside its published figures, and don't-care discs in the strong solver, as tables."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import shirokuro as sk
from shirokuro.studies import MASKINGS, DontCareRun, Masking, dont_care_experiment

SEED = 47
PAPER_POSITIONS = 300
PAPER_SETTINGS = (("reversi", 13), ("nip", 13))
STRONG_POSITIONS = 20
STRONG_EMPTIES = (16, 17, 18)

# Without and with masking, as printed; the study gives the time as a ratio only.
PUBLISHED = {
    "positions searched": ("2,520,182", "1,393,337"),
    "hits": ("408,511", "572,708"),
    "entries stored": ("766,146", "540,625"),
    "hits over positions": ("16.21 %", "41.10 %"),
    "positions, ratio": ("1.00", "0.55"),
    "time, ratio": ("1.00", "0.57"),
}


def endgame(variant: str, empties: int, random: Random) -> sk.Board:
    """A board out of a random game that is not over, with so many empty cells."""
    while True:
        board = sk.Board(variant)
        while len(board.empties()) > empties and not board.is_over():
            board.push(random.choice(board.legal_moves) if board.legal_moves else sk.PASS)
        if not board.is_over():
            return board


def endgames(variant: str, empties: int, number: int) -> list[sk.Board]:
    random = Random(f"{SEED} {variant} {empties}")
    return [endgame(variant, empties, random) for _ in range(number)]


def print_row(cells: Sequence[object]) -> None:
    print("|", " | ".join(map(str, cells)), "|", flush=True)


# The study's own search


def mean(runs: list[DontCareRun], count: Callable[[DontCareRun], float]) -> float:
    return sum(map(count, runs)) / len(runs)


def share(runs: list[DontCareRun], count: Callable[[DontCareRun], float]) -> str:
    return f"{100 * mean(runs, count) / mean(runs, lambda run: run.positions):.2f} %"


def paper_column(runs: list[DontCareRun], off: list[DontCareRun]) -> dict[str, str]:
    """The rows of the study's table, and some that it does not give."""
    positions = mean(runs, lambda run: run.positions)
    return {
        "positions searched": f"{positions:,.0f}",
        "probes": f"{mean(runs, lambda run: run.probes):,.0f}",
        "hits": f"{mean(runs, lambda run: run.hits):,.0f}",
        "cut-offs": f"{mean(runs, lambda run: run.cuts):,.0f}",
        "entries stored": f"{mean(runs, lambda run: run.stores):,.0f}",
        "hits over positions": share(runs, lambda run: run.hits),
        "cut-offs over positions": share(runs, lambda run: run.cuts),
        "table emptied, times in all": f"{sum(run.emptyings for run in runs)}",
        "positions, ratio": f"{positions / mean(off, lambda run: run.positions):.3f}",
        "time, ratio": f"{mean(runs, lambda run: run.seconds) / mean(off, lambda run: run.seconds):.2f}",
        "microseconds a position": f"{1e6 * mean(runs, lambda run: run.seconds) / positions:.3f}",
    }


def paper_table(variant: str, empties: int) -> None:
    boards = endgames(variant, empties, PAPER_POSITIONS)
    # Position by position, so that a busy machine slows all three alike.
    runs = [[dont_care_experiment(board, masking) for masking in MASKINGS] for board in boards]
    by_masking = [list(column) for column in zip(*runs, strict=True)]
    assert len({tuple(run.value for run in column) for column in by_masking}) == 1
    columns = [paper_column(column, by_masking[0]) for column in by_masking]
    print(f"\n{variant}: means over {len(boards)} random positions with {empties} empties\n")
    print_row(["", "published: off", "published: masked", *MASKINGS])
    print_row(["---"] * 6)
    for name in columns[0]:
        print_row([name, *PUBLISHED.get(name, ("", "")), *(column[name] for column in columns)])


# The strong solver


@dataclass
class Total:
    """What a masking cost over several positions."""

    nodes: int = 0
    seconds: float = 0
    probes: int = 0
    hits: int = 0
    cuts: int = 0
    stores: int = 0

    def add(self, result: sk.Result) -> None:
        counters = result.counters
        self.nodes += result.nodes
        self.seconds += result.seconds
        self.probes += counters.probes
        self.hits += counters.hits
        self.cuts += counters.cuts
        self.stores += counters.stores

    def row(self, off: Total) -> list[str]:
        return [
            f"{self.nodes / 1e6:.1f} M",
            f"{self.nodes / off.nodes:.3f}",
            f"{self.seconds / off.seconds:.2f}",
            f"{self.probes / off.probes:.3f}",
            f"{self.stores / off.stores:.3f}",
            f"{100 * self.hits / self.probes:.1f} %",
            f"{100 * self.cuts / self.probes:.1f} %",
        ]


def strong_totals(boards: list[sk.Board]) -> dict[Masking, Total]:
    totals = {masking: Total() for masking in MASKINGS}
    with sk.Engine(threads=1, table_mib=64) as engine:
        for board in boards:
            values = set()
            for masking, total in totals.items():
                engine.clear()
                result = engine.solve(board, scoring="plain", dont_care=masking)
                total.add(result)
                values.add(result.value)
            assert len(values) == 1
    return totals


def strong_table() -> None:
    print(f"\nThe strong solver, one thread, plain scoring, {STRONG_POSITIONS} random positions a row\n")
    head = ["", "nodes", "nodes", "time", "probes", "stores", "hits / probes", "cut-offs / probes"]
    print_row([*head[:2], *(f"{name}, ratio" for name in head[2:6]), *head[6:]])
    print_row(["---"] * len(head))
    for variant in ("reversi", "nip"):
        for empties in STRONG_EMPTIES:
            totals = strong_totals(endgames(variant, empties, STRONG_POSITIONS))
            for masking, total in totals.items():
                print_row([f"{variant}, {empties} empties, {masking}", *total.row(totals["off"])])


def cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "?")


def main() -> None:
    print(f"{cpu()}; Python {sys.version.split()[0]}")
    for variant, empties in PAPER_SETTINGS:
        paper_table(variant, empties)
    strong_table()


if __name__ == "__main__":
    main()
