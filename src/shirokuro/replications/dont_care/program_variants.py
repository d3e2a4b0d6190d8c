"""Varies what the study's text leaves open, to find the search that gives the published figures."""

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
from shirokuro.replications.dont_care import cells
from shirokuro.replications.dont_care.cells import EMPTIES_BEFORE, Counts, Effect
from shirokuro.replications.fitting import Group, PublishedMean
from shirokuro.replications.measuring import PositionSample, random_boards

OURS = TableUse(node_bytes=72)
"""64 bytes for the board, the rest for the value and the chain: 100 MB are 1.4 million entries."""
PROGRAM_VARIANTS: Mapping[str, TableUse] = {
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
"""The number of positions in the study."""
SHARES = {"hits": "keys found", "cuts": "cut-offs", "stores": "made", "entries": "at the end"}
COLUMNS = (
    "variant",
    "sample",
    "positions",
    "% of them with masking",
    *(f"{name}, %{end}" for name in SHARES.values() for end in ("", " masked")),
    "time, % of without",
)

VariantCounts: TypeAlias = dict[str, Counts]
"""The counts of each variant measured so far."""


@stored_as("shirokuro.lab.studies.dont_care.forms:form_experiment")
def variant_experiment(form: dict[str, Any], sample: dict[str, Any], first: int, number: int) -> Json:
    """Runs the study's search with and without masking, position by position."""
    counts: Counts = {masking: {name: [] for name in (*cells.COUNTED, "entries")} for masking in MASKED}
    for position in random_boards(PositionSample(**sample), number, first):
        for masking in MASKED:
            began = process_time()  # hardly affected by other processes
            run = dont_care_experiment(position, masking, use=TableUse(**form))
            found = replace(run, seconds=process_time() - began)
            for name, values in counts[masking].items():
                values.append(getattr(found, name))
    return counts


def variant_cells(positions: int, seed: int) -> Iterator[Cell]:
    """All variants on the same positions, with one empty cell more than after the 47th move."""
    sample = asdict(PositionSample("reversi", EMPTIES_BEFORE, seed))
    for variant, use in PROGRAM_VARIANTS.items():
        for first in range(0, positions, cells.CHUNK):
            number = min(cells.CHUNK, positions - first)
            measurement = Measurement.of(
                variant_experiment, form=asdict(use), sample=sample, first=first, number=number
            )
            yield Cell(f"{_start(variant)}{first}", measurement=measurement, exclusive=True)


def gather_variants(results: Results) -> VariantCounts:
    found = {variant: cells.gather_cells(results, _start(variant)) for variant in PROGRAM_VARIANTS}
    return {variant: counts for variant, counts in found.items() if counts}


def _start(variant: str) -> str:
    return f"{variant}, from "


def variants_table(variants: VariantCounts) -> list[Table]:
    """Every variant beside the published figures; empty if none was measured."""
    if not variants:
        return []
    # The study does not say what it counted: keys found or cut-offs, entries made or left.
    hits, stored = [f"{rate} %" for rate in cells.HIT_RATES], [f"{share} %" for share in _stored()]
    known = (f"{_saving()} %", *hits, *hits, *stored, *stored, per_cent(cells.TIME))
    rows: list[tuple[Entry, ...]] = [("published", SAMPLES, cells.POSITIONS[0], *known)]
    for variant, counts in variants.items():
        effect = Effect.of(counts, "full-lines")
        shares = [cells.ratio(counts, masking, name) for name in SHARES for masking in MASKED]
        found = (each.in_per_cent() for each in (effect.positions, *shares, effect.seconds))
        rows.append((variant, _sample(counts), round(mean(counts["off"]["positions"]).value), *found))
    return [
        Table(
            f"The study's search in other variants on 8x8: means, {EMPTIES_BEFORE} empties",
            COLUMNS,
            tuple(rows),
            (
                f"Shares are of the positions searched. A node of the table has {OURS.node_bytes} bytes. "
                "Times are CPU times.",
                "“Made” counts all entries; those at the end are what is left of them, as the table is "
                "emptied whenever it is full.",
            ),
        )
    ]


def _sample(counts: Counts) -> int:
    return len(counts["off"]["positions"])


def _saving() -> str:
    return f"{100 * cells.SAVING:.2f}"


def _stored() -> list[str]:
    return [
        f"{100 * stored / searched:.2f}"
        for stored, searched in zip(cells.STORED, cells.POSITIONS, strict=True)
    ]


def variant_groups(variants: VariantCounts) -> list[Group]:
    """The published figures of one program as ratios, which vary less than the sums."""
    if not variants:
        return []
    ours = min(map(_sample, variants.values()))
    published = {
        "positions": str(cells.POSITIONS[0]),
        "positions with masking, % of those without": _saving(),
        "hit rate": cells.HIT_RATES[0],
        "hit rate with masking": cells.HIT_RATES[1],
        "stored, % of positions": _stored()[0],
        "stored with masking, % of positions": _stored()[1],
    }
    published_cells = [PublishedMean("table 1", row, text, SAMPLES / ours) for row, text in published.items()]
    found: dict[str, list[Ratio]] = {}
    for (variant, counts), hits, stores in product(variants.items(), HITS, STORES):
        shares = [cells.ratio(counts, masking, name) for name in (hits, stores) for masking in MASKED]
        shares.insert(0, Effect.of(counts, "full-lines").positions)
        found[f"{variant} ({HITS[hits]}, {STORES[stores]})"] = [
            mean(counts["off"]["positions"]),
            *(share.times(100) for share in shares),
        ]
    return [Group("The study's search", published_cells, found)]
