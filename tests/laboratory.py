"""A small study for the tests, and the command line with it in a process that a test can disturb.

`python tests/laboratory.py run small` is `shirokuro lab run small`. The environment says what happens to it:
LAB_SIGNAL is the signal that it sends itself, LAB_SECONDS after it has stored LAB_GAMES; LAB_FILE_BYTES is
how large a file may grow, as on a disk that is nearly full.
"""

from __future__ import annotations

import os
import resource
import sys
import threading
from collections.abc import Sequence

from shirokuro.cli import main
from shirokuro.cli.lab import work
from shirokuro.lab import study_index
from shirokuro.lab.exhibit import Exhibit, Findings, Plot, Point, PublishedCells, Series, Table
from shirokuro.lab.run.plan import Cell, Measurement, Scale, Task
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import both_colours
from shirokuro.lab.run.store import Store
from shirokuro.lab.run.task import TaskResult
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.study import Paper, Study
from shirokuro.matches.fixture import Fixture
from shirokuro.replications.fitting import COLUMNS

FIT = ("greedy", "75 % of 4 (30–95 %)", "1", "explained")
"""What stands in the row of a published figure."""


def squares(count: int) -> list[int]:
    """A measurement."""
    return [number * number for number in range(count)]


class Small:
    """Greedy against random on two boards, and a measurement."""

    name = "small"
    title = "Greedy and random"
    question = "Does greed pay?"
    method = "Both play both, and squares are counted."
    paper = Paper("A. Tester", "2001", "題", "A title", "A thesis", "Greed won 3 of 4.")

    def plan(self, scale: Scale) -> Sequence[Cell]:
        games = scale.count(2, 4, 8)
        return [
            *(
                Cell(board, both_colours(Fixture("greedy", "random", board, seed=scale.seed), games))
                for board in ("reversi4", "nip12")
            ),
            Cell("squares", measurement=Measurement.of(squares, count=3), exclusive=True),
        ]

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        boards = [name for name in results if name != "squares"]
        rows = tuple((name, str(results[name].tally), results[name].mean_margin) for name in boards)
        points = tuple(Point(name, Proportion.scored(results[name].tally).value) for name in boards)
        return [
            Table("Wins", ("board", "W/L/D", "margin"), rows, ("Greedy's.",)),
            PublishedCells("What explains it", COLUMNS, (("table 1: greed", "3 of 4", *FIT),)),
            Plot("Score", "board", "share", (Series("greedy", points),), "bar"),
            Findings(
                (f"The squares are {results['squares'].value}.",), "It depends on the board.", "Quite sure."
            ),
        ]


STUDY = Small()


def only_the_small_study() -> dict[str, Study]:
    return {STUDY.name: STUDY}


class StoreThatSignals(Store):
    """Counts what is stored, and has a signal sent when it is enough."""

    def __init__(self, path: str | None) -> None:
        self._countdown = int(os.environ["LAB_GAMES"])
        self._look()
        super().__init__(path)

    def add(self, task: Task, outcome: TaskResult) -> None:
        super().add(task, outcome)
        self._countdown -= 1
        self._look()

    def _look(self) -> None:
        if self._countdown == 0:
            timer = threading.Timer(float(os.environ["LAB_SECONDS"]), signal_itself)
            timer.daemon = True
            timer.start()


def signal_itself() -> None:
    os.kill(os.getpid(), int(os.environ["LAB_SIGNAL"]))


def run() -> int:
    study_index.studies = only_the_small_study  # type: ignore[assignment]
    if limit := os.environ.get("LAB_FILE_BYTES"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), resource.RLIM_INFINITY))
    if "LAB_SIGNAL" in os.environ:
        work.Store = StoreThatSignals  # type: ignore[misc, assignment]
    return main(["lab", *sys.argv[1:]])


if __name__ == "__main__":
    import laboratory  # under its own name, as the processes that do the work know it

    sys.exit(laboratory.run())
