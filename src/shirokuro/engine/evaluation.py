"""Evaluators by name, with trained weights from the package or a file."""

from __future__ import annotations

import gzip
import os
import zlib
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from shirokuro import _core
from shirokuro.squares.variant import find_variant

TRAINED = "trained"
FALLBACK = "hand"
"""The evaluator behind `trained` on boards that the package has no weights for."""
EVALUATORS = (TRAINED, *_core.evaluators())
WEIGHTS = Path(__file__).parents[1] / "weights"
"""The package's weights, a file a board."""
GZIP = b"\x1f\x8b"


class Evaluator:
    """An evaluator on all boards; weights of a file are used on their board, the package's elsewhere."""

    def __init__(self, name: str = TRAINED, weights: str | Path | None = None) -> None:
        if name not in EVALUATORS:
            raise ValueError(f"evaluator: no {name!r}, there are {', '.join(EVALUATORS)}")
        if weights is not None and name != TRAINED:
            raise ValueError(f"weights are for the evaluator {TRAINED!r}, not for {name!r}")
        self.name = name
        self._own = None if weights is None else read_weights(weights)

    def on(self, variant: str) -> _core.Evaluation:
        """The evaluation of one board."""
        if self._own is not None and self._own.serves(variant):
            return self._own
        return _on_board(self.name, variant)

    def only_on(self, variant: str) -> _core.Evaluation:
        """The same, where weights of another board are an error."""
        return self.on(variant) if self._own is None else self._own


def read_weights(file: str | Path) -> _core.Evaluation:
    """The weights of a file, which is read once; a ValueError says what is wrong with it."""
    state = os.stat(file)
    return _read(os.path.realpath(file), state.st_mtime_ns, state.st_size)


def has_weights(variant: str) -> bool:
    """Whether the package has weights for a board."""
    return _packaged(variant).exists()


@cache
def weights_digest(variant: str) -> str:
    """Tells the package's weights of a board from others; nothing where it has none."""
    return sha256(_packaged(variant).read_bytes()).hexdigest()[:16] if has_weights(variant) else ""


@cache
def _on_board(name: str, variant: str) -> _core.Evaluation:
    if name == TRAINED and has_weights(variant):
        found = read_weights(_packaged(variant))
        if not found.serves(variant):
            raise ValueError(f"{_packaged(variant)}: these are weights of {found.board}")
        return found
    return _core.evaluation_named(FALLBACK if name == TRAINED else name)


@lru_cache(maxsize=32)
def _read(path: str, _modified: int, _size: int) -> _core.Evaluation:
    try:
        return _core.evaluation_by_weights(unpacked(Path(path).read_bytes()))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def unpacked(contents: bytes) -> bytes:
    """The contents of a file that may be gzipped."""
    if not contents.startswith(GZIP):
        return contents
    try:
        return gzip.decompress(contents)
    except (EOFError, OSError, zlib.error) as error:
        raise ValueError(f"these weights are damaged or cut off: {error}") from None


def _packaged(variant: str) -> Path:
    """The file of a board; boards that differ in their rules alone share it."""
    return WEIGHTS / f"{find_variant(variant).name.partition('+')[0]}.weights.gz"
