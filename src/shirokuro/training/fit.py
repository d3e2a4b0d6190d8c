"""Fits pattern weights to labelled positions: ridge least squares by conjugate gradients, phase by phase.

It needs NumPy alone; with PyTorch and a GPU the same sums run there. It imports nothing else of the package,
so that it runs on a machine without it too (docs/evaluation.md).
"""

from __future__ import annotations

import importlib
import json
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

POSITION = np.dtype(
    [
        ("own", "<u8"),
        ("opp", "<u8"),
        ("margin", "i1"),
        ("is_exact", "u1"),
        ("guess", "i1"),
        ("unused", "u1"),
        ("game", "<u4"),
    ]
)
"""A labelled position as it lies in files; cpp/training/self_play.hpp says what it means."""
UNITS_PER_DISC = 128
HELD_OUT = 50
"""One game in so many is held out: positions of one game are too much alike to stand on both sides."""
MAGIC = b"shirokuro weights"
VERSION = 1

Labelled = NDArray[np.void]
Features = NDArray[np.uint32]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Patterns:
    """What the core says about the patterns of a board."""

    board: str
    cells: int
    phases: int
    free_weights: int
    features: int
    fingerprint: int

    def phases_of(self, positions: Labelled) -> NDArray[np.int64]:
        empties = self.cells - discs(positions)
        found: NDArray[np.int64] = np.clip((self.cells - 4 - empties) // 2, 0, self.phases - 1)
        return found

    def empties(self, phase: int) -> tuple[int, int]:
        """The fewest and the most empties of a phase."""
        most = self.cells - 4 - 2 * phase
        return (most - 1 if phase + 1 < self.phases else 0), most


@dataclass(frozen=True, slots=True)
class Trust:
    """The errors that ProbCut reckons with, in discs, and its confidences (docs/selectivity.md)."""

    error: float
    error_a_ply: float
    error_at_end: float
    error_at_end_a_ply: float
    percent_right: tuple[int, int, int] = (38, 60, 90)


def trust_on(board: str) -> Trust:
    """Wider than measured with the shipped weights, so that weights which are not as good can have it too."""
    return Trust(3.0, 0.3, 12.0, 0.4) if board.startswith("nip") else Trust(2.0, 0.3, 8.7, 0.36)


@dataclass(frozen=True, slots=True)
class PhaseError:
    """How far a guess is off in one phase, in discs: the mean of what it misses the margins by."""

    phase: int
    positions: int
    fitted: float
    """On the positions that it was fitted to…"""
    held_out: float
    """…and on those that it was not; not a number where there are none."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the weights are fitted."""

    ridge: float = 16.0
    iterations: int = 50
    least_positions: int = 2000
    """A phase with fewer takes the weights of the nearest that has as many."""
    reach: int = 2
    """A phase is fitted to the positions of so many phases before and after it as well."""


DEFAULT_SETTINGS = Settings()


class Sums:
    """The two sums over a sparse matrix of ones, by NumPy."""

    name = "NumPy"

    def array(self, values: NDArray[Any]) -> Any:
        return values

    def back(self, values: Any) -> Floats:
        return np.asarray(values, np.float32)

    def rows(self, features: Any, weights: Any) -> Any:
        """The weights of each position, summed."""
        total = weights[features[:, 0]]
        for column in range(1, features.shape[1]):
            total += weights[features[:, column]]
        return total

    def columns(self, features: Any, values: Any, size: int) -> Any:
        """For each weight the values of all positions that it counts for, summed."""
        total = np.zeros(size)
        for column in range(features.shape[1]):
            total += np.bincount(features[:, column], values, size)
        return total.astype(np.float32)


class TorchSums(Sums):
    """The same on a GPU."""

    name = "PyTorch on a GPU"

    def __init__(self) -> None:
        self.torch = importlib.import_module("torch")

    def array(self, values: NDArray[Any]) -> Any:
        wanted = np.int64 if values.dtype.kind == "u" else values.dtype
        return self.torch.from_numpy(np.ascontiguousarray(values).astype(wanted, copy=False)).cuda()

    def back(self, values: Any) -> Floats:
        return np.asarray(values.cpu().numpy(), np.float32)

    def columns(self, features: Any, values: Any, size: int) -> Any:
        total = self.torch.zeros(size, device="cuda")
        for column in range(features.shape[1]):
            total.index_add_(0, features[:, column], values)
        return total


def sums_here() -> Sums:
    """On a GPU where PyTorch finds one."""
    try:
        if importlib.import_module("torch").cuda.is_available():
            return TorchSums()
    except ImportError:
        pass
    return Sums()


def least_squares(sums: Sums, features: Any, targets: Any, size: int, settings: Settings) -> Any:
    """The weights whose sums come nearest to the targets, none farther from 0 than it pays.

    Conjugate gradients on the normal equations, each weight scaled by how often it counts.
    """
    scale = sums.columns(features, targets * 0 + 1, size) + settings.ridge
    residual = sums.columns(features, targets, size)
    weights = residual * 0
    direction = residual / scale
    energy = (residual * direction).sum()
    for _ in range(settings.iterations):
        image = sums.columns(features, sums.rows(features, direction), size) + settings.ridge * direction
        step = energy / ((direction * image).sum() + 1e-20)
        weights = weights + step * direction
        residual = residual - step * image
        scaled = residual / scale
        before, energy = energy, (residual * scaled).sum()
        direction = scaled + energy / (before + 1e-20) * direction
    return weights


def fit(
    patterns: Patterns,
    positions: Labelled,
    features: Features,
    settings: Settings = DEFAULT_SETTINGS,
    report: Callable[[PhaseError], object] = lambda error: None,
) -> Floats:
    """The free weights of every phase, in discs; tells of each phase that has enough positions."""
    sums, phases = sums_here(), patterns.phases_of(positions)
    weights = np.zeros((patterns.phases, patterns.free_weights), np.float32)
    fitted = []
    for phase in range(patterns.phases):
        rows = np.flatnonzero(phases == phase)
        near = np.flatnonzero(abs(phases - phase) <= settings.reach)
        train = near[~is_held_out(positions[near])]
        if not len(train) or len(rows) < settings.least_positions:
            continue
        chosen, margins = sums.array(features[train]), sums.array(positions["margin"][train].astype("f4"))
        found = least_squares(sums, chosen, margins, patterns.free_weights, settings)
        weights[phase] = sums.back(found)
        fitted.append(phase)
        guesses = Sums().rows(features[rows], weights[phase])
        report(PhaseError(phase, len(rows), *errors(positions[rows], guesses)))
    if not fitted:
        raise ValueError(f"no phase of the game has {settings.least_positions} positions: generate more")
    for phase in set(range(patterns.phases)) - set(fitted):
        weights[phase] = weights[min(fitted, key=lambda other: abs(other - phase))]
    return weights


def errors(positions: Labelled, guesses: NDArray[Any]) -> tuple[float, float]:
    """The mean absolute error of guesses, of the positions to fit to and of those held out."""
    missed, apart = np.abs(guesses - positions["margin"]), is_held_out(positions)
    return _mean(missed[~apart]), _mean(missed[apart])


def is_held_out(positions: Labelled) -> NDArray[np.bool_]:
    held: NDArray[np.bool_] = positions["game"] % HELD_OUT == 0
    return held


def discs(positions: Labelled) -> NDArray[np.int64]:
    """How many discs lie on each board."""
    bytes_of = np.ascontiguousarray(positions["own"] | positions["opp"]).view(np.uint8).reshape(-1, 8)
    found: NDArray[np.int64] = _DISCS[bytes_of].sum(axis=1)
    return found


_DISCS = np.array([byte.bit_count() for byte in range(256)], dtype=np.int64)


def _mean(values: NDArray[Any]) -> float:
    return float(values.mean()) if len(values) else float("nan")


def quantised(weights: Floats) -> NDArray[np.int16]:
    """The weights as files keep them, in 1/128 disc."""
    return np.clip(np.rint(weights * UNITS_PER_DISC), -32768, 32767).astype("<i2")


def file_of(patterns: Patterns, trust: Trust, note: Mapping[str, Any], weights: NDArray[np.int16]) -> bytes:
    """The bytes of a file of weights; cpp/evaluate/weights_file.hpp says how they lie."""
    text = json.dumps(note).encode()
    head = struct.pack(
        "<16sIIII4d4i",
        patterns.board.encode(),
        patterns.fingerprint,
        patterns.phases,
        patterns.free_weights,
        len(text),
        trust.error,
        trust.error_a_ply,
        trust.error_at_end,
        trust.error_at_end_a_ply,
        *trust.percent_right,
        0,
    )
    body = head + text + weights.astype("<i2").tobytes()
    return MAGIC + bytes([VERSION]) + struct.pack("<I", zlib.crc32(body)) + body
