"""Runs the work of a verb: store, worker processes, progress bar, and how to continue after Ctrl-C."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

from shirokuro.cli.lab.options import tell_damage
from shirokuro.cli.long_work import ProgressBar
from shirokuro.lab.run.plan import Cell
from shirokuro.lab.run.result import CellResult, Results, forfeits
from shirokuro.lab.run.runner import RunProgress, fill
from shirokuro.lab.run.store import Store
from shirokuro.lab.study import Run
from shirokuro.workers.executors import Pool, work_on
from shirokuro.workers.origin import here


@dataclass(frozen=True, slots=True)
class Work:
    """The store of the games, and the workers that play them."""

    store: Store
    pool: Pool


@contextmanager
def at_work(arguments: argparse.Namespace) -> Iterator[Work]:
    """Opens the store exclusively and starts the workers; an interrupted run prints how to continue."""
    with Store(arguments.store) as store, store.reserved():
        try:
            with work_on(arguments.jobs, arguments.cluster) as pool:
                yield Work(store, pool)
        except KeyboardInterrupt:
            print(f"\ninterrupted; what was finished is in {store.path}", file=sys.stderr)
            print(f"to go on: {shlex.join(['shirokuro', *arguments.words])}", end="", file=sys.stderr)
            raise


def begin(run: Run, work: Work) -> None:
    """Stores the definition of the run, and warns of stored games that another program played."""
    work.store.note_run(run.study.name, run.definition())
    programs = work.store.provenance(run.plan).by("program")
    del programs[here().program]
    if programs:
        found = f"{programs.total()} games or measurements in the store are of {', '.join(programs)}"
        print(
            f"{run.study.name}: {found}; to have them of this program, use another --store", file=sys.stderr
        )


def complete(run: Run, work: Work) -> Results:
    """Does the missing tasks of a run and reads the results; damaged ones are repeated once."""
    begin(run, work)
    _do(run, work)
    results = _read(run, work.store)
    if drop_damaged(work.store):
        _do(run, work)
        results = _read(run, work.store)
    tell_of(run, results, work.store)
    return results


def results_of(run: Run, store: Store) -> Results:
    """The results of a run so far."""
    results = _read(run, store)
    tell_of(run, results, store)
    return results


def tell_of(run: Run, results: Results, store: Store) -> None:
    """Warns of damaged entries, and of games that did not end by the rules."""
    tell_damage(store, "left out")
    if lost := forfeits(results.values()):
        print(f"{run.study.name}: games that did not end by the rules: {lost}", file=sys.stderr)


def drop_damaged(store: Store) -> bool:
    """Removes damaged entries from the store, so that they are done again; False if there were none."""
    tell_damage(store, "done again")
    is_damaged = bool(store.damage())
    store.drop_damaged()
    return is_damaged


def _do(run: Run, work: Work) -> None:
    for _ in progress_of(run.study.name, run.plan, work):
        pass


def _read(run: Run, store: Store) -> Results:
    """Reads the results under a progress bar, since many games take a while."""
    results: dict[str, CellResult] = {}
    with ProgressBar(len(run.plan), f"{run.study.name}: reading") as bar:
        for number, (name, result) in enumerate(store.read(run.plan)):
            bar.show(number)
            results[name] = result
    return results


def progress_of(name: str, plan: Sequence[Cell], work: Work) -> Generator[RunProgress, None, None]:
    """Does the missing tasks of a plan under a progress bar; closing the generator stops the work."""
    with ProgressBar(words=name) as bar, closing(fill(plan, work.store, work.pool)) as filling:
        for progress in filling:
            bar.show(progress.done, total=progress.total, share=progress.share)
            yield progress
