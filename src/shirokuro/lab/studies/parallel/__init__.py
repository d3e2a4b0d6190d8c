"""Parallel reversi: tables 1 to 12 as printed and as described, threads, strength over depth."""

from __future__ import annotations

from collections.abc import Sequence

from shirokuro.lab.exhibit import Exhibit, Findings
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS
from shirokuro.lab.studies.parallel import cells, plots, tables
from shirokuro.lab.studies.parallel.findings import answer, findings


class ParallelStudy:
    """What a search of 2012 did on one thread and on many, and what it does as its text describes it."""

    name = "parallel"
    title = "Reversi in parallel: SSAI and MSAI against random"
    question = "Does it play better the deeper it reads, and faster on more threads?"
    source = "Maeda 2012, リバーシの並列化 (The parallelisation of reversi)"

    def plan(self, scale: Scale) -> Sequence[Cell]:
        return cells.plan(scale)

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        by_depth = ((turn, program) for turn in reversed(TURNS) for program in tables.PROGRAMS)
        return [
            tables.all_wins(results),
            *(tables.wins(results, turn, program) for turn, program in by_depth),
            *(tables.seconds(results, turn) for turn in reversed(TURNS)),
            tables.heavy(results),
            tables.equal_time(results),
            plots.time_plot(results),
            plots.speed_up_plot(results),
            plots.growth_plot(results),
            Findings(tuple(findings(results)), answer(results)),
        ]


STUDY = ParallelStudy()
