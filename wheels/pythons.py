"""The headers of Python that wheels are compiled with.

Those of this machine serve other Linux systems too: what differs in them, pyconfig.h, says the sizes of types
and which functions the system has. The sizes are the same on x86-64 and arm64, and an extension asks for the
functions nowhere.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ASK = """
import json, sys, sysconfig
print(json.dumps([sys.version_info[:2], sys.executable, sysconfig.get_path("include")]))
"""


@dataclass(frozen=True)
class Python:
    """A Python of this machine, and where its headers would be."""

    numbers: tuple[int, int]
    program: Path
    include: Path

    @property
    def version(self) -> str:
        return ".".join(map(str, self.numbers))


def with_headers(least: tuple[int, int], most: tuple[int, int] | None) -> Python:
    """The first Python of these versions that has its headers."""
    for program in programs():
        if (found := read(program)) is None or not (found.include / "Python.h").exists():
            continue
        if least <= found.numbers and (most is None or found.numbers <= most):
            return found
    wanted = ".".join(map(str, least)) + ("" if most else " or newer")
    sys.exit(f"Python {wanted} with its headers is needed to build these wheels, and none was found")


def programs() -> Iterator[Path]:
    """Pythons by their usual names, and those that pyenv and uv keep."""
    yield Path(sys.executable)
    for folder in (".pyenv/versions", ".local/share/uv/python"):
        yield from sorted((Path.home() / folder).glob("*/bin/python3"))
    for minor in range(11, 20):
        yield from (Path(f"/usr/bin/python3.{minor}"), Path(f"/usr/local/bin/python3.{minor}"))


def read(program: Path) -> Python | None:
    """What a program says of itself; None if it is no Python."""
    if not program.exists():
        return None
    done = subprocess.run([program, "-c", ASK], capture_output=True, text=True)
    if done.returncode:
        return None
    (major, minor), python, include = json.loads(done.stdout)
    return Python((major, minor), Path(python), Path(include))
