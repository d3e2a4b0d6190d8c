"""Other compilers: clang takes all of the core without a warning, and its programs give the same results."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from test_core import BUILDS, ROOT, build, check_report, kernels_here, run

# Those that Debian has; `make test-all` installs what the machine's own Debian offers of them.
CLANGS = tuple(name for name in ("clang++-14", "clang++-16", "clang++-19") if shutil.which(name))
NEWEST = CLANGS[-1:]
LIBCXX = "-stdlib=libc++"


def commands_of(compiler: str, flags: str) -> list[tuple[Path, list[str]]]:
    """How our own files are compiled: each with its command, which only looks at it and makes nothing."""
    name = f"syntax-{compiler}{flags}".replace("+", "p").replace("=", "-")
    settings = ("TESTS", "TOOL", "PYTHON", "WERROR")
    run(
        *("cmake", "-S", ROOT, "-B", BUILDS / name, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"),
        *(f"-DSHIROKURO_{setting}=ON" for setting in settings),
        *(f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CXX_FLAGS={flags}", "-GNinja"),
        *(f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_MAKE_PROGRAM={shutil.which('ninja')}"),
    )
    found = json.loads((BUILDS / name / "compile_commands.json").read_text())
    files = [(Path(each["file"]), shlex.split(each["command"])) for each in found]
    return [
        (file, [*command[: command.index("-o")], "-fsyntax-only", str(file)])
        for file, command in files
        if file.is_relative_to(ROOT) and not file.is_relative_to(ROOT / ".venv")
    ]


def sources() -> Iterator[Path]:
    for folder in ("cpp", "tool", "tests/cpp"):
        yield from sorted((ROOT / folder).rglob("*.[ch]pp"))


def check_syntax(compiler: str, flags: str = "", *, every_set: bool) -> None:
    """Looks at all files, unless it did so before and found nothing."""
    commands = commands_of(compiler, flags)
    if not every_set:  # a file compiled for a newer set differs only where intrinsics stand for plain code
        commands = [
            (file, command)
            for file, command in commands
            if "-DSHIROKURO_ISA=avx2" not in command
            and ("-DSHIROKURO_ISA=avx512" not in command or file.parent.name in ("board", "playout"))
        ]
    assert {file.parent.name for file, _ in commands} >= {"board", "search", "bindings", "tool", "cpp"}
    version = run(compiler, "--version")
    seen = hashlib.sha256(repr((version, commands, [path.read_bytes() for path in sources()])).encode())
    stamp = BUILDS / f"seen-{seen.hexdigest()}"
    if stamp.exists():
        return
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(lambda each: _look(each[1]), commands))
    assert [text for text in done if text] == []
    stamp.touch()


def _look(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    return f"{shlex.join(command)}\n{done.stderr}" if done.returncode or done.stderr else ""


def test_clang_has_nothing_to_say() -> None:
    check_syntax("clang++", every_set=False)


each_clang = pytest.mark.parametrize(
    ("compiler", "flags"), [*((name, "") for name in CLANGS), *((name, LIBCXX) for name in NEWEST)]
)


@pytest.mark.long
@each_clang
def test_every_clang_has_nothing_to_say(compiler: str, flags: str) -> None:
    check_syntax(compiler, flags, every_set=True)


@pytest.mark.long
def test_there_are_several_clangs() -> None:
    assert len(CLANGS) > 1, "make test-all installs them"


@pytest.mark.long
@each_clang
def test_what_clang_makes_gives_the_same_results(compiler: str, flags: str) -> None:
    settings = (f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CXX_FLAGS={flags}")
    core_tests = build(f"{compiler}{flags}".replace("+", "p").replace("=", "-"), *settings)
    check_report(run(core_tests), kernels=kernels_here())
    check_report(run(core_tests.with_name("search_tests"), "--quick"), kernels=kernels_here())
    signature = (ROOT / "benchmarks/SIGNATURE").read_text().splitlines(keepends=True)[0]
    assert run(core_tests.with_name("shirokuro-tool"), "bench") == signature


def test_a_warning_ends_our_own_builds_only(tmp_path: Path) -> None:
    """A newer compiler warns of more; whoever builds the package with one must get it all the same."""
    for asked, is_strict in ((), False), (("-DSHIROKURO_WERROR=ON",), True):
        folder = tmp_path / f"strict-{is_strict}"
        parts = ("-DSHIROKURO_TOOL=ON", "-DSHIROKURO_PYTHON=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        run("cmake", "-S", ROOT, "-B", folder, *parts, *asked)
        commands = [each["command"] for each in json.loads((folder / "compile_commands.json").read_text())]
        assert commands
        assert all(("-Werror" in command) == is_strict for command in commands)
