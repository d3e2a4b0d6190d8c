"""Builds the sdist and the wheels for Linux on x86-64 and arm64 into dist/, cross-compiled: `make wheels`."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pack import Parts, packed
from pythons import Python, with_headers

ROOT = Path(__file__).parent.parent
BUILDS, DIST = ROOT / "build" / "wheels", ROOT / "dist"


@dataclass(frozen=True)
class System:
    """What a wheel runs on: a processor, and a C library from some version on."""

    processor: str
    libc: str
    tag: str

    @property
    def name(self) -> str:
        return f"{self.processor}-{self.libc.partition('.')[0]}"

    @property
    def suffix(self) -> str:
        """How an extension for CPython 3.11 is named on it, without a suffix of its own."""
        return f"cpython-311-{self.processor}-linux-{self.libc.partition('.')[0]}"


SYSTEMS = tuple(
    System(processor, libc, f"{policy}_{processor}")
    for libc, policy in (("gnu.2.17", "manylinux_2_17"), ("musl", "musllinux_1_2"))
    for processor in ("x86_64", "aarch64")
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", help="of " + " ".join(each.name for each in SYSTEMS))
    asked = parser.parse_args().systems
    systems = [each for each in SYSTEMS if not asked or each.name in asked]
    if unknown := {*asked} - {each.name for each in SYSTEMS}:
        parser.error(f"no system {' '.join(unknown)}; there are {' '.join(each.name for each in SYSTEMS)}")
    pythons = {"cp311-cp311": with_headers((3, 11), (3, 11)), "cp312-abi3": with_headers((3, 12), None)}
    wheels = len(systems) * len(pythons)
    say(f"the sdist and {wheels} wheels for {len(systems)} systems, some minutes each")
    source = unpacked(sdist())
    for system in systems:
        core = compiled_core(source, system)
        for abi, headers in pythons.items():
            built = bindings(source, system, core, abi, headers)
            wheel = packed(Parts(source, built, f"{abi}-{system.tag}"), DIST)
            check(wheel, system)
    say("in dist: " + " ".join(sorted(path.name for path in DIST.iterdir())))


def say(text: str) -> None:
    print(f"== {time.strftime('%H:%M:%S')} {text}", flush=True)


def run(*command: object) -> str:
    """What a program prints; where it fails, that ends the build with all it said."""
    done = subprocess.run([*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}\n== failed: {' '.join(map(str, command))}")
    return done.stdout


def sdist() -> Path:
    say("the sdist")
    DIST.mkdir(exist_ok=True)
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", DIST, ROOT)
    return max(DIST.glob("*.tar.gz"), key=lambda path: path.stat().st_mtime)


def unpacked(archive: Path) -> Path:
    """The sdist's folder; files that did not change keep their times, so they are not compiled again."""
    folder, kept = BUILDS / "sdist", set[Path]()
    with tarfile.open(archive) as tar:
        for member in tar:
            content = tar.extractfile(member)
            if content is None or member.name.endswith("biome.jsonc"):
                continue  # biome refuses to work above a folder with settings of its own
            data, path = content.read(), folder / Path(*Path(member.name).parts[1:])
            kept.add(path)
            if not path.exists() or path.read_bytes() != data:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
    for path in folder.rglob("*"):
        if path.is_file() and path not in kept:
            path.unlink()
    return folder


def compiled_core(source: Path, system: System) -> Path:
    """The core, which all wheels of a system share."""
    say(f"{system.name}: the core")
    folder = BUILDS / system.name / "core"
    make(source, folder, system, ["-DSHIROKURO_PYTHON=OFF"], "core")
    return folder / "libcore.a"


def bindings(source: Path, system: System, core: Path, abi: str, headers: Python) -> Path:
    """The folder of what is compiled for one kind of Python."""
    say(f"{system.name}: {abi}, with the headers of Python {headers.version}")
    folder = BUILDS / system.name / abi
    stable = abi.endswith("abi3")
    settings = [
        *(f"-DSHIROKURO_CORE={core}", f"-DPython_EXECUTABLE={headers.program}"),
        *(f"-DPython_INCLUDE_DIR={headers.include}", f"-Dnanobind_DIR={nanobind()}"),
        *(f"-DSKBUILD_SOABI={system.suffix}", "-DSKBUILD_SOSABI=abi3"),
        f"-DSKBUILD_SABI_VERSION={'3.12' if stable else ''}",
        "-DCMAKE_CXX_FLAGS=-include cstdio",  # nanobind forgets it, and the limited API does not bring it
    ]
    make(source, folder, system, settings, "_core", "leaf_solver")
    return folder


def nanobind() -> str:
    return run(sys.executable, "-m", "nanobind", "--cmake_dir").strip()


def make(source: Path, folder: Path, system: System, settings: Sequence[str], *targets: str) -> None:
    run("cmake", "-GNinja", "-S", source, "-B", folder, *toolchain(system), *settings)
    run("cmake", "--build", folder, "--target", *targets)


def toolchain(system: System) -> Iterator[str]:
    """Zig's clang has the headers, and all versions of the C library's symbols, of every system."""
    tools = BUILDS / system.name / "tools"
    tools.mkdir(parents=True, exist_ok=True)
    target = f"-target {system.processor}-linux-{system.libc}"
    for variable, words in (("CXX_COMPILER", f"c++ {target}"), ("AR", "ar"), ("RANLIB", "ranlib")):
        tool = tools / words.split()[0]
        text = f'#!/bin/sh\nexec "{sys.executable}" -m ziglang {words} "$@"\n'
        if not tool.exists() or tool.read_text() != text:
            tool.write_text(text)
            tool.chmod(0o755)
        yield f"-DCMAKE_{variable}={tool}"
    yield from ("-DCMAKE_SYSTEM_NAME=Linux", f"-DCMAKE_SYSTEM_PROCESSOR={system.processor}")
    yield from (f"-DCMAKE_{kind}_LINKER_FLAGS=-Wl,-s" for kind in ("MODULE", "EXE"))


def check(wheel: Path, system: System) -> None:
    """Whether the wheel asks of its system, and of Python, no more than its name says."""
    shown = " ".join(run("auditwheel", "show", wheel).split())
    if f'"{system.tag}"' not in shown:
        sys.exit(f"{wheel.name} needs more than {system.tag}: {shown}")
    if "abi3" in wheel.name:
        run("abi3audit", "--strict", wheel)
    say(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
