"""Fits weights on a machine without the package: python tool/fit.py BOARD POSITIONS… --tool PATH --out FILE."""

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
    parser.add_argument("positions", nargs="+")
    parser.add_argument("--tool", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--ridge", type=float, default=4)
    parser.add_argument("--iterations", type=int, default=50)
    parser.add_argument("--reach", type=int, default=0)
    parser.add_argument("--note", default="")
    arguments = parser.parse_args()
    phases, free, width, fingerprint = map(
        int, subprocess.check_output([arguments.tool, "sizes", "--board", arguments.board]).split()
    )
    board = fit.Board(arguments.board, CELLS[arguments.board], phases, free, fingerprint)
    positions, features = [], []
    for number, path in enumerate(arguments.positions):
        began = time.time()
        subprocess.check_call([arguments.tool, "features", "--board", arguments.board, "--in", path, "--out", path + ".features"])
        read = np.fromfile(path, fit.POSITION)
        read["game"] += np.uint32(number << 24)
        positions.append(read)
        features.append(np.fromfile(path + ".features", "<u4").reshape(len(read), width))
        Path(path + ".features").unlink()
        print(path, len(read), f"{time.time() - began:.1f} s", flush=True)
    began = time.time()
    errors = []

    def report(error: fit.PhaseError) -> None:
        errors.append(asdict(error))
        print(error, flush=True)

    settings = fit.Settings(arguments.ridge, arguments.iterations, arguments.reach)
    weights = fit.fit(board, np.concatenate(positions), np.concatenate(features), settings, report=report)
    note = {"made": arguments.note, "ridge": arguments.ridge, "iterations": arguments.iterations, "errors": errors}
    Path(arguments.out).write_bytes(fit.file_of(board, fit.Trust(), note, fit.quantised(weights)))
    print(f"{time.time() - began:.1f} s")


if __name__ == "__main__":
    main()
