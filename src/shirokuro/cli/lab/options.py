"""Options that several verbs of the laboratory share."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shirokuro.lab.run.plan import Scale


def add_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store",
        metavar="FILE",
        help="where the games are (default: lab.sqlite in $SHIROKURO_HOME, else in the user's data folder)",
    )


def add_work(parser: argparse.ArgumentParser) -> None:
    """Where the work is done, and where it is kept."""
    parser.add_argument(
        "--jobs",
        "--concurrency",
        type=int,
        default=processors(),
        metavar="N",
        help="games at a time on this machine (default: one a processor)",
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="work on a Dask cluster, as tcp://host:8786")
    add_store(parser)


def add_scale(parser: argparse.ArgumentParser) -> None:
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--quick", dest="size", action="store_const", const="quick", help="a first look, in minutes"
    )
    size.add_argument(
        "--full", dest="size", action="store_const", const="full", help="many more games, in hours"
    )
    parser.add_argument("--games", type=int, metavar="N", help="games for every cell of the tables")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="another seed, other games")
    parser.set_defaults(size="default")


def scale_of(arguments: argparse.Namespace) -> Scale:
    from shirokuro.lab.run.plan import Scale

    return Scale(arguments.size, arguments.games, arguments.seed)


def processors() -> int:
    """Those that this process may use, where the system tells."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
