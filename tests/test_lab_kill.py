"""Runs that are killed at any moment: nothing is lost, nothing done twice, and in the end nothing shows."""

from __future__ import annotations

import signal
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from laboratory import STUDY
from test_cli_lab import process

from shirokuro.lab.run.export import export
from shirokuro.lab.run.plan import Scale
from shirokuro.lab.run.runner import fill
from shirokuro.lab.run.store import Store
from shirokuro.workers.executors import work_on


class Moment(NamedTuple):
    """So many seconds after so many games."""

    games: int
    seconds: float


def undisturbed(games: int, path: Path) -> bytes:
    """The export of a run that nobody disturbs."""
    with Store(path) as store, work_on(1) as pool:
        *_, end = fill(STUDY.plan(Scale(games=games)), store, pool)
        assert end.done == end.total == 2 * games + 1
    return exported(path)


def exported(path: Path) -> bytes:
    file = path.with_suffix(".jsonl")
    with Store(path, create=False) as store:
        export(store.games(), file, "jsonl")
    return file.read_bytes()


def keys(path: Path) -> set[bytes]:
    if not path.exists():
        return set()
    with Store(path) as store:
        assert store._database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return store.keys()


def kill(path: Path, games: int, moment: Moment, jobs: int) -> None:
    """Starts or resumes a run and kills it."""
    before = keys(path)
    words = ["run", "small", "--games", str(games), "--store", str(path), "--jobs", str(jobs)]
    told = {"LAB_SIGNAL": int(signal.SIGKILL), "LAB_GAMES": moment.games, "LAB_SECONDS": moment.seconds}
    ended = process(*words, **told)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    assert keys(path) >= before
    assert len(keys(path)) >= len(before) + moment.games


def check(path: Path, games: int, moments: Iterable[Moment]) -> None:
    """Kills a run at all these moments, lets it come to its end, and looks whether anything shows."""
    for number, moment in enumerate(moments):
        kill(path, games, moment, jobs=1 + number % 2)
    with Store(path) as store, work_on(1) as pool:
        first, *_, last = fill(STUDY.plan(Scale(games=games)), store, pool)
        assert 0 < first.done < last.done == last.total == 2 * games + 1
        assert store.counts() == (2 * games, 1)
    assert exported(path) == undisturbed(games, path.with_name("other.sqlite"))


def test_a_few_kills(tmp_path: Path) -> None:
    check(tmp_path / "lab.sqlite", 1000, [Moment(1, 0.01), Moment(40, 0.0), Moment(0, 0.0)])


@pytest.mark.long
def test_fifty_kills(tmp_path: Path) -> None:
    random = Random(5)
    moments = [Moment(random.randrange(3), random.uniform(0, 0.05)) for _ in range(50)]
    check(tmp_path / "lab.sqlite", 10_000, moments)
