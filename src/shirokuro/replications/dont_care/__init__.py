"""Don't-care discs: table 1, the wider test, Nip, and the engine's solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from shirokuro.engine.engine import DONT_CARE
from shirokuro.engine.studies import MASKINGS
from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Plot, Point, Series, Table
from shirokuro.lab.report.entries import BOARDS, ratio_point
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.ratio import mean
from shirokuro.lab.statistics.rounding import number, per_cent
from shirokuro.lab.study import Paper
from shirokuro.replications.dont_care import cells, program_variants, thresholds
from shirokuro.replications.dont_care.cells import EMPTIES, EMPTIES_BEFORE, TESTS, Counts, Effect
from shirokuro.replications.dont_care.thresholds import Thresholds
from shirokuro.replications.fitting import fit_tables
from shirokuro.replications.measuring import PositionSample
from shirokuro.words.message import Message

CERTAINTY = (
    "Our counts are exact for our positions. The study's positions are not known, and its text does not say "
    "how its table keeps bounds or what it counts: a variant that fits the figures need not be the study's "
    "own. Ratios of times vary by some per cent from run to run."
)
STUDIED = "full-lines"
"""The study's own test."""
FIRST_SEED = 47
RATES = ("nodes, % of without", "time, % of without", "hits, % of probes", "cut-offs, % of probes")
STRONG_COLUMNS = ("board", "empties", "test", "nodes", *RATES, "faster?")
STRONG_EMPTIES = (16, 17, 18)


class DontCareStudy:
    """How much a search saves if its table's keys leave out discs that only the final count depends on."""

    name = "dont-care"
    title = Message("studies.dont_care")
    question = Message("studies.dont_care_question")
    method = (
        "The search that the text describes solves random positions on the square board and on that of Nip: "
        "without the idea, with the study's test for such discs, and with our own wider test. What the text "
        "leaves open about its table is varied, to see which variant gives the published figures. Then the "
        "same tests run in our engine's solver, which has the speed-ups that the study's search lacks, with "
        "several smallest numbers of empty cells from which it uses its table."
    )
    paper = Paper(
        "Hidekazu Matsuo (松尾 英和) and Shuji Narazaki (楢崎 修二)",
        "",
        "オセロ盤面の冗長情報の破棄による探索の効率化",
        "Improvement of Search by Redundant Information in a Position of Othello",
        "Nagasaki University; its latest reference is of December 2005",
        "On 300 random positions at the 47th move the search went through 1393337 positions instead of "
        "2520182, in 0.57 of the time. It found 572708 of them in the table instead of 408511, a hit rate "
        "of 41.10 % instead of 16.21 %, and stored 540625 instead of 766146.",
    )

    def plan(self, scale: Scale) -> Sequence[Cell]:
        wanted = [(board, EMPTIES, scale.count(50, 300, 1000)) for board in BOARDS]
        if scale.size != "quick":  # about five times the work
            wanted.append(("reversi", EMPTIES_BEFORE, scale.count(0, 300, 300)))
        solved = scale.choose(STRONG_EMPTIES[:1], STRONG_EMPTIES, STRONG_EMPTIES)
        wanted += [(board, empties, scale.count(10, 20, 100)) for board in BOARDS for empties in solved]
        seed = FIRST_SEED + scale.seed
        made = [
            cell
            for board, empties, positions in wanted
            for cell in cells.sample_cells(PositionSample(board, empties, seed), positions)
        ]
        if scale.size == "quick":
            return made
        samples = [PositionSample(board, empties, seed) for board in BOARDS for empties in solved]
        threshold = [thresholds.threshold_cell(sample, scale.count(0, 20, 100)) for sample in samples]
        return [*made, *program_variants.variant_cells(scale.count(0, 50, 300), seed), *threshold]

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        paper = {board: counts for board in BOARDS if (counts := cells.gather(results, board, EMPTIES))}
        before = cells.gather(results, "reversi", EMPTIES_BEFORE)
        strong = {
            (board, empties): counts
            for board in BOARDS
            for empties in STRONG_EMPTIES
            if (counts := cells.gather(results, board, empties))
        }
        solved = list(strong.values())
        variants = program_variants.gather_variants(results)
        by_threshold = thresholds.gather_thresholds(results, STRONG_EMPTIES)
        return [
            *(_paper_table(board, EMPTIES, counts) for board, counts in paper.items()),
            *([_paper_table("reversi", EMPTIES_BEFORE, before)] if before else []),
            *program_variants.variants_table(variants),
            *fit_tables(program_variants.variant_groups(variants)),
            _strong_table(strong),
            *thresholds.thresholds_table(by_threshold),
            _hit_rates(paper),
            Findings(tuple(findings(paper, before)), _answer(paper, solved, by_threshold), CERTAINTY),
        ]


STUDY = DontCareStudy()


# Tables


def _paper_table(board: str, empties: int, counts: Counts) -> Table:
    is_published = board == "reversi"
    where = " (table 1)" if is_published else ""
    columns: dict[str, Mapping[str, Entry]] = {}
    for place, (masking, name) in enumerate(TESTS.items()):
        if is_published and masking in MASKINGS[:2]:
            columns[f"{name}: published"] = {label: known[place] for label, known in cells.TABLE.items()}
        columns[f"{name}: ours" if is_published else name] = _column(counts, masking)
    return Table(
        f"The study's search on {BOARDS[board]}: means over {len(counts['off']['positions'])} positions, "
        f"{empties} empties{where}",
        ("", *columns),
        tuple((label, *(each.get(label) for each in columns.values())) for label in _column(counts, "off")),
        (
            "The keys leave out discs that no later move can turn and that help to turn none. The study's "
            "test finds those whose lines are all full. The wider test is ours, with a proof; it finds more.",
            "Counts are the same on every machine.",
        ),
    )


def _column(counts: Counts, masking: str) -> dict[str, Entry]:
    """The study's rows for one test, and some of our own."""
    effect, counted = Effect.of(counts, masking), counts[masking]
    return {
        "positions searched": _mean(counted["positions"]),
        "probes": _mean(counted["probes"]),
        "table hits": _mean(counted["hits"]),
        "cut-offs": _mean(counted["cuts"]),
        "entries stored": _mean(counted["stores"]),
        "hits, % of positions": cells.ratio(counts, masking, "hits").in_per_cent(),
        "cut-offs, % of positions": cells.ratio(counts, masking, "cuts").in_per_cent(),
        "positions, % of without": effect.positions.in_per_cent(),
        "time, % of without": effect.seconds.in_per_cent(),
    }


def _mean(counted: Sequence[float]) -> int:
    return round(mean(counted).value)


def _strong_table(strong: dict[tuple[str, int], Counts]) -> Table:
    rows: list[tuple[Entry, ...]] = []
    for (board, empties), counts in strong.items():
        for masking in DONT_CARE:
            effect, nodes = Effect.of(counts, masking), counts[masking]["positions"]
            rates = (cells.ratio(counts, masking, part, "probes") for part in ("hits", "cuts"))
            shares = (each.in_per_cent() for each in (effect.positions, effect.seconds, *rates))
            faster = None if masking == "off" else cells.is_faster(effect.seconds)
            rows.append((BOARDS[board], empties, TESTS[masking], int(sum(nodes)), *shares, faster))
    sizes = sorted({len(counts["off"]["positions"]) for counts in strong.values()})
    number = " or ".join(map(str, sizes)) or "no"
    return Table(
        f"The engine's solver, one thread, a table of {cells.TABLE_MIB} MiB",
        STRONG_COLUMNS,
        tuple(rows),
        (
            f"Sums over {number} positions a sample, each solved exactly for the plain disc difference.",
            f"“faster?” is open if the interval of the time comes within {per_cent(cells.CLOCK)} of without.",
        ),
    )


def _hit_rates(paper: dict[str, Counts]) -> Plot:
    known = zip(TESTS.values(), cells.HIT_RATES, strict=False)
    published = tuple(Point(name, float(rate), written=f"{rate} %") for name, rate in known)
    series = [Series("published", published)]
    for board, counts in paper.items():
        rates = {name: cells.ratio(counts, masking, "hits").times(100) for masking, name in TESTS.items()}
        series.append(Series(BOARDS[board], tuple(ratio_point(*rate) for rate in rates.items())))
    return Plot(
        "Hit rates",
        "which discs are left out of the keys",
        "hits, % of positions searched",
        tuple(series),
        "bar",
        in_per_cent=True,
    )


# Sentences, each written only if the figures support it


def _answer(paper: dict[str, Counts], strong: Sequence[Counts], by_threshold: Thresholds) -> str:
    """The answer to the study's question, as far as the figures allow."""
    sentences = []
    if "reversi" in paper:
        effect = Effect.of(paper["reversi"], STUDIED)
        positions, seconds = effect.positions.value, effect.seconds.value
        sentences.append(
            f"The study's own search then needs {per_cent(positions)} of the positions and "
            f"{per_cent(seconds)} of the time (published: {100 * cells.SAVING:.1f} % and "
            f"{per_cent(cells.TIME)})."
        )
    if strong:
        verdicts = [cells.is_faster(Effect.of(counts, STUDIED).seconds) for counts in strong]
        faster = f"{verdicts.count('yes')} of {len(verdicts)} samples"
        sentences.append(
            f"In the engine's solver it saves more than {per_cent(cells.CLOCK)} of the time in {faster}."
        )
    return " ".join([*sentences, *thresholds.thresholds_answer(by_threshold)])


def findings(paper: dict[str, Counts], before: Counts | None) -> Iterator[str]:
    """Findings on the study's search by board; on 8x8 also one move earlier."""
    for counts, empties in ((paper.get("reversi"), EMPTIES), (before, EMPTIES_BEFORE)):
        if counts:
            searched = mean(counts["off"]["positions"])
            place = "within" if searched.side_of(cells.POSITIONS[0]) == "around" else "outside"
            yield (
                f"With {empties} empties the study's search visits {searched} positions; the published "
                f"{number(cells.POSITIONS[0])} lie {place} this interval."
            )
    prices = {"below": "it pays", "around": "too close to call", "above": "it does not pay"}
    for board, counts in paper.items():
        effect = Effect.of(counts, "wide", STUDIED)
        yield (
            f"On {BOARDS[board]} the wider test needs {effect.positions.in_per_cent()} of the positions that "
            f"the study's test needs and {effect.seconds.in_per_cent()} of its time: "
            f"{prices[effect.seconds.side_of(1, cells.CLOCK)]}."
        )
    if len(paper) == 2:
        square, ring = (Effect.of(paper[board], STUDIED).positions for board in ("reversi", "nip"))
        needs = f"the study's test needs {ring.in_per_cent()} of the positions, {square.in_per_cent()} on 8x8"
        if ring.low > square.high:
            yield f"Nip gains less: {needs}. Discs of its rim count only once the whole rim is full."
        elif ring.high < square.low:
            yield f"Nip gains more: {needs}."
