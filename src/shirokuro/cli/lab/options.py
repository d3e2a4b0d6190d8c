"""Options that several verbs of the laboratory share, and reading the store they name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from shirokuro.cli.arguments import add_jobs
from shirokuro.lab.run.store import Store

MOST_TOLD = 5
"""Most lines about damaged entries."""


def add_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store",
        metavar="FILE",
        help="where the games are (default: lab.sqlite in $SHIROKURO_HOME, else in the user's data folder)",
    )


def add_work(parser: argparse.ArgumentParser) -> None:
    """Adds the options for parallel work and for the store."""
    add_jobs(parser, "games", "--concurrency")
    add_store(parser)


@contextmanager
def reading(path: str | None) -> Iterator[Store]:
    """An existing store; at the end a warning names the damaged entries that were left out."""
    with Store(path, create=False) as store:
        yield store
        tell_damage(store, "left out")


def tell_damage(store: Store, what: str) -> None:
    """Warns of entries that could not be read, and what was done about them."""
    damage = store.damage()
    for line in damage[:MOST_TOLD]:
        print(f"{what}: {line}", file=sys.stderr)
    if len(damage) > MOST_TOLD:
        print(f"{what}: {len(damage) - MOST_TOLD} more", file=sys.stderr)
