"""A chapter of the report: one run, what it shows, and a sample of its games."""

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
"""Is called with the name of each study as its turn comes."""

MOST_A_CELL = 20
"""Games of one cell that the page shows."""
MOST_IN_ALL = 2000
"""Games that the page shows: with a kilobyte each it stays a few megabytes."""


@dataclass(frozen=True, slots=True)
class GameSample:
    """The first games of a cell."""

    cell: str
    games: tuple[Game, ...]
    played: int
    """How many the cell has."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """What there is to say of a run."""

    run: Run
    provenance: Provenance
    exhibits: tuple[Exhibit, ...]
    samples: tuple[GameSample, ...]
    done: int
    planned: int
    forfeits: str = ""

    @property
    def place(self) -> str:
        """The name as links and files can have it."""
        return re.sub(r"\W+", "-", self.run.study.name.lower()).strip("-") or "run"

    @property
    def is_complete(self) -> bool:
        return self.done >= self.planned or self.run.may_end_early

    def facts(self) -> dict[str, str]:
        """How it was done and can be done again."""
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
    """Whoever did the work, and how much of it if there were several."""
    if len(shares) < 2:
        return "".join(shares)
    return "; ".join(f"{name} ({entry(count)} of them)" for name, count in shares.most_common())


def silent(words: str) -> None:
    """Notifies nobody."""


def exhibits_of(study: Study, results: Results) -> tuple[Exhibit, ...]:
    """What a study shows, and how the openings of its games ended."""
    return tuple(once((*study.exhibits(results), *openings_table(results.values()))))


def chapter_of(run: Run, results: Results, provenance: Provenance) -> Chapter:
    """What there is to say of a run, given what there is of it."""
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
    """A chapter for each run; there must be one."""
    if not runs:
        raise ValueError(f"{store.path}: nothing was run yet")
    found = []
    for run in runs:
        notify(run.study.name)
        found.append(chapter_of(run, store.results(run.plan), store.provenance(run.plan)))
    return found


def published_figures(chapters: Sequence[Chapter]) -> list[PublishedCells]:
    """The published figures of all studies, with their verdicts, in one table; none where there are none."""
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
    """The date of the youngest result: a report of the same results is the same whenever it is written."""
    return date(max(chapter.provenance.finished for chapter in chapters))


def with_fewer_games(chapters: Sequence[Chapter]) -> list[Chapter]:
    """With as many games of each cell as a page has room for."""
    cells = sum(len(chapter.samples) for chapter in chapters)
    most = max(1, MOST_IN_ALL // max(cells, 1))
    return [
        replace(chapter, samples=tuple(replace(each, games=each.games[:most]) for each in chapter.samples))
        for chapter in chapters
    ]
