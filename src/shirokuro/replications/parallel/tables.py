"""The tables of parallel reversi: games won, seconds taken, and the engine in the same time."""

from __future__ import annotations

from collections.abc import Callable

from shirokuro.lab.exhibit import Entry, Table
from shirokuro.lab.report.entries import (
    in_per_cent,
    is_stronger,
    published_share,
    readable,
    tally_of,
    total,
    won,
)
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS, Turn
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.rounding import margin, number
from shirokuro.replications.parallel import cells
from shirokuro.replications.parallel.aggregates import (
    LARGEST_X,
    described,
    nodes_of_game,
    per_hundred,
    printed,
    printed_verdict,
    published,
    random_games,
)
from shirokuro.replications.parallel.published import (
    HEAVY_SECONDS,
    MACHINES,
    SECONDS,
    WIN_TABLES,
    WINS,
    Machine,
    Program,
)
from shirokuro.replications.replication import AS_PUBLISHED

PROGRAMS: tuple[Program, Program] = ("SSAI", "MSAI")
DEPTHS = "X sets the depths: presearch 5, normal 2+X, win/draw/loss 5+X, perfect 3+X plies (table 1)."
PRINTED = {
    "SSAI": "As printed, as we complete the listing: over the evaluation that the text describes. Only the "
    "presearch matters, which is X+1 plies deep in the listing.",
    "MSAI": "As printed, X changes nothing: the one series of games is in the first table.",
}

GROWING: dict[str, Callable[[int], str]] = {
    "as described": cells.ssai,
    "drifting, presearch X+1": cells.drifting,
    "drifting, presearch 5": cells.drifting_at_five,
}
"""Players whose work is compared with the published times."""

# Wins against random


def all_wins(results: Results) -> Table:
    return Table(
        "Games won against random, all X together (tables 2, 4, 7 and 9)",
        ("program", "moves", "published", "as printed", AS_PUBLISHED, "as described", "now: the engine"),
        tuple(_all_won(results, turn, program) for program in PROGRAMS for turn in TURNS),
        (
            "SSAI is an alpha-beta search on one thread, MSAI the same search on many.",
            "As described, both play the same moves at any number of threads: one series stands for both.",
            "The published figures are for both machines together. The listing does not show its evaluation; "
            "as printed, it has that of the text.",
            "The engine plays at level 10; it has no X.",
        ),
    )


def _all_won(results: Results, turn: Turn, program: Program) -> tuple[Entry, ...]:
    known, as_printed = published(turn, program), printed(results, program, turn)
    now = described(results, turn), random_games(results, cells.ENGINE, turn)
    listing, *rest = (in_per_cent(Proportion.won(tally)) for tally in (as_printed, *now))
    before = published_share(Proportion.won(known))
    return (program, turn, before, listing, printed_verdict(results, program, turn), *rest)


def wins(results: Results, turn: Turn, program: Program) -> Table:
    numbers = [WIN_TABLES[machine, turn] for machine in MACHINES]
    ours = ("as printed", "as described") if program == "SSAI" else ("as described",)
    rows = (_win_row(results, turn, program, x) for x in range(1, LARGEST_X + 1))
    return Table(
        f"{program} against random, moving {turn}, by X (tables {numbers[0]} and {numbers[1]})",
        ("X", "published, laptop", "published, server", *ours),
        (*(row for row in rows if any(row[1:])), _win_total(results, turn, program)),
        (DEPTHS, PRINTED[program]),
    )


def _win_row(results: Results, turn: Turn, program: Program, x: int) -> tuple[Entry, ...]:
    known = (total(WINS[machine, turn, program][x - 1 : x]) for machine in MACHINES)
    players = (cells.ssai_printed(x), cells.ssai(x)) if program == "SSAI" else (cells.ssai(x),)
    ours = (random_games(results, player, turn) for player in players)
    return (x, *map(won, known), *map(won, ours))


def _win_total(results: Results, turn: Turn, program: Program) -> tuple[Entry, ...]:
    known = (total(WINS[machine, turn, program]) for machine in MACHINES)
    ours = [described(results, turn)]
    if program == "SSAI":
        ours.insert(0, printed(results, program, turn))
    return ("all", *map(won, known), *map(won, ours))


# Seconds


def seconds(results: Results, turn: Turn) -> Table:
    numbers = [WIN_TABLES[machine, turn] + 1 for machine in MACHINES]
    rows = (_second_row(results, turn, x) for x in range(1, LARGEST_X + 1))
    columns = (*(f"published, {machine}" for machine in MACHINES), "as described")
    return Table(
        f"Seconds for 100 games, moving {turn} (tables {numbers[0]} and {numbers[1]})",
        ("X", *(f"{program}: {column}" for program in PROGRAMS for column in columns)),
        tuple(row for row in rows if any(row[1:])),
        (
            "Our times are of fewer games, scaled up; MSAI runs on two threads.",
            f"MSAI as printed takes {_hundred(results, cells.MSAI_PRINTED, turn) or '–'} s for 100 games, "
            "whatever X is.",
        ),
    )


def _second_row(results: Results, turn: Turn, x: int) -> tuple[Entry, ...]:
    row: list[Entry] = [x]
    for program, player in zip(PROGRAMS, (cells.ssai(x), cells.msai(x)), strict=True):
        known = (SECONDS[machine, turn, program] for machine in MACHINES)
        row += [times[x - 1] if x <= len(times) else None for times in known]
        row.append(_hundred(results, player, turn))
    return tuple(row)


def over_depth(results: Results) -> Table:
    """How much longer it takes at X than at X=1: published times, and nodes of ours."""
    series = [_published_growth(machine, program) for program in PROGRAMS for machine in MACHINES]
    series += [_growth(results, name) for name in GROWING.values()]
    rows = ((x, *(times.get(x) for times in series)) for x in range(2, LARGEST_X + 1))
    published = (f"{program}: published, {machine}" for program in PROGRAMS for machine in MACHINES)
    return Table(
        "What X costs, as multiples of X=1",
        ("X", *published, *GROWING),
        tuple(row for row in rows if any(row[1:])),
        (
            "Published: seconds, both turns together (tables 3, 5, 8 and 10). Ours: nodes of a game, both "
            "turns together, without the searches to the end that the listing makes for nothing.",
            "As described, SSAI and MSAI search the same tree.",
        ),
    )


def _published_growth(machine: Machine, program: Program) -> dict[int, Entry]:
    sums = [
        sum(map(float, both))
        for both in zip(*(SECONDS[machine, turn, program] for turn in TURNS), strict=True)
    ]
    return {x: f"{total_seconds / sums[0]:.2f}" for x, total_seconds in enumerate(sums, 1)}


def _growth(results: Results, player: Callable[[int], str]) -> dict[int, Entry]:
    found = {x: nodes_of_game(results, player(x)) for x in range(1, LARGEST_X + 1)}
    first = found[1]
    return {x: number(nodes / first) for x, nodes in found.items() if nodes and first}


def _hundred(results: Results, player: str, turn: Turn) -> Entry:
    found = per_hundred(results, player, turn)
    return None if found is None else str(found)


def heavy(results: Results) -> Table:
    return Table(
        "Seconds for 100 games of MSAI moving second, at the depths of table 11 (table 12)",
        ("X", *(f"published, {machine}" for machine in HEAVY_SECONDS), "as printed"),
        tuple(_heavy_row(results, x) for x in range(1, 11)),
        (
            "Presearch 7, win/draw/loss 25+X, perfect 23+X, normal 20+X (server 25+X).",
            "As described, it would not finish: 21 plies and more are too deep for such a search.",
        ),
    )


def _heavy_row(results: Results, x: int) -> tuple[Entry, ...]:
    known = (times[x - 1] for times in HEAVY_SECONDS.values())
    return (x, *known, _hundred(results, cells.heavy(x), "second"))


def equal_time(results: Results) -> Table:
    engine, best = cells.ENGINE_IN_TIME, cells.BEST_DESCRIBED
    rows = (
        ("MSAI as printed", "random", cells.against_random(cells.MSAI_PRINTED, "second")),
        ("the engine", "random", cells.against_random(engine, "second")),
        ("the engine", f"{readable(best)} as described", cells.match(engine, best)),
    )
    return Table(
        f"The engine in the time of table 12: {cells.EQUAL_SECONDS} s a move on one thread",
        ("player", "opponent", "W/L/D", "stronger?", "mean margin"),
        tuple((player, opponent, *_match(results, name)) for player, opponent, name in rows),
        ("Against random: moving second. Otherwise: both colours, level openings. The margin is in discs.",),
    )


def _match(results: Results, name: str) -> tuple[Entry, ...]:
    tally, mean = tally_of(results, name), results[name].mean_margin if name in results else None
    return won(tally), is_stronger(tally), margin(mean)
