"""`make wheel` and `make wheels`: what they build plays where there is neither a compiler nor a checkout."""

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
sys.path.append(str(ROOT / "wheels"))
from pack import Parts, packed  # noqa: E402
from pythons import programs, read  # noqa: E402

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
    env, words = {**kept, "PATH": str(path)}, [*map(str, command)]
    done = subprocess.run(words, cwd=home, env=env, capture_output=True, text=True)
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


@pytest.mark.long
def test_cross_compiled_wheels_play_with_every_python_found(tmp_path: Path) -> None:
    done = subprocess.run(
        ["make", "-s", "wheels", "ARGS=x86_64-gnu"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = {found for program in programs() if (found := read(program)) and found.numbers >= (3, 11)}
    assert {each.numbers[:2] >= (3, 12) for each in found} == {True, False}
    for python in {each.numbers[:2]: each for each in found}.values():
        subprocess.run([python.program, "-m", "venv", tmp_path / python.version], check=True)
        scripts = tmp_path / python.version / "bin"
        there = partial(run, path=scripts, home=tmp_path)
        (wheel,) = (ROOT / "dist").glob(f"*-{'cp311' if python.numbers < (3, 12) else 'abi3'}-*x86_64.whl")
        there(scripts / "python", "-m", "pip", "install", "-q", "--only-binary", ":all:", wheel)
        assert there(scripts / "python", "-c", GAME).startswith(str(tmp_path))
        assert there(scripts / "shirokuro", "bench") == (ROOT / "benchmarks" / "SIGNATURE").read_text()
        assert sum(file.stat().st_size for file in scripts.parent.rglob("shirokuro/**/*")) < 60e6


@pytest.mark.parametrize("name", ["x86_65-gnu", "windows"])
def test_an_unknown_system_is_one_line(name: str) -> None:
    command = [sys.executable, ROOT / "wheels" / "build.py", name]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert f"no system {name}; there are x86_64-gnu aarch64-gnu" in done.stderr


def test_a_packed_wheel_says_what_it_holds(tmp_path: Path) -> None:
    source, built = tmp_path / "source", tmp_path / "built"
    (source / "src" / "shirokuro").mkdir(parents=True)
    built.mkdir()
    (source / "src" / "shirokuro" / "__init__.py").write_text("")
    for name in ("LICENSE", "pyproject.toml"):
        (source / name).write_bytes((ROOT / name).read_bytes())
    (source / "PKG-INFO").write_text("Metadata-Version: 2.4\nName: shirokuro\nVersion: 9.9\n")
    for name in ("_core.abi3.so", "leaf_solver"):
        (built / name).write_bytes(name.encode())
    path = packed(Parts(source, built, "cp312-abi3-manylinux_2_17_x86_64"), tmp_path)
    assert path.name == "shirokuro-9.9-cp312-abi3-manylinux_2_17_x86_64.whl"
    with ZipFile(path) as wheel:
        record = wheel.read("shirokuro-9.9.dist-info/RECORD").decode()
        assert sorted(line.partition(",")[0] for line in record.splitlines()) == sorted(wheel.namelist())
        assert wheel.getinfo("shirokuro/proofs/leaf_solver").external_attr >> 16 & 0o111
        assert b"shirokuro = shirokuro.cli:main" in wheel.read("shirokuro-9.9.dist-info/entry_points.txt")


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
