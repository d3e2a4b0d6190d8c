"""`shirokuro lab`: what each verb prints, exports, interruption and bad input."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import laboratory
import pyarrow.parquet
import pytest
from test_cli import ROOT, Captured, usage_error
from test_cli_engine import AtOnce, Screen

import shirokuro as sk
from shirokuro import notation
from shirokuro.cli import long_work, main
from shirokuro.cli.lab import work
from shirokuro.cli.long_work import ProgressBar, time_left
from shirokuro.lab import study_index
from shirokuro.lab.run.database import row_sum
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.runner import RunProgress
from shirokuro.lab.run.store import Store
from shirokuro.lab.run.task import digest
from shirokuro.workers.origin import Origin, here

FORMATS = ("ggf", "jsonl", "csv", "parquet")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the store is by default; there is one study."""
    monkeypatch.setattr(study_index, "studies", laboratory.only_the_small_study)
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "lab.sqlite"


def lab(capsys: Captured, *arguments: str) -> str:
    """What a verb prints that succeeds."""
    assert main(["lab", *arguments]) == 0
    return capsys.readouterr().out


def run(capsys: Captured, *arguments: str) -> str:
    return lab(capsys, "run", "small", "--jobs", "1", *arguments)


def complaint(capsys: Captured, *arguments: str) -> str:
    assert main(["lab", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert re.fullmatch(r"shirokuro lab: [^\n]+\n", captured.err)
    return captured.err


def process(*arguments: str, **environment: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, laboratory.__file__, *arguments]
    own = {name: str(value) for name, value in environment.items()}
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **own})


# The verbs


def test_a_run_with_a_report_plans_once_and_reads_each_game_once(
    capsys: Captured, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, read = laboratory.Small.plan, sk.Record.from_json
    planned, texts = [], []

    def counted_plan(study: laboratory.Small, scale: Scale) -> Sequence[Cell]:
        planned.append(scale)
        cells = plan(study, scale)
        return [*cells, replace(cells[0], name="the first one again", exclusive=False)]

    def counted_read(text: str) -> sk.Record:
        texts.append(text)
        return read(text)

    monkeypatch.setattr(laboratory.Small, "plan", counted_plan)
    monkeypatch.setattr(sk.Record, "from_json", counted_read)
    run(capsys, "--out", str(tmp_path / "page.html"), "--markdown", str(tmp_path / "folder"))
    assert len(planned) == 1
    assert len(texts) == len(set(texts)) == 8


def test_the_published_studies_come_first_in_the_order_of_the_docs() -> None:
    text = (ROOT / "docs/studies.md").read_text()
    listed = re.findall(r"^\| [A-E] \| .*?\(`([\w-]+)`\)", text, re.MULTILINE)
    found = study_index.studies()
    assert [*found][: len(listed)] == listed != []
    for name, study in found.items():
        assert name == study.name == study_index.study(name).name
        assert (study.question[-1], study.method[-1], bool(study.title)) == ("?", ".", True)
        assert (study.paper is None) == (name == "people")


def test_run_shows_its_exhibits(capsys: Captured, store: Path) -> None:
    assert lab(capsys, "list") == "small  Does greed pay?\n       A. Tester 2001, 題 (A title)\n"
    text = run(capsys)
    assert text.startswith("## Greedy and random\n\n**Paper.** A. Tester, 2001: 題 (A title). A thesis.\n\n")
    assert "\n\n**Question.** Does greed pay?\n\n" in text
    sure = "Quite sure. Of 1 published figures we call 1 explained."
    assert f"\n\n**Answer.** It depends on the board.\n\n**Confidence.** {sure}\n\n" in text
    assert "\n\n### Wins\n\n| board    | W/L/D | margin |\n" in text
    assert "### Score (share)" in text
    assert "- The squares are [0, 1, 4]." in text
    assert run(capsys) == text == lab(capsys, "run", "all", "--jobs", "1")
    report = lab(capsys, "report")
    assert report == lab(capsys, "report", "small")
    assert report.startswith(text + "### All published figures\n\n| study | published cell |")


def test_games_of_another_program_are_told(
    capsys: Captured, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys)
    monkeypatch.setattr("shirokuro.cli.lab.work.here", lambda: Origin("this one", "a newer program"))
    assert main(["lab", "run", "small", "--jobs", "1"]) == 0
    told = f"small: 9 games or measurements in the store are of {here().program}; "
    assert capsys.readouterr().err == f"{told}to have them of this program, use another --store\n"


def test_scales_and_seeds(capsys: Captured, store: Path, tmp_path: Path) -> None:
    """A run counts its own games, whatever else the store holds."""
    for options, games, own in (
        (["--full"], 16, 16),
        (["--games", "10"], 20, 20),
        ([], 20, 8),
        (["--quick"], 20, 4),
        (["--quick", "--seed", "1"], 24, 4),
    ):
        run(capsys, *options)
        said = f"{store}: {games} games, 1 measurement\nsmall: {own + 1} of {own + 1} done\n"
        assert lab(capsys, "status") == said
    assert main(["lab", "export", "--to", "csv", str(tmp_path / "own"), "--study", "small"]) == 0
    assert capsys.readouterr().err.endswith(": 4 games\n")


def test_the_study_of_the_page(capsys: Captured, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, Any] = {}
    blocks = re.findall(r"```py\n(.*?)```", (ROOT / "docs" / "lab.md").read_text(), re.DOTALL)
    (code,) = (block for block in blocks if "STUDY = " in block)
    exec(code, names)
    study = names["STUDY"]
    monkeypatch.setattr(study_index, "studies", lambda: {study.name: study})
    assert "| nip     |" in lab(capsys, "run", "first-move", "--games", "2", "--jobs", "1")


def test_games_that_did_not_end_by_the_rules_are_told(capsys: Captured, store: Path, tmp_path: Path) -> None:
    """They count as lost; a table alone would not show that a player was broken."""
    run(capsys)
    with Store(store) as opened:
        game = next(opened.games())
        spoilt = replace(game.record, note="white raised ValueError at move 3: oh")
        fixture = game.fixture.key()
        row = (spoilt.to_json(), row_sum(digest(fixture), fixture, spoilt.to_json()), fixture)
        opened._database.execute("UPDATE game SET record = ?, sum = ? WHERE fixture = ?", row)
    assert main(["lab", "run", "small", "--jobs", "1"]) == 0
    told = f"1, the last: {spoilt.note}"
    assert capsys.readouterr().err == f"small: games that did not end by the rules: {told}\n"
    lab(capsys, "report", "--markdown", str(tmp_path))
    assert f"- forfeits: {told}\n" in (tmp_path / "small.md").read_text()


# Progress


def test_a_bar_also_where_nothing_is_heard_of_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, screen = threading.Event(), Screen()
    monkeypatch.setattr(long_work, "PATIENCE", 0.0)
    monkeypatch.setattr(sys, "stderr", screen)
    real = ProgressBar._update
    monkeypatch.setattr(ProgressBar, "_update", lambda bar: (real(bar), shown.set()))
    with ProgressBar(words="small") as bar:
        assert shown.wait(60)
        bar.show(3, total=9, share=1 / 3)
    assert "small" in screen.getvalue()
    assert "3/9" in screen.getvalue()


def test_no_bar_for_quick_work_nor_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    for screen in (Screen(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", screen)
        with ProgressBar(words="small") as bar:
            bar.show(3, total=9, share=1 / 3)
        assert screen.getvalue() == ""


def test_a_bar_counts_the_time_from_the_beginning_of_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    with ProgressBar(words="small") as bar:
        bar._began -= 3600
        bar._start()
    assert "1:00:0" in screen.getvalue()
    assert time_left(RunProgress(1, 9, 2.0, 4.0).share, 1.0) == "0:02 left"
    assert time_left(RunProgress(1, 9, 1.0, 7322.0).share, 0.5) == "1:01:01 left"
    assert time_left(RunProgress(1, 9, 0.0, 4.0).share, 1.0) == ""
    assert time_left(RunProgress(1, 9, 1.0, None).share, 1.0) == ""


def test_reading_what_was_played_is_watched_too(
    capsys: Captured, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []

    class Listening(ProgressBar):
        def show(self, done: int, *rest: Any, total: int | None = None, **more: Any) -> None:
            super().show(done, *rest, total=total, **more)
            told.append((self._words, self._done, self._total))

    monkeypatch.setattr(work, "ProgressBar", Listening)
    run(capsys)
    assert [name for name, done, total in told if done == total] == ["small"]
    assert told[-3:] == [("small: reading", done, 3) for done in range(3)]


# Export


def test_equal_runs_export_equal_files(capsys: Captured, store: Path, tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        place = ["--store", str(tmp_path / jobs)]
        lab(capsys, "run", "small", "--games", "50", "--jobs", jobs, *place)
        for form in FORMATS:
            lab(capsys, "export", str(tmp_path / f"{jobs}.{form}"), *place)
    for form in FORMATS:
        assert (tmp_path / f"1.{form}").read_bytes() == (tmp_path / f"2.{form}").read_bytes()
    assert not list(tmp_path.glob("*.part"))


def test_an_export_shows_how_far_it_is(
    capsys: Captured, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys)
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(threading, "Timer", AtOnce)
    monkeypatch.setenv("TERM", "xterm")
    lab(capsys, "export", str(tmp_path / "games.csv"))
    assert "/8" in screen.getvalue()
    assert screen.getvalue().endswith("games.csv: 8 games\n")


def test_games_are_read_back(capsys: Captured, store: Path, tmp_path: Path) -> None:
    run(capsys)
    with Store(store) as opened:
        games = list(opened.games())
    for form, times in (("jsonl", True), ("jsonl", False), ("ggf", True)):
        file = tmp_path / f"games.{form}"
        assert main(["lab", "export", "--to", form, str(file), *["--times"] * times]) == 0
        assert capsys.readouterr().err == f"{file}: 8 games\n"
        read = [sk.Record.from_text(value) for value in notation.read(file)]  # type: ignore[arg-type]
        assert [record.moves for record in read] == [game.record.moves for game in games]
        assert [bool(record.seconds) for record in read] == [times] * 8


def test_tables_of_games(
    capsys: Captured, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys)
    (tmp_path / "link.csv").symlink_to(tmp_path / "t.csv")
    lab(capsys, "export", str(tmp_path / "link.csv"), "--study", "small")
    assert (tmp_path / "link.csv").is_symlink()
    lab(capsys, "export", str(tmp_path / "t.parquet"), "--study", "small", "--times")
    rows = list(csv.DictReader((tmp_path / "t.csv").open()))
    table = pyarrow.parquet.read_table(tmp_path / "t.parquet").to_pylist()
    assert [row["variant"] for row in rows] == ["reversi4"] * 4 + ["nip12"] * 4
    assert [row["black"] for row in rows] == ["greedy", "random"] * 4
    for row, same in zip(rows, table, strict=True):
        assert {name: str(same[name]) for name in row} == row
        assert same["black_seconds"] > 0
        assert sk.Board.parse(row["moves"], row["variant"]).margin() == float(row["margin"])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = complaint(capsys, "export", str(tmp_path / "x.parquet"))
    assert "Parquet needs pyarrow: pip install '.[lab]' in the checkout" in said
    assert not (tmp_path / "x.parquet").exists()


def test_a_failed_export_leaves_the_old_file(capsys: Captured, store: Path, tmp_path: Path) -> None:
    run(capsys)
    file = tmp_path / "games.csv"
    file.write_text("old")
    failed = process("export", "--to", "csv", str(file), LAB_FILE_BYTES=100)
    assert failed.returncode == 2
    assert re.fullmatch(r"shirokuro lab: [^\n]+\n", failed.stderr)
    assert file.read_text() == "old"
    assert not list(tmp_path.glob("*.part"))


def test_an_export_into_a_pipe(capsys: Captured, store: Path, tmp_path: Path) -> None:
    """As `/dev/stdout` may be one: it is written to, and no file takes its place."""
    run(capsys)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for form in ("ggf", "jsonl", "csv"):  # Parquet has to seek
        lab(capsys, "export", "--to", form, str(tmp_path / "file"))
        with ThreadPoolExecutor() as readers:
            read = readers.submit(pipe.read_bytes)
            lab(capsys, "export", "--to", form, str(pipe))
        assert pipe.is_fifo()
        assert read.result() == (tmp_path / "file").read_bytes()


# What ends a run


def spoil(store: Path, count: int = 1) -> None:
    with sqlite3.connect(store) as database:
        rows = f"SELECT rowid FROM game ORDER BY rowid LIMIT {count}"
        database.execute(f"UPDATE game SET record = substr(record, 1, 40) WHERE rowid IN ({rows})")
    database.close()


def test_a_damaged_game_is_named_left_out_and_played_again(
    capsys: Captured, store: Path, tmp_path: Path
) -> None:
    whole = run(capsys)
    spoil(store)
    file = tmp_path / "games.jsonl"
    words = rf"left out: {store}: the game \S+ – \S+ on \w+ with the key \w+ cannot be read: .*\n"
    for arguments in (("export", str(file)), ("export", str(file), "--study", "small"), ("report",)):
        assert main(["lab", *arguments]) == 0
        captured = capsys.readouterr()
        assert re.match(words, captured.err)
        assert captured.err.count("left out") == 1
    assert len(file.read_text().splitlines()) == 7
    assert "small: 9 of 9 done" in lab(capsys, "status")
    spoil(store, 7)
    assert main(["lab", "run", "small", "--jobs", "1"]) == 0
    captured = capsys.readouterr()
    assert captured.out == whole
    assert captured.err.count(f"done again: {store}: the game ") == 5
    assert "done again: 2 more\n" in captured.err
    assert main(["lab", "run", "small", "--jobs", "1"]) == 0
    assert capsys.readouterr() == (whole, "")


@pytest.mark.parametrize("options", [(), ("--sprt", "elo0=0,elo1=400")])
def test_a_tournament_goes_on_over_damage(capsys: Captured, store: Path, options: tuple[str, ...]) -> None:
    words = ("tournament", "greedy", "random", "--variant", "nip12", "--games", "12", "--jobs", "1", "--json")
    words += options
    whole = json.loads(lab(capsys, *words))
    spoil(store, 3)
    assert main(["lab", *words]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["ratings"] == whole["ratings"]
    assert captured.err.count("done again: ") == 3


def test_ctrl_c_says_how_to_go_on(capsys: Captured, store: Path) -> None:
    words = ["run", "small", "--games", "2000", "--jobs", "2"]
    ended = process(*words, LAB_SIGNAL=int(signal.SIGINT), LAB_GAMES=50, LAB_SECONDS=0)
    assert ended.returncode == 130
    assert ended.stdout == ""
    told, command = ended.stderr.strip().splitlines()
    assert told == f"interrupted; what was finished is in {store}"
    assert command == f"to go on: shirokuro lab {' '.join(words)}"
    games = json.loads(lab(capsys, "status", "--json"))["games"]
    assert 50 <= games < 4000
    assert run(capsys, "--games", "30")


def test_a_run_that_must_wait_changes_nothing(capsys: Captured, store: Path) -> None:
    run(capsys, "--full")
    report = lab(capsys, "report")
    with Store(store) as opened, opened.reserved():
        assert "another run is at work on this store" in complaint(capsys, "run", "small", "--quick")
        assert lab(capsys, "report") == report
    assert run(capsys, "--quick")


def test_a_refusal_is_one_line_with_plots_loaded_too(store: Path, tmp_path: Path) -> None:
    with Store(store) as opened, opened.reserved():
        page = str(tmp_path / "page.html")
        command = [sys.executable, "-m", "shirokuro.cli", "lab", "run", "rival", "--out", page]
        ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.stderr == f"shirokuro lab: {store}: another run is at work on this store\n"


# Bad input


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("run smal", "no study 'smal': did you mean 'small'?"),
        ("run quite-different", "no study 'quite-different': there are small"),
        ("run small --games 0", "games is a whole number, 1…10000, not 0"),
        ("run small --games 10001", "games is a whole number, 1…10000, not 10001"),
        (f"run small --games {'9' * 400}", f"games is a whole number, 1…10000, not {'9' * 59}…"),
        ("run small --jobs 0", "jobs: 1 or more are possible, not 0"),
        ("run small --cluster nowhere", "'nowhere' is no scheduler's address: write tcp://host:8786"),
        ("status", "lab.sqlite: there is no such store"),
        ("report", "lab.sqlite: there is no such store"),
        ("export --to csv x", "lab.sqlite: there is no such store"),
        ("export x.pgn", "x.pgn: no format has this name: end it in ggf, jsonl, csv, parquet, or use --to"),
    ],
)
def test_bad_input(capsys: Captured, store: Path, arguments: str, said: str) -> None:
    assert said in complaint(capsys, *arguments.split())


def test_a_run_that_never_was(capsys: Captured, store: Path) -> None:
    run(capsys, "--quick")
    assert "no run 'smal': did you mean 'small'?" in complaint(capsys, "report", "smal")
    assert "no run 'x': there are small" in complaint(capsys, "export", "x.csv", "--study", "x")


def test_usage(capsys: Captured) -> None:
    assert "VERB" in usage_error(capsys, "lab")
    assert "not allowed with" in usage_error(capsys, "lab", "run", "small", "--quick", "--full")
    assert "invalid choice: 'pgn'" in usage_error(capsys, "lab", "export", "x", "--to", "pgn")
