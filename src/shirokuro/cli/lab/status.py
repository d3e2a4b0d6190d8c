"""`shirokuro lab status`: the contents of the store, and the progress of each run."""

from __future__ import annotations

import argparse
import json

from shirokuro.cli.arguments import Subparsers
from shirokuro.cli.lab.options import add_store, reading
from shirokuro.lab.run.task import digest
from shirokuro.lab.study import Run
from shirokuro.lab.study_index import recall_all
from shirokuro.words.counted import counted


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("status", help="show the contents of the store", description=__doc__)
    add_store(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    with reading(arguments.store) as store:
        games, measurements = store.counts()
        stored, found = store.keys(), recall_all(store)
        runs = {each.study.name: progress(each, stored) for each in found}
        if arguments.json:
            about = {"store": str(store.path), "games": games, "measurements": measurements}
            print(json.dumps({**about, "runs": runs}))
            return
        print(f"{store.path}: {counted(games, 'game')}, {counted(measurements, 'measurement')}")
        for each in found:
            done, total = runs[each.study.name]
            most = "at most " if each.may_end_early else ""
            print(f"{each.study.name}: {done} of {most}{total} done")


def progress(run: Run, stored: set[bytes]) -> tuple[int, int]:
    """The number of tasks done, and of all tasks."""
    tasks = {digest(task.key()) for cell in run.plan for task in cell.tasks()}
    return len(tasks & stored), len(tasks)
