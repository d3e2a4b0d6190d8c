"""What was last asked for under a name: a study and its scale, kept in the store for reports and exports."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from difflib import get_close_matches

from shirokuro.lab import catalogue
from shirokuro.lab.provenance import Provenance, here
from shirokuro.lab.store import Store
from shirokuro.lab.study import Cell, Results, Scale, Study
from shirokuro.lab.task import digest


@dataclass(frozen=True, slots=True)
class Run:
    """A study at a scale."""

    study: Study
    scale: Scale
    provenance: Provenance | None = None
    """Where it was last worked on; None if it was not."""

    def plan(self) -> list[Cell]:
        """The cells, whose names all differ."""
        cells = list(self.study.plan(self.scale))
        if len({cell.name for cell in cells}) < len(cells):
            raise ValueError(f"{self.study.name}: two cells have the same name")
        return cells

    def results(self, store: Store) -> Results:
        return store.results(self.plan())

    def remember(self, store: Store) -> None:
        """Notes what is asked for and where it is done; what lacks nothing was done where it was done."""
        provenance = store.runs().get(self.study.name, {}).get("provenance")
        if provenance is None or not self._tasks() <= store.keys():
            provenance = asdict(here())
        store.note_run(self.study.name, {"scale": asdict(self.scale), "provenance": provenance})

    def _tasks(self) -> set[bytes]:
        """The keys of all tasks."""
        return {digest(task) for cell in self.plan() for task in cell.tasks()}


def recall(store: Store, name: str) -> Run:
    """The last run of that name in the store."""
    runs = store.runs()
    if name not in runs:
        near = get_close_matches(name, runs, 1)
        known = f"there are {', '.join(runs)}" if runs else "nothing was run yet"
        raise ValueError(f"{store.path}: no run {name!r}: {f'did you mean {near[0]!r}?' if near else known}")
    noted = runs[name]
    provenance = Provenance(**noted["provenance"]) if "provenance" in noted else None
    return Run(catalogue.study(name), Scale(**noted["scale"]), provenance)


def recall_all(store: Store) -> list[Run]:
    return [recall(store, name) for name in store.runs()]
