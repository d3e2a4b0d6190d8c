"""The two sums that every fit needs, by NumPy or, if PyTorch finds one, on a GPU.

Like the fits, it does not import the core, so that it also runs on a machine without it.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Sums:
    """Sums over a sparse matrix of ones; a row has the weights (numbers or vectors) of a position."""

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
        """The values of all positions that have a weight, summed for each weight."""
        if values.ndim == 2:
            return np.stack([self.columns(features, part, size) for part in values.T], axis=1)
        total = np.zeros(size)
        for column in range(features.shape[1]):
            total += np.bincount(features[:, column], values, size)
        return total.astype(np.float32)


class TorchSums(Sums):
    """The same on a GPU."""

    name = "PyTorch on a GPU"

    def __init__(self, device: str = "cuda") -> None:
        self.torch, self.device = importlib.import_module("torch"), device

    def array(self, values: NDArray[Any]) -> Any:
        wanted = np.int64 if values.dtype.kind == "u" else values.dtype
        return self.torch.from_numpy(np.ascontiguousarray(values).astype(wanted, copy=False)).to(self.device)

    def back(self, values: Any) -> Floats:
        return np.asarray(values.cpu().numpy(), np.float32)

    def columns(self, features: Any, values: Any, size: int) -> Any:
        total = self.torch.zeros((size, *values.shape[1:]), device=self.device)
        for column in range(features.shape[1]):
            total.index_add_(0, features[:, column], values)
        return total


def sums_here() -> Sums:
    """The sums on a GPU if PyTorch finds one, or else by NumPy."""
    try:
        if importlib.import_module("torch").cuda.is_available():
            return TorchSums()
    except ImportError:
        pass
    return Sums()
