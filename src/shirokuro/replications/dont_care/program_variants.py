"""In which form the study's search gives the published figures: what its text leaves open, varied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from itertools import product
from time import process_time
from typing import Any, TypeAlias

from shirokuro.engine.studies import Masking, TableUse, dont_care_experiment
from shirokuro.lab.exhibit import Entry, Table
from shirokuro.lab.run.plan import Cell, Json, Measurement, stored_as
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.ratio import Ratio, mean
from shirokuro.lab.statistics.rounding import per_cent
from shirokuro.replications.dont_care.cells import (
    CHUNK,
    COUNTED,
    EMPTIES_BEFORE,
    HIT_RATES,
    POSITIONS,
    SAVING,
    STORED,
    TIME,
    Counts,
    Effect,
    gather_cells,
    ratio,
)
from shirokuro.replications.fitting import Group, PublishedMean
from shirokuro.replications.measuring import PositionSample, random_boards

OURS = TableUse(node_bytes=72)
"""64 bytes for the board, the rest for the value and the chain: 100 MB are 1.4 million entries."""
FORMS: Mapping[str, TableUse] = {
    "ours": OURS,
    "table from 2 empties": replace(OURS, from_empties=2),
    "table from 3 empties": replace(OURS, from_empties=3),
    "no cut-offs stored": replace(OURS, stored="no-cut-offs"),
    "no fail-lows stored": replace(OURS, stored="no-fail-lows"),
    "exact values stored alone": replace(OURS, stored="exact"),
    "later results replace": replace(OURS, again="replace"),
    "first results kept": replace(OURS, again="keep"),
    "keys without the turn": replace(OURS, key="discs"),
    "fail-hard": replace(OURS, fails="hard"),
    "finished games too": replace(OURS, from_empties=0),
    "finished games too, fail-hard": replace(OURS, from_empties=0, fails="hard"),
    "finished games too, bounds taken for values": replace(OURS, from_empties=0, stored="as-exact"),
}
HITS = {"hits": "keys found", "cuts": "cut-offs"}
"""What 参照した盤面数 may count."""
STORES = {"stores": "entries made", "entries": "entries at the end"}
"""What 登録した盤面数 may count."""
MASKED: tuple[Masking, Masking] = ("off", "full-lines")
SAMPLES = 300
"""Of the study."""
SHARES = {"hits": "keys found", "cuts": "cut-offs", "stores": "made", "entries": "at the end"}
COLUMNS = (
    "form",
    "sample",
    "positions",
    "% of them with masking",
    *(f"{name}, %{end}" for name in SHARES.values() for end in ("", " masked")),
    "time, % of without",
)

FormCounts: TypeAlias = dict[str, Counts]
"""By form, as far as it was measured."""


@stored_as("shirokuro.lab.studies.dont_care.forms:form_experiment")
def form_experiment(form: dict[str, Any], sample: dict[str, Any], first: int, number: int) -> Json:
    """The study's search with and without masking, position by position."""
    counts: Counts = {masking: {name: [] for name in (*COUNTED, "entries")} for masking in MASKED}
    for position in random_boards(PositionSample(**sample), number, first):
        for masking in MASKED:
            began = process_time()  # which a busy machine hardly changes
            run = dont_care_experiment(position, masking, use=TableUse(**form))
            found = replace(run, seconds=process_time() - began)
            for name, values in counts[masking].items():
                values.append(getattr(found, name))
    return counts


def form_cells(positions: int, seed: int) -> Iterator[Cell]:
    """All forms on the same positions, with one empty cell more than after the 47th move."""
    sample = asdict(PositionSample("reversi", EMPTIES_BEFORE, seed))
    for form, use in FORMS.items():
        for first in range(0, positions, CHUNK):
            number = min(CHUNK, positions - first)
            measurement = Measurement.of(
                form_experiment, form=asdict(use), sample=sample, first=first, number=number
            )
            yield Cell(f"{_start(form)}{first}", measurement=measurement, exclusive=True)


def gather_forms(results: Results) -> FormCounts:
    found = {form: gather_cells(results, _start(form)) for form in FORMS}
    return {form: counts for form, counts in found.items() if counts}


def _start(form: str) -> str:
    return f"{form}, from "


def forms_table(forms: FormCounts) -> list[Table]:
    """Every form beside what was published; nothing where none was measured."""
    if not forms:
        return []
    # The study does not say what it counted: keys found or cut-offs, entries made or left.
    hits, stored = [f"{rate} %" for rate in HIT_RATES], [f"{share} %" for share in _stored()]
    known = (f"{_saving()} %", *hits, *hits, *stored, *stored, per_cent(TIME))
    rows: list[tuple[Entry, ...]] = [("published", SAMPLES, POSITIONS[0], *known)]
    for form, counts in forms.items():
        effect = Effect.of(counts, "full-lines")
        shares = [ratio(counts, masking, name) for name in SHARES for masking in MASKED]
        found = (each.in_per_cent() for each in (effect.positions, *shares, effect.seconds))
        rows.append((form, _sample(counts), round(mean(counts["off"]["positions"]).value), *found))
    return [
        Table(
            f"The study's search in other forms on 8x8: means, {EMPTIES_BEFORE} empties",
            COLUMNS,
            tuple(rows),
            (
                f"Shares are of the positions searched. A node of the table has {OURS.node_bytes} bytes. "
                "Times are those of the processor.",
                "“Made” counts all entries; those at the end are what is left of them, as the table is "
                "emptied whenever it is full.",
            ),
        )
    ]


def _sample(counts: Counts) -> int:
    return len(counts["off"]["positions"])


def _saving() -> str:
    return f"{100 * SAVING:.2f}"


def _stored() -> list[str]:
    return [f"{100 * stored / searched:.2f}" for stored, searched in zip(STORED, POSITIONS, strict=True)]


def form_groups(forms: FormCounts) -> list[Group]:
    """The published figures as shares, which vary less than the sums: all of one program."""
    if not forms:
        return []
    ours = min(map(_sample, forms.values()))
    published = {
        "positions": str(POSITIONS[0]),
        "positions with masking, % of those without": _saving(),
        "hit rate": HIT_RATES[0],
        "hit rate with masking": HIT_RATES[1],
        "stored, % of positions": _stored()[0],
        "stored with masking, % of positions": _stored()[1],
    }
    cells = [PublishedMean("table 1", row, text, SAMPLES / ours) for row, text in published.items()]
    found: dict[str, list[Ratio]] = {}
    for (form, counts), hits, stores in product(forms.items(), HITS, STORES):
        shares = [ratio(counts, masking, name) for name in (hits, stores) for masking in MASKED]
        shares.insert(0, Effect.of(counts, "full-lines").positions)
        found[f"{form} ({HITS[hits]}, {STORES[stores]})"] = [
            mean(counts["off"]["positions"]),
            *(share.times(100) for share in shares),
        ]
    return [Group("The study's search", cells, found)]
