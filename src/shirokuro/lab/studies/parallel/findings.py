"""What reversi in parallel comes to: each sentence is said only where the figures bear it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shirokuro.lab.report.entries import listed, total, value_of
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.rounding import number
from shirokuro.lab.studies.parallel import cells
from shirokuro.lab.studies.parallel.published import (
    CORES,
    HEAVY_SECONDS,
    SECONDS,
    STATED_TOTALS,
    WIN_TABLES,
    WINS,
)
from shirokuro.lab.studies.parallel.readings import (
    growth,
    published,
    speed_ups,
    thought_per_hundred,
)
from shirokuro.rating import Tally

NOTHING = 0.01
"""A program that takes less than this part of the published time did not do the published work."""


def answer(results: Results) -> str:
    """To the study's question, as far as the figures go."""
    return " ".join([*_deeper(results), *_faster(results)])


def _deeper(results: Results) -> Iterator[str]:
    steps = growth(results, cells.ssai)
    better = sum(Proportion.scored(tally).interval(len(steps)).low > 0.5 for tally in steps.values())
    if steps:
        yield f"As described it plays better with more depth in {better} of {len(steps)} steps of two plies."


def _faster(results: Results) -> Iterator[str]:
    """On the most threads that all had a processor."""
    value, ratios = value_of(results, cells.MSAI_THREADS), speed_ups(results, cells.MSAI_THREADS)
    within = [threads for threads in ratios if 1 < threads <= value["processors"]]
    if within:
        yield f"On {max(within)} threads it is {ratios[max(within)]} times as fast as on one."


def findings(results: Results) -> Iterator[str]:
    yield from _printed_time(results)
    yield from _published_growth()
    yield from _same_moves(results)
    yield from _published_speed()
    yield from _published_totals()


def _printed_time(results: Results) -> Iterator[str]:
    thought = thought_per_hundred(results, cells.heavy(1), "second")
    if thought is None:
        return
    least = min(map(min, HEAVY_SECONDS.values()))
    if thought < NOTHING * least:
        yield (
            "The printed MSAI cannot have taken table 12's time: it thinks "
            f"{number(1e6 * thought / 100)} µs in a game, where the least that was published is "
            f"{number(least / 100)} s. Its threads are never started."
        )


def _published_growth() -> Iterator[str]:
    low, high = (
        Proportion.won(total(published(turn, "MSAI", depths) for turn in TURNS))
        for depths in (range(1, 4), range(7, 10))
    )
    if not (high.differs_from(low) and high.value > low.value):
        yield f"In the published tables depth brings MSAI nothing: {low} at X = 1…3, {high} at X = 7…9."


def _same_moves(results: Results) -> Iterator[str]:
    value = value_of(results, cells.MSAI_THREADS)
    if value is None:
        return
    alone, *parallel = value["moves"].values()
    if all(moves == alone for moves in parallel):
        threads = listed(map(str, cells.THREADS))
        yield f"MSAI chose SSAI's move on all of {len(alone)} positions, on {threads} threads."
    else:
        yield "MSAI chose another move than SSAI: the parallel search is not the same search."


def _published_speed() -> Iterator[str]:
    single, parallel = SECONDS["laptop", "second", "SSAI"][0], SECONDS["laptop", "second", "MSAI"][0]
    if single / parallel > CORES["laptop"]:
        yield (
            f"Published, MSAI is {single / parallel:.0f} times as fast as SSAI on a laptop with "
            f"{CORES['laptop']} cores (table 3, X = 1): threads alone cannot do that, so it did less work."
        )


def _published_totals() -> Iterator[str]:
    wrong = [
        f"{program} of table {WIN_TABLES[machine, turn]} ({total(columns)}, "
        f"in the text {stated}{_apart(columns, stated)})"
        for (machine, turn, program), stated in STATED_TOTALS.items()
        if stated != total(columns := WINS[machine, turn, program])
    ]
    if wrong:
        yield f"The text's totals are not those of its tables for {listed(wrong)}."


def _apart(columns: Sequence[Tally], stated: Tally) -> str:
    """Where it is a column of games that the text counts and the table has not, or the other way round."""
    printed = total(columns)
    left_out = [f"X = {x}" for x, column in enumerate(columns, 1) if stated + column == printed]
    if left_out:
        return f", that is without {' or '.join(left_out)}"
    if stated.games == printed.games + columns[0].games:
        more = Tally(stated.wins - printed.wins, stated.draws - printed.draws, stated.losses - printed.losses)
        return f", that is with one column more, {more}"
    return ""
