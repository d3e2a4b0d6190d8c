"""Fits pattern weights to labelled positions, phase by phase: numbers, or vectors under a network.

Numbers come from ridge least squares by conjugate gradients. It needs only NumPy; with PyTorch and a GPU the
same sums run there. It does not import the core, so that it also runs on a machine without it
(docs/evaluation.md).
"""

from __future__ import annotations

import gzip
import json
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shirokuro.training.network import INPUTS, LAYERS_BYTES, PHASES, Network, train
from shirokuro.training.settings import DEFAULT_SETTINGS, Settings
from shirokuro.training.sums import Floats, Sums, sums_here

POSITION = np.dtype(
    [
        ("own", "<u8"),
        ("opp", "<u8"),
        ("margin", "i1"),
        ("is_exact", "u1"),
        ("guess", "i1"),
        ("sum", "u1"),
        ("game", "<u4"),
    ]
)
"""The layout of a labelled position in files, as in cpp/training/self_play.hpp. `sum` is a checksum of the
rest, or 0 in files without checksums."""
UNITS_PER_DISC = 128
HELD_OUT = 50
"""One game in so many is held out. Whole games, since positions of one game are too similar."""
MAGIC = b"shirokuro weights"
VERSION = 2
_HEAD = "<16sIIIII3i4d"
CHUNK = 1 << 17
"""Positions that are evaluated at a time."""

Labelled = NDArray[np.void]
PatternIndices = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns of a board, as the core defines them."""

    board: str
    cells: int
    phases: int
    """The largest possible number of phases: one for every two plies."""
    free_weights: int
    features: int
    fingerprint: int

    def phases_of(self, positions: Labelled, phases: int) -> NDArray[np.int64]:
        """The phase of each position, if there are `phases` of them."""
        played, most = discs(positions) - 4, self.cells - 4
        found: NDArray[np.int64] = np.clip(played * phases // most, 0, phases - 1)
        return found

    def empties(self, phase: int, phases: int) -> tuple[int, int]:
        """The fewest and the most empties of a phase, if there are `phases` of them."""
        most = self.cells - 4
        begin, end = (-(-most * each // phases) for each in (phase, phase + 1))
        return (most - end + 1 if phase + 1 < phases else 0), most - begin


@dataclass(frozen=True, slots=True)
class ProbCutErrors:
    """The errors that ProbCut assumes, in discs, and its confidences (docs/selectivity.md)."""

    error: float
    error_a_ply: float
    error_at_end: float
    error_at_end_a_ply: float
    percent_right: tuple[int, int, int]


def probcut_errors_of(board: str) -> ProbCutErrors:
    """The errors measured with the shipped weights, and the confidences that played best with them."""
    if board.startswith("nip"):
        return ProbCutErrors(2.2, 0.05, 7.5, 0.3, (70, 85, 94))
    return ProbCutErrors(2.0, 0.1, 6.5, 0.3, (80, 92, 97))


@dataclass(frozen=True, slots=True)
class PhaseError:
    """The mean absolute error of a guess in one phase, in discs."""

    empties: tuple[int, int]
    """The fewest and the most empties of the phase."""
    positions: int
    fitted: float
    """The error on the positions that it was fitted to…"""
    held_out: float
    """…and on those held out; NaN if there are none."""


@dataclass(frozen=True, slots=True)
class Linear:
    """The weights of one phase, in discs; their sum is the guess."""

    numbers: Floats

    def guesses(self, sums: Sums, features: Any) -> Any:
        return sums.rows(features, sums.array(self.numbers))

    def packed(self, features: int) -> tuple[NDArray[np.int16], bytes]:
        """The weights as stored in files, and no layers."""
        units = np.clip(np.rint(self.numbers * UNITS_PER_DISC), -32768, 32767)
        return units.astype("<i2")[:, None], b""


PhaseWeights = Linear | Network


def least_squares(sums: Sums, features: Any, targets: Any, size: int, settings: Settings) -> Any:
    """The weights whose sums are closest to the targets, with a penalty on large weights.

    Conjugate gradients on the normal equations; each weight is scaled by how often it occurs.
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
    features: PatternIndices,
    settings: Settings = DEFAULT_SETTINGS,
    report: Callable[[PhaseError], object] = lambda error: None,
) -> list[PhaseWeights]:
    """The weights of every phase; reports each phase that has enough positions."""
    sums, number = sums_here(), PHASES if settings.epochs else patterns.phases
    phases, targets = patterns.phases_of(positions, number), labels(positions, settings.outcome)
    begun = dict(enumerate(networks_in(patterns, settings.begin))) if settings.begin else {}
    fitted: dict[int, PhaseWeights] = {**begun}
    for phase in range(number):
        rows = np.flatnonzero(phases == phase)
        near = np.flatnonzero(abs(phases - phase) <= (0 if settings.epochs else settings.reach))
        chosen = near[~is_held_out(positions[near])]
        if not len(chosen) or len(rows) < settings.least_positions:
            continue
        inputs, outputs = sums.array(features[chosen]), sums.array(targets[chosen])
        if settings.epochs:
            fitted[phase] = train(
                sums, inputs, outputs, patterns.free_weights, settings.epochs, begun.get(phase)
            )
        else:
            fitted[phase] = Linear(
                sums.back(least_squares(sums, inputs, outputs, patterns.free_weights, settings))
            )
        guesses = np.concatenate(
            [
                sums.back(fitted[phase].guesses(sums, sums.array(features[rows[begin : begin + CHUNK]])))
                for begin in range(0, len(rows), CHUNK)
            ]
        )
        report(PhaseError(patterns.empties(phase, number), len(rows), *errors(positions[rows], guesses)))
    if not fitted:
        raise ValueError(f"no phase of the game has {settings.least_positions} positions: generate more")
    return [fitted[min(fitted, key=lambda other: abs(other - phase))] for phase in range(number)]


def labels(positions: Labelled, outcome: float) -> Floats:
    """The targets of a fit: the margin of the game, blended with the value of the search."""
    mixed: Floats = (outcome * positions["margin"] + (1 - outcome) * positions["guess"]).astype(np.float32)
    return mixed


def errors(positions: Labelled, guesses: NDArray[Any]) -> tuple[float, float]:
    """The mean absolute errors of guesses, on the fitted positions and on those held out."""
    missed, apart = np.abs(guesses - positions["margin"]), is_held_out(positions)
    return _mean(missed[~apart]), _mean(missed[apart])


def is_held_out(positions: Labelled) -> NDArray[np.bool_]:
    held: NDArray[np.bool_] = positions["game"] % HELD_OUT == 0
    return held


def discs(positions: Labelled) -> NDArray[np.int64]:
    """The number of discs of each position."""
    bytes_of = np.ascontiguousarray(positions["own"] | positions["opp"]).view(np.uint8).reshape(-1, 8)
    found: NDArray[np.int64] = _DISCS[bytes_of].sum(axis=1)
    return found


_DISCS = np.array([byte.bit_count() for byte in range(256)], dtype=np.int64)


def _mean(values: NDArray[Any]) -> float:
    return float(values.mean()) if len(values) else float("nan")


def file_of(
    patterns: Patterns, errors: ProbCutErrors, note: Mapping[str, Any], weights: Sequence[PhaseWeights]
) -> bytes:
    """The bytes of a file of weights; cpp/evaluate/weights_file.hpp describes the format."""
    text = json.dumps(note).encode()
    packed = [phase.packed(patterns.features) for phase in weights]
    head = struct.pack(
        _HEAD,
        patterns.board.encode(),
        patterns.fingerprint,
        len(packed),
        patterns.free_weights,
        packed[0][0].shape[1],
        len(text),
        *errors.percent_right,
        errors.error,
        errors.error_a_ply,
        errors.error_at_end,
        errors.error_at_end_a_ply,
    )
    parts = [table.tobytes() for table, _ in packed] + [layers for _, layers in packed]
    body = head + text + b"".join(parts)
    return MAGIC + bytes([VERSION]) + struct.pack("<I", zlib.crc32(body)) + body


def networks_in(patterns: Patterns, path: str) -> list[Network]:
    """The networks of a file, one per phase, equal to those written except for rounding."""
    file = Path(path).read_bytes()
    try:
        file = gzip.decompress(file) if file.startswith(b"\x1f\x8b") else file
    except (EOFError, OSError, zlib.error) as error:
        raise ValueError(f"{path}: these weights are damaged or cut off: {error}") from None
    begin = len(MAGIC) + 1 + 4
    if not file.startswith(MAGIC + bytes([VERSION])) or len(file) < begin + struct.calcsize(_HEAD):
        raise ValueError(f"{path}: this is no file of weights")
    if struct.unpack_from("<I", file, begin - 4) != (zlib.crc32(file[begin:]),):
        raise ValueError(f"{path}: these weights are damaged: their checksum is wrong")
    board, fingerprint, phases, size, width, note, *_ = struct.unpack_from(_HEAD, file, begin)
    if (board.rstrip(b"\0").decode("ascii", "replace"), fingerprint, phases, width) != (
        patterns.board,
        patterns.fingerprint,
        PHASES,
        INPUTS,
    ):
        raise ValueError(f"{path}: these are no networks for {patterns.board}")
    tables = np.frombuffer(file, "<i2", phases * size * INPUTS, begin + struct.calcsize(_HEAD) + note)
    layers = file[len(file) - phases * LAYERS_BYTES :]
    return [
        Network.unpacked(table, layers[phase * LAYERS_BYTES :])
        for phase, table in enumerate(tables.reshape(phases, size, INPUTS))
    ]
