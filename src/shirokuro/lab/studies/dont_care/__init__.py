"""Study C, don't-care discs: table 1, the wider test, Nip, and the strong solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shirokuro.engine import DONT_CARE
from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Plot, Point, Series, Table
from shirokuro.lab.positions import Sample
from shirokuro.lab.ratio import Ratio, mean
from shirokuro.lab.studies.dont_care.effect import Effect, per_cent
from shirokuro.lab.studies.dont_care.findings import findings
from shirokuro.lab.studies.dont_care.measured import EMPTIES, TABLE_MIB, Counts, cells, gather
from shirokuro.lab.studies.dont_care.published import HIT_RATES, TABLE
from shirokuro.lab.study import Cell, Results, Scale
from shirokuro.studies import MASKINGS

FIRST_SEED = 47
BOARDS = ("reversi", "nip")
NOTHING = (None, None)
COUNTED_COLUMNS = ("nodes", "time", "probes", "stores", "hits, % of probes", "cut-offs, % of probes")
STRONG_COLUMNS = ("", "solved", "nodes without", "test", *COUNTED_COLUMNS)
STRONG_EMPTIES = (16, 17, 18)


class DontCare:
    """What it saves to leave discs out of a table's keys on which nothing but the count depends."""

    name = "dont-care"
    title = "Don't-care discs in a search's table"
    question = "What does it save to leave discs that no longer matter out of a table's keys?"
    source = "study C: オセロ盤面の冗長情報の破棄による探索の効率化 (Faster without redundant discs)"

    def plan(self, scale: Scale) -> Sequence[Cell]:
        wanted = [(board, EMPTIES, scale.count(50, 300, 1000)) for board in BOARDS]
        solved = scale.choose(STRONG_EMPTIES[:1], STRONG_EMPTIES, STRONG_EMPTIES)
        wanted += [(board, empties, scale.count(10, 20, 100)) for board in BOARDS for empties in solved]
        return [
            cell
            for board, empties, positions in wanted
            for cell in cells(Sample(board, empties, FIRST_SEED + scale.seed), positions)
        ]

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        paper = {board: counts for board in BOARDS if (counts := gather(results, board, EMPTIES))}
        strong = {
            f"{board}, {empties} empties": counts
            for board in BOARDS
            for empties in STRONG_EMPTIES
            if (counts := gather(results, board, empties))
        }
        return [
            *(_paper_table(board, counts) for board, counts in paper.items()),
            _strong_table(strong),
            _hit_rates(paper),
            Findings(tuple(findings(paper, strong))),
        ]


STUDY = DontCare()


# Tables


def _paper_table(board: str, counts: Counts) -> Table:
    number = len(counts["off"]["positions"])
    where = " (table 1)" if board == "reversi" else ""
    return Table(
        f"The study's search on {board}: means over {number} positions, {EMPTIES} empties{where}",
        ("", "published: before", "published: after", *MASKINGS),
        tuple(_paper_rows(board, counts)),
        (
            "Before is off; after is full-lines, the study's own test. The wider test is ours "
            "(docs/dont_care.md proves it).",
            "95 % intervals in brackets; both ratios are of sums, against off.",
        ),
    )


def _paper_rows(board: str, counts: Counts) -> Iterator[tuple[Entry, ...]]:
    columns = [_column(counts, masking) for masking in MASKINGS]
    for label in columns[0]:
        published: Sequence[Entry] = TABLE.get(label, NOTHING) if board == "reversi" else NOTHING
        yield (label, *published, *(str(column[label]) for column in columns))


def _column(counts: Counts, masking: str) -> dict[str, Ratio]:
    """The study's rows for one test, and some that it does not give."""
    effect, counted = Effect.of(counts, masking), counts[masking]
    return {
        "positions searched": mean(counted["positions"]),
        "probes": mean(counted["probes"]),
        "table hits": mean(counted["hits"]),
        "cut-offs": mean(counted["cuts"]),
        "entries stored": mean(counted["stores"]),
        "hits, % of positions": per_cent(counts, masking, "hits"),
        "cut-offs, % of positions": per_cent(counts, masking, "cuts"),
        "positions, ratio": effect.positions,
        "time, ratio": effect.seconds,
    }


def _strong_table(strong: dict[str, Counts]) -> Table:
    return Table(
        f"The strong solver, one thread, {TABLE_MIB} MiB: ratios against off",
        STRONG_COLUMNS,
        tuple(row for where, counts in strong.items() for row in _strong_rows(where, counts)),
        ("Ratios of sums, with 95 % intervals; solved exactly, on the plain disc difference.",),
    )


def _strong_rows(where: str, counts: Counts) -> Iterator[tuple[Entry, ...]]:
    nodes = counts["off"]["positions"]
    for masking in DONT_CARE[1:]:
        effect = Effect.of(counts, masking)
        ratios = (effect.positions, effect.seconds, effect.probes, effect.stores)
        rates = (per_cent(counts, masking, part, "probes") for part in ("hits", "cuts"))
        yield (where, len(nodes), int(sum(nodes)), masking, *map(str, ratios), *map(str, rates))


def _hit_rates(paper: dict[str, Counts]) -> Plot:
    published = tuple(Point(masking, rate) for masking, rate in zip(MASKINGS, HIT_RATES, strict=False))
    ours = (
        Series(board, tuple(per_cent(counts, masking, "hits").point(masking) for masking in MASKINGS))
        for board, counts in paper.items()
    )
    series = (Series("published", published), *ours)
    return Plot("Hit rates", "discs left out of the keys", "hits, % of positions", series, "bar")
