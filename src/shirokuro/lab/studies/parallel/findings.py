"""What parallel reversi comes to: each sentence is said only where the figures bear it out."""

from __future__ import annotations

from collections.abc import Iterator

from shirokuro.lab.report.entries import listed, value_of
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.rounding import number
from shirokuro.lab.studies.parallel import cells
from shirokuro.lab.studies.parallel.published import HEAVY_SECONDS, REMARKS
from shirokuro.lab.studies.parallel.readings import (
    growth,
    speed_ups,
    thought_per_hundred,
)

NOTHING = 0.01
"""A program that takes less than this part of the published time did not do the published work."""


def answer(results: Results) -> str:
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


def findings(results: Results) -> Iterator[str]:
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
