"""docs/arrays.md: its whole program runs, in a small size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOC = Path(__file__).parent.parent / "docs" / "arrays.md"
SIZE = "POSITIONS, EMPTIES, EPOCHS = 10_000, 10, 30"


def test_the_program_trains_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = (code for code in re.findall(r"```py\n(.*?)```", DOC.read_text(), re.DOTALL) if SIZE in code)
    exec(program.replace(SIZE, "POSITIONS, EMPTIES, EPOCHS = 1_000, 6, 10"), {})
    printed = capsys.readouterr().out
    errors = dict(re.findall(r"^(.*?) +off by +([\d.]+) discs, winner right \d+%$", printed, re.MULTILINE))
    assert list(errors) == ["the mean", "handcrafted", "network"]
    assert float(errors["network"]) < float(errors["the mean"])
