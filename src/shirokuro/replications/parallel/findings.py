"""The findings of parallel reversi; each sentence is written only if the figures support it."""

from __future__ import annotations

from collections.abc import Iterator

from shirokuro.lab.report.entries import listed, value_of
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.rounding import number
from shirokuro.replications.parallel import aggregates, cells, program_variants
from shirokuro.replications.parallel.aggregates import LARGEST_X, nodes_of_game
from shirokuro.replications.parallel.published import HEAVY_SECONDS, REMARKS, SECONDS

NOTHING = 0.01
"""A program that takes less than this part of the published time did not do the published work."""
MUCH = 10
"""Work that grows more than this with X does not take about the same time."""


def answer(results: Results) -> str:
    """The answer to the study's question, as far as the figures allow."""
    found = []
    if steps := aggregates.growth(results, cells.ssai):
        better = sum(Proportion.scored(tally).interval(len(steps)).low > 0.5 for tally in steps.values())
        found.append(
            f"As described, two more plies are significantly stronger in {better} of {len(steps)} steps."
        )
    # The largest number of threads that each had a processor.
    value, ratios = value_of(results, cells.MSAI_THREADS), aggregates.speed_ups(results, cells.MSAI_THREADS)
    if within := [threads for threads in ratios if 1 < threads <= value["processors"]]:
        found.append(f"On {max(within)} threads it is {ratios[max(within)]} times as fast as on one.")
    for group in program_variants.groups(results):
        if (best := group.best()) is None:
            continue
        if group.is_explained:
            found.append(
                f"Of the variants that we ran, one fits all that {group.name} won, as published: {best}."
            )
        else:
            found.append(f"No variant that we ran explains all that {group.name} won, as published.")
    return " ".join(found)


def sentences(results: Results) -> Iterator[str]:
    yield from _published_times(results)
    yield from filter(None, [program_variants.swapping(results)])
    thought = aggregates.thought_per_hundred(results, cells.heavy(1), "second")
    least = min((text for times in HEAVY_SECONDS.values() for text in times), key=float)
    if thought is not None and thought < NOTHING * float(least):
        yield (
            "Thinking cannot explain the time of table 12: as we complete it, the printed MSAI thinks for "
            f"{number(1e6 * thought / 100)} µs in a game, and the shortest published time is {least} s "
            "for 100 games. Its threads are never started."
        )
    if (value := value_of(results, cells.MSAI_THREADS)) is not None:
        alone, *parallel = value["moves"].values()
        if all(moves == alone for moves in parallel):
            threads = listed(map(str, cells.THREADS))
            yield f"MSAI chose SSAI's move in all {len(alone)} positions, on {threads} threads."
        else:
            yield "MSAI chose another move than SSAI: the parallel search is not the same search."
    yield from REMARKS


def _published_times(results: Results) -> Iterator[str]:
    """What the published times say about the program, compared with the work of our variants."""
    first, last = (nodes_of_game(results, cells.ssai(x)) for x in (1, LARGEST_X))
    times = [SECONDS["server", "second", "MSAI"][x - 1] for x in (1, LARGEST_X)]
    if first is not None and last is not None and last > MUCH * first:
        yield (
            f"The search that the text describes goes through {number(last / first)} times as many nodes at "
            f"X={LARGEST_X} as at X=1. MSAI's published times do not grow with X ({times[0]} s at X=1 and "
            f"{times[1]} s at X={LARGEST_X} in table 8): whatever MSAI did in that time, it was not this "
            "search."
        )
    two, five = (nodes_of_game(results, player(1)) for player in (cells.drifting, cells.drifting_at_five))
    fourths = (nodes_of_game(results, player(4)) for player in (cells.drifting, cells.drifting_at_five))
    as_listed, fixed = (
        None if none is None or four is None else four / none
        for none, four in zip((two, five), fourths, strict=True)
    )
    if as_listed is not None and fixed is not None and as_listed > MUCH > 2 * fixed:
        first_time, fourth_time = (SECONDS["laptop", "second", "SSAI"][x - 1] for x in (1, 4))
        yield (
            f"From X=1 to X=4 SSAI's published time grows from {first_time} s to {fourth_time} s (table 3), "
            f"the work of its listing with a presearch of X+1 plies {number(as_listed)}-fold, with one of 5 "
            f"plies {number(fixed)}-fold. So the times support table 1's presearch of 5 plies at every X, "
            "not the listing's."
        )
    ssai = program_variants.groups(results)[0]
    if two and five and ssai.is_explained and ssai.best() == program_variants.AT_TWO:
        yield (
            "SSAI's published wins fit a presearch of 2 plies at every X. Neither the text, which says 5, "
            f"nor the listing, which has X+1, says so; and at X=1 it is {number(two / five)} of the work of "
            "one of 5 plies. No variant that we ran explains the wins and the times together."
        )
