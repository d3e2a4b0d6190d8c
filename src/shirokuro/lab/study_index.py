"""Finds studies by name, and the runs recorded in a store.

A package offers a study by an entry point: `[project.entry-points."shirokuro.studies"]`, then
`NAME = "module:STUDY"`. The studies of this package are found in the same way. A study outside any
package is found by its dotted name, `mymodule.STUDY`.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from shirokuro.errors import nearest
from shirokuro.lab.run.plan import Scale
from shirokuro.lab.run.store import Store, run_row
from shirokuro.lab.study import Run, Study, call_study
from shirokuro.lab.tournament import Tournament
from shirokuro.players.dotted import imported_value, is_dotted

GROUP = "shirokuro.studies"
_FIRST = ("parallel", "nip-monte-carlo", "dont-care", "rival", "monte-carlo")
"""The replications, in the order of docs/studies.md; other studies follow by name."""
_PARTS = ("name", "title", "question", "method", "paper", "plan", "exhibits")
"""The attributes that every study has."""


@cache
def studies() -> dict[str, Study]:
    """All studies that packages offer, the replications first."""
    places: dict[str, str] = {}
    for offered in entry_points(group=GROUP):
        place = offered.value.replace(":", ".")
        if places.setdefault(offered.name, place) != place:
            raise ValueError(f"two studies are called {offered.name!r}: {places[offered.name]} and {place}")
    order = [*(name for name in _FIRST if name in places), *sorted(places.keys() - set(_FIRST))]
    found = {name: _imported(places[name]) for name in order}
    for name, each in found.items():
        if each.name != name:
            raise ValueError(f"{places[name]}: this study is called {each.name!r}, its entry point {name!r}")
    return found


def study(name: str) -> Study:
    """Finds a study by its name or, if no package offers it, by its dotted name, such as `mymodule.STUDY`."""
    known = studies()
    if name in known:
        return known[name]
    if not is_dotted(name):
        raise ValueError(f"no study {name!r}: {nearest(name, known)}")
    own = _imported(name)
    if own.name in known:
        raise ValueError(f"two studies are called {own.name!r}: {name} and one that is installed")
    return own


def run_of(name: str, scale: Scale) -> Run:
    """A study by its name, at a scale."""
    return Run(study(name), scale, "" if name in studies() else name)


def _imported(place: str) -> Study:
    found: Study = imported_value(place, "study")
    missing = [part for part in _PARTS if not call_study(place, part, hasattr, found, part)]
    if isinstance(found, type):
        lack = "it is a class"
    elif missing:
        lack = f"it has no {missing[0]}"
    elif not isinstance(found.name, str) or not found.name:
        lack = "its name is not a text"
    elif not callable(found.plan) or not callable(found.exhibits):
        lack = "its plan and exhibits must be functions"
    else:
        return found
    raise ValueError(f"{place} is no study: {lack}")


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
    """All runs in the store, studies first, without those of studies that no longer exist."""
    noted = store.runs()
    names = [name for name in studies() if name in noted]
    names += [name for name, asked in noted.items() if "tournament" in asked or "module" in asked]
    found = (_recalled(store, name, noted[name]) for name in names)
    return [run for run in found if run is not None]


def _recalled(store: Store, name: str, asked: dict[str, Any]) -> Run | None:
    """Rebuilds a run from its row in the store; None if the row is damaged."""
    tournament = asked.get("tournament")

    def read() -> Run:
        if tournament is not None:
            return Tournament.from_fields(tournament).run()
        return run_of(asked.get("module", name), Scale(**asked["scale"]))

    return store.readable(run_row(name), read)
