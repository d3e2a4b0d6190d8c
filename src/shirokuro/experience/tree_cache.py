"""A cache of experience trees: for the next move or game, only what is new in a file is read."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shirokuro.experience.experience_file import ExperienceFile, Known
from shirokuro.experience.tree import ExperienceTree

MOST_TREES = 8


class _KeptTree:
    """A tree and the part of its file that it holds."""

    def __init__(self, variant: str, identity: int | None) -> None:
        self.tree = ExperienceTree(variant)
        self.identity = identity
        self.known = Known()

    def read_on(self, file: ExperienceFile, known: Known) -> None:
        if known == self.known:
            return
        tree, variant = self.tree, self.tree.variant
        changed = []
        for key, moves in file.positions(variant, self.known.positions, known.positions).items():
            tree.add(key, moves)
            changed.append(key)
        for game in file.games(variant, self.known.games, known.games):
            changed += tree.count(game.record, game.owner)
        tree.settle(changed)
        self.known = known


class TreeCache:
    """The trees that were used last, by file and board."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._kept: OrderedDict[tuple[Path, str], _KeptTree] = OrderedDict()

    @contextmanager
    def of(self, file: ExperienceFile, variant: str, known: Known | None = None) -> Iterator[ExperienceTree]:
        """The tree of a file, up to what is `known`; the cache is locked meanwhile."""
        with self._lock:
            identity, there = file.identity(), file.known()
            wanted = there if known is None else Known(*map(min, known, there))
            key = (file.path.absolute(), variant)
            kept = self._kept.pop(key, None)
            if kept is None or kept.identity != identity or not all(map(int.__le__, kept.known, wanted)):
                kept = _KeptTree(variant, identity)
            kept.read_on(file, wanted)
            self._kept[key] = kept
            while len(self._kept) > MOST_TREES:
                self._kept.popitem(last=False)
            yield kept.tree


TREES = TreeCache()
