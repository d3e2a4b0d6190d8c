"""Parallel reversi: tables 1 to 12 as printed and as described, threads, strength over depth."""

from __future__ import annotations

from collections.abc import Sequence

from shirokuro.lab.exhibit import Exhibit, Findings, Plot, Point, Series
from shirokuro.lab.report.entries import ratio_point, score_point, value_of
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS
from shirokuro.lab.study import Paper
from shirokuro.replications.fitting import fit_tables
from shirokuro.replications.parallel import cells, findings, program_variants, tables
from shirokuro.replications.parallel.aggregates import growth, speed_ups, thinking_times
from shirokuro.words.message import Message

CERTAINTY = (
    "Our games can be repeated move for move; the intervals allow for chance alone. Which program was "
    "measured is our inference: the text gives no weights, and its listing leaves out the evaluation, which "
    "we take from the text or from public copies of the sample program that the listing comes from. Games "
    "that share a drifting table are not independent, so their intervals may be too narrow. Times are those "
    "of our machines."
)
THREADED = {"MSAI": cells.MSAI_THREADS, "the engine": cells.ENGINE_THREADS}


class ParallelStudy:
    """A search of 2012 on one thread and on many, as printed and as its text describes it."""

    name = "parallel"
    title = Message("studies.parallel")
    question = Message("studies.parallel_question")
    method = (
        "SSAI and MSAI, as the text describes them and as their printed program computes, play a random "
        "player with both colours, and 100 games are timed. The printed program is tried with the "
        "evaluation of the text, and with that of the sample program from which it comes, whose table "
        "changes with every evaluation. The same search then runs on one, two and four threads, and each "
        "search plays one that is two plies shallower."
    )
    paper = Paper(
        "Maeda (前田 昂寛)",
        "2012",
        "リバーシの並列化",
        "The parallelisation of reversi",
        "Graduation thesis, Kindai University",
        "Against a random player, 100 games for each depth X and colour on a laptop and a server, SSAI on "
        "one thread won 51 to 71 games and took 260.03 to 958.16 s for 100; MSAI on many threads won 60 to "
        "77 and took 19.08 to 29.28 s. Set to search more than 20 plies, MSAI took 167.04 to 428.67 s. The "
        "text concludes that threads made the program quicker, and that searching deeper did not win more "
        "games.",
    )

    plan = staticmethod(cells.plan)

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        by_depth = ((turn, program) for turn in reversed(TURNS) for program in tables.PROGRAMS)
        return [
            tables.all_wins(results),
            *(tables.wins(results, turn, program) for turn, program in by_depth),
            *(program_variants.sampled_table(results, turn) for turn in reversed(TURNS)),
            *fit_tables(program_variants.groups(results)),
            program_variants.swapped_table(results),
            *(tables.seconds(results, turn) for turn in reversed(TURNS)),
            tables.over_depth(results),
            tables.heavy(results),
            tables.equal_time(results),
            *_thread_plots(results),
            _growth_plot(results),
            Findings(tuple(findings.sentences(results)), findings.answer(results), CERTAINTY),
        ]


STUDY = ParallelStudy()


# Plots


def _thread_plots(results: Results) -> list[Plot]:
    times, ratios = [], []
    for label, name in THREADED.items():
        seconds = thinking_times(results, name).items()
        times.append(Series(label, tuple(ratio_point(n, ratio) for n, ratio in seconds)))
        faster = speed_ups(results, name).items()
        ratios.append(Series(label, tuple(ratio_point(n, ratio) for n, ratio in faster)))
    notes = ["The same positions, compared one by one."]
    if (value := value_of(results, cells.MSAI_THREADS)) is not None:
        processors = value["processors"]
        best = (Point(threads, min(threads, processors)) for threads in cells.THREADS)
        ratios.append(Series("at best", tuple(best)))
        notes.append(f"Measured on {processors} processors: more threads than that cannot help.")
    wide = (
        "Means over positions with 32 empties. Positions differ a lot, so the intervals are wide. "
        "MSAI and the engine search to different depths."
    )
    return [
        Plot("Time over threads", "threads", "seconds for a move", tuple(times), log_y=True, notes=(wide,)),
        Plot("Speed-up over threads", "threads", "times as fast as one", tuple(ratios), notes=tuple(notes)),
    ]


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
