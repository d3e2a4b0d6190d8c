"""The core's own tests: under sanitizers, on old and other CPUs, and what their machine code contains."""

from __future__ import annotations

import fcntl
import os
import platform
import re
import subprocess
import sys
import sysconfig
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import shirokuro._core

ROOT = Path(__file__).parent.parent
BUILDS = ROOT / "build"


def run(*command: object) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    assert done.returncode == 0, f"{command[0]}: {done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


def build(name: str, *settings: str, targets: Sequence[str] = ("all",)) -> Path:
    """Builds the core's tests and its tool in a folder that later runs build upon; the tests' program."""
    folder = BUILDS / name
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests that run side by side may want the same program
        parts = ("TESTS=ON", "TOOL=ON", "PYTHON=OFF", "WERROR=ON")
        run("cmake", "-S", ROOT, "-B", folder, *(f"-DSHIROKURO_{part}" for part in parts), *settings)
        run("cmake", "--build", folder, "--parallel", os.cpu_count() or 1, "--target", *targets)
    return folder / "core_tests"


def check_report(report: str, *, kernels: Sequence[str]) -> None:
    last = report.splitlines()[-1]
    assert re.fullmatch(r"[1-9]\d* passed, 0 failed", last), report
    assert re.findall(r"^kernel (\w+)$", report, re.MULTILINE) == list(kernels), report


def kernels_here() -> list[str]:
    """Those that this machine must run, from what Linux says of its CPU."""
    if platform.machine() != "x86_64":
        return ["generic"]
    flags = set(Path("/proc/cpuinfo").read_text().split())
    needed = {"generic": set[str](), "avx2": {"avx2", "bmi1", "bmi2", "abm", "popcnt"}}
    needed["avx512"] = needed["avx2"] | {"avx512f", "avx512vl", "avx512cd"}
    return [name for name, some in needed.items() if some <= flags]


def sanitized(sanitizers: str, *, newer_sets: bool) -> Path:
    """The tests' program under sanitizers; each instruction set more takes as long again to compile."""
    sets = "all" if newer_sets else "generic"
    settings = (f"-DSHIROKURO_SANITIZE={sanitizers}", f"-DSHIROKURO_SETS={sets}")
    # Races are looked for in the search alone, and nobody runs the tool under sanitizers.
    targets = ("search_tests",) if sanitizers == "thread" else ("core_tests", "search_tests")
    return build(f"{sanitizers.partition(',')[0]}-{sets}", *settings, targets=targets)


def core_of_the_package() -> Path:
    """The core's library, as it was compiled for the package."""
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return BUILDS / f"{tag}-{tag}-{sysconfig.get_platform().replace('-', '_')}" / "libcore.a"


def plain() -> Path:
    """The tests' program on the package's core, which would take minutes to compile again."""
    assert core_of_the_package().exists(), "make .venv/.dev builds it"
    return build("plain", "-DCMAKE_CXX_FLAGS=", f"-DSHIROKURO_CORE={core_of_the_package()}")


def without_inlining() -> Path:
    return build("noinline", "-DCMAKE_CXX_FLAGS=-fno-inline")


def test_core_on_every_instruction_set() -> None:
    check_report(run(plain()), kernels=kernels_here())


def test_core_under_address_and_undefined_sanitizers() -> None:
    check_report(run(sanitized("address,undefined", newer_sets=False)), kernels=["generic"])


@pytest.mark.long
def test_core_under_address_and_undefined_sanitizers_on_every_instruction_set() -> None:
    check_report(run(sanitized("address,undefined", newer_sets=True)), kernels=kernels_here())


# tzcnt is not here: it is encoded as "rep bsf", which compilers use on purpose where old CPUs run it as bsf.
BEYOND_X86_64 = re.compile(
    r"""^\s+[0-9a-f]+:\t(?:
        v\w+                                                                     # AVX, AVX2, AVX-512
        | k\w+[bwdq]                                                             # AVX-512's masks
        | (?:andn|bextr|blsi|blsmsk|blsr|bzhi|mulx|pdep|pext|rorx|sarx|shlx|shrx)[lq]?    # BMI, BMI2
        | (?:lzcnt|popcnt)[wlq]?
    )\s""",
    re.VERBOSE,
)


NEWER = re.compile(r"\bavx(?:2|512)::")
BEYOND_AVX2 = re.compile(r"%zmm|%k[0-7]|%[xy]mm(?:1[6-9]|2\d|3[01])\b|\tvpternlog|\tvplzcnt")


def functions_beyond_x86_64(program: Path) -> dict[str, list[str]]:
    """For each function of a program, the lines of its code that an old x86-64 cannot run."""
    found: dict[str, list[str]] = defaultdict(list)
    function = ""
    for line in run("objdump", "-d", "-C", "--no-show-raw-insn", program).splitlines():
        if label := re.fullmatch(r"[0-9a-f]+ <(.*)>:", line):
            function = label[1]
        elif BEYOND_X86_64.match(line) or "%ymm" in line:
            found[function].append(line)
    return found


# Without inlining, an inline function that several kernels contain stands in the program once: whose copy?
@pytest.mark.parametrize(
    ("compiled", "program"),
    [
        (plain, "core_tests"),
        (plain, "search_tests"),
        pytest.param(without_inlining, "core_tests", marks=pytest.mark.long),
    ],
)
def test_no_new_instruction_outside_the_namespaces_of_new_ones(
    compiled: Callable[[], Path], program: str
) -> None:
    new_instructions_in_place(compiled().with_name(program))


def new_instructions_in_place(program: Path) -> dict[str, list[str]]:
    """The functions with new instructions; all are in the namespaces of new ones."""
    found = functions_beyond_x86_64(program)
    assert {function: code for function, code in found.items() if not NEWER.search(function)} == {}
    assert bool(found) == (platform.machine() == "x86_64")  # else the search itself is blind
    return found


def test_no_new_instruction_outside_the_namespaces_of_new_ones_of_what_is_shipped() -> None:
    found = new_instructions_in_place(Path(shirokuro._core.__file__))
    newest = {function for function, code in found.items() if any(map(BEYOND_AVX2.search, code))}
    assert {function for function in newest if "avx512::" not in function} == set()
    assert bool(newest) == (platform.machine() == "x86_64")


@pytest.mark.long
@pytest.mark.parametrize("name", ["plain", "noinline"])
@pytest.mark.parametrize("cpu", ["qemu64", "Conroe", "Opteron_G1", "SandyBridge"])
def test_core_runs_on_an_old_x86_64(cpu: str, name: str) -> None:
    program = build(name, f"-DCMAKE_CXX_FLAGS={'-fno-inline' if name == 'noinline' else ''}")
    check_report(run("qemu-x86_64", "-cpu", cpu, program), kernels=["generic"])


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "arguments"),
    [("core_tests", ()), ("search_tests", ("--quick",)), ("shirokuro-tool", ("bench",))],
)
def test_core_on_arm64(name: str, arguments: tuple[str, ...]) -> None:
    target = ("SYSTEM_NAME=Linux", "SYSTEM_PROCESSOR=aarch64", "CXX_COMPILER=aarch64-linux-gnu-g++")
    program = build("arm64", *(f"-DCMAKE_{part}" for part in target))
    emulated = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", program.with_name(name))
    report = run(*emulated, *arguments)
    if name == "shirokuro-tool":
        assert report == (ROOT / "benchmarks/SIGNATURE").read_text().splitlines(keepends=True)[0]
    else:
        check_report(report, kernels=["generic"])


@pytest.mark.parametrize(
    ("asked", "sets"),
    [("native", kernels_here()[-1:]), ("generic", ["generic"]), ("all", ["generic", "avx2", "avx512"])],
)
def test_a_build_contains_the_sets_that_are_asked_for(
    asked: str, sets: Sequence[str], tmp_path: Path
) -> None:
    parts = ("-DSHIROKURO_PYTHON=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-GNinja")
    run("cmake", "-S", ROOT, "-B", tmp_path, f"-DSHIROKURO_SETS={asked}", *parts)
    commands = (tmp_path / "compile_commands.json").read_text()
    found = re.findall(r"-DSHIROKURO_ISA=(\w+) .*board/kernel_isa", commands)
    assert found == (list(sets) if platform.machine() == "x86_64" else ["generic"])


@pytest.mark.long
def test_a_build_for_this_machine_says_where_it_does_not_run() -> None:
    settings = ("-DSHIROKURO_SETS=native", "-DSHIROKURO_TESTS=OFF")
    tool = build("native", *settings, targets=("shirokuro-tool",)).with_name("shirokuro-tool")
    assert run(tool, "bench") == (ROOT / "benchmarks/SIGNATURE").read_text().splitlines(keepends=True)[0]
    old = subprocess.run(["qemu-x86_64", "-cpu", "Conroe", tool, "bench"], capture_output=True, text=True)
    assert old.returncode == 2
    assert f"compiled for a processor with {kernels_here()[-1]}" in old.stderr


# Constant, though in no section for constants: what the loader fills in, and the compiler's own.
CONSTANT = re.compile(r"shirokuro::shapes$|DW\.ref\.")
WRITABLE = re.compile(r"^\S+ .{7} \.(?:data(?!\.rel\.ro)|bss|tdata|tbss)\S*\t")


def test_the_core_has_no_writable_data() -> None:
    symbols = run("objdump", "-t", "-C", core_of_the_package()).splitlines()
    assert any(WRITABLE.search(line) for line in symbols)  # else the search itself is blind
    named = [line for line in symbols if not re.match(r"\S+ .{5}d", line)]  # d marks whole sections
    assert [line for line in named if WRITABLE.search(line) and not CONSTANT.search(line)] == []
