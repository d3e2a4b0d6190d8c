"""What study A's cells come to: each sentence is said only where the figures bear it out."""

from __future__ import annotations

from collections.abc import Iterator

from shirokuro.lab.series import TURNS
from shirokuro.lab.share import Share
from shirokuro.lab.side_by_side import listed, tally_of, total, value_of
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
    printed,
    published,
    random_games,
    speed_ups,
    thought_per_hundred,
)
from shirokuro.lab.study import Results

NOTHING = 0.01
"""A program that takes less than this part of the published time did not do the published work."""


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
    for turn in TURNS:
        ours = Share.won(printed(results, program, turn))
        theirs = Share.won(published(turn, program))
        if not ours.whole:
            continue
        figures = f"moving {turn} it wins {ours} against random; published were {theirs}"
        if ours.differs_from(theirs):
            yield f"The printed {program} is not the program that was measured: {figures}."
        else:
            yield f"The printed {program} may be the program that was measured: {figures}."


def _printed_time(results: Results) -> Iterator[str]:
    thought = thought_per_hundred(results, cells.heavy(1), "second")
    if thought is None:
        return
    least = min(map(min, HEAVY_SECONDS.values()))
    if thought < NOTHING * least:
        yield (
            f"The printed MSAI could not have taken table 12's time either: it thinks "
            f"{1e6 * thought / 100:.0f} µs in a game, where the least that was published is "
            f"{least / 100:.2f} s: its threads are never started."
        )
    else:
        yield f"The printed MSAI thinks {thought:.3g} s in 100 games; table 12 has {least} s and more."


def _described_strength(results: Results) -> Iterator[str]:
    for turn in TURNS:
        ours = Share.won(random_games(results, cells.ssai(1), turn))
        theirs = Share.won(published(turn, "MSAI"))
        if ours.whole and ours.differs_from(theirs) and ours.value > theirs.value:
            yield (
                f"As described X = 1 is enough to beat random, moving {turn}: {ours}; "
                f"MSAI was published with {theirs} over all X."
            )


def _equal_time(results: Results) -> Iterator[str]:
    tally = tally_of(results, cells.match(cells.ENGINE_IN_TIME, cells.BEST_DESCRIBED))
    if not tally.games:
        return
    points = f"{Share.scored(tally)} points"
    if 0.5 in tally.interval():
        yield f"In table 12's time the engine and {cells.BEST_DESCRIBED} are not told apart: {points}."
    else:
        verb = "beats" if tally.interval().low > 0.5 else "loses to"
        yield f"In table 12's time the engine {verb} {cells.BEST_DESCRIBED}: {points}."


def _published_growth() -> Iterator[str]:
    low, high = (
        Share.won(total(published(turn, "MSAI", depths) for turn in TURNS))
        for depths in (range(1, 4), range(7, 10))
    )
    if not (high.differs_from(low) and high.value > low.value):
        yield f"Published, depth brings MSAI nothing: {low} at X = 1…3, {high} at X = 7…9."


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
        value, ratios = value_of(results, name), speed_ups(results, name)
        for threads, ratio in ratios.items():
            if 1 < threads <= value["processors"]:
                words = {"below": "is slower:", "around": "is not surely faster:", "above": "is"}
                word = words[ratio.side_of(1)]
                yield f"On {threads} threads {player} {word} {ratio} times as fast as on one."


def _published_speed() -> Iterator[str]:
    single, parallel = SECONDS["laptop", "second", "SSAI"][0], SECONDS["laptop", "second", "MSAI"][0]
    if single / parallel > CORES["laptop"]:
        yield (
            f"Published, MSAI is {single / parallel:.0f} times as fast as SSAI on a laptop with "
            f"{CORES['laptop']} cores (table 3, X = 1): threads alone cannot do that, so it did less work."
        )


def _published_totals() -> Iterator[str]:
    wrong = [
        f"{program} of table {WIN_TABLES[machine, turn]} ({total(WINS[machine, turn, program])}, "
        f"in the text {stated})"
        for (machine, turn, program), stated in STATED_TOTALS.items()
        if stated != total(WINS[machine, turn, program])
    ]
    if wrong:
        yield f"The text's totals are not those of its tables for {listed(wrong)}."
