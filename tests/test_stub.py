"""The core's committed stub is what the compiled module says; run this file to write it anew."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
STUB = ROOT / "src/shirokuro/_core.pyi"
PATTERNS = ROOT / "cpp/bindings/stub.pat"


def run(*module_and_arguments: object, text: str | None = None) -> str:
    command = [sys.executable, "-m", *map(str, module_and_arguments)]
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def generate(scratch: Path) -> str:
    """nanobind's view of the module, in the house's format."""
    run("nanobind.stubgen", "-q", "-m", "shirokuro._core", "-p", PATTERNS, "-o", scratch)
    as_stub = ["--stdin-filename", STUB, "-"]
    fixed = run("ruff", "check", "-q", "--fix-only", "--unsafe-fixes", *as_stub, text=scratch.read_text())
    return run("ruff", "format", "-q", *as_stub, text=fixed)


def test_the_committed_stub_is_the_generated_one(tmp_path: Path) -> None:
    generated = generate(tmp_path / "_core.pyi")
    assert STUB.read_text() == generated, "the bindings changed: run `python tests/test_stub.py`, then commit"


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        STUB.write_text(generate(Path(folder, "_core.pyi")))
