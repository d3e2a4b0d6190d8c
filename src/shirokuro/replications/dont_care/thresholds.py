"""Don't-care discs in the engine's solver, with other thresholds for the use of its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from time import process_time
from typing import Any, TypeAlias

from shirokuro.engine.engine import TABLE_FROM, DontCare, Engine
from shirokuro.lab.exhibit import Entry, Table
from shirokuro.lab.report.entries import BOARDS
from shirokuro.lab.run.plan import Cell, Json, Measurement, stored_as
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.ratio import Ratio, ratio_of_sums
from shirokuro.lab.statistics.rounding import per_cent
from shirokuro.replications.dont_care.cells import CLOCK, TABLE_MIB, Counts, gather_cells, is_faster
from shirokuro.replications.measuring import PositionSample, random_boards

TABLE_FROMS = (3, 4, 5, 6, 8)
TESTS: tuple[DontCare, DontCare] = ("off", "full-lines")
COLUMNS = (
    "board",
    "empties",
    "table from",
    "nodes, without",
    "nodes with, % of without",
    "time with, % of without",
    f"time with, % of without from {TABLE_FROM}",
    "faster?",
)

Thresholds: TypeAlias = dict[tuple[str, int], Counts]
"""By board and empties: the counts by threshold and test."""


@stored_as("shirokuro.lab.studies.dont_care.thresholds:solver_thresholds")
def solver_thresholds(sample: dict[str, Any], table_froms: list[int], number: int) -> Json:
    """Runs the solver with each threshold and test, position by position; each search has a cleared table."""
    counts: Counts = {
        _way(least, test): {"nodes": [], "seconds": []} for least in table_froms for test in TESTS
    }
    with Engine(threads=1, table_mib=TABLE_MIB) as engine:
        for position in random_boards(PositionSample(**sample), number):
            for least in table_froms:
                for test in TESTS:
                    engine.clear()
                    began = process_time()  # hardly affected by other processes
                    result = engine.solve(position, scoring="plain", dont_care=test, table_from=least)
                    counts[_way(least, test)]["nodes"].append(result.nodes)
                    counts[_way(least, test)]["seconds"].append(process_time() - began)
    return counts


def threshold_cell(sample: PositionSample, positions: int) -> Cell:
    measurement = Measurement.of(
        solver_thresholds, sample=asdict(sample), table_froms=list(TABLE_FROMS), number=positions
    )
    return Cell(_cell_name(sample.variant, sample.empties), measurement=measurement, exclusive=True)


def gather_thresholds(results: Results, solved: Sequence[int]) -> Thresholds:
    found = {
        (board, empties): gather_cells(results, _cell_name(board, empties))
        for board in BOARDS
        for empties in solved
    }
    return {sample: counts for sample, counts in found.items() if counts}


def thresholds_table(thresholds: Thresholds) -> list[Table]:
    """Time with and without masking by threshold; empty if nothing was measured."""
    if not thresholds:
        return []
    rows: list[tuple[Entry, ...]] = []
    for (board, empties), counts in thresholds.items():
        for least in TABLE_FROMS:
            without, masked = (counts[_way(least, test)] for test in TESTS)
            beside = _beside_default(counts, least)
            ratios = (*(ratio_of_sums(masked[name], without[name]) for name in ("nodes", "seconds")), beside)
            searched = (BOARDS[board], empties, least, int(sum(without["nodes"])))
            rows.append((*searched, *(each.in_per_cent() for each in ratios), is_faster(beside)))
    number = len(next(iter(thresholds.values()))[_way(TABLE_FROM, "off")]["nodes"])
    return [
        Table(
            "The engine's solver with its table from other numbers of empties",
            COLUMNS,
            tuple(rows),
            (
                f"{number} positions a sample, the study's test. By default the solver looks positions up "
                f"from {TABLE_FROM} empties on. Times are CPU times.",
                f"“faster?” compares with the unchanged solver, and is open within {per_cent(CLOCK)}.",
            ),
        )
    ]


def _beside_default(counts: Counts, least: int) -> Ratio:
    """The time with masking divided by that of the unchanged solver."""
    times = (counts[_way(*way)]["seconds"] for way in ((least, TESTS[1]), (TABLE_FROM, TESTS[0])))
    return ratio_of_sums(*times)


def thresholds_answer(thresholds: Thresholds) -> Iterator[str]:
    """How often some threshold with masking is faster than the unchanged solver."""
    verdicts = [
        is_faster(_beside_default(counts, least)) for counts in thresholds.values() for least in TABLE_FROMS
    ]
    if verdicts:
        yield (
            f"With its table used from {TABLE_FROMS[0]} to {TABLE_FROMS[-1]} empties on, it saves as much "
            f"compared with the unchanged solver in {verdicts.count('yes')} of {len(verdicts)}."
        )


def _way(least: int, test: str) -> str:
    return f"{test} from {least}"


def _cell_name(board: str, empties: int) -> str:
    return f"{board}, {empties} empties, thresholds"
