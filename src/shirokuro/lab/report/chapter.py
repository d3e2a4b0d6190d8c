"""A chapter of the report: one run, its exhibits, and a sample of its games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from shirokuro.lab.exhibit import Exhibit, PublishedCells
from shirokuro.lab.report.head import once, verdict_counts
from shirokuro.lab.report.markdown import entry
from shirokuro.lab.report.standings import openings_table
from shirokuro.lab.run.result import Provenance, Results, date, forfeits
from shirokuro.lab.run.store import Store
from shirokuro.lab.study import Run, Study
from shirokuro.matches.fixture import Game

Notify: TypeAlias = Callable[[str], object]
"""Called with the name of each study before it is processed."""

MOST_A_CELL = 20
"""The largest number of games of one cell on the page."""
MOST_IN_ALL = 2000
"""The largest number of games on the page: at a kilobyte each, the file stays within a few megabytes."""


@dataclass(frozen=True, slots=True)
class GameSample:
    """The first games of a cell."""

    cell: str
    games: tuple[Game, ...]
    played: int
    """The number of games played in the cell."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Everything that a report says about a run."""

    run: Run
    provenance: Provenance
    exhibits: tuple[Exhibit, ...]
    samples: tuple[GameSample, ...]
    done: int
    planned: int
    forfeits: str = ""

    @property
    def place(self) -> str:
        """The run's name in a form that links and file names allow."""
        return re.sub(r"\W+", "-", self.run.study.name.lower()).strip("-") or "run"

    @property
    def is_complete(self) -> bool:
        return self.done >= self.planned or self.run.may_end_early

    def facts(self) -> dict[str, str]:
        """How the run was done, and how to repeat it."""
        facts = {
            "command": self.run.command,
            "done": f"{entry(self.done)} of {entry(self.planned)} games and measurements",
            "forfeits": self.forfeits,
            "seed": str(self.run.seed),
            "date": date(self.provenance.finished) if self.provenance.counts else "",
            "machine": _listed(self.provenance.by("machine")),
            "program": _listed(self.provenance.by("program")),
        }
        return {name: fact for name, fact in facts.items() if fact}


def _listed(shares: Counter[str]) -> str:
    """Lists who did the work; if there were several, with their shares."""
    if len(shares) < 2:
        return "".join(shares)
    return "; ".join(f"{name} ({entry(count)} of them)" for name, count in shares.most_common())


def silent(words: str) -> None:
    """Does nothing: the default `Notify`."""


def exhibits_of(study: Study, results: Results) -> tuple[Exhibit, ...]:
    """The exhibits of a study, and the table of how its openings ended."""
    return tuple(once((*study.exhibits(results), *openings_table(results.values()))))


def chapter_of(run: Run, results: Results, provenance: Provenance) -> Chapter:
    """Makes the chapter of a run from its results so far."""
    return Chapter(
        run,
        provenance,
        exhibits_of(run.study, results),
        tuple(
            GameSample(name, cell.games[:MOST_A_CELL], len(cell.games))
            for name, cell in results.items()
            if cell.games
        ),
        sum(len(cell.games) + (cell.value is not None) for cell in results.values()),
        sum(cell.planned for cell in results.values()),
        forfeits(results.values()),
    )


def chapters(runs: Sequence[Run], store: Store, notify: Notify = silent) -> list[Chapter]:
    """Makes a chapter for each run; there must be at least one."""
    if not runs:
        raise ValueError(f"{store.path}: nothing was run yet")
    found = []
    for run in runs:
        notify(run.study.name)
        found.append(chapter_of(run, store.results(run.plan), store.provenance(run.plan)))
    return found


def published_figures(chapters: Sequence[Chapter]) -> list[PublishedCells]:
    """The published figures of all studies, with their verdicts, in one table; empty if there are none."""
    found = [
        (chapter, table)
        for chapter in chapters
        for table in chapter.exhibits
        if isinstance(table, PublishedCells)
    ]
    rows = tuple((chapter.run.study.name, *row) for chapter, table in found for row in table.rows)
    columns = ("study", *found[0][1].columns) if found else ()
    note = verdict_counts(table for _, table in found)
    return [PublishedCells("All published figures", columns, rows, (note,))] if rows else []


def last_result(chapters: Sequence[Chapter]) -> str:
    """The date of the latest result; not today's, so that equal results give equal reports."""
    return date(max(chapter.provenance.finished for chapter in chapters))


def with_fewer_games(chapters: Sequence[Chapter]) -> list[Chapter]:
    """Shortens the samples to as many games per cell as fit on the page."""
    cells = sum(len(chapter.samples) for chapter in chapters)
    most = max(1, MOST_IN_ALL // max(cells, 1))
    return [
        replace(chapter, samples=tuple(replace(each, games=each.games[:most]) for each in chapter.samples))
        for chapter in chapters
    ]
