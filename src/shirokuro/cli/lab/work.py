"""Doing the work of a verb: the store, the processes, the bar, and how to go on after Ctrl-C."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from shirokuro.cli.lab.watching import watching
from shirokuro.executors import Pool, work_on
from shirokuro.lab.runner import Progress, fill
from shirokuro.lab.runs import Run
from shirokuro.lab.store import Store


@dataclass(frozen=True, slots=True)
class Work:
    """Where games are kept, and who plays them."""

    store: Store
    pool: Pool


@contextmanager
def at_work(arguments: argparse.Namespace) -> Iterator[Work]:
    """Opens the store and starts the processes; an interrupted run says how to go on."""
    with Store(arguments.store) as store:
        try:
            with work_on(arguments.jobs, arguments.cluster) as pool:
                yield Work(store, pool)
        except KeyboardInterrupt:
            print(f"\ninterrupted; what was finished is in {store.path}", file=sys.stderr)
            print(f"to go on: {shlex.join(['shirokuro', *arguments.words])}", end="", file=sys.stderr)
            raise


def progress_of(run: Run, work: Work) -> Iterator[Progress]:
    """Does what the run still lacks, under a bar."""
    run.remember(work.store)
    with watching(run.study.name) as show:
        for progress in fill(run.plan(), work.store, work.pool):
            show(progress)
            yield progress


def complete(run: Run, work: Work) -> None:
    """Does all that the run still lacks."""
    for _ in progress_of(run, work):
        pass
