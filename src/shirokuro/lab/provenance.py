"""Where results come from: the machine, the state of the program, and when."""

from __future__ import annotations

import os
import platform
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a reader needs to know to repeat a run, or to doubt it."""

    date: str
    """When the run was last worked on, in UTC."""
    machine: str
    program: str
    """The version, and the commit where the program lies in its repository."""


def here() -> Provenance:
    """This machine, this program, now."""
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return Provenance(now, _machine(), f"shirokuro {version('shirokuro')}{_commit()}")


def _machine() -> str:
    system = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    return f"{_processor()}, {os.cpu_count()} processors, {system}"


def _processor() -> str:
    """Its name, which Python itself does not know on Linux."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or "unknown processor"


def _commit() -> str:
    """As `, commit 8a5a76c3f0de`; nothing where this file is in no repository, or another's."""
    if _git("ls-files", Path(__file__).name) is None:
        return ""
    commit, changes = _git("rev-parse", "--short=12", "HEAD"), _git("status", "--porcelain", "-uno")
    return f", commit {commit}{' with changes' if changes else ''}"


def _git(*words: str) -> str | None:
    """What git says; None if it says nothing."""
    command = ["git", "-C", str(Path(__file__).parent), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None
