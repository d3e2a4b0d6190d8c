"""The cells of parallel reversi: who plays whom, how often, and what is timed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean

from shirokuro.lab.run.plan import Cell, Measurement, Scale
from shirokuro.lab.run.series import TURNS, Turn, from_openings, in_runs, one_sided
from shirokuro.matches.fixture import Fixture
from shirokuro.replications.measuring import time_choices, time_games
from shirokuro.replications.parallel.published import HEAVY_SECONDS

MSAI_PRINTED = "msai:as_printed=true"
ENGINE = "engine:level=10"
MOVES_A_GAME = 30
EQUAL_SECONDS = round(fmean(map(float, HEAVY_SECONDS["laptop IDE"])) / 100 / MOVES_A_GAME, 3)
"""Seconds per move of the laptop in table 12."""
ENGINE_IN_TIME = f"engine:seconds={EQUAL_SECONDS}"
BEST_DESCRIBED = "ssai:x=7"
THREADS = (1, 2, 4)
STEP = 2
"""The difference in depth between the sides in games that measure strength over depth."""

# Games in a cell, by X: deeper searches take longer.
QUICK_GAMES = {**dict.fromkeys(range(1, 6), 40), 6: 20, 7: 10}
DEFAULT_GAMES = {**dict.fromkeys(range(1, 8), 100), 8: 10, 9: 10}
FULL_GAMES = {**dict.fromkeys(range(1, 8), 400), 8: 100, 9: 40}
MOST_PRINTED = 7
"""The largest X of SSAI in the study."""

# Likewise for the listing over its sample program, which has no good order of moves.
QUICK_SAMPLED = dict.fromkeys(range(1, 4), 40)
DEFAULT_SAMPLED = {**dict.fromkeys(range(1, 4), 400), 4: 200, 5: 100, 6: 40}
FULL_SAMPLED = {**dict.fromkeys(range(1, 4), 1000), 4: 400, 5: 200, 6: 100}
FULL_IN_GAMES = {**FULL_SAMPLED, 5: 100, 6: 40}
FULL_IN_RUNS = {**FULL_SAMPLED, 1: 4000}
"""At X=1 more games than the 24 published cells that they are compared with."""
DEFAULT_AT_FIVE = {**dict.fromkeys(range(1, 5), 200), 5: 100, 6: 100}
FULL_AT_FIVE = {**dict.fromkeys(range(1, 5), 400), 5: 200, 6: 200}
RUN = 100
"""Games that the study's program played at one X; at least these shared one table."""


def ssai(x: int) -> str:
    return f"ssai:x={x}"


def ssai_printed(x: int) -> str:
    """Only its presearch matters, which is X+1 plies deep in the listing."""
    return f"ssai:x={x},as_printed=true"


def sampled(x: int) -> str:
    """The listing over the evaluation of its sample program, as that was meant."""
    return f"ssai:x={x},as_printed=true,evaluation=sample"


def drifting(x: int) -> str:
    """The listing over the evaluation of its sample program, whose table drifts."""
    return f"ssai:x={x},as_printed=true,evaluation=drifting"


def drifting_at_five(x: int) -> str:
    """Likewise at the depths of table 1, where the presearch is always 5 plies deep."""
    return f"ssai:x={x},presearch=5,normal={2 + x},as_printed=true,evaluation=drifting"


def msai(x: int, threads: int = 2) -> str:
    return f"msai:x={x},threads={threads}"


def heavy(x: int) -> str:
    """MSAI as printed at the depths of table 11."""
    return f"msai:presearch=7,normal={20 + x},wld={25 + x},perfect={23 + x},as_printed=true"


def engine(depth: int) -> str:
    return f"engine:depth={depth}"


# The names of cells


def against_random(player: str, turn: Turn) -> str:
    return f"{player} {turn}"


def in_one_run(player: str, turn: Turn) -> str:
    """The name of a cell whose games carry the table from one to the next."""
    return f"{player} {turn}, in runs of {RUN}"


def timed(player: str, turn: Turn) -> str:
    return f"seconds of {player} {turn}"


def match(player: str, opponent: str) -> str:
    return f"{player} against {opponent}"


MSAI_THREADS = "threads of msai"
ENGINE_THREADS = "threads of engine"


# The cells


def plan(scale: Scale) -> list[Cell]:
    """Games against random, timings, and games against opponents that search two plies less."""
    cells = [*_against_random(scale), *_timings(scale)]
    for x in scale.choose(range(1, 5), range(1, 7), range(1, 8)):
        cells.append(_match(ssai(x + STEP), ssai(x), scale, scale.count(20, 200, 400)))
    for depth in scale.choose((1, 3, 5), (1, 3, 5, 7), (1, 3, 5, 7, 9)):
        cells.append(_match(engine(depth + STEP), engine(depth), scale, scale.count(20, 200, 400)))
    return cells


def _against_random(scale: Scale) -> Iterator[Cell]:
    """SSAI and MSAI as described, as printed and over the listing's sample program; the engine."""
    for turn in TURNS:
        for x, usual in scale.choose(QUICK_GAMES, DEFAULT_GAMES, FULL_GAMES).items():
            yield _series(ssai(x), turn, scale, usual if scale.games is None else scale.games)
    for turn in TURNS:
        for x in range(1, MOST_PRINTED + 1):
            yield _series(ssai_printed(x), turn, scale, scale.count(40, 200, 400))
        yield _series(MSAI_PRINTED, turn, scale, scale.count(400, 1000, 1000))
    # The sample program as it was meant, drifting in each game, and drifting in runs.
    at_five = scale.choose(QUICK_SAMPLED, DEFAULT_AT_FIVE, FULL_AT_FIVE)
    as_meant, in_games, runs = (
        scale.choose(QUICK_SAMPLED, DEFAULT_SAMPLED, full)
        for full in (FULL_SAMPLED, FULL_IN_GAMES, FULL_IN_RUNS)
    )
    for turn in TURNS:
        for x in as_meant:
            yield _series(sampled(x), turn, scale, scale.games or as_meant[x])
            yield _series(drifting(x), turn, scale, scale.games or in_games[x])
            yield _in_runs(drifting(x), turn, scale, scale.games or runs[x])
        for x, games in at_five.items():
            yield _in_runs(drifting_at_five(x), turn, scale, scale.games or games)
    for turn in TURNS:
        yield _series(ENGINE, turn, scale, scale.count(40, 100, 400))


def _timings(scale: Scale) -> Iterator[Cell]:
    """Timings by X, tables 11 and 12 with the engine in the same time, and timings by threads."""
    for turn in TURNS:
        for x in scale.choose(range(1, 6), range(1, 10), range(1, 10)):
            games = scale.count(4, 10 if x < 8 else 5, 20 if x < 8 else 10)
            yield _timed(ssai(x), turn, scale, games)
            yield _timed(msai(x), turn, scale, games)
        yield _timed(MSAI_PRINTED, turn, scale, scale.count(10, 100, 100))
    for x in range(1, 11):  # in table 12 MSAI is always second
        yield _timed(heavy(x), "second", scale, scale.count(5, 100, 100))
    # A limit in seconds is only comparable if each game is played alone.
    yield replace(_series(ENGINE_IN_TIME, "second", scale, scale.count(4, 50, 100)), exclusive=True)
    yield replace(_match(ENGINE_IN_TIME, BEST_DESCRIBED, scale, scale.count(8, 100, 200)), exclusive=True)
    positions = scale.count(8, 16, 32)
    x, depth = scale.choose((8, 12), (9, 13), (10, 14))
    studied = [ssai(x), *(msai(x, threads) for threads in THREADS)]
    engines = [f"{engine(depth)},threads={threads}" for threads in THREADS]
    for name, specs in ((MSAI_THREADS, studied), (ENGINE_THREADS, engines)):
        work = Measurement.of(time_choices, specs=specs, positions=positions, empties=32, seed=scale.seed)
        yield Cell(name, measurement=work, exclusive=True)


def _series(player: str, turn: Turn, scale: Scale, games: int) -> Cell:
    fixtures = one_sided(Fixture(player, "random", seed=scale.seed), turn, games)
    return Cell(against_random(player, turn), fixtures, player=player)


def _in_runs(player: str, turn: Turn, scale: Scale, games: int) -> Cell:
    fixtures = one_sided(Fixture(player, "random", seed=scale.seed), turn, games)
    return Cell(in_one_run(player, turn), in_runs(fixtures, RUN), player=player)


def _match(player: str, opponent: str, scale: Scale, games: int) -> Cell:
    return Cell(match(player, opponent), from_openings(Fixture(player, opponent, seed=scale.seed), games))


def _timed(player: str, turn: Turn, scale: Scale, games: int) -> Cell:
    black, white = (player, "random") if turn == "first" else ("random", player)
    work = Measurement.of(time_games, black=black, white=white, games=games, seed=scale.seed)
    return Cell(timed(player, turn), measurement=work, player=player, exclusive=True)
