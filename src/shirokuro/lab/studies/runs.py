"""What was last asked for under a name: a study and its scale, kept in the store for reports and exports."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from typing import Any

from shirokuro.fixture import Game
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.store import Store, run_row
from shirokuro.lab.studies import catalogue
from shirokuro.lab.studies.tournament import Tournament
from shirokuro.lab.study import Study


@dataclass(frozen=True, slots=True)
class Run:
    """A study at a scale."""

    study: Study
    scale: Scale

    @property
    def seed(self) -> int:
        """Where the luck of all its games comes from."""
        return self.study.terms.seed if isinstance(self.study, Tournament) else self.scale.seed

    @property
    def may_end_early(self) -> bool:
        """Whether it can be finished before all games of its plan were played."""
        return isinstance(self.study, Tournament) and self.study.sprt is not None

    def command(self) -> str:
        """What was asked for, as one would type it; nothing for a tournament."""
        if isinstance(self.study, Tournament):
            return ""
        words = ["shirokuro", "lab", "run", self.study.name]
        words += [f"--{self.scale.size}"] if self.scale.size != "default" else []
        words += ["--games", str(self.scale.games)] if self.scale.games is not None else []
        words += ["--seed", str(self.scale.seed)] if self.scale.seed else []
        return shlex.join(words)

    def plan(self) -> list[Cell]:
        """The cells, whose names all differ."""
        cells = list(self.study.plan(self.scale))
        if len({cell.name for cell in cells}) < len(cells):
            raise ValueError(f"{self.study.name}: two cells have the same name")
        return cells

    def results(self, store: Store) -> Results:
        return store.results(self.plan())

    def played(self, store: Store) -> Iterator[Game]:
        """The games that count, in the order of the plan and each once."""
        if not isinstance(self.study, Tournament):
            yield from store.played(self.plan())
            return
        for cell in self.plan():
            yield from self.study.games(store.results([cell])[cell.name])

    def remember(self, store: Store) -> None:
        definition: dict[str, Any] = {"scale": asdict(self.scale)}
        if isinstance(self.study, Tournament):
            definition["tournament"] = self.study.fields()
        store.note_run(self.study.name, definition)


def recall(store: Store, name: str) -> Run:
    """The last run of that name in the store."""
    runs = store.runs()
    if name not in runs:
        near = get_close_matches(name, runs, 1)
        known = f"there are {', '.join(runs)}" if runs else "nothing was run yet"
        raise ValueError(f"{store.path}: no run {name!r}: {f'did you mean {near[0]!r}?' if near else known}")
    if (run := _recalled(store, name, runs[name])) is None:
        raise ValueError(store.damage()[-1])
    return run


def recall_all(store: Store) -> list[Run]:
    """All runs in the store but those of studies that are no more: studies in order, then tournaments."""
    noted = store.runs()
    names = [name for name in catalogue.studies() if name in noted]
    names += [name for name, asked in noted.items() if "tournament" in asked]
    found = (_recalled(store, name, noted[name]) for name in names)
    return [run for run in found if run is not None]


def _recalled(store: Store, name: str, asked: dict[str, Any]) -> Run | None:
    """A run as it was noted; None where that cannot be read."""
    tournament = asked.get("tournament")

    def read() -> Run:
        study = catalogue.study(name) if tournament is None else Tournament.from_fields(tournament)
        return Run(study, Scale(**asked["scale"]))

    return store.readable(run_row(name), read)
