"""The studies by name, found in the folder they lie in, and the runs that a store notes."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from shirokuro.errors import nearest
from shirokuro.lab import studies as folder
from shirokuro.lab.run.plan import Scale
from shirokuro.lab.run.store import Store, run_row
from shirokuro.lab.studies.tournament import Tournament
from shirokuro.lab.study import Run, Study

_FIRST = ("parallel", "nip-monte-carlo", "dont-care", "rival", "monte-carlo")
"""The published ones, as docs/studies.md lists them; others follow by name."""


@cache
def studies() -> dict[str, Study]:
    """All studies, the published ones first."""
    modules = [import_module(f"{folder.__name__}.{found.name}") for found in iter_modules(folder.__path__)]
    found: list[Study] = [module.STUDY for module in modules if hasattr(module, "STUDY")]
    by_name = {study.name: study for study in sorted(found, key=lambda study: study.name)}
    return {name: by_name[name] for name in dict.fromkeys((*_FIRST, *by_name))}


def study(name: str) -> Study:
    """The study of that name."""
    known = studies()
    if name not in known:
        raise ValueError(f"no study {name!r}: {nearest(name, known)}")
    return known[name]


def recall(store: Store, name: str) -> Run:
    """The last run of that name in the store."""
    runs = store.runs()
    if name not in runs:
        known = nearest(name, runs) if runs else "nothing was run yet"
        raise ValueError(f"{store.path}: no run {name!r}: {known}")
    if (run := _recalled(store, name, runs[name])) is None:
        raise ValueError(store.damage()[-1])
    return run


def recall_all(store: Store) -> list[Run]:
    """All runs in the store but those of studies that are no more: studies in order, then tournaments."""
    noted = store.runs()
    names = [name for name in studies() if name in noted]
    names += [name for name, asked in noted.items() if "tournament" in asked]
    found = (_recalled(store, name, noted[name]) for name in names)
    return [run for run in found if run is not None]


def _recalled(store: Store, name: str, asked: dict[str, Any]) -> Run | None:
    """A run as it was noted; None where that cannot be read."""
    tournament = asked.get("tournament")

    def read() -> Run:
        if tournament is not None:
            return Tournament.from_fields(tournament).run()
        return Run(study(name), Scale(**asked["scale"]))

    return store.readable(run_row(name), read)
