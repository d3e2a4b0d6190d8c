"""The machine and the version of the program that did a piece of work."""

from __future__ import annotations

import os
import platform
import subprocess
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Origin:
    """The machine and the program that did a piece of work."""

    machine: str
    program: str
    """The version, and the commit where the program lies in its repository."""


@cache
def here() -> Origin:
    """This machine and this program."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    # Python itself does not know the processor's name on Linux.
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    processor = next(names, "") or platform.processor() or "unknown processor"
    system = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    machine = f"{processor}, {os.cpu_count()} processors, {system}"
    program = f"shirokuro {version('shirokuro')}"
    if _git("ls-files", Path(__file__).name) is not None:  # else this file is in no repository of ours
        program += f", commit {_git('rev-parse', '--short=12', 'HEAD')}"
        if changes := _git("diff", "HEAD"):
            # The first digits of a digest distinguish states with uncommitted changes.
            program += f" with changes {sha256(changes.encode()).hexdigest()[:4]}"
    return Origin(machine, program)


def _git(*words: str) -> str | None:
    """What git says; None if it says nothing."""
    command = ["git", "-C", str(Path(__file__).parent), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None
