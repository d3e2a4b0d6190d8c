"""The paper on solved boards: its tables are those of the result pages."""

from __future__ import annotations

import re
import subprocess
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAPER = ROOT / "docs" / "paper" / "nip.typ"
TAKEN = re.compile(r'(?:as-table|proof-rows)\("(/docs/[^"]*)", (\d+)')
HEADS = {
    ("/docs/results/nip40.md", 1): "| variant | how | value | nodes | seconds |",
    ("/docs/results/nip40.md", 2): "| proof | of | positions that follow | positions on trust |",
    (
        "/docs/results/nip32.md",
        2,
    ): "| proof | claim for black | positions that follow | solved again | nodes |",
}
"""The tables that the paper means, by their pages and their numbers there."""


def tables_of(path: str) -> list[list[str]]:
    lines = (ROOT / path[1:]).read_text().splitlines()
    return [[*rows] for is_table, rows in groupby(lines, lambda line: line.startswith("|")) if is_table]


def test_the_paper_takes_the_tables_that_it_means() -> None:
    taken = {(path, int(number)) for path, number in TAKEN.findall(PAPER.read_text())}
    assert taken == HEADS.keys()
    for (path, number), head in HEADS.items():
        assert tables_of(path)[number][0].startswith(head)


def test_the_paper_has_the_values_of_the_pages() -> None:
    values = dict(re.findall(r"\[(nip\d+(?:, loop rule)?)\], \[([+−]\d+)\]", PAPER.read_text()))
    found = {}
    for path, number in (("/docs/results/nip40.md", 0), ("/docs/results/nip32.md", 2)):
        for row in tables_of(path)[number][2:]:
            name, value = row.split("|")[1:3]
            board = re.findall(r"nip\d+(?:\+loop)?", name)
            found.update({each: value.strip().replace("-", "−") for each in board[:1]})
    assert {name.replace(", loop rule", "+loop"): value for name, value in values.items()} == found


@pytest.mark.long
def test_the_paper_is_built() -> None:
    done = subprocess.run(["make", "-s", "paper"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (ROOT / "build" / "paper" / "nip.pdf").read_bytes().startswith(b"%PDF-")
