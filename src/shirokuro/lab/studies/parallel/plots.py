"""The plots of reversi in parallel: time and speed-up over threads, strength over depth."""

from __future__ import annotations

from shirokuro.lab.exhibit import Plot, Point, Series
from shirokuro.lab.report.entries import ratio_point, score_point, value_of
from shirokuro.lab.run.result import Results
from shirokuro.lab.studies.parallel import cells
from shirokuro.lab.studies.parallel.readings import growth, speed_ups, thinking_times

THREADED = {"MSAI": cells.MSAI_THREADS, "the engine": cells.ENGINE_THREADS}


def time_plot(results: Results) -> Plot:
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
            "Means over positions with 32 empties, which differ much: hence the wide intervals. "
            "MSAI and the engine read to different depths.",
        ),
    )


def speed_up_plot(results: Results) -> Plot:
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


def growth_plot(results: Results) -> Plot:
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
            "Both colours, level openings. Above 50 the deeper one is the stronger.",
            "For the engine x is the depth, for SSAI the X of table 1.",
        ),
    )
