"""Fits weights where the package is not installed: tool/fit.py BOARD POSITIONS… --tool PATH --out FILE."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import types
from dataclasses import asdict, fields
from pathlib import Path

import numpy as np

# The package as a mere folder: what it runs when it is imported needs the core.
package = types.ModuleType("shirokuro")
package.__path__ = [str(Path(__file__).parent.parent / "src/shirokuro")]
sys.modules["shirokuro"] = package
from shirokuro.training import fit  # noqa: E402

CELLS = {"reversi": 64, "nip": 52, "reversi6": 36, "nip40": 40, "nip32": 32}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board", choices=CELLS)
    parser.add_argument("positions", nargs="+", type=Path)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--out", required=True, type=Path)
    for each in fields(fit.Settings):
        default = getattr(fit.DEFAULT_SETTINGS, each.name)
        parser.add_argument(f"--{each.name.replace('_', '-')}", type=type(default), default=default)
    parser.add_argument("--note", default="")
    arguments = parser.parse_args()
    patterns = patterns_of(arguments.tool, arguments.board)
    labelled, features = zip(
        *(read(arguments.tool, patterns, number, path) for number, path in enumerate(arguments.positions)),
        strict=True,
    )
    errors: list[fit.PhaseError] = []
    settings = fit.Settings(**{each.name: getattr(arguments, each.name) for each in fields(fit.Settings)})
    weights = fit.fit(
        patterns,
        np.concatenate(labelled),
        np.concatenate(features),
        settings,
        lambda error: (errors.append(error), print(error, flush=True)),
    )
    note = {"made": arguments.note, **asdict(settings), "errors": [asdict(error) for error in errors]}
    arguments.out.write_bytes(fit.file_of(patterns, fit.probcut_errors_of(patterns.board), note, weights))


def patterns_of(tool: str, board: str) -> fit.Patterns:
    said = subprocess.check_output([tool, "sizes", "--board", board])
    phases, free_weights, features, fingerprint = map(int, said.split())
    return fit.Patterns(board, CELLS[board], phases, free_weights, features, fingerprint)


def read(tool: str, patterns: fit.Patterns, number: int, path: Path) -> tuple[fit.Labelled, fit.Features]:
    """The positions of a file, their games numbered apart from those of other files, and their features."""
    began = time.time()
    labelled = np.fromfile(path, fit.POSITION)
    labelled["game"] += np.uint32(number << 24)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:  # two fits may read the same positions
        scratch = Path(folder) / "features"
        subprocess.check_call([tool, "features", "--board", patterns.board, "--in", path, "--out", scratch])
        features = np.fromfile(scratch, "<u4").reshape(len(labelled), patterns.features)
    print(path, len(labelled), f"{time.time() - began:.1f} s", flush=True)
    return labelled, features


if __name__ == "__main__":
    main()
