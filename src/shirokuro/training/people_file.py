"""The file of a model of people, a network in whole numbers; cpp/evaluate/people_model.hpp reads it."""

from __future__ import annotations

import gzip
import json
import math
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shirokuro.storage.whole_file import whole_file

MAGIC = b"shirokuro people"
VERSION = 1
PLANES, FEATURES = 14, 15
DENSE_UNIT, BIAS_UNIT, ADDED_UNIT, SCALE_UNIT = 1 << 12, 1 << 19, 1 << 15, 1 << 24
"""What 1 is: as a weight, as a bias beside sums of them, as a bias of a convolution, as its scale."""
_SMALLEST_VARIANCE = 1e-5
"""What batch normalisation adds to a variance."""

Arrays = Mapping[str, NDArray[Any]]
"""The parameters of the networks by their names."""


def write_people(out: Path, policy: Arrays, values: Arrays, note: Mapping[str, object]) -> None:
    """Writes the two networks as one file, all of it or nothing; gzipped if the name ends so."""
    contents = people_file(policy, values, note)
    with whole_file(out) as part:
        part.write_bytes(gzip.compress(contents, mtime=0) if out.suffix == ".gz" else contents)


def people_file(policy: Arrays, values: Arrays, note: Mapping[str, object]) -> bytes:
    """The bytes of a file."""
    blocks = len({name.split(".")[1] for name in policy if name.startswith("blocks.")})
    text = json.dumps(note, sort_keys=True).encode()
    sizes = (len(policy["g.bias"]), len(policy["last.weight"][0]), len(values["second.bias"]), len(text))
    head = struct.pack("<8I", PLANES, FEATURES, len(policy["bn.bias"]), blocks, *sizes)
    body = head + text + b"".join((*_policy(policy, blocks), *_values(values)))
    return MAGIC + bytes([VERSION]) + struct.pack("<I", zlib.crc32(body)) + body


def _policy(parts: Arrays, blocks: int) -> Iterator[bytes]:
    yield _dense(parts["g.weight"], parts["g.bias"])
    yield _convolution(parts, "stem", "bn")
    yield _dense(parts["stem_mix.weight"])
    for block in (f"blocks.{number}." for number in range(blocks)):
        yield _convolution(parts, f"{block}conv1", f"{block}bn1")
        yield _dense(parts[f"{block}mix.weight"])
        yield _convolution(parts, f"{block}conv2", f"{block}bn2")
    yield _convolution(parts, "head", "head_bn")
    yield _dense(parts["head_values.weight"])
    yield _dense(parts["head_mix.weight"])
    yield _last(parts)


def _values(parts: Arrays) -> Iterator[bytes]:
    yield _dense(parts["context.weight"], parts["context.bias"])
    yield _dense(parts["first.weight"])
    yield _dense(parts["second.weight"], parts["second.bias"])
    yield _last(parts)


def _last(parts: Arrays) -> bytes:
    """Scores count doublings of a chance, where the training has natural logarithms."""
    doublings = 1 / math.log(2)
    return _dense(parts["last.weight"] * doublings, parts["last.bias"] * doublings)


def _dense(weights: NDArray[Any], biases: NDArray[Any] | None = None) -> bytes:
    whole = _rounded(weights.reshape(len(weights), -1) * DENSE_UNIT, 32767).astype("<i2").tobytes()
    return whole if biases is None else whole + _rounded(biases * BIAS_UNIT, 2**30).astype("<i4").tobytes()


def _convolution(parts: Arrays, layer: str, normalisation: str) -> bytes:
    """Weights of 8 bits with a scale for each output; what batch normalisation does is part of them."""
    norm = {name: parts[f"{normalisation}.{name}"].astype(np.float64) for name in _NORMALISATION}
    factor = norm["weight"] / np.sqrt(norm["running_var"] + _SMALLEST_VARIANCE)
    weights = parts[f"{layer}.weight"].astype(np.float64) * factor[:, None, None, None]
    biases = norm["bias"] - norm["running_mean"] * factor
    outputs, inputs, *_ = weights.shape
    rows = weights.reshape(outputs, inputs, -1).transpose(0, 2, 1).reshape(outputs, -1)
    scales = _rounded(np.maximum(np.abs(rows).max(1) / 127 * SCALE_UNIT, 1), 2**30)
    whole = _rounded(rows / (scales[:, None] / SCALE_UNIT), 127).astype(np.int8)
    numbers = scales.astype("<i4").tobytes(), _rounded(biases * ADDED_UNIT, 2**30).astype("<i4").tobytes()
    return whole.tobytes() + b"".join(numbers)


_NORMALISATION = ("weight", "bias", "running_mean", "running_var")


def _rounded(numbers: NDArray[Any], most: int) -> NDArray[np.float64]:
    return np.clip(np.rint(numbers.astype(np.float64)), -most, most)
