"""What study A's cells come to: each sentence is said only where the figures bear it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shirokuro.lab.report.entries import listed, tally_of, total, value_of
from shirokuro.lab.report.names import readable
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS
from shirokuro.lab.statistics.ratio import Ratio
from shirokuro.lab.statistics.rounding import number
from shirokuro.lab.statistics.share import Share
from shirokuro.lab.statistics.tally import Tally
from shirokuro.lab.studies.parallel import cells
from shirokuro.lab.studies.parallel.published import (
    CORES,
    HEAVY_SECONDS,
    SECONDS,
    STATED_TOTALS,
    WIN_TABLES,
    WINS,
    Program,
)
from shirokuro.lab.studies.parallel.readings import (
    growth,
    published,
    random_games,
    replicas,
    speed_ups,
    thought_per_hundred,
)
from shirokuro.lab.studies.replication import Replica, replication

NOTHING = 0.01
"""A program that takes less than this part of the published time did not do the published work."""
PROGRAMS: tuple[Program, Program] = ("MSAI", "SSAI")


def answer(results: Results) -> str:
    """To the study's question, as far as the figures go."""
    return " ".join([*_deeper(results), *_faster(results), *_not_measured(results)])


def _deeper(results: Results) -> Iterator[str]:
    steps = growth(results, cells.ssai)
    better = sum(tally.interval(len(steps)).low > 0.5 for tally in steps.values())
    if steps:
        yield f"As described it plays better with more depth in {better} of {len(steps)} steps of two plies."


def _faster(results: Results) -> Iterator[str]:
    ratios = _within_processors(results, cells.MSAI_THREADS)
    if ratios:
        threads = max(ratios)
        yield f"On {threads} threads it is {ratios[threads]} times as fast as on one."


def _not_measured(results: Results) -> Iterator[str]:
    others = [program for program in PROGRAMS if _is_another(replicas(results, program))]
    if others:
        are = "are not the programs" if len(others) > 1 else "is not the program"
        yield f"The printed {listed(others)} {are} that {'were' if len(others) > 1 else 'was'} measured."


def _is_another(found: Sequence[Replica]) -> bool:
    return any(each.ours.whole and each.verdict(len(found)) != "same" for each in found)


def findings(results: Results) -> Iterator[str]:
    yield from _printed_strength(results, "MSAI")
    yield from _printed_time(results)
    yield from _printed_strength(results, "SSAI")
    yield from _described_strength(results)
    yield from _equal_time(results)
    yield from _published_growth()
    yield from _growth(results)
    yield from _same_moves(results)
    yield from _speed(results)
    yield from _published_speed()
    yield from _published_totals()


def _printed_strength(results: Results, program: Program) -> Iterator[str]:
    yield from replication(f"The printed {program}", replicas(results, program))


def _printed_time(results: Results) -> Iterator[str]:
    thought = thought_per_hundred(results, cells.heavy(1), "second")
    if thought is None:
        return
    least = min(map(min, HEAVY_SECONDS.values()))
    if thought < NOTHING * least:
        yield (
            "Nor could the printed MSAI have taken table 12's time: it thinks "
            f"{number(1e6 * thought / 100)} µs in a game, where the least that was published is "
            f"{number(least / 100)} s. Its threads are never started."
        )
    else:
        yield (
            f"The printed MSAI thinks {number(thought)} s in 100 games; "
            f"table 12 has {number(least)} s and more."
        )


def _described_strength(results: Results) -> Iterator[str]:
    ours, theirs = (
        [Share.won(tally) for tally in tallies]
        for tallies in (
            [random_games(results, cells.ssai(1), turn) for turn in TURNS],
            [published(turn, "MSAI") for turn in TURNS],
        )
    )
    pairs = list(zip(ours, theirs, strict=True))
    if all(one.whole and one.differs_from(other) and one.value > other.value for one, other in pairs):
        yield (
            f"As described X = 1 is enough to beat random: {ours[0]} moving first and {ours[1]} second. "
            f"Published were, for MSAI over all X, {theirs[0]} and {theirs[1]}."
        )


def _equal_time(results: Results) -> Iterator[str]:
    tally = tally_of(results, cells.match(cells.ENGINE_IN_TIME, cells.BEST_DESCRIBED))
    if not tally.games:
        return
    best, points = readable(cells.BEST_DESCRIBED), f"{Share.scored(tally)} points"
    if 0.5 in tally.interval():
        yield f"In table 12's time the engine and {best} as described are not told apart: {points}."
    else:
        verb = "beats" if tally.interval().low > 0.5 else "loses to"
        yield f"In table 12's time the engine {verb} {best} as described: {points}."


def _published_growth() -> Iterator[str]:
    low, high = (
        Share.won(total(published(turn, "MSAI", depths) for turn in TURNS))
        for depths in (range(1, 4), range(7, 10))
    )
    if not (high.differs_from(low) and high.value > low.value):
        yield f"In the published tables depth brings MSAI nothing: {low} at X = 1…3, {high} at X = 7…9."


def _growth(results: Results) -> Iterator[str]:
    for name, player in (("SSAI as described", cells.ssai), ("The engine", cells.engine)):
        tallies = growth(results, player)
        found = {x: tally.interval(len(tallies)) for x, tally in tallies.items()}
        better = [f"{x + cells.STEP} over {x}" for x, interval in found.items() if interval.low > 0.5]
        unclear = [f"{x + cells.STEP} over {x}" for x, interval in found.items() if 0.5 in interval]
        worse = [f"{x + cells.STEP} over {x}" for x, interval in found.items() if interval.high < 0.5]
        if better:
            yield f"{name} grows stronger with depth: {listed(better)}."
        if unclear:
            yield f"{name}: too few games to tell whether depth helps, {listed(unclear)}."
        if worse:
            yield f"{name} grows weaker with depth: {listed(worse)}."


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


def _speed(results: Results) -> Iterator[str]:
    for player, name in (("MSAI", cells.MSAI_THREADS), ("the engine", cells.ENGINE_THREADS)):
        for threads, ratio in _within_processors(results, name).items():
            words = {"below": "is slower:", "around": "is not surely faster:", "above": "is"}
            word = words[ratio.side_of(1)]
            yield f"On {threads} threads {player} {word} {ratio} times as fast as on one."


def _within_processors(results: Results, name: str) -> dict[int, Ratio]:
    """How many times as fast as one thread, where every thread had a processor."""
    value = value_of(results, name)
    ratios = speed_ups(results, name)
    return {threads: ratio for threads, ratio in ratios.items() if 1 < threads <= value["processors"]}


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
