"""Fits a file of weights to labelled positions; compares its errors with the handcrafted evaluation's."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from shirokuro.engine import batch
from shirokuro.engine.evaluation import FALLBACK
from shirokuro.storage.whole_file import whole_file
from shirokuro.training.fit import (
    PhaseError,
    discs,
    errors,
    file_of,
    fit,
    is_held_out,
    probcut_errors_of,
)
from shirokuro.training.self_play import features_of, patterns_of, read_positions
from shirokuro.training.settings import DEFAULT_SETTINGS, Settings


@dataclass(frozen=True, slots=True)
class Row:
    """One phase of a fit, compared with the handcrafted evaluation."""

    error: PhaseError
    by_hand: float
    """The handcrafted evaluation's error on the positions held out."""

    HEADING = "empties   positions   fitted   held out   hand"

    def __str__(self) -> str:
        few, many = self.error.empties
        numbers = f"{self.error.fitted:8.2f} {self.error.held_out:10.2f} {self.by_hand:6.2f}"
        return f"{few:3}-{many:<3} {self.error.positions:12,} {numbers}"


def make_weights(
    variant: str,
    files: Sequence[Path],
    out: Path,
    settings: Settings = DEFAULT_SETTINGS,
    report: Callable[[Row], object] = lambda row: None,
) -> list[Row]:
    """Fits weights to the positions of files; the file of weights is gzipped if its name ends in .gz."""
    patterns, positions = patterns_of(variant), read_positions(variant, files)
    empties = patterns.cells - discs(positions)
    rows: list[Row] = []

    def add(error: PhaseError) -> None:
        few, many = error.empties
        held_out = positions[is_held_out(positions) & (few <= empties) & (empties <= many)]
        boards = np.stack([held_out["own"], held_out["opp"]], axis=1)
        guesses = batch.evaluate(boards, FALLBACK, variant=variant).astype(np.int64)
        rows.append(Row(error, errors(held_out, guesses)[1]))
        report(rows[-1])

    weights = fit(patterns, positions, features_of(variant, positions), settings, add)
    note = {
        "positions": len(positions),
        "files": [file.name for file in files],
        **asdict(settings),
        "errors": [asdict(row.error) for row in rows],
    }
    write(out, file_of(patterns, probcut_errors_of(variant), note, weights))
    return rows


def write(out: Path, contents: bytes) -> None:
    """Writes the whole file or nothing; the same weights always give the same file."""
    with whole_file(out) as part:
        part.write_bytes(gzip.compress(contents, mtime=0) if out.suffix == ".gz" else contents)
