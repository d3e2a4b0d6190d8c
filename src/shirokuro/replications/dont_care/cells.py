"""The cells of don't-care discs: what was published, what is measured, and what masking does to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from shirokuro.engine.engine import DONT_CARE, Engine
from shirokuro.engine.studies import MASKINGS, dont_care_experiment
from shirokuro.lab.exhibit import Entry
from shirokuro.lab.run.plan import Cell, Json, Measurement, stored_as
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.ratio import Ratio, ratio_of_sums
from shirokuro.lab.statistics.rounding import per_cent
from shirokuro.replications.measuring import PositionSample, random_boards

POSITIONS = (2_520_182, 1_393_337)
HIT_RATES = ("16.21", "41.10")
"""In per cent of the positions searched."""
STORED = (766_146, 540_625)
SAVING = POSITIONS[1] / POSITIONS[0]
TIME = 0.57
"""Time with masking divided by time without."""
TABLE: dict[str, tuple[int | str, int | str]] = {
    "positions searched": POSITIONS,
    "table hits": (408_511, 572_708),
    "entries stored": STORED,
    "hits, % of positions": (f"{HIT_RATES[0]} %", f"{HIT_RATES[1]} %"),
    "positions, % of without": (per_cent(1), f"{100 * SAVING:.1f} %"),
    "time, % of without": (per_cent(1), per_cent(TIME)),
}


Counts: TypeAlias = dict[str, dict[str, list[float]]]
"""By masking and by quantity, one number for each position."""
COUNTED = ("positions", "probes", "hits", "cuts", "stores", "seconds")
EMPTIES = 13
"""Empties after the 47th move, from which the study's positions come…"""
EMPTIES_BEFORE = 14
"""…or before it: the text can be read either way."""
CHUNK = 25
"""Positions per measurement, which is what a killed run loses."""
TABLE_MIB = 64
CLOCK = 0.05
"""How much a ratio of times may vary between runs; intervals over positions do not show this."""


@stored_as("shirokuro.lab.studies.dont_care.measured:experiment")
def experiment(sample: dict[str, Any], first: int, number: int) -> Json:
    """Runs the study's search, position by position, so that a busy machine slows all maskings equally."""
    counts = _empty(MASKINGS)
    for position in random_boards(PositionSample(**sample), number, first):
        for masking in MASKINGS:
            run = dont_care_experiment(position, masking)
            for name in COUNTED:
                counts[masking][name].append(getattr(run, name))
    return counts


@stored_as("shirokuro.lab.studies.dont_care.measured:strong_solver")
def strong_solver(sample: dict[str, Any], first: int, number: int) -> Json:
    """Runs the engine's solver; its table is cleared before each search."""
    counts = _empty(DONT_CARE)
    with Engine(threads=1, table_mib=TABLE_MIB) as engine:
        for position in random_boards(PositionSample(**sample), number, first):
            for masking in DONT_CARE:
                engine.clear()
                result = engine.solve(position, scoring="plain", dont_care=masking)
                found = {"positions": result.nodes, "seconds": result.seconds}
                for name in COUNTED:
                    counts[masking][name].append(found.get(name, getattr(result.counters, name, 0)))
    return counts


def _empty(maskings: Sequence[str]) -> Counts:
    return {masking: {name: [] for name in COUNTED} for masking in maskings}


def sample_cells(sample: PositionSample, positions: int) -> Iterator[Cell]:
    """Cells of the study's search at its own numbers of empties, of the engine's solver at others."""
    work = experiment if sample.empties in (EMPTIES, EMPTIES_BEFORE) else strong_solver
    for first in range(0, positions, CHUNK):
        number = min(CHUNK, positions - first)
        measurement = Measurement.of(work, sample=asdict(sample), first=first, number=number)
        yield Cell(
            f"{_where(sample.variant, sample.empties)}{first}", measurement=measurement, exclusive=True
        )


def gather(results: Results, board: str, empties: int) -> Counts | None:
    """The counts of all positions searched so far on a board; None if there are none."""
    return gather_cells(results, _where(board, empties))


def gather_cells(results: Results, start: str) -> Counts | None:
    """The counts of all cells whose names begin with `start`; None if there are none."""
    values = [result.value for name, result in results.items() if name.startswith(start) and result.value]
    if not values:
        return None
    return {
        way: {name: [x for value in values for x in value[way][name]] for name in counted}
        for way, counted in values[0].items()
    }


def _where(board: str, empties: int) -> str:
    """The beginning of the names of a sample's cells."""
    return f"{board}, {empties} empties, from "


TESTS = {"off": "without", "full-lines": "the study's test", "wide": "the wider test"}
"""Names in tables and sentences for the tests that choose which discs the keys leave out."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a test on a search: its sums divided by those without a test."""

    positions: Ratio
    seconds: Ratio

    @classmethod
    def of(cls, counts: Counts, masking: str, beside: str = "off") -> Effect:
        names = ("positions", "seconds")
        return cls(*(ratio_of_sums(counts[masking][name], counts[beside][name]) for name in names))


def ratio(counts: Counts, masking: str, part: str, whole: str = "positions") -> Ratio:
    """One count divided by another, by default by the positions searched, as in the study."""
    return ratio_of_sums(counts[masking][part], counts[masking][whole])


def is_faster(seconds: Ratio) -> Entry:
    """Whether something saves time: yes, no, or open if timing is not precise enough."""
    return {"below": "yes", "around": "open", "above": "no"}[seconds.side_of(1, CLOCK)]
