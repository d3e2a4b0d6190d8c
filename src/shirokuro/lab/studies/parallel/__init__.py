"""Parallel reversi: tables 1 to 12 as printed and as described, threads, strength over depth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shirokuro.lab.exhibit import Exhibit, Findings, Plot, Point, Series
from shirokuro.lab.report.entries import listed, ratio_point, score_point, value_of
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.rounding import number
from shirokuro.lab.studies.parallel import cells, tables
from shirokuro.lab.studies.parallel.published import HEAVY_SECONDS, REMARKS
from shirokuro.lab.studies.parallel.readings import growth, speed_ups, thinking_times, thought_per_hundred

NOTHING = 0.01
"""A program that takes less than this part of the published time did not do the published work."""
THREADED = {"MSAI": cells.MSAI_THREADS, "the engine": cells.ENGINE_THREADS}


class ParallelStudy:
    """What a search of 2012 did on one thread and on many, and what it does as its text describes it."""

    name = "parallel"
    title = "Parallel reversi: SSAI and MSAI against random"
    question = "Does it play better when it searches deeper, and faster on more threads?"
    source = "Maeda 2012, リバーシの並列化 (The parallelisation of reversi)"

    plan = staticmethod(cells.plan)

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        by_depth = ((turn, program) for turn in reversed(TURNS) for program in tables.PROGRAMS)
        return [
            tables.all_wins(results),
            *(tables.wins(results, turn, program) for turn, program in by_depth),
            *(tables.seconds(results, turn) for turn in reversed(TURNS)),
            tables.heavy(results),
            tables.equal_time(results),
            _time_plot(results),
            _speed_up_plot(results),
            _growth_plot(results),
            Findings(tuple(_findings(results)), _answer(results)),
        ]


STUDY = ParallelStudy()


# Plots


def _time_plot(results: Results) -> Plot:
    series = (
        Series(label, tuple(ratio_point(n, ratio) for n, ratio in thinking_times(results, name).items()))
        for label, name in THREADED.items()
    )
    return Plot(
        "Time over threads",
        "threads",
        "seconds for a move",
        tuple(series),
        log_y=True,
        notes=(
            "Means over positions with 32 empties. They differ much, so the intervals are wide. "
            "MSAI and the engine search to different depths.",
        ),
    )


def _speed_up_plot(results: Results) -> Plot:
    series = [
        Series(label, tuple(ratio_point(n, ratio) for n, ratio in speed_ups(results, name).items()))
        for label, name in THREADED.items()
    ]
    value = value_of(results, cells.MSAI_THREADS)
    notes = ["The same positions, compared one by one."]
    if value is not None:
        processors = value["processors"]
        best = (Point(threads, min(threads, processors)) for threads in cells.THREADS)
        series.append(Series("at best", tuple(best)))
        notes.append(f"Measured on {processors} processors: more threads than that cannot help.")
    return Plot("Speed-up over threads", "threads", "times as fast as one", tuple(series), notes=tuple(notes))


def _growth_plot(results: Results) -> Plot:
    series = (
        Series(label, tuple(score_point(x, tally) for x, tally in growth(results, player).items()))
        for label, player in (("SSAI", cells.ssai), ("the engine", cells.engine))
    )
    return Plot(
        f"Strength over depth: x+{cells.STEP} plies against x",
        "x",
        "score of x+2, %",
        tuple(series),
        reference=50,
        in_per_cent=True,
        notes=(
            "Both colours, level openings. Above 50 %, the deeper player is stronger.",
            "For the engine x is the depth, for SSAI it is the X of table 1.",
        ),
    )


# Sentences, each said only where the figures bear it out


def _answer(results: Results) -> str:
    """To the study's question, as far as the figures go."""
    return " ".join([*_deeper(results), *_faster(results)])


def _deeper(results: Results) -> Iterator[str]:
    steps = growth(results, cells.ssai)
    better = sum(Proportion.scored(tally).interval(len(steps)).low > 0.5 for tally in steps.values())
    if steps:
        yield f"As described, two more plies are significantly stronger in {better} of {len(steps)} steps."


def _faster(results: Results) -> Iterator[str]:
    """On the most threads that all had a processor."""
    value, ratios = value_of(results, cells.MSAI_THREADS), speed_ups(results, cells.MSAI_THREADS)
    within = [threads for threads in ratios if 1 < threads <= value["processors"]]
    if within:
        yield f"On {max(within)} threads it is {ratios[max(within)]} times as fast as on one."


def _findings(results: Results) -> Iterator[str]:
    yield from _printed_time(results)
    yield from _same_moves(results)
    yield from REMARKS


def _printed_time(results: Results) -> Iterator[str]:
    thought = thought_per_hundred(results, cells.heavy(1), "second")
    if thought is None:
        return
    least = min(map(min, HEAVY_SECONDS.values()))
    if thought < NOTHING * least:
        yield (
            "The printed MSAI cannot have taken the time of table 12. It thinks for "
            f"{number(1e6 * thought / 100)} µs in a game; the shortest published time is "
            f"{number(least / 100)} s. Its threads are never started."
        )


def _same_moves(results: Results) -> Iterator[str]:
    value = value_of(results, cells.MSAI_THREADS)
    if value is None:
        return
    alone, *parallel = value["moves"].values()
    if all(moves == alone for moves in parallel):
        threads = listed(map(str, cells.THREADS))
        yield f"MSAI chose SSAI's move in all {len(alone)} positions, on {threads} threads."
    else:
        yield "MSAI chose another move than SSAI: the parallel search is not the same search."
