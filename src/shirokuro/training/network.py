"""Fits a small network over sums of pattern vectors, one per phase; cpp/evaluate/network.hpp describes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shirokuro.training.sums import Sums

PHASES = 4
INPUTS, HIDDEN = 8, 16
DISCS = 16.0
"""The discs that a network value of 1 stands for."""
SUM_UNITS, WEIGHT_UNITS = 512, 1024
"""The integers that stand for 1 in files: in a sum, and in a weight."""
MOST = {"skip": 4095, "first_bias": 2**28, "bias": 2**28}
"""The largest number allowed in a file, for parts with a tighter limit than their number type."""
BATCH = 16384
RATE = 0.002
"""The initial learning rate; it falls to 0 by the end."""
RATE_AGAIN = 0.0007
"""The initial learning rate when training continues from a network."""

Parts = dict[str, Any]
"""The table of vectors and the layers, by their names."""


@dataclass(frozen=True, slots=True)
class Network:
    """The vectors and the layers of one phase, as floating-point numbers."""

    parts: Parts

    def guesses(self, sums: Sums, features: Any) -> Any:
        parts = {name: sums.array(part) for name, part in self.parts.items()}
        return DISCS * _forward(sums, features, parts)["value"]

    def packed(self, features: int) -> tuple[NDArray[np.int16], bytes]:
        """The vectors and the layers as stored in files; sums of `features` vectors do not overflow."""
        table = _whole(self.parts["table"], SUM_UNITS, 32767 // features)
        layers = (
            _whole(self.parts[name], units, MOST.get(name, 32767)).astype(kind)
            for name, _, kind, units in _LAYOUT
        )
        return table.astype("<i2"), b"".join(part.tobytes() for part in layers)

    @classmethod
    def unpacked(cls, table: NDArray[np.int16], layers: bytes) -> Network:
        """Reads what `packed` returned, to continue training."""
        parts: Parts = {"table": table.astype(np.float32) / SUM_UNITS}
        begin = 0
        for name, shape, kind, units in _LAYOUT:
            numbers = np.frombuffer(layers, kind, int(np.prod(shape)), begin)
            parts[name] = numbers.reshape(shape).astype(np.float32) / np.float32(units)
            begin += numbers.nbytes
        return cls(parts)


_LAYOUT = (
    ("centre", (INPUTS,), "<i2", SUM_UNITS),
    ("skip", (INPUTS,), "<i2", WEIGHT_UNITS),
    ("first", (INPUTS, HIDDEN), "<i2", WEIGHT_UNITS),
    ("second", (HIDDEN,), "<i2", WEIGHT_UNITS),
    ("first_bias", (HIDDEN,), "<i4", SUM_UNITS * WEIGHT_UNITS),
    ("bias", (1,), "<i4", SUM_UNITS * WEIGHT_UNITS),
)
"""The layout of the layers in files: names, shapes, number types, and the integers that stand for 1."""
LAYERS_BYTES = sum(int(np.prod(shape)) * np.dtype(kind).itemsize for _, shape, kind, _ in _LAYOUT)


def train(
    sums: Sums, features: Any, targets: Any, size: int, epochs: int, begin: Network | None = None
) -> Network:
    """Fits the network to the targets, by Adam (Kingma and Ba 2015)."""
    dice = np.random.default_rng(1)
    beginning = _beginning(size, dice) if begin is None else begin.parts
    most = RATE if begin is None else RATE_AGAIN
    parts = {name: sums.array(part) for name, part in beginning.items()}
    means, squares = ({name: part * 0 for name, part in parts.items()} for _ in range(2))
    batch = max(1, min(BATCH, len(targets) // 16))
    batches = len(targets) // batch
    for step in range(epochs * batches):
        if step % batches == 0:
            order = sums.array(dice.permutation(len(targets)))
        rows = order[step % batches * batch :][:batch]
        slopes = _slopes(sums, features[rows], targets[rows] / DISCS, parts)
        done = step / (epochs * batches)
        rate = most * min(1.0, 20 * done + 0.02) * (1 - done)
        for name, slope in slopes.items():
            means[name] = 0.9 * means[name] + 0.1 * slope
            squares[name] = 0.99 * squares[name] + 0.01 * slope**2
            mean, square = means[name] / (1 - 0.9 ** (step + 1)), squares[name] / (1 - 0.99 ** (step + 1))
            parts[name] = parts[name] - rate * mean / (square**0.5 + 1e-8)
    if begin is None:  # vectors that never occurred would add their initial noise
        parts["table"] = parts["table"] * (sums.columns(features, targets * 0 + 1, size) > 0)[:, None]
    return Network({name: sums.back(part) for name, part in parts.items()})


def _whole(part: Any, units: int, most: int) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.clip(np.rint(np.asarray(part, np.float64) * units), -most, most)
    return found


def _beginning(size: int, dice: np.random.Generator) -> Parts:
    """The initial network: small random vectors; its value is at first the first sum."""
    table = dice.normal(0, 0.01, (size, INPUTS))
    table[:, 0] = 0
    found = {
        "table": table,
        "centre": np.full(INPUTS, 0.5),
        "skip": np.eye(1, INPUTS)[0],
        "first": dice.normal(0, INPUTS**-0.5, (INPUTS, HIDDEN)),
        "second": dice.normal(0, 0.05, HIDDEN),
        "first_bias": np.full(HIDDEN, 0.3),
        "bias": np.zeros(1),
    }
    return {name: part.astype(np.float32) for name, part in found.items()}


def _forward(sums: Sums, features: Any, parts: Parts) -> Parts:
    """The forward pass: all intermediate numbers and the value."""
    added = sums.rows(features, parts["table"])
    shifted = added + parts["centre"]
    seen = shifted.clip(0, 1)
    rest = seen @ parts["first"] + parts["first_bias"]
    hidden = rest.clip(0, 1)
    value = added @ parts["skip"] + hidden @ parts["second"] + parts["bias"]
    return {"added": added, "shifted": shifted, "seen": seen, "rest": rest, "hidden": hidden, "value": value}


def _slopes(sums: Sums, features: Any, targets: Any, parts: Parts) -> Parts:
    """The gradient of the mean squared error, for each part."""
    on = _forward(sums, features, parts)
    error = (on["value"] - targets) * (2 / len(targets))
    hidden = error[:, None] * parts["second"] * ((on["rest"] > 0) & (on["rest"] < 1))
    seen = hidden @ parts["first"].T * ((on["shifted"] > 0) & (on["shifted"] < 1))
    added = error[:, None] * parts["skip"] + seen
    return {
        "table": sums.columns(features, added, len(parts["table"])),
        "centre": seen.sum(0),
        "skip": on["added"].T @ error,
        "first": on["seen"].T @ hidden,
        "second": on["hidden"].T @ error,
        "first_bias": hidden.sum(0),
        "bias": error.sum().reshape(1),
    }
