"""The types of the page's scripts, written as comments, hold; installing needs no Node, this test does."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest


@pytest.mark.long
def test_the_types_of_the_scripts_hold() -> None:
    command = ["npx", "--yes", "--package", "typescript@5", "tsc", "-p", str(Path(__file__).parent)]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert checked.returncode == 0, checked.stdout + checked.stderr
