"""The five studies: plans that can be played, published figures, tables and findings that follow the data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import comb
from pathlib import Path
from typing import Any

import pytest

import shirokuro as sk
from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Plot, Table
from shirokuro.lab.report.head import head
from shirokuro.lab.report.markdown import chapter, markdown
from shirokuro.lab.run.plan import Cell, Scale, Size
from shirokuro.lab.run.result import CellResult
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.study import Run
from shirokuro.lab.study_index import studies
from shirokuro.matches.fixture import Fixture, Game
from shirokuro.matches.game import play_fixture
from shirokuro.matches.rating import Tally
from shirokuro.replications import nip_monte_carlo, rival
from shirokuro.replications.dont_care import cells as dont_care_cells
from shirokuro.replications.dont_care import findings as dont_care_findings
from shirokuro.replications.dont_care import thresholds
from shirokuro.replications.fitting import verdict
from shirokuro.replications.monte_carlo import cells as monte_carlo_cells
from shirokuro.replications.nip_monte_carlo import program_variants as nip_variants
from shirokuro.replications.parallel import cells as parallel_cells
from shirokuro.replications.parallel import published as parallel_published
from shirokuro.replications.rival.cells import OPPONENTS, OTHERS
from shirokuro.replications.rival.fits import PEOPLE_NOTE
from shirokuro.replications.rival.ladders import ITSELF
from shirokuro.replications.rival.program_variants import variant_pairs

NAMES = ("parallel", "nip-monte-carlo", "dont-care", "rival", "monte-carlo")
WITH_FIGURES = ("MSAI as printed takes", "Sums over")
"""The notes that depend on results."""
SIZES: tuple[Size, ...] = ("quick", "default", "full")


def sentences(exhibits: Iterable[Exhibit]) -> str:
    """The findings, one a line, and then the answer."""
    found = [each for each in exhibits if isinstance(each, Findings)]
    return "\n".join(line for each in found for line in (*each.sentences, each.answer))


def table_of(exhibits: Iterable[Exhibit], words: str) -> Table:
    """The first table in whose title these words stand."""
    return next(each for each in exhibits if isinstance(each, Table) and words in each.title)


def column(exhibits: Iterable[Exhibit], title: str, *names: str) -> dict[str, list[Entry]]:
    """What stands under some columns of a table, by the start of the row."""
    table = table_of(exhibits, title)
    places = [place for place, name in enumerate(table.columns) if name in names]
    return {" ".join(map(str, row[:2])): [row[place] for place in places] for row in table.rows}


# Results that were never played


NONE: Mapping[str, Any] = {}


def exhibits_of(
    name: str,
    margins: Mapping[str, list[float]] = NONE,
    values: Mapping[str, Any] = NONE,
    size: Size = "quick",
) -> list[Exhibit]:
    """What a study shows if cells that begin with a name have games of these margins, or this value."""
    study = studies()[name]
    return [*study.exhibits({cell.name: fake(cell, margins, values) for cell in study.plan(Scale(size))})]


def text_of(name: str, margins: Mapping[str, list[float]] = NONE, values: Mapping[str, Any] = NONE) -> str:
    return sentences(exhibits_of(name, margins, values))


def fake(cell: Cell, margins: Mapping[str, list[float]], values: Mapping[str, Any]) -> CellResult:
    if cell.measurement is not None:
        value = next((value for start, value in values.items() if cell.name.startswith(start)), None)
        return CellResult(cell.subject(), 1, value=value)
    found = next((found for start, found in margins.items() if cell.name.startswith(start)), [])
    turned = [margin if cell.fixtures[0].black == cell.subject() else -margin for margin in found]
    games = tuple(Game(cell.fixtures[0], sk.Record(result=margin)) for margin in turned)
    return CellResult(cell.subject(), len(games), games)


def games(wins: int, losses: int, draws: int = 0) -> list[float]:
    return [2.0] * wins + [-2.0] * losses + [0.0] * draws


# Plans


@pytest.mark.parametrize("name", NAMES)
def test_the_published_page_says_what_a_report_says_whatever_the_figures(name: str) -> None:
    docs = Path(__file__).parent.parent / "docs"
    page = (docs / "results/lab" / f"{name}.md").read_text()
    study, exhibits = studies()[name], exhibits_of(name)
    shown = [each for each in exhibits if not isinstance(each, Findings)]
    notes = [note for each in shown for note in each.notes if not note.startswith(WITH_FIGURES)]
    texts = [study.title, *head(study, exhibits).values(), *(each.title for each in shown), *notes]
    assert [text for text in (*texts, *sentences(exhibits).split("\n")) if text not in page] == []
    assert f" | {study.question} |\n" in (docs / "lab_studies.md").read_text()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "size", [SIZES[0], *(pytest.param(size, marks=pytest.mark.long) for size in SIZES[1:])]
)
def test_a_plan_can_be_played(name: str, size: Size) -> None:
    plan = Run(studies()[name], Scale(size)).plan
    assert plan == Run(studies()[name], Scale(size)).plan
    kinds = {(each.black, each.white, each.variant) for cell in plan for each in cell.fixtures}
    for black, white, variant in kinds:
        assert variant in sk.player(black).variants
        assert variant in sk.player(white).variants
    for cell in plan:
        assert len({fixture.key() for fixture in cell.fixtures}) == len(cell.fixtures)
        assert bool(cell.fixtures) != (cell.measurement is not None)
        assert all(cell.subject() in (each.black, each.white) for each in cell.fixtures)


@pytest.mark.parametrize("name", NAMES)
def test_games_and_seed_can_be_chosen(name: str) -> None:
    study = studies()[name]
    plan = study.plan(Scale("quick", games=2))
    assert {len(cell.fixtures) for cell in plan} <= {0, 2}
    other = study.plan(Scale("quick", games=2, seed=1))
    tasks, others = ({task for cell in each for task in cell.tasks()} for each in (plan, other))
    assert not tasks & others


def test_parallel_plays_as_often_as_asked_and_what_is_timed_runs_alone() -> None:
    plan = studies()["parallel"].plan(Scale())
    counts = {cell.name: len(cell.fixtures) for cell in plan}
    for turn in ("first", "second"):
        assert [counts[f"ssai:x={x} {turn}"] for x in range(1, 10)] == [100] * 7 + [10] * 2
    for cell in (*plan, *studies()["dont-care"].plan(Scale())):
        assert cell.exclusive == (cell.measurement is not None or "seconds=" in cell.name)


# Exhibits


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("parallel", ("| 19.45 ", "| 427 ", "| 356 ", "| 19.2 ", "| 57.6 % of 1300 ", "| 60.5 % of 1200 ")),
        ("nip-monte-carlo", ("| 81/19/0 ", "| 28/71/1 ")),
        ("dont-care", ("| 16.21 % ", "| 41.10 % ")),
        ("rival", ("| 74 % of 100 ", "| 43 % of 100 ")),
        ("monte-carlo", ("| 83/17/0 ", "| 79/21/0 ")),
    ],
)
def test_published_figures_are_written_as_published(name: str, figures: tuple[str, ...]) -> None:
    text = markdown(exhibits_of(name))
    assert [figure for figure in figures if figure not in text] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_run_that_has_not_begun_has_its_tables(name: str) -> None:
    exhibits = exhibits_of(name)
    assert any(isinstance(each, Table) for each in exhibits)
    plots = [each.title for each in exhibits if isinstance(each, Plot)]
    assert len(set(plots)) == len(plots) > 0
    assert markdown(exhibits)


MICRO = {
    # The cheapest cells of each study, by what their names hold.
    "parallel": ("ssai:x=1 ", "msai:as_printed=true ", "ssai:x=3 against ssai:x=1", "seconds of ssai:x=1 "),
    "nip-monte-carlo": ("nip-mc:as_printed=true – ", "nip-mc – random", "nipevt against engine:level=1"),
    "dont-care": ("nip, 16 empties",),
    "rival": (
        "rvlai:as_printed=true against random",
        "rvlai:as_printed=true against itself",
        "rival:mode=even,nodes=5000 against random on reversi with",
        "rival:mode=even,nodes=5000 against uneven:start=9,end=3,spread=1",
    ),
    "monte-carlo": ("montai:playouts=500 against random", "montAI on Nip: 100 against 25"),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_few_cells_for_real(name: str) -> None:
    study = studies()[name]
    plan = study.plan(Scale("quick", games=2))
    chosen = [cell for cell in plan if cell.name.startswith(MICRO[name])]
    assert len(chosen) >= len(MICRO[name])
    results = {cell.name: done(cell) for cell in chosen}
    assert all(result.is_complete for result in results.values())
    exhibits = study.exhibits(results)
    text = chapter(study, exhibits)
    assert text.startswith(f"## {study.title}\n\n**Paper.** ")
    assert f"\n\n**Question.** {study.question}\n\n" in text
    has_findings = any(isinstance(each, Findings) and each.sentences for each in exhibits)
    assert ("### Findings" in text) == has_findings
    assert "nan" not in text


def done(cell: Cell) -> CellResult:
    played = tuple(Game(fixture, play_fixture(fixture).record) for fixture in cell.fixtures)
    value = None if cell.measurement is None else cell.measurement.take()
    return CellResult(cell.subject(), len(cell.tasks()), played, value)


# Parallel reversi

FAST = {"seconds": [0.002] * 3, "thought": [[0.001, 0.00001]] * 3}
SLOW = {"seconds": [2.0] * 3, "thought": [[0.001, 1.9]] * 3}


STATED_TOTALS = {
    (machine, turn, program): Tally(*tally)
    for machine, turn, *tallies in (
        ("laptop", "second", (352, 23, 225), (672, 35, 293)),
        ("laptop", "first", (337, 20, 243), (614, 27, 259)),
        ("server", "second", (374, 21, 205), (636, 31, 233)),
        ("server", "first", (355, 16, 229), (648, 25, 227)),
    )
    for program, tally in zip(("SSAI", "MSAI"), tallies, strict=True)
}
"""What the text of parallel reversi says that its tables add up to."""


def test_published_games_add_up() -> None:
    for key, tallies in parallel_published.WINS.items():
        assert {tally.games for tally in tallies} == {100}
        columns = parallel_published.columns(*key)
        assert [x for x, _ in columns] == [*range(1, len(parallel_published.SECONDS[key]) + 1)]
        if key[2] == "SSAI":  # without the column of table 4 that stands there twice
            assert sum((tally for _, tally in columns), Tally()) == STATED_TOTALS[key]
    assert {len(row) for row in parallel_published.HEAVY_SECONDS.values()} == {10}
    for rows in (nip_variants.PUBLISHED, monte_carlo_cells.PUBLISHED):
        assert [row.published.games for row in rows] == [100] * 4
    table = dont_care_cells.TABLE
    rates = [100 * hits / n for hits, n in zip(table["table hits"], table["positions searched"], strict=True)]
    assert [f"{rate:.2f}" for rate in rates] == [*dont_care_cells.HIT_RATES]


def test_four_totals_of_parallel_are_not_those_of_its_tables() -> None:
    """One leaves out a column that is printed twice, one has a tenth; the other two are not explained."""
    (remark,) = [remark for remark in parallel_published.REMARKS if remark.startswith("The text's totals")]
    wins, numbers = parallel_published.WINS, parallel_published.WIN_TABLES
    for key, stated in STATED_TOTALS.items():
        (machine, turn, program), printed = key, sum(wins[key], Tally())
        words = f"{program} of table {numbers[machine, turn]} ({printed}, in the text {stated}"
        assert (words in remark) == (stated != printed)
    assert remark.count("in the text") == 4
    columns, stated = wins["laptop", "second", "MSAI"], STATED_TOTALS["laptop", "second", "MSAI"]
    assert sum(columns, Tally(62, 1, 37)) == stated


def test_remarks_about_the_tables_of_parallel_follow_from_them() -> None:
    growth, speed, heavy, *_ = parallel_published.REMARKS
    wins = [columns for key, columns in parallel_published.WINS.items() if key[2] == "MSAI"]
    for part, depths in ((slice(0, 3), "1…3"), (slice(6, 9), "7…9")):
        share = Proportion.won(sum((tally for columns in wins for tally in columns[part]), Tally()))
        assert f"{share} at X = {depths}" in growth
    single, parallel = (
        float(parallel_published.SECONDS["laptop", "second", name][0]) for name in ("SSAI", "MSAI")
    )
    assert f"{single / parallel:.0f} times as fast" in speed
    times = {place: [*map(float, row)] for place, row in parallel_published.HEAVY_SECONDS.items()}
    spread = [f"{max(row) / min(row):.2f} times" for row in times.values()]
    assert "{} its shortest in the IDE, {} on the console and {} on".format(*spread) in heavy
    ratios = [one / ide for ide, one in zip(times["laptop IDE"], times["laptop console"], strict=True)]
    assert f"{min(ratios):.2f} to {max(ratios):.2f} times as long as the IDE" in heavy


def test_runs_carry_a_table_on() -> None:
    plan = {cell.name: cell for cell in studies()["parallel"].plan(Scale("full"))}
    cell = plan[parallel_cells.in_one_run(parallel_cells.drifting(2), "second")]
    beginnings = [place for place, game in enumerate(cell.fixtures) if not game.after]
    assert beginnings == [*range(0, 1000, 100)]
    assert all(game.after == cell.fixtures[place].digest() for place, game in enumerate(cell.fixtures[1:100]))


def test_the_variant_that_explains_ssai_is_named() -> None:
    margins = {
        parallel_cells.in_one_run(parallel_cells.drifting(x), turn): games(won, 1000 - won)
        for x in range(1, 7)
        for turn, won in (("first", 570), ("second", 600))
    }
    exhibits = exhibits_of("parallel", margins, {}, "full")
    verdicts = column(exhibits, "What explains the published figures", "verdict")
    assert {verdict for found in verdicts.values() for verdict in found} == {"explained"}
    swapped = table_of(exhibits, "Tables 7 and 9")
    assert all(float(str(row[-1])) > 1 for row in swapped.rows)  # second won more, and so it is titled
    said = "times as likely as they are titled as the other way round, which decides little."
    assert said in sentences(exhibits)


@pytest.mark.parametrize(
    ("played", "seconds", "verdict", "is_said"),
    [(games(224, 168, 8), FAST, "worse", True), (games(276, 112, 12), SLOW, "may be", False)],
)
def test_whether_the_printed_msai_was_measured(
    played: Any, seconds: Any, verdict: str, is_said: bool
) -> None:
    margins, values = {"msai:as_printed": played}, {"seconds of msai:presearch": seconds}
    exhibits = exhibits_of("parallel", margins, values)
    verdicts = column(exhibits, "Games won against random", "as published?")
    assert verdicts["MSAI first"] == verdicts["MSAI second"] == [verdict]
    assert verdicts["SSAI first"] == [None]
    assert ("the printed MSAI thinks for 10.0 µs in a game" in sentences(exhibits)) == is_said


def test_growth_and_the_engine_in_the_time_of_table_12() -> None:
    margins = {
        "ssai:x=3 against ssai:x=1": games(19, 1),
        "ssai:x=4 against ssai:x=2": games(10, 10),
        "engine:seconds=0.059 against": games(8, 0),
    }
    exhibits = exhibits_of("parallel", margins, {})
    said = "\nAs described, two more plies are significantly stronger in 1 of 2 steps."
    assert sentences(exhibits).endswith(said)
    found = column(exhibits, "The engine in the time of table 12", "stronger?")
    assert found["the engine SSAI X=7 as described"] == ["yes"]


def choices(seconds: Mapping[int, float], moves: Mapping[int, int]) -> dict[str, Any]:
    """Three positions on which MSAI took these seconds, and chose these moves, by threads; SSAI chose 5."""
    names = {threads: parallel_cells.msai(5, threads) for threads in seconds}
    return {
        "seconds": {"ssai:x=5": [1.0] * 3, **{names[n]: [each] * 3 for n, each in seconds.items()}},
        "moves": {"ssai:x=5": [5] * 3, **{names[n]: [each] * 3 for n, each in moves.items()}},
        "processors": 2,
    }


def test_threads() -> None:
    good = choices({1: 1.0, 2: 0.5, 4: 0.25}, {1: 5, 2: 5, 4: 5})
    exhibits = exhibits_of("parallel", {}, {parallel_cells.MSAI_THREADS: good})
    text = sentences(exhibits)
    assert "MSAI chose SSAI's move in all 3 positions" in text
    assert text.endswith("\nOn 2 threads it is 2 times as fast as on one.")
    assert "On 4 threads" not in text  # there are two processors
    plots = {
        plot.title: {series.name: [point.y for point in series.points] for series in plot.series}
        for plot in exhibits
        if isinstance(plot, Plot)
    }
    assert plots["Time over threads"] == {"MSAI": [1.0, 0.5, 0.25], "the engine": []}
    assert plots["Speed-up over threads"] == {"MSAI": [1, 2, 4], "the engine": [], "at best": [1, 2, 2]}
    bad = choices({1: 1.0, 2: 1.5}, {1: 5, 2: 6})
    text = text_of("parallel", {}, {parallel_cells.MSAI_THREADS: bad})
    assert "MSAI chose another move than SSAI" in text
    assert text.endswith("\nOn 2 threads it is 0.667 times as fast as on one.")


# Monte Carlo for Nip


@pytest.mark.parametrize(
    ("cell", "played", "row", "verdicts"),
    [
        ("nip-mc:as_printed=true – random", games(28, 71, 1), "MC – random", ["worse", None]),
        ("nip-mc:as_printed=true – random", games(80, 20), "MC – random", ["may be", None]),
        ("nip-mc – random", games(70, 30), "MC – random", [None, "may be"]),
        ("random – nip-mc", games(10, 90), "random – MC", ["better", "better"]),  # it has white
    ],
)
def test_monte_carlo_nip_beside_what_was_published(
    cell: str, played: Any, row: str, verdicts: object
) -> None:
    found = column(exhibits_of("nip-monte-carlo", {cell: played}), "Black's wins", "as published?")
    assert [each for name, each in found.items() if name.startswith(row)] == [verdicts]


def test_monte_carlo_wins_as_white_what_black_loses() -> None:
    text = text_of("nip-monte-carlo", {"random – nip-mc": games(10, 90), "nip-mc – random": games(70, 30)})
    assert "As described, Monte Carlo wins 160 of 200 (74–85 %) against random." in text


def test_the_random_opening() -> None:
    for won, sentence in (
        (90, "The random opening costs games: Monte Carlo wins 50 of 100"),
        (52, "It is open whether the random opening costs anything"),
    ):
        margins = {"nip-mc – nipevt": games(50, 50), "nip-mc:random_until=48 – nipevt": games(won, 100 - won)}
        assert sentence in text_of("nip-monte-carlo", margins)


def test_every_variant_of_monte_carlo_meets_every_variant_of_nipevt() -> None:
    plan = {cell.name for cell in nip_monte_carlo.STUDY.plan(Scale())}
    for played in nip_variants.MONTE_CARLO.values():
        for opponent in ("random", *nip_variants.NIPEVT.values()):
            assert {f"{played} – {opponent}", f"{opponent} – {played}"} <= plan


def test_the_variant_that_explains_monte_carlo_nip() -> None:
    """Colours exchanged: what it won as black is held against what was published of it as white."""
    mended, printed = "nip-mc:as_printed=true,kept=1", "nipevt:as_printed=true"
    margins = {
        f"{mended} – random": games(70, 30),
        f"random – {mended}": games(18, 82),
        f"{mended} – {printed}": games(56, 44),
        f"{printed} – {mended}": games(36, 63, 1),
    }
    exhibits = exhibits_of("nip-monte-carlo", margins)
    found = column(exhibits, "What explains", "best-fitting variant", "its figure", "verdict")
    variant = "Monte Carlo mended, 1 game kept, Nipevt as printed, colours exchanged"
    assert {row[0] for row in found.values()} == {variant}
    assert [str(row[1]).split()[0] for row in found.values()] == ["82", "70", "63", "56"]
    assert {row[2] for row in found.values()} == {"explained"}
    crossed = column(exhibits, "Games won by Monte Carlo, every", "as black", "as white")
    assert crossed["mended, 1 game kept random"] == ["70 % of 100 (60–78 %)", "82 % of 100 (73–88 %)"]
    assert crossed["mended, 1 game kept Nipevt as described"] == [None, None]


def test_the_proposals() -> None:
    opened = "nip-mc:opening="
    margins = {
        "nip-mc against nipevt from openings": games(100, 100),
        f"{opened}evaluation against nip-mc from the start": games(150, 50),
        f"{opened}book against nip-mc from the start": games(140, 60),
    }
    for won, sentence in (
        (50, "As the study supposed, a map that takes the rim late is harder for Monte Carlo: "),
        (98, "It is open whether a map that takes the rim late is harder for Monte Carlo: "),
        (190, "A map that takes the rim late is easier, not harder, for Monte Carlo: "),
    ):
        late = {"nip-mc against nipevt:rim_from=16 from openings": games(won, 200 - won)}
        text = text_of("nip-monte-carlo", margins | late)
        assert sentence in text
    assert "an evaluation in place of its random opening, Monte Carlo scores 150 of 200 (69–80 %) ag" in text
    assert "with a book and the evaluation, it scores 140 of 200 (63–76 %)." in text


def test_who_beats_the_engine_on_nip() -> None:
    margins = {
        "nipevt against engine:level=1": games(19, 1),
        "nipevt against engine:level=8": games(0, 20),
        "nip-mc": games(0, 20),
        "uct": games(20, 0),
    }
    exhibits = exhibits_of("nip-monte-carlo", margins)
    found = column(exhibits, "Points against the engine", "strength")
    places = [place for (place,) in found.values()]
    assert places[:4] == ["below the engine's level 1"] * 4
    assert places[4:] == ["above the engine's level 8", "between the engine's levels 1 and 8"]
    assert "UCT with 10 000 playouts a move is above the engine's level 8." in sentences(exhibits)


# Don't-care discs


def counts(positions: float, seconds: float, spread: float = 0.05) -> dict[str, list[float]]:
    shape = (1 - spread, 1.0, 1 + spread)
    return {
        **{name: [each * positions / 10 for each in shape] for name in ("probes", "hits", "cuts", "stores")},
        "positions": [each * positions for each in shape],
        "seconds": [each * seconds for each in shape],
    }


@pytest.mark.parametrize(
    ("full", "wide", "faster", "said"),
    [
        (
            *((553, 0.6), (480, 0.7), "yes"),
            (
                "On 8x8 the wider test needs 87 % of the positions that the study's test needs and 117 % of "
                "its time: it does not pay.",
                "it saves more than 5 % of the time in 2 of 2 samples.",
                "With 13 empties the study's search visits 1000 (9",
                "positions; the published 2 520 182 lie outside this interval",
                "The study's own search then needs 55 % of the positions and 60 % of the time (published: ",
            ),
        ),
        ((700, 1.04), (600, 1.01), "open", ("test needs and 97 % of its time: too close to call.",)),
        (
            *((1200, 1.3), (1200, 1.2), "no"),
            (
                "On Nip the wider test needs 100 % of the positions",
                "it saves more than 5 % of the time in 0 of 2 samples.",
            ),
        ),
    ],
)
def test_dont_care_says_what_masking_does(
    full: tuple[float, float], wide: tuple[float, float], faster: str, said: tuple[str, ...]
) -> None:
    """And whether the study's test and the wider one make the engine's solver faster."""
    value = {"off": counts(1000, 1.0, 0.1), "full-lines": counts(*full), "wide": counts(*wide)}
    exhibits = exhibits_of("dont-care", values={"": value})
    tables = [each for each in exhibits if isinstance(each, Table) and "faster?" in each.columns]
    assert [row[-1] for row in tables[0].rows][1:3] == [faster] * 2
    assert [words for words in said if words not in sentences(exhibits)] == []


def test_dont_care_a_move_earlier() -> None:
    """With 14 empties there are about as many positions as were published; a first look does without."""
    maskings = {"off": counts(2_500_000, 1.0), "full-lines": counts(1_400_000, 0.6), "wide": counts(1, 1)}
    text = "\n".join(dont_care_findings({}, maskings))
    assert "With 14 empties the study's search visits 2 500 000 (2" in text
    assert "published 2 520 182 lie within this interval" in text
    plan = studies()["dont-care"].plan
    sizes = {size: {cell.name.rpartition(",")[0] for cell in plan(Scale(size))} for size in SIZES}
    assert [size for size, names in sizes.items() if "reversi, 14 empties" in names] == ["default", "full"]


def test_published_figures_of_dont_care_stand_beside_their_like() -> None:
    value = {name: counts(1000, 1.0) for name in ("off", "full-lines", "wide")}
    exhibits = exhibits_of("dont-care", {}, {"": value})
    square, ring, *_ = (each for each in exhibits if isinstance(each, Table))
    names = "without: published|without: ours|the study's test: published|the study's test: ours"
    assert square.columns == ("", *names.split("|"), "the wider test: ours")
    assert square.rows[0] == ("positions searched", 2_520_182, 1000, 1_393_337, 1000, 1000)
    assert ring.columns == ("", "without", "the study's test", "the wider test")
    assert ring.rows[0] == ("positions searched", 1000, 1000, 1000)


VARIANT = "finished games too, fail-hard"


def dont_care_variant(
    hits: tuple[float, float], stored: tuple[float, float], saving: float
) -> dict[str, Any]:
    """What a variant counts, with cut-offs and entries at the end in these per cents of its positions."""
    sizes, spread = (0.5, 0.8, 1.0, 1.2, 1.5), (0.96, 1.03, 0.98, 1.04, 0.98)
    value: dict[str, dict[str, list[float]]] = {}
    for place, (masking, share) in enumerate((("off", 1.0), ("full-lines", saving))):
        shares = {"cuts": hits[place], "entries": stored[place], "hits": 60, "stores": 90, "seconds": 1}
        searched = [2_500_000 * n * share * x**place for n, x in zip(sizes, spread, strict=True)]
        value[masking] = {"positions": searched, "probes": searched}
        for name, per_cent in shares.items():
            value[masking][name] = [per_cent * x * n / 100 for n, x in zip(searched, spread, strict=True)]
    return value


def dont_care_tables(values: Mapping[str, Any]) -> dict[str, Table]:
    exhibits = exhibits_of("dont-care", values=values, size="default")
    return {each.title: each for each in exhibits if isinstance(each, Table)}


def test_dont_care_finds_the_variant_that_fits() -> None:
    fitting = dont_care_variant((16.21, 41.1), (30.4, 38.8), 0.553)
    other = {"ours, from": dont_care_variant((20, 50), (60, 60), 0.4)}
    tables = dont_care_tables({f"{VARIANT}, from": fitting} | other)
    fit = tables["What explains the published figures"]
    assert {row[2] for row in fit.rows} == {f"{VARIANT} (cut-offs, entries at the end)"}
    assert [row[-1] for row in fit.rows] == ["explained"] * 6
    assert [row[1] for row in fit.rows] == ["2520182", "55.29", "16.21", "41.10", "30.40", "38.80"]
    variants = next(table for title, table in tables.items() if "in other variants" in title)
    assert [row[0] for row in variants.rows] == ["published", "ours", VARIANT]
    verdicts = {row[-1] for row in dont_care_tables(other)["What explains the published figures"].rows}
    assert "explained" not in verdicts
    assert "not explained" in verdicts


def test_dont_care_compares_thresholds_with_the_solver_as_it_is() -> None:
    ways = [(least, test) for least in thresholds.TABLE_FROMS for test in thresholds.TESTS]
    seconds = {"off": 1.0, "full-lines": 0.8}
    value = {
        f"{test} from {least}": {"nodes": [10 * least, 11.0 * least], "seconds": [seconds[test] * least] * 2}
        for least, test in ways
    }
    tables = dont_care_tables({"reversi, 16 empties, thresholds": value})
    table = next(table for title, table in tables.items() if "other numbers of empties" in title)
    assert [row[2] for row in table.rows] == list(thresholds.TABLE_FROMS)
    assert [row[-1] for row in table.rows] == ["yes"] * 4 + ["no"]
    assert table.rows[-1][5:7] == ("80 %", "107 %")


# The rival


def test_the_rival_beside_what_was_published() -> None:
    margins = {"rvlai:as_printed=true against random": games(77, 23), "rvlai against random": games(20, 80)}
    exhibits = exhibits_of("rival", margins)
    verdicts = column(exhibits, "Games won by the rival, moving first", "as published?")
    assert [found for row, found in verdicts.items() if row.startswith("random ")] == [["may be", "worse"]]
    scores = table_of(exhibits, "does it win half?")
    assert [row[1:] for row in scores.rows if row[0] == "greedy"] == [(None,) * 8]
    text = sentences(exhibits)
    assert text.endswith("it clearly misses half against 1 of 1 as printed and 1 of 1 as described.")


def test_the_printed_rival_and_opponents_with_its_search() -> None:
    margins = {
        "rvlai:as_printed=true against strong:as_printed=true first": games(61, 39),
        "rvlai:as_printed=true against strong first": games(8, 92),
    }
    exhibits = exhibits_of("rival", margins)
    verdicts = column(exhibits, "Games won by the rival, moving first", "as published?")
    assert verdicts["strong 62 % of 100 (52–71 %)"] == ["worse", None]
    assert verdicts["strong as printed 62 % of 100 (52–71 %)"] == ["may be", None]
    plan = {cell.name for cell in rival.STUDY.plan(Scale())}
    assert "rvlai against strong:as_printed=true first" not in plan  # nobody can have measured that


def test_where_the_rival_meets_itself_the_second_is_white() -> None:
    exhibits = exhibits_of("rival", {"rvlai against itself": games(70, 30)})
    tables = [each for each in exhibits if isinstance(each, Table) and "moving" in each.title]
    shares = [str(table.rows[OPPONENTS.index(ITSELF)][4]) for table in tables]
    assert [share.partition(" (")[0] for share in shares] == ["70 % of 100", "30 % of 100"]


def test_findings_wait_for_all_variants() -> None:
    text = text_of("rival", {"rvlai against": games(300, 300)})
    assert text == f"Yes: as described it wins half against all {len(OTHERS)} opponents."
    assert "Table 1" not in text_of("rival", {PRINTED: games(77, 23)})


PRINTED = "rvlai:as_printed=true against"
SHARES = "rvlai:match=share,as_printed=true,mended=true against"


def test_the_variant_that_explains_table_1() -> None:
    margins = {
        f"{PRINTED} random": games(77, 23),
        f"{PRINTED} itself": games(57, 43),
        f"{PRINTED} strong:as_printed=true ": games(55, 45),
        f"{PRINTED} weak:as_printed=true ": games(80, 20),
        f"{SHARES} weak:as_printed=true,last_six=worst ": games(48, 52),
    }
    # All variants have played; in the cells not named they lose all games.
    exhibits = exhibits_of("rival", {**margins, "rvlai": games(0, 100)})
    fits = {str(row[0]): row[2:] for row in table_of(exhibits, "What explains").rows}
    variant, figure, _, verdict = fits["table 1: first against weak"]
    assert (variant, verdict) == ("mended, shares; opponents: worst last six", "consistent")
    assert str(figure).startswith("48 % of 100 ")
    assert fits["table 1: first against random"][0] == "as printed"
    shown = table_of(exhibits, "each variant")
    assert shown.rows[0] == ("published", None, "74 and 80", "58 and 43", "62 and 44", "46 and 46", None)
    assert ("as printed", 100, "77 and 77", "57 and 43", "55 and 55", "80 and 80", "< 0.0001") in shown.rows
    whole, without_weak, without_random, slipped = (
        line for line in sentences(exhibits).splitlines() if line.startswith("Table 1")
    )
    assert "comes nearest and does not explain the 8 figures together, with probability < 0.0001" in whole
    assert "of 19 variants “as printed” explains the 6 figures together" in without_weak
    assert "does not explain the 6 figures" in without_random
    assert "if weak's sign slipped" in slipped
    assert "of 3 variants “as printed” explains the 8 figures together" in slipped


def test_what_was_published_of_people() -> None:
    """Ten people that truly win half: how many win 5 or 6 games of ten, and how often two people at most."""
    near = (comb(10, 5) + comb(10, 6)) / 2**10
    assert f"{10 * near:.1f} of ten people win 5 or 6" in PEOPLE_NOTE
    at_most_two = sum(comb(10, k) * near**k * (1 - near) ** (10 - k) for k in range(3))
    assert round(10 * at_most_two) == 1
    people = table_of(rival.STUDY.exhibits({}), "Ten people")
    assert [row[:2] for row in people.rows] == [("first", "2 of 10"), ("second", "5 of 10")]


def test_every_variant_is_a_player_by_its_own_name() -> None:
    specs = [spec for pair in variant_pairs() for spec in pair if spec != ITSELF]
    assert [sk.player(spec).name for spec in specs] == specs
    plan = [cell.name for cell in rival.STUDY.plan(Scale())]
    assert len(plan) == len(set(plan))
    assert f"{SHARES} itself second" in plan


# Monte Carlo for reversi


def test_monte_carlo_beside_what_was_published() -> None:
    for played, expected in ((games(84, 16), "may be"), (games(100, 0), "better")):
        exhibits = exhibits_of("monte-carlo", {"montai:playouts=500 against random": played})
        verdicts = column(exhibits, "Games of montAI(500)", "as published?")
        assert verdicts["first random"] == verdicts["second random"] == [expected, None]
    assert sentences(exhibits) == "montAI(500) wins 200 of 200 (98–100 %) against random."


def test_one_cell_of_four_may_be_a_little_off_by_chance() -> None:
    margins, published = games(28, 21, 1), Proportion.won(monte_carlo_cells.PUBLISHED[2].published)
    assert Proportion(28, 50).differs_from(published)
    assert verdict(Proportion(28, 50), published, 4) == "may be"
    exhibits = exhibits_of("monte-carlo", {"montai:playouts=500 against montai:playouts=100": margins}, {})
    verdicts = column(exhibits, "Games of montAI(500)", "as published?")
    assert verdicts["first montAI(100)"] == ["may be", None]
    assert verdicts["first random"] == [None, None]


def test_the_variant_that_explains_montai() -> None:
    one, five = "montai:playouts=1,score=discs", "montai:playouts=5,score=discs"
    margins = {f"{one} against random": games(84, 16), f"{five} against {one}": games(77, 22, 1)}
    exhibits = exhibits_of("monte-carlo", margins)
    found = column(exhibits, "What explains", "best-fitting variant", "verdict")
    variant = "5 and 1 games kept, by discs, table 2 by montAI(100)"
    assert [*found.values()] == [[variant, "explained"]] * 4
    kept = column(exhibits, "Games won by montAI with few", "first")
    assert kept["montAI(5) by discs montAI(1) by discs"] == ["77 % of 100 (68–84 %)"]
    # The program as described always beats random; that it fits the other table does not explain it.
    described = "montai:playouts=500 against"
    margins = {f"{described} random": games(1000, 0), f"{described} montai:playouts=100": games(730, 270)}
    found = column(exhibits_of("monte-carlo", margins), "What explains", "verdict")
    assert [row[0] for row in found.values()] == ["not explained"] * 2 + ["consistent"] * 2


def test_playouts_trees_and_discs() -> None:
    margins = {
        "montAI on 8x8: 100 against 25": games(18, 2),
        "UCT on 8x8: 100 against": games(10, 10),
        "reversi: uct": games(20, 0),
        "nip: uct:playouts=1000 ": games(0, 20),
        "reversi: montai": games(10, 10),
        "nip: montai": games(20, 0),
    }
    exhibits = exhibits_of("monte-carlo", margins)
    said = "significantly stronger in 1 of 1 steps for montAI on 8x8 and 0 of 1 steps for UCT on 8x8."
    assert said in sentences(exhibits)
    found = column(exhibits, "UCT, and montAI by discs", "stronger?")
    rows = ("8x8 UCT(1000)", "8x8 UCT(4000)", "8x8 montAI(500) by discs", "Nip UCT(1000)")
    verdicts = ["yes"], ["yes"], ["open"], ["no"], ["yes"]
    assert found == dict(zip((*rows, "Nip montAI(500) by discs"), verdicts, strict=True))


# Shares


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    # Newcombe (1998), table II, method 10.
    [
        (Proportion(56, 70), Proportion(48, 80), 0.0524, 0.3339),
        (Proportion(9, 10), Proportion(3, 10), 0.1705, 0.8090),
        (Proportion(10, 10), Proportion(0, 20), 0.6791, 1.0000),
    ],
)
def test_the_difference_of_two_shares(one: Proportion, other: Proportion, low: float, high: float) -> None:
    assert one.minus(other) == pytest.approx((low, high), abs=1e-4)
    assert one.differs_from(other)
    assert not Proportion(50, 100).differs_from(Proportion(55, 100))
    assert not Proportion(1, 1).differs_from(Proportion(0, 0))


def test_a_player_that_leaves_nothing_to_chance_gets_other_openings() -> None:
    plan = studies()["parallel"].plan(Scale("quick"))
    cell = next(cell for cell in plan if cell.name == "ssai:x=3 against ssai:x=1")
    opened = [fixture.opening for fixture in cell.fixtures]
    assert opened[0::2] == opened[1::2]
    assert len(set(opened)) == len(opened) // 2
    assert all(isinstance(fixture, Fixture) and fixture.opening for fixture in cell.fixtures)
