"""Values that both the tables and the findings of parallel reversi use."""

from __future__ import annotations

from collections.abc import Callable

from shirokuro.lab.report.entries import tally_of, total, value_of
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS, Turn
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.ratio import Ratio, mean, ratio_of_sums
from shirokuro.matches.rating import Tally
from shirokuro.replications.fitting import PublishedVerdict, verdict
from shirokuro.replications.parallel import cells
from shirokuro.replications.parallel.published import MACHINES, WINS, Program

LARGEST_X = 9


def published(turn: Turn, program: Program) -> Tally:
    """The published games of both machines, over all X."""
    return total(tally for machine in MACHINES for tally in WINS[machine, turn, program])


def random_games(results: Results, player: str, turn: Turn) -> Tally:
    """A player's tally against random."""
    return tally_of(results, cells.against_random(player, turn))


def printed(results: Results, program: Program, turn: Turn) -> Tally:
    """The tally of a program as printed; SSAI over all X that were played."""
    if program == "MSAI":
        return random_games(results, cells.MSAI_PRINTED, turn)
    depths = range(1, cells.MOST_PRINTED + 1)
    return total(random_games(results, cells.ssai_printed(x), turn) for x in depths)


def described(results: Results, turn: Turn) -> Tally:
    """The tally of SSAI as described, over all X that were played."""
    return total(random_games(results, cells.ssai(x), turn) for x in range(1, LARGEST_X + 1))


def per_hundred(results: Results, player: str, turn: Turn) -> Ratio | None:
    """Seconds for 100 games."""
    value = value_of(results, cells.timed(player, turn))
    return None if value is None else mean(value["seconds"]).times(100)


def thought_per_hundred(results: Results, player: str, turn: Turn) -> float | None:
    """Seconds that the player alone thinks in 100 games."""
    value = value_of(results, cells.timed(player, turn))
    if value is None:
        return None
    side = 0 if turn == "first" else 1
    return mean([thought[side] for thought in value["thought"]]).value * 100


def thinking_times(results: Results, name: str) -> dict[int, Ratio]:
    """Seconds per move, by the number of threads."""
    return {threads: mean(times) for threads, times in _seconds(results, name).items()}


def speed_ups(results: Results, name: str) -> dict[int, Ratio]:
    """The speed-up over one thread, by the number of threads: the ratio of the seconds of all positions."""
    seconds = _seconds(results, name)
    return {threads: ratio_of_sums(seconds[1], times) for threads, times in seconds.items()}


def printed_verdict(results: Results, program: Program, turn: Turn) -> PublishedVerdict | None:
    """Whether the printed program matches its published results."""
    ours, theirs = printed(results, program, turn), published(turn, program)
    return verdict(Proportion.won(ours), Proportion.won(theirs), len(TURNS))


def nodes_of_game(results: Results, player: str) -> float | None:
    """A player's nodes per game against random, over both colours; None if unknown."""
    names = [name(player, turn) for turn in TURNS for name in (cells.against_random, cells.in_one_run)]
    found = [results[name] for name in names if name in results and results[name].games]
    games, nodes = sum(len(cell.games) for cell in found), sum(cell.effort.nodes for cell in found)
    return nodes / games if nodes else None


def growth(results: Results, player: Callable[[int], str]) -> dict[int, Tally]:
    """By depth, a player's tally against an opponent that searches less deep."""
    found = {x: tally_of(results, cells.match(player(x + cells.STEP), player(x))) for x in range(1, 13)}
    return {x: tally for x, tally in found.items() if tally.games}


def _seconds(results: Results, name: str) -> dict[int, list[float]]:
    """Seconds for each position, by the number of threads."""
    value = value_of(results, name)
    if value is None:
        return {}
    return {
        int(spec.rpartition("threads=")[2]): times
        for spec, times in value["seconds"].items()
        if "threads=" in spec
    }
