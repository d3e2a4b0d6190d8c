"""The core's committed stub is what the compiled module says; run this file to write it anew."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
STUB = ROOT / "src/shirokuro/_core.pyi"
PATTERNS = ROOT / "cpp/bindings/stub.pat"


# The package gives some of the core's classes its own name; in the stub they are the core's.
DESCRIBE = """
import sys
from nanobind import stubgen
from shirokuro import _core
for value in vars(_core).values():
    if isinstance(value, type):
        value.__module__ = _core.__name__
stubgen.main(sys.argv[1:])
"""


def python(*arguments: object, text: str | None = None) -> str:
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def generate(scratch: Path) -> str:
    """nanobind's view of the module, in the house's format."""
    python("-c", DESCRIBE, "-q", "-m", "shirokuro._core", "-p", PATTERNS, "-o", scratch)
    ruff, as_stub = ["-m", "ruff"], ["--stdin-filename", STUB, "-"]
    fixes = ["check", "-q", "--fix-only", "--unsafe-fixes"]
    fixed = python(*ruff, *fixes, *as_stub, text=scratch.read_text())
    return python(*ruff, "format", "-q", *as_stub, text=fixed)


def test_the_committed_stub_is_the_generated_one(tmp_path: Path) -> None:
    generated = generate(tmp_path / "_core.pyi")
    assert STUB.read_text() == generated, "the bindings changed: run `python tests/test_stub.py`, then commit"


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        STUB.write_text(generate(Path(folder, "_core.pyi")))
