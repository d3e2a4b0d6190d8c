"""Fits weights where the package is not installed: tool/fit.py BOARD POSITIONS… --tool PATH --out FILE."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "src/shirokuro/training"))
import fit

CELLS = {"reversi": 64, "nip": 52, "reversi6": 36, "nip32": 32}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board", choices=CELLS)
    parser.add_argument("positions", nargs="+", type=Path)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--ridge", type=float, default=fit.DEFAULT_SETTINGS.ridge)
    parser.add_argument("--iterations", type=int, default=fit.DEFAULT_SETTINGS.iterations)
    parser.add_argument("--least-positions", type=int, default=fit.DEFAULT_SETTINGS.least_positions)
    parser.add_argument("--reach", type=int, default=fit.DEFAULT_SETTINGS.reach)
    parser.add_argument("--note", default="")
    arguments = parser.parse_args()
    patterns = patterns_of(arguments.tool, arguments.board)
    labelled, features = zip(
        *(read(arguments.tool, patterns, number, path) for number, path in enumerate(arguments.positions)),
        strict=True,
    )
    errors: list[fit.PhaseError] = []
    settings = fit.Settings(arguments.ridge, arguments.iterations, arguments.least_positions, arguments.reach)
    weights = fit.fit(
        patterns,
        np.concatenate(labelled),
        np.concatenate(features),
        settings,
        lambda error: (errors.append(error), print(error, flush=True)),
    )
    note = {"made": arguments.note, **asdict(settings), "errors": [asdict(error) for error in errors]}
    arguments.out.write_bytes(
        fit.file_of(patterns, fit.trust_on(patterns.board), note, fit.quantised(weights))
    )


def patterns_of(tool: str, board: str) -> fit.Patterns:
    said = subprocess.check_output([tool, "sizes", "--board", board])
    phases, free_weights, features, fingerprint = map(int, said.split())
    return fit.Patterns(board, CELLS[board], phases, free_weights, features, fingerprint)


def read(tool: str, patterns: fit.Patterns, number: int, path: Path) -> tuple[fit.Labelled, fit.Features]:
    """The positions of a file, their games numbered apart from those of other files, and their features."""
    began, scratch = time.time(), path.with_suffix(".features")
    subprocess.check_call([tool, "features", "--board", patterns.board, "--in", path, "--out", scratch])
    labelled = np.fromfile(path, fit.POSITION)
    labelled["game"] += np.uint32(number << 24)
    features = np.fromfile(scratch, "<u4").reshape(len(labelled), patterns.features)
    scratch.unlink()
    print(path, len(labelled), f"{time.time() - began:.1f} s", flush=True)
    return labelled, features


if __name__ == "__main__":
    main()
