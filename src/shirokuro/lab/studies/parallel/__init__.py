"""Study A, reversi in parallel: tables 1 to 12 as printed and as described, threads, strength over depth."""

from __future__ import annotations

from collections.abc import Sequence

from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Plot, Series, Table
from shirokuro.lab.series import TURNS, Turn
from shirokuro.lab.side_by_side import score_point, tally_of, total, value_of, won
from shirokuro.lab.studies.parallel import cells
from shirokuro.lab.studies.parallel.findings import findings
from shirokuro.lab.studies.parallel.published import (
    HEAVY_SECONDS,
    MACHINES,
    SECONDS,
    WIN_TABLES,
    WINS,
    Program,
)
from shirokuro.lab.studies.parallel.readings import (
    LARGEST_X,
    described,
    growth,
    per_hundred,
    printed,
    random_games,
    speed_ups,
)
from shirokuro.lab.study import Cell, Results, Scale

PROGRAMS: tuple[Program, Program] = ("SSAI", "MSAI")
WON = "Wins/losses/draws, and in brackets the 95 % interval of the share won."
PRINTED = {
    "SSAI": "As printed only the presearch matters, and the listing makes it X+1 plies deep.",
    "MSAI": "As printed X changes nothing: one series of games stands for all.",
}


class Parallel:
    """What a search of 2012 did on one thread and on many, and what it does as its text describes it."""

    name = "parallel"
    title = "Reversi in parallel: SSAI and MSAI against random"
    question = "Does it play better the deeper it reads, and faster on more threads?"
    source = "study A: リバーシの並列化 (Reversi in parallel, 2012)"

    def plan(self, scale: Scale) -> Sequence[Cell]:
        return cells.plan(scale)

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        return [
            *(_wins(results, turn, program) for turn in reversed(TURNS) for program in PROGRAMS),
            *(_seconds(results, turn) for turn in reversed(TURNS)),
            _heavy(results),
            _equal_time(results),
            _threads(results),
            _growth(results),
            Findings(tuple(findings(results))),
        ]


STUDY = Parallel()


# Wins against random


def _wins(results: Results, turn: Turn, program: Program) -> Table:
    numbers = [WIN_TABLES[machine, turn] for machine in MACHINES]
    rows = (_win_row(results, turn, program, x) for x in range(1, LARGEST_X + 1))
    return Table(
        f"{program} moves {turn} against random (tables {numbers[0]} and {numbers[1]})",
        ("X", "published, laptop", "published, server", "as printed", "as described", "now: the engine"),
        (*(row for row in rows if any(row[1:])), _win_total(results, turn, program)),
        (
            WON,
            PRINTED[program],
            "As described MSAI plays what SSAI plays, at any number of threads: one series stands for both.",
            "The engine (level 10) has no X.",
        ),
    )


def _win_row(results: Results, turn: Turn, program: Program, x: int) -> tuple[Entry, ...]:
    published = (total(WINS[machine, turn, program][x - 1 : x]) for machine in MACHINES)
    printed_x = random_games(results, cells.ssai_printed(x), turn) if program == "SSAI" else None
    return (x, *map(won, published), won(printed_x), won(random_games(results, cells.ssai(x), turn)), None)


def _win_total(results: Results, turn: Turn, program: Program) -> tuple[Entry, ...]:
    published = (total(WINS[machine, turn, program]) for machine in MACHINES)
    ours = (printed(results, program, turn), described(results, turn))
    return ("all", *map(won, published), *map(won, ours), won(random_games(results, cells.ENGINE, turn)))


# Seconds


def _seconds(results: Results, turn: Turn) -> Table:
    numbers = [WIN_TABLES[machine, turn] + 1 for machine in MACHINES]
    rows = (_second_row(results, turn, x) for x in range(1, LARGEST_X + 1))
    columns = (*(f"published, {machine}" for machine in MACHINES), "as described")
    return Table(
        f"Seconds for 100 games, moving {turn} (tables {numbers[0]} and {numbers[1]})",
        ("X", *(f"{program}: {column}" for program in PROGRAMS for column in columns)),
        tuple(row for row in rows if any(row[1:])),
        (
            "Ours are the times of fewer games, scaled up, with 95 % intervals; MSAI's on two threads.",
            f"MSAI as printed takes {_hundred(results, cells.MSAI_PRINTED, turn) or '–'} s, whatever X is.",
        ),
    )


def _second_row(results: Results, turn: Turn, x: int) -> tuple[Entry, ...]:
    row: list[Entry] = [x]
    for program, player in zip(PROGRAMS, (cells.ssai(x), cells.msai(x)), strict=True):
        published = (SECONDS[machine, turn, program] for machine in MACHINES)
        row += [seconds[x - 1] if x <= len(seconds) else None for seconds in published]
        row.append(_hundred(results, player, turn))
    return tuple(row)


def _hundred(results: Results, player: str, turn: Turn) -> Entry:
    seconds = per_hundred(results, player, turn)
    return None if seconds is None else str(seconds)


def _heavy(results: Results) -> Table:
    return Table(
        "Seconds for 100 games of MSAI moving second, at the depths of table 11 (table 12)",
        ("X", *(f"published, {machine}" for machine in HEAVY_SECONDS), "as printed"),
        tuple(_heavy_row(results, x) for x in range(1, 11)),
        (
            "Presearch 7, win/draw/loss 25+X, perfect 23+X, normal 20+X (server 25+X).",
            "As described it does not come to an end: 21 plies and more are out of reach of such a search.",
        ),
    )


def _heavy_row(results: Results, x: int) -> tuple[Entry, ...]:
    published = (seconds[x - 1] for seconds in HEAVY_SECONDS.values())
    return (x, *published, _hundred(results, cells.heavy(x), "second"))


def _equal_time(results: Results) -> Table:
    engine, best = cells.ENGINE_IN_TIME, cells.BEST_DESCRIBED
    rows = (
        ("MSAI as printed", "random", cells.against_random(cells.MSAI_PRINTED, "second")),
        ("the engine", "random", cells.against_random(engine, "second")),
        ("the engine", f"{best} as described", cells.match(engine, best)),
    )
    return Table(
        f"The engine in the time of table 12: {cells.EQUAL_SECONDS} s a move on one thread",
        ("player", "opponent", "W/L/D", "mean margin"),
        tuple((player, opponent, *_outcome(results, name)) for player, opponent, name in rows),
        (WON, f"Against {best} in both colours from level openings, else moving second."),
    )


def _outcome(results: Results, name: str) -> tuple[Entry, Entry]:
    margin = results[name].mean_margin if name in results else None
    return won(tally_of(results, name)), margin


# Threads and depth


def _threads(results: Results) -> Plot:
    names = {"MSAI": cells.MSAI_THREADS, "the engine": cells.ENGINE_THREADS}
    series = (
        Series(label, tuple(ratio.point(n) for n, ratio in speed_ups(results, name).items()))
        for label, name in names.items()
    )
    value = value_of(results, cells.MSAI_THREADS)
    notes = () if value is None else (f"Measured on {value['processors']} processors.",)
    return Plot("Speed-up over threads", "threads", "times as fast as one", tuple(series), notes=notes)


def _growth(results: Results) -> Plot:
    series = (
        Series(label, tuple(score_point(x, tally) for x, tally in growth(results, player).items()))
        for label, player in (("SSAI", cells.ssai), ("the engine", cells.engine))
    )
    return Plot(
        f"Strength over depth: x+{cells.STEP} plies against x",
        "x",
        "score in %",
        tuple(series),
        notes=("Both colours, level openings. For the engine x is the depth, for SSAI the X of table 1.",),
    )
