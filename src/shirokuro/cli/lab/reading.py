"""A store that is read, and what in it could not be."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shirokuro.lab.run.store import Store

MOST_TOLD = 5


@contextmanager
def reading(path: str | None) -> Iterator[Store]:
    """A store that must be there; in the end it is told what had to be left out."""
    from shirokuro.lab.run.store import Store

    with Store(path, create=False) as store:
        yield store
        tell_damage(store, "left out")


def tell_damage(store: Store, what: str) -> None:
    """Says what could not be read, and what became of it."""
    damage = store.damage()
    for line in damage[:MOST_TOLD]:
        print(f"{what}: {line}", file=sys.stderr)
    if len(damage) > MOST_TOLD:
        print(f"{what}: {len(damage) - MOST_TOLD} more", file=sys.stderr)
