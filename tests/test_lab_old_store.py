"""Stores of earlier versions of the laboratory open, go on, report and export as they did.

`stores/version_2.sql` is such a store as SQL. It was written by `lab run dont-care --quick --games 1`, two
tournaments (one with a test, limits, a clock and openings), and four cells of `lab run parallel --quick
--games 1`, which is not finished. Machines, programs and times were replaced. The level openings have been
made anew since: the game of `parallel` that began with one of them is no longer in its plan.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from test_cli import Captured

from shirokuro.cli import main

SQL = Path(__file__).parent / "stores" / "version_2.sql"
GAMES, MEASUREMENTS = 18, 6
RUNS = {"parallel": [3, 93], "dont-care": [4, 4], "tested": [12, 12], "tournament": [4, 4]}
EXPORTED = "76d7b727ec4425c23717275d51329b5e5eb587bb556d6d85ff4fcb0fb8191719"
"""The digest of all games as JSON lines, as the program of that time wrote them."""
RESUMED = (
    ("run", "dont-care", "--quick", "--games", "1"),
    ("tournament", "greedy", "random", "--variant", "reversi4", "--games", "4"),
    (
        *("tournament", "greedy", "random", "--variant", "nip12", "--games", "12", "--name", "tested"),
        *("--sprt", "elo0=0,elo1=400", "--depth", "2", "--clock", "60+1", "--openings", "random:2"),
    ),
)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "lab.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(SQL.read_text())
    return path


def lab(capsys: Captured, *words: str) -> str:
    assert main(["lab", *words]) == 0
    return capsys.readouterr().out


def check_status(store: Path, capsys: Captured) -> None:
    status = json.loads(lab(capsys, "status", "--store", str(store), "--json"))
    assert (status["runs"], status["games"], status["measurements"]) == (RUNS, GAMES, MEASUREMENTS)


def test_it_opens(store: Path, capsys: Captured) -> None:
    check_status(store, capsys)


@pytest.mark.parametrize("words", RESUMED, ids=lambda words: words[1])
def test_what_is_done_is_not_done_again(store: Path, words: tuple[str, ...], capsys: Captured) -> None:
    assert lab(capsys, *words, "--jobs", "1", "--store", str(store)).startswith("## ")
    check_status(store, capsys)


def test_it_exports_the_same_bytes(store: Path, capsys: Captured) -> None:
    file = store.with_name("games.jsonl")
    lab(capsys, "export", str(file), "--store", str(store))
    assert sha256(file.read_bytes()).hexdigest() == EXPORTED


def test_it_reports_what_is_there(store: Path, capsys: Captured) -> None:
    text = lab(capsys, "report", "--store", str(store))
    assert text.count("\n## ") + text.startswith("## ") == len(RUNS)
    assert (
        "| MSAI    | first  | 67.4 % of 1800 (65–70 %) | –          | –             | 100 % of 1 (21–100 %) |"
        in text
    )
    assert "means over 1 positions, 13 empties (table 1)" in text
    assert "| 1. greedy | " in text
    page = store.with_name("report.html")
    lab(capsys, "report", "--store", str(store), "--out", str(page))
    assert "a machine of before" in page.read_text()
