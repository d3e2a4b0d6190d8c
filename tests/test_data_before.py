"""What people have keeps working: games and stores of an earlier version, and what their keys stand for.

The files of `data_before` are never written anew: they stand for those that people have.
"""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import shirokuro as sk
from shirokuro.cli import main
from shirokuro.lab import study_index
from shirokuro.lab.run.plan import Scale
from shirokuro.lab.run.store import Store

DATA = Path(__file__).parent / "data_before"
TOURNAMENT = "random greedy montai:playouts=5 --variant nip12 --games 4 --clock 60+0.5 --depth 3 --seed 7"

# The keys of all games of a quick plan, and of all its measurements: what is stored under them stays found.
QUICK_PLANS = {
    "parallel": ("5c1256188ebf8e88", "6e6be99b77df0a61"),
    "nip-monte-carlo": ("ce6362452c828f6f", "e3b0c44298fc1c14"),
    "dont-care": ("e3b0c44298fc1c14", "9f6024ba61580f8f"),
    "rival": ("e5802a2c1e5630a5", "56c98545ae02edb5"),
    "monte-carlo": ("c44395c05d3f655a", "e3b0c44298fc1c14"),
}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "lab.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.executescript((DATA / "store.sql").read_text())
    return path


def test_games_open() -> None:
    played, written = sk.read(DATA / "match.jsonl"), sk.read(DATA / "match.ggf")
    assert [(game.black, game.white, game.result) for game in (*played, *written)] == [
        ("greedy", "random", 10.0),
        ("random", "greedy", -6.0),
        ("greedy", "random", 0.0),
        ("random", "greedy", 2.0),
    ]
    text = (DATA / "match.jsonl").read_text()
    assert "".join(f"{game.to_json()}\n" for game in sk.read(DATA / "match.jsonl")) == text


def test_a_store_opens_and_lacks_nothing(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "tournament", *TOURNAMENT.split(), "--store", str(store)]) == 0
    assert "| 1. montai:playouts=5 | – | 4 | 4 |" in capsys.readouterr().out
    with closing(Store(store)) as opened:
        assert opened.counts() == (12, 0)
        assert len(list(opened.games())) == 12
        assert opened.damage() == []


def test_a_store_reports_what_was_asked_for(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "report", "tournament", "--store", str(store)]) == 0
    assert "| 3. random            | 0 | 1 | – |" in capsys.readouterr().out


@pytest.mark.parametrize("study", QUICK_PLANS)
def test_the_keys_of_the_studies_stay(study: str) -> None:
    plan = study_index.studies()[study].plan(Scale("quick"))
    games = [game.key() for cell in plan for game in cell.fixtures]
    measurements = [cell.measurement.key() for cell in plan if cell.measurement is not None]
    assert (_digest(games), _digest(measurements)) == QUICK_PLANS[study]


def _digest(keys: list[str]) -> str:
    return hashlib.sha256("\n".join(keys).encode()).hexdigest()[:16]
