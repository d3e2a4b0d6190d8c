"""Measures the laboratory's overhead, and how busy it keeps the processors.

`python benchmarks/lab.py [--games 400] [--jobs 2]`
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import shirokuro as sk
from shirokuro.lab.run.plan import Cell, Json, Measurement
from shirokuro.lab.run.runner import fill
from shirokuro.lab.run.series import series
from shirokuro.lab.run.store import Store
from shirokuro.matches.fixture import Fixture
from shirokuro.workers.executors import work_on

MILLISECONDS = 50


def game_of_some_length(number: int, milliseconds: int) -> Json:
    """A game that uses this much CPU time, and the time that it took."""
    began = time.process_time()
    record = sk.play("random", "greedy", seed=number)
    while time.process_time() - began < milliseconds / 1000:
        pass
    return {"cpu": time.process_time() - began, "record": record.to_json()}


def cpu_seconds() -> float:
    """CPU time of this process and of all workers that have ended."""
    own, workers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + workers.ru_utime + workers.ru_stime


def run(plan: list[Cell], store: Store, jobs: int) -> float:
    """Runs the plan; returns the share of CPU time spent in tasks, from the first result on."""
    first = None
    with work_on(jobs) as pool:
        for progress in fill(plan, store, pool):
            if first is None and progress.work_done:
                first = time.perf_counter(), progress.work_done
        ended = time.perf_counter()
    assert first is not None
    began, done = first
    return (progress.work_done - done) / (jobs * (ended - began))


def long_games(games: int, jobs: int, path: Path) -> None:
    plan = [
        Cell(
            str(number),
            measurement=Measurement.of(game_of_some_length, number=number, milliseconds=MILLISECONDS),
        )
        for number in range(games)
    ]
    start = cost_of_starting(jobs)
    before = cpu_seconds()
    with Store(path) as store:
        busy = run(plan, store, jobs)
        spent = cpu_seconds() - before
        played = sum(result.value["cpu"] for result in store.results(plan).values())
    print(f"{games} games of {MILLISECONDS} ms, {jobs} jobs: processors busy {100 * busy:.1f} %;")
    share = 100 * (spent - start - played) / played
    print(f"beside the games {share:.2f} % of their CPU, and {start:.2f} s to start")


def cost_of_starting(jobs: int) -> float:
    """The time to start workers that have nothing to do."""
    before = cpu_seconds()
    with work_on(jobs) as pool:
        list(pool.map_unordered(game_of_no_length, range(4 * jobs)))
    return cpu_seconds() - before


def game_of_no_length(number: int) -> Json:
    return game_of_some_length(number, 0)


def short_games(games: int, path: Path) -> None:
    before = cpu_seconds()
    with Store(path) as store:
        run([Cell("games", series(Fixture("greedy", "random"), games))], store, 1)
        stored = cpu_seconds() - before
    for fixture in series(Fixture("greedy", "random"), games):
        sk.play(fixture.black, fixture.white, seed=fixture.seed)
    played = cpu_seconds() - before - stored
    cost, share = 1000 * (stored - played) / games, 1000 * played / games
    print(f"a game of {share:.2f} ms costs {cost:.2f} ms more in the laboratory, 1 job")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        long_games(arguments.games, arguments.jobs, Path(folder) / "long.sqlite")
        short_games(arguments.games, Path(folder) / "short.sqlite")


if __name__ == "__main__":
    main()
