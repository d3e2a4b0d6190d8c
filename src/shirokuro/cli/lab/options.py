"""Options that several verbs of the laboratory share, and reading the store that they name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from shirokuro.cli.arguments import add_jobs
from shirokuro.lab.run.store import Store

MOST_TOLD = 5
"""Lines about what could not be read."""


def add_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store",
        metavar="FILE",
        help="where the games are (default: lab.sqlite in $SHIROKURO_HOME, else in the user's data folder)",
    )


def add_work(parser: argparse.ArgumentParser) -> None:
    """Where the work is done, and where it is kept."""
    add_jobs(parser, "games", "--concurrency")
    add_store(parser)


@contextmanager
def reading(path: str | None) -> Iterator[Store]:
    """A store that must be there; at the end a warning names what had to be left out."""
    with Store(path, create=False) as store:
        yield store
        tell_damage(store, "left out")


def tell_damage(store: Store, what: str) -> None:
    """Says what could not be read, and what became of it."""
    damage = store.damage()
    for line in damage[:MOST_TOLD]:
        print(f"{what}: {line}", file=sys.stderr)
    if len(damage) > MOST_TOLD:
        print(f"{what}: {len(damage) - MOST_TOLD} more", file=sys.stderr)
