"""The tables of parallel reversi: games won, seconds taken, and the engine in the same time."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

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
from shirokuro.replications.fitting import AS_PUBLISHED
from shirokuro.replications.parallel import aggregates, cells, published
from shirokuro.replications.parallel.aggregates import LARGEST_X
from shirokuro.replications.parallel.published import MACHINES, Program

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
    rows = []
    for program, turn in product(PROGRAMS, TURNS):
        ours = (
            aggregates.printed(results, program, turn),
            aggregates.described(results, turn),
            aggregates.random_games(results, cells.ENGINE, turn),
        )
        listing, *rest = (in_per_cent(Proportion.won(tally)) for tally in ours)
        before = published_share(Proportion.won(aggregates.published(turn, program)))
        rows.append(
            (program, turn, before, listing, aggregates.printed_verdict(results, program, turn), *rest)
        )
    return Table(
        "Games won against random, all X together (tables 2, 4, 7 and 9)",
        ("program", "moves", "published", "as printed", AS_PUBLISHED, "as described", "now: the engine"),
        tuple(rows),
        (
            "SSAI is an alpha-beta search on one thread, MSAI the same search on many.",
            "As described, both play the same moves at any number of threads: one series stands for both.",
            "The published figures are for both machines together. The listing does not show its evaluation; "
            "as printed, it has that of the text.",
            "The engine plays at level 10; it has no X.",
        ),
    )


def wins(results: Results, turn: Turn, program: Program) -> Table:
    """By X, and for all X together."""
    has_listing = program == "SSAI"
    rows: list[tuple[Entry, ...]] = []
    for x in range(1, LARGEST_X + 1):
        known = (total(published.WINS[machine, turn, program][x - 1 : x]) for machine in MACHINES)
        players = (cells.ssai_printed(x), cells.ssai(x)) if has_listing else (cells.ssai(x),)
        ours = (aggregates.random_games(results, player, turn) for player in players)
        if any(entries := [*map(won, known), *map(won, ours)]):
            rows.append((x, *entries))
    known = (total(published.WINS[machine, turn, program]) for machine in MACHINES)
    listing = [won(aggregates.printed(results, program, turn))] if has_listing else []
    rows.append(("all", *map(won, known), *listing, won(aggregates.described(results, turn))))
    numbers = [published.WIN_TABLES[machine, turn] for machine in MACHINES]
    headings = ("as printed", "as described") if has_listing else ("as described",)
    return Table(
        f"{program} against random, moving {turn}, by X (tables {numbers[0]} and {numbers[1]})",
        ("X", "published, laptop", "published, server", *headings),
        tuple(rows),
        (DEPTHS, PRINTED[program]),
    )


# Seconds


def seconds(results: Results, turn: Turn) -> Table:
    numbers = [published.WIN_TABLES[machine, turn] + 1 for machine in MACHINES]
    rows: list[tuple[Entry, ...]] = []
    for x in range(1, LARGEST_X + 1):
        entries: list[Entry] = []
        for program, player in zip(PROGRAMS, (cells.ssai(x), cells.msai(x)), strict=True):
            known = (published.SECONDS[machine, turn, program] for machine in MACHINES)
            entries += [times[x - 1] if x <= len(times) else None for times in known]
            entries.append(_hundred(results, player, turn))
        if any(entries):
            rows.append((x, *entries))
    columns = (*(f"published, {machine}" for machine in MACHINES), "as described")
    return Table(
        f"Seconds for 100 games, moving {turn} (tables {numbers[0]} and {numbers[1]})",
        ("X", *(f"{program}: {column}" for program in PROGRAMS for column in columns)),
        tuple(rows),
        (
            "Our times are of fewer games, scaled up; MSAI runs on two threads.",
            f"MSAI as printed takes {_hundred(results, cells.MSAI_PRINTED, turn) or '–'} s for 100 games, "
            "whatever X is.",
        ),
    )


def over_depth(results: Results) -> Table:
    """The cost at X as a multiple of that at X=1: published times, and our nodes."""
    series: list[dict[int, str]] = []
    for program, machine in product(PROGRAMS, MACHINES):
        both_turns = zip(*(published.SECONDS[machine, turn, program] for turn in TURNS), strict=True)
        sums = [sum(map(float, times)) for times in both_turns]
        series.append({x: f"{each / sums[0]:.2f}" for x, each in enumerate(sums, 1)})
    for player in GROWING.values():
        found = {x: aggregates.nodes_of_game(results, player(x)) for x in range(1, LARGEST_X + 1)}
        first = found[1]
        series.append({x: number(nodes / first) for x, nodes in found.items() if nodes and first})
    rows = ((x, *(costs.get(x) for costs in series)) for x in range(2, LARGEST_X + 1))
    known = (f"{program}: published, {machine}" for program, machine in product(PROGRAMS, MACHINES))
    return Table(
        "What X costs, as multiples of X=1",
        ("X", *known, *GROWING),
        tuple(row for row in rows if any(row[1:])),
        (
            "Published: seconds, both turns together (tables 3, 5, 8 and 10). Ours: nodes of a game, both "
            "turns together, without the searches to the end that the listing makes for nothing.",
            "As described, SSAI and MSAI search the same tree.",
        ),
    )


def _hundred(results: Results, player: str, turn: Turn) -> Entry:
    found = aggregates.per_hundred(results, player, turn)
    return None if found is None else str(found)


def heavy(results: Results) -> Table:
    rows = []
    for x in range(1, 11):
        known = (times[x - 1] for times in published.HEAVY_SECONDS.values())
        rows.append((x, *known, _hundred(results, cells.heavy(x), "second")))
    return Table(
        "Seconds for 100 games of MSAI moving second, at the depths of table 11 (table 12)",
        ("X", *(f"published, {machine}" for machine in published.HEAVY_SECONDS), "as printed"),
        tuple(rows),
        (
            "Presearch 7, win/draw/loss 25+X, perfect 23+X, normal 20+X (server 25+X).",
            "As described, it would not finish: 21 plies and more are too deep for such a search.",
        ),
    )


def equal_time(results: Results) -> Table:
    engine, best = cells.ENGINE_IN_TIME, cells.BEST_DESCRIBED
    matches = (
        ("MSAI as printed", "random", cells.against_random(cells.MSAI_PRINTED, "second")),
        ("the engine", "random", cells.against_random(engine, "second")),
        ("the engine", f"{readable(best)} as described", cells.match(engine, best)),
    )
    rows = []
    for player, opponent, name in matches:
        tally, mean = tally_of(results, name), results[name].mean_margin if name in results else None
        rows.append((player, opponent, won(tally), is_stronger(tally), margin(mean)))
    return Table(
        f"The engine in the time of table 12: {cells.EQUAL_SECONDS} s a move on one thread",
        ("player", "opponent", "W/L/D", "stronger?", "mean margin"),
        tuple(rows),
        ("Against random: moving second. Otherwise: both colours, level openings. The margin is in discs.",),
    )
