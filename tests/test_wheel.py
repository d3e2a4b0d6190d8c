"""`make wheel`: what it builds installs and plays where there is neither a compiler nor a checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import partial
from importlib.metadata import version
from pathlib import Path
from zipfile import ZipFile

import pytest
from test_own_studies import MODULE

import shirokuro as sk

ROOT = Path(__file__).parent.parent
GAME = """
import shirokuro as sk
record = sk.play("engine:level=5", "montai:playouts=50", variant="nip", seed=1)
assert record.board().is_over()
assert sk.Book.shipped("nip12") is not None
print(sk.__file__)
"""


def run(*command: object, path: Path, home: Path) -> str:
    """What a command prints in an otherwise empty folder, on a PATH without compilers."""
    unwanted = ("PYTHON", "VIRTUAL_ENV", "CC", "CXX", "CMAKE", "SHIROKURO")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    done = subprocess.run(
        [*map(str, command)], cwd=home, env={**kept, "PATH": str(path)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_the_wheel_plays_without_a_compiler(tmp_path: Path) -> None:
    done = subprocess.run(["make", "-s", "wheel"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    wheel, sdist = sorted((ROOT / "dist").iterdir())
    assert sdist.name == f"shirokuro-{sk.__version__}.tar.gz"
    assert re.fullmatch(rf"shirokuro-{sk.__version__}-cp3\d+-cp3\d+-manylinux_\S+\.whl", wheel.name)

    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    scripts = tmp_path / "env" / "bin"
    there = partial(run, path=scripts, home=tmp_path)
    there(scripts / "python", "-m", "pip", "install", "-q", "--only-binary", ":all:", wheel)
    assert there(scripts / "python", "-c", GAME).startswith(str(tmp_path))
    watched = there(scripts / "shirokuro", "play", "reversi6", "--black", "greedy", "--white", "value-map")
    assert "wins" in watched or "draw" in watched
    assert "+4" in there(scripts / "shirokuro", "solve", "nip24")
    assert there(scripts / "shirokuro", "bench") == (ROOT / "benchmarks" / "SIGNATURE").read_text()

    there(scripts / "python", "-m", "pip", "install", "-q", "--no-index", package_with_a_study(tmp_path))
    assert "first-move" in there(scripts / "shirokuro", "lab", "list")
    ran = there(scripts / "shirokuro", "lab", "run", "first-move", "--quick", "--store", "lab.sqlite")
    assert "on nip12." in ran


def package_with_a_study(folder: Path) -> Path:
    """A wheel of somebody else, whose entry point offers a study."""
    about, path = "others_study-1.0.dist-info", folder / "others_study-1.0-py3-none-any.whl"
    files = {
        "mine.py": MODULE,
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: others-study\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: us\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": "[shirokuro.studies]\nfirst-move = mine:STUDY\n",
    }
    files[f"{about}/RECORD"] = "".join(f"{name},,\n" for name in (*files, f"{about}/RECORD"))
    with ZipFile(path, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return path


def test_one_place_says_the_version() -> None:
    assert version("shirokuro") == sk.__version__
    assert f"\n## [{sk.__version__}]" in (ROOT / "CHANGELOG.md").read_text()
    assert "\nversion =" not in (ROOT / "pyproject.toml").read_text()
