"""The studies by name, found in the folder they lie in."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from shirokuro.lab import studies as folder
from shirokuro.lab.study import Study


@cache
def studies() -> dict[str, Study]:
    """All studies, in the order of their sources."""
    modules = [import_module(f"{folder.__name__}.{found.name}") for found in iter_modules(folder.__path__)]
    found: list[Study] = [module.STUDY for module in modules if hasattr(module, "STUDY")]
    return {study.name: study for study in sorted(found, key=lambda study: (study.source, study.name))}


def study(name: str) -> Study:
    """The study of that name."""
    known = studies()
    if name not in known:
        near = get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
        raise ValueError(f"no study {name!r}: {hint}")
    return known[name]
