"""The laboratory on a real Dask cluster, on this machine: the same games, whoever dies on the way."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import laboratory
import pytest
from laboratory import STUDY
from test_cli import Captured
from test_cli_lab import complaint
from test_lab_kill import exported, undisturbed

from shirokuro.lab import study_index
from shirokuro.lab.run.plan import Scale
from shirokuro.lab.run.runner import fill
from shirokuro.lab.run.store import Store
from shirokuro.workers import cluster
from shirokuro.workers.executors import _WorkerPool, work_on

GAMES = 400
PLAN = STUDY.plan(Scale(games=GAMES))

Process = subprocess.Popen[str]


class Processes(NamedTuple):
    """A cluster of this machine."""

    address: str
    scheduler: Process
    workers: tuple[Process, ...]


WORKER = ("-m", "distributed.cli.dask_worker")


def start(*words: str) -> Process:
    command = [sys.executable, *words, "--no-dashboard"]
    known = {**os.environ, "PYTHONPATH": str(Path(laboratory.__file__).parent)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=known)


def address_of(scheduler: Process) -> str:
    """As the scheduler logs it, once it listens."""
    assert scheduler.stdout is not None
    line = next(line for line in scheduler.stdout if "Scheduler at:" in line)
    return line.split()[-1]


@pytest.fixture
def processes() -> Iterator[Processes]:
    with cluster_of(WORKER, WORKER) as started:
        yield started


@contextmanager
def cluster_of(*workers: tuple[str, str]) -> Iterator[Processes]:
    """A scheduler, and workers by what Python runs to have them."""
    scheduler = start("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0")
    started = [scheduler]
    try:
        address = address_of(scheduler)
        for worker in workers:
            started.append(start(*worker, address, "--nthreads", "1", "--no-nanny"))
        yield Processes(address, scheduler, tuple(started[1:]))
    finally:
        for process in started:
            process.kill()
            process.communicate()


def run(path: Path, address: str, victim: Process | None = None) -> None:
    """Does all that is missing; kills the victim in the middle."""
    with Store(path) as store, work_on(cluster=address) as pool:
        for progress in fill(PLAN, store, pool):
            if victim is not None and progress.done >= GAMES // 4:
                victim.kill()
    assert progress.done == progress.total == 2 * GAMES + 1


def test_the_same_games_whoever_dies(processes: Processes, tmp_path: Path) -> None:
    expected = undisturbed(GAMES, tmp_path / "here.sqlite")
    with cluster.connected(processes.address) as client:
        client.wait_for_workers(2)

    run(tmp_path / "two.sqlite", processes.address)
    assert exported(tmp_path / "two.sqlite") == expected

    run(tmp_path / "killed.sqlite", processes.address, processes.workers[0])
    assert exported(tmp_path / "killed.sqlite") == expected

    lost = tmp_path / "lost.sqlite"
    with pytest.raises(
        ConnectionError, match=f"{processes.address}: the connection to the scheduler was lost"
    ):
        run(lost, processes.address, processes.scheduler)
    with Store(lost) as store, work_on() as pool:
        first, *_, last = fill(PLAN, store, pool)
        assert GAMES // 4 <= first.done < last.done == last.total
    assert exported(lost) == expected


def test_a_scheduler_that_is_lost_while_nobody_looks() -> None:
    """Between two studies, say, while tables are made: Dask's client gives up and takes no more work."""
    with cluster_of(WORKER) as started, cluster.connected(started.address) as client:
        pool = _WorkerPool(lambda: cluster.Cluster(client))
        with pytest.raises(CancelledError), pool:  # noqa: PT012  # to leave the pool is part of it
            assert list(pool.map_unordered(abs, [-1])) == [(-1, 1)]
            client.close()
            list(pool.map_unordered(abs, [-1]))


STRANGE_WORKER = """
import sys
from importlib import metadata
{}
from distributed.cli.dask_worker import main
main()
"""


@pytest.mark.parametrize(
    ("strange", "said"),
    [
        ("sys.modules['shirokuro'] = None", "shirokuro is not installed at tcp://127.0.0.1:"),
        ("metadata.version = lambda name: '0.0.9'", "has shirokuro 0.0.9, and this program is "),
    ],
)
def test_workers_without_this_package_or_with_another(strange: str, said: str) -> None:
    worker = ("-c", STRANGE_WORKER.format(strange))
    with cluster_of(worker) as started, pytest.raises(ConnectionError, match=said):
        work_on(cluster=started.address).__enter__()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "here", "no Dask"])
def test_a_cluster_that_is_not_there(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(study_index, "studies", laboratory.only_the_small_study)
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    said, store = address, tmp_path / "lab.sqlite"
    if address == "no Dask":
        monkeypatch.setitem(sys.modules, "distributed", None)
        said = "a cluster needs Dask: pip install '.[cluster]' in the checkout"
    assert said in complaint(capsys, "run", "small", "--cluster", address, "--store", str(store))
    assert Store(store, create=False).counts() == (0, 0)
