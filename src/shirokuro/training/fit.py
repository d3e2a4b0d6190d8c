"""Fits pattern weights to labelled positions: ridge least squares by conjugate gradients, phase by phase.

Needs NumPy alone; with PyTorch and a GPU the same sums run there. It imports nothing else of the project, so
that it runs on a bare machine too (docs/evaluation.md).
"""

from __future__ import annotations

import importlib
import json
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

POSITION = np.dtype(
    [("own", "<u8"), ("opp", "<u8"), ("margin", "i1"), ("is_exact", "u1"), ("unused", "<u2"), ("game", "<u4")]
)
UNITS_PER_DISC = 128
HELD_OUT = 50
"""One game in so many is kept apart: positions of one game are too much alike to stand on both sides."""
MAGIC = b"shirokuro weights"
VERSION = 1

Floats = NDArray[np.float32]
Features = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Board:
    """What the core says about a board's patterns."""

    name: str
    cells: int
    phases: int
    free_weights: int
    fingerprint: int

    def phase(self, empties: NDArray[Any]) -> NDArray[Any]:
        return np.clip((self.cells - 4 - empties) // 2, 0, self.phases - 1)


@dataclass(frozen=True, slots=True)
class Trust:
    """What ProbCut may expect of the weights, in discs (docs/selectivity.md)."""

    error: float = 2.0
    error_a_ply: float = 0.3
    error_at_end: float = 6.0
    error_at_end_a_ply: float = 0.25
    percent_right: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class PhaseError:
    """How far the evaluation is off in a phase, on positions it was fitted to and on others, in discs."""

    phase: int
    positions: int
    fitted: float
    held_out: float


class Sums:
    """The two sums over a sparse matrix of ones, by NumPy."""

    def array(self, values: NDArray[Any]) -> Any:
        return values

    def back(self, values: Any) -> Floats:
        return np.asarray(values, np.float32)

    def rows(self, features: Any, weights: Any) -> Any:
        """The weights of each position, summed."""
        total = weights[features[:, 0]].copy()
        for column in range(1, features.shape[1]):
            total += weights[features[:, column]]
        return total

    def columns(self, features: Any, values: Any, size: int) -> Any:
        """The values of all positions that each weight counts for, summed."""
        total = np.zeros(size)
        for column in range(features.shape[1]):
            total += np.bincount(features[:, column], values, size)
        return total.astype(np.float32)


class TorchSums(Sums):
    """The same on a GPU."""

    def __init__(self) -> None:
        self.torch = importlib.import_module("torch")

    def array(self, values: NDArray[Any]) -> Any:
        wanted = np.int64 if values.dtype.kind == "u" else values.dtype
        return self.torch.from_numpy(np.ascontiguousarray(values).astype(wanted, copy=False)).cuda()

    def back(self, values: Any) -> Floats:
        return np.asarray(values.cpu().numpy(), np.float32)

    def rows(self, features: Any, weights: Any) -> Any:
        total = weights[features[:, 0]].clone()
        for column in range(1, features.shape[1]):
            total += weights[features[:, column]]
        return total

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


def least_squares(
    sums: Sums, features: Any, targets: Any, prior: Any, ridge: float, iterations: int
) -> Any:
    """The weights whose sums come nearest to the targets, none farther from its prior than it pays.

    Conjugate gradients on the normal equations, each weight scaled by how often it counts.
    """
    size = len(prior)
    scale = sums.columns(features, targets * 0 + 1, size) + ridge
    weights = prior + 0
    residual = sums.columns(features, targets - sums.rows(features, weights), size)
    direction = residual / scale
    energy = (residual * direction).sum()
    for _ in range(iterations):
        image = sums.columns(features, sums.rows(features, direction), size) + ridge * direction
        step = energy / ((direction * image).sum() + 1e-20)
        weights = weights + step * direction
        residual = residual - step * image
        scaled = residual / scale
        before, energy = energy, (residual * scaled).sum()
        direction = scaled + energy / (before + 1e-20) * direction
    return weights


@dataclass(frozen=True, slots=True)
class Settings:
    ridge: float = 4.0
    iterations: int = 50
    reach: int = 0
    """Positions of so many phases before and after count too."""
    least_positions: int = 2000
    """A phase with fewer takes the weights of the nearest that has as many."""


def fit(
    board: Board,
    positions: NDArray[Any],
    features: Features,
    settings: Settings = Settings(),
    prior: Floats | None = None,
    report: Callable[[PhaseError], object] = print,
) -> Floats:
    """The free weights of every phase, in discs."""
    sums = sums_here()
    occupied = np.bitwise_count(positions["own"] | positions["opp"]) if hasattr(np, "bitwise_count") else _count(positions)
    phases = board.phase(board.cells - occupied.astype(np.int64))
    weights = np.zeros((board.phases, board.free_weights), np.float32)
    is_fitted = np.zeros(board.phases, bool)
    for phase in range(board.phases):
        rows = np.flatnonzero(phases == phase)
        if len(rows) < settings.least_positions:
            continue
        before = np.zeros(board.free_weights, np.float32) if prior is None else prior[phase]
        is_held_out = positions["game"][rows] % HELD_OUT == 0
        near = np.flatnonzero(abs(phases - phase) <= settings.reach) if settings.reach else rows
        train, apart = near[positions["game"][near] % HELD_OUT != 0], rows[is_held_out]
        targets = sums.array(positions["margin"][train].astype(np.float32))
        chosen = sums.array(features[train])
        found = least_squares(sums, chosen, targets, sums.array(before), settings.ridge, settings.iterations)
        fitted = float(abs(sums.rows(chosen, found) - targets).mean())
        held = sums.rows(sums.array(features[apart]), found) - sums.array(positions["margin"][apart].astype(np.float32))
        report(PhaseError(phase, len(rows), fitted, float(abs(held).mean()) if len(apart) else float("nan")))
        weights[phase] = sums.back(found)
        is_fitted[phase] = True
    for phase in np.flatnonzero(~is_fitted):
        nearest = min(np.flatnonzero(is_fitted), key=lambda other: abs(other - phase))
        weights[phase] = weights[nearest]
    return weights


def _count(positions: NDArray[Any]) -> NDArray[Any]:
    occupied = (positions["own"] | positions["opp"]).view(np.uint8).reshape(-1, 8)
    return np.unpackbits(occupied, axis=1).sum(axis=1)


def quantised(weights: Floats) -> NDArray[np.int16]:
    return np.clip(np.rint(weights * UNITS_PER_DISC), -32768, 32767).astype("<i2")


def file_of(board: Board, trust: Trust, note: dict[str, Any], weights: NDArray[np.int16]) -> bytes:
    """The bytes of a file of weights; cpp/evaluate/weights_file.hpp says how they lie."""
    text = json.dumps(note).encode()
    head = struct.pack(
        "<16sIIII4d4i",
        board.name.encode(),
        board.fingerprint,
        board.phases,
        board.free_weights,
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
