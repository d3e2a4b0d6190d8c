"""The engine on the command line: solve, analyze, review, bench."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from ffo import PROBLEMS
from test_cli import DRAW, ROOT, Captured, complaint, output, usage_error

import shirokuro as sk
from shirokuro.cli import bench, main

EASY = PROBLEMS[0]
OBF = "".join(f"{p.line}; {p.moves.split()[0].upper()}:{p.value:+d};\n" for p in PROBLEMS[:3])
WRONG = OBF.replace(f":{EASY.value:+d}", f":{EASY.value - 2:+d}")


@pytest.fixture
def obf(tmp_path: Path) -> str:
    file = tmp_path / "ffo.obf"
    file.write_text(OBF)
    return str(file)


def objects(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


# solve


def test_solve_a_file_with_scores(capsys: Captured, obf: str) -> None:
    heading, *rows, totals = output(capsys, "solve", obf).splitlines()
    assert heading.split() == ["no", "empties", "value", "nodes", "seconds", "nodes/s", "pv"]
    for row, problem in zip(rows, PROBLEMS[:3], strict=True):
        number, empties, value, _, _, _, *pv = row.split()
        assert (int(number), int(empties), int(value)) == (problem.number, 14, problem.value)
        assert pv[0] in problem.moves.split()
    assert re.fullmatch(r"3 of 3 solved, 3 checked; [\d,]+ nodes, [\d.]+ s, \S+ nodes/s", totals)


def test_solve_as_json(capsys: Captured, obf: str) -> None:
    found = objects(output(capsys, "solve", obf, "--json"))
    assert [item["value"] for item in found] == [problem.value for problem in PROBLEMS[:3]]
    assert [item["line"] for item in found] == [problem.line for problem in PROBLEMS[:3]]
    for number, item in enumerate(found, 1):
        assert (item["number"], item["kind"], item["right"], item["variant"]) == (
            number,
            "exact",
            True,
            "reversi",
        )
        assert item["lower"] == item["upper"] == item["score"] == item["value"]
        assert {"move", "pv", "nodes", "seconds", "nodes_per_second", "depth"} <= set(item)


@pytest.mark.parametrize("form", [(), ("--json",), ("--wld",)])
def test_a_score_that_differs(capsys: Captured, tmp_path: Path, form: tuple[str, ...]) -> None:
    file = tmp_path / "wrong.obf"
    file.write_text(WRONG if form != ("--wld",) else OBF.replace(f":{EASY.value:+d}", ":-4"))
    assert main(["solve", str(file), *form]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("shirokuro solve: 1 of 3 not as scored: 1 (")
    assert captured.err.count("\n") == 1
    if "--json" in form:
        assert [item["right"] for item in objects(captured.out)] == [False, True, True]
    else:
        assert "should be" in captured.out.splitlines()[1]


def test_scores_are_not_held_against_another_scoring(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "wrong.obf"
    file.write_text(WRONG)
    assert "3 of 3 solved, 0 checked" in output(capsys, "solve", str(file), "--scoring", "plain")


def test_solve_from_standard_input(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    for source in ((), ("-",)):
        monkeypatch.setattr(sys, "stdin", io.StringIO(OBF))
        assert "3 of 3 solved, 3 checked" in output(capsys, "solve", *source)


def test_solve_text_variants_and_games(capsys: Captured) -> None:
    found = objects(output(capsys, "solve", EASY.line, "nip12", "nip24+loop", DRAW, "--json"))
    assert [item["value"] for item in found] == [EASY.value, 2, -8, 0]
    assert [item["variant"] for item in found] == ["reversi", "nip12", "nip24+loop", "reversi"]
    assert (found[3]["move"], found[3]["pv"]) == (None, [])
    line = sk.Board("nip24").line()
    (loop,) = objects(output(capsys, "solve", line, "--variant", "nip24+loop", "--json"))
    assert loop["value"] == -8


@pytest.mark.parametrize(
    "options",
    [
        ("--threads", "2"),
        ("--table", "0.01"),
        ("--dont-care", "full-lines"),
        ("--dont-care", "wide"),
        ("--nodes", "1000000000"),
        ("--seconds", "1000"),
    ],
)
def test_solve_options_that_change_no_value(capsys: Captured, obf: str, options: tuple[str, ...]) -> None:
    assert "3 of 3 solved, 3 checked" in output(capsys, "solve", obf, *options)


def test_solve_by_scoring_and_mode(capsys: Captured) -> None:
    (plain,) = objects(output(capsys, "solve", "reversi4", "--scoring", "plain", "--json"))
    (winner,) = objects(output(capsys, "solve", "reversi4", "--json"))
    assert (plain["value"], winner["value"]) == (-8, -10)
    assert " loss " in output(capsys, "solve", "reversi4", "--wld")
    assert " win " in output(capsys, "solve", "nip12", "--wld")


def test_a_solve_that_cannot_finish_says_so(capsys: Captured) -> None:
    hard = PROBLEMS[44]
    obf = f"{hard.line}; {hard.moves.split()[0]}:{hard.value};"
    (found,) = objects(output(capsys, "solve", obf, "--nodes", "1000", "--table", "1", "--json"))
    assert (found["kind"], found["right"]) == ("bound", None)
    text = output(capsys, "solve", obf, "--nodes", "1000", "--table", "1")
    assert "-64…+64" in text
    assert "0 of 1 solved, 0 checked" in text


# analyze


def test_analyze_a_position(capsys: Captured) -> None:
    heading, *rows = output(capsys, "analyze", EASY.line).splitlines()
    assert heading.split() == ["move", "value", "kind", "nodes", "pv"]
    moves = {row.split()[0]: int(row.split()[1]) for row in rows}
    assert moves == {sk.move_name(move): r.value for move, r in sk.analyze(sk.Board.parse(EASY.line)).items()}
    assert max(moves.values()) == EASY.value == int(rows[0].split()[1])


def test_analyze_as_json(capsys: Captured) -> None:
    found = json.loads(output(capsys, "analyze", "f5d6c3", "--depth", "5", "--json"))
    assert {item["move"] for item in found["moves"]} == {"d3", "f3", "f4", "g5"}
    assert {(item["kind"], item["depth"]) for item in found["moves"]} == {("depth", 5)}
    assert (found["variant"], found["over"]) == ("reversi", False)


@pytest.mark.parametrize("limit", [("--nodes", "5000"), ("--seconds", "0.05"), ("--depth", "4")])
def test_analyze_within_limits(capsys: Captured, limit: tuple[str, str]) -> None:
    assert len(output(capsys, "analyze", "nip", *limit, "--threads", "2", "--table", "1").splitlines()) == 5


def test_analyze_the_end_and_a_pass(capsys: Captured) -> None:
    assert output(capsys, "analyze", DRAW) == "the game is over: 32-32, draw (+0)\n"
    assert json.loads(output(capsys, "analyze", DRAW, "--json"))["moves"] == []
    text = output(capsys, "analyze", "b1c1d3a1", "--variant", "reversi4")
    assert text.splitlines()[1].startswith("pass ")


# review


def test_review_a_game(capsys: Captured) -> None:
    heading, *rows, totals = output(capsys, "review", DRAW, "--depth", "2").splitlines()
    assert heading.split() == ["no", "side", "move", "loss", "value", "best", "value", "kind"]
    assert len(rows) == 60
    assert rows[0].split()[:2] == ["1", "black"]
    assert rows[0].endswith("depth 2")
    assert rows[-1].split() == ["60", "white", "h6", "0", "+0", "h6", "+0", "exact"]
    assert re.fullmatch(r"lost in all: black \d+, white \d+", totals)


def test_review_as_json_with_marks(capsys: Captured) -> None:
    board = sk.Board.parse("f5d6c3d3c4b3", "nip")
    found = json.loads(output(capsys, "review", "f5d6c3d3c4b3", "--variant", "nip", "--json"))
    review = sk.review(board)
    assert [item["move"] for item in found["moves"]] == ["f5", "d6", "c3", "d3", "c4", "b3"]
    assert [item["loss"] for item in found["moves"]] == [judged.loss for judged in review.moves]
    assert [item["mark"] for item in found["moves"]] == [judged.mark for judged in review.moves]
    assert found["lost"] == {"black": review.lost(sk.BLACK), "white": review.lost(sk.WHITE)}


def test_review_one_of_several(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("f5d6c3\n\nd3c3\n")
    found = json.loads(output(capsys, "review", str(file), "--number", "2", "--depth", "2", "--json"))
    assert [item["move"] for item in found["moves"]] == ["d3", "c3"]


# Progress


class Screen(io.StringIO):
    """Standard error, with a person in front of it."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("command", "total"),
    [(("solve", "nip12", "nip24"), "2"), (("analyze", "nip24"), "4"), (("review", "f5d6c3"), "3")],
)
def test_progress_where_a_person_watches(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], total: str
) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    assert main([*command, "--json"]) == 0
    assert f"/{total}" in screen.getvalue()
    assert objects(capsys.readouterr().out), "what programs read has no bar in it"


# Bad input


@pytest.mark.parametrize("verb", ["solve", "analyze", "review"])
def test_absurd_limits(capsys: Captured, verb: str) -> None:
    for option, value in (("--nodes", "0"), ("--nodes", "-5"), ("--seconds", "0"), ("--seconds", "nan")):
        assert option.strip("-") + ": more than 0" in complaint(capsys, verb, "f5", option, value)
    assert "threads: 1…" in complaint(capsys, verb, "f5", "--threads", "0", "--nodes", "1")
    assert "invalid int value: 'few'" in usage_error(capsys, verb, "f5", "--nodes", "few")
    assert "no such file" in complaint(capsys, verb, "missing.ggf")
    assert "65 cells" in complaint(capsys, verb, "-" * 65)


def test_absurd_options(capsys: Captured) -> None:
    for size in ("0", "-1", "nan", "1e12"):
        assert "table_mib: more than 0" in complaint(capsys, "solve", "nip12", "--table", size)
        assert "table_mib: more than 0" in complaint(capsys, "analyze", "nip12", "--table", size)
    assert "depth: more than 0 and at most 64" in complaint(capsys, "analyze", "f5", "--depth", "0")
    assert "depth: more than 0 and at most 64" in complaint(capsys, "review", "f5", "--depth", "65")
    assert "invalid choice: 'some'" in usage_error(capsys, "solve", "nip12", "--dont-care", "some")
    assert "invalid choice: 'half'" in usage_error(capsys, "solve", "nip12", "--scoring", "half")
    assert "there is no position to solve" in complaint(capsys, "solve", "")
    assert "there are 2" in complaint(capsys, "analyze", "f5\n\nd3")
    assert "a game is needed" in complaint(capsys, "review", EASY.line)
    assert "--number 2: the source holds 1" in complaint(capsys, "review", "f5", "--number", "2")


# Ctrl-C


def test_ctrl_c_ends_a_long_solve_with_what_is_known() -> None:
    command = [sys.executable, "-m", "shirokuro.cli", "solve", "nip12", "reversi", "nip24", "--table", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    rows = [process.stdout.readline(), process.stdout.readline()]
    process.send_signal(signal.SIGINT)
    rest, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (130, "")
    assert rows[1].split()[:3] == ["1", "8", "+2"]
    *begun, totals = rest.splitlines()  # the second one, unless the signal came before it
    assert [row.split()[:3] for row in begun] in ([], [["2", "60", "-64…+64"]])
    assert totals.startswith(f"1 of {1 + len(begun)} solved")


def interrupt(monkeypatch: pytest.MonkeyPatch, method: str, *, call: int, times: int = 1) -> None:
    """Ctrl-C, pressed as the engine is called for the n-th time."""
    original, calls = getattr(sk.Engine, method), []

    def interrupted(*arguments: object, **options: object) -> object:
        calls.append(arguments)
        for _ in range(times if len(calls) == call else 0):
            signal.raise_signal(signal.SIGINT)
        return original(*arguments, **options)

    monkeypatch.setattr(sk.Engine, method, interrupted)


def test_ctrl_c_ends_an_analysis(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, "analyze", call=1)
    before = signal.getsignal(signal.SIGINT)
    assert main(["analyze", "reversi", "--seconds", "1000", "--json"]) == 130
    captured = capsys.readouterr()
    assert captured.err == ""
    assert len(json.loads(captured.out)["moves"]) == 4
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_ends_a_review(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, "search", call=3)
    assert main(["review", DRAW, "--seconds", "1000", "--json"]) == 130
    captured = capsys.readouterr()
    assert captured.err == ""
    assert [item["ply"] for item in json.loads(captured.out)["moves"]] == [58, 59, 60]


def test_a_second_ctrl_c_ends_the_program(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, "analyze", call=1, times=2)
    assert main(["analyze", "reversi", "--seconds", "1000"]) == 130
    assert capsys.readouterr() == ("", "\n")


# bench


def test_both_kernels_have_the_signature() -> None:
    for isa in ("generic", ""):
        environment = {**os.environ, "SHIROKURO_ISA": isa} if isa else dict(os.environ)
        command = [sys.executable, "-m", "shirokuro.cli", "bench"]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        assert done.stdout == (ROOT / "benchmarks/SIGNATURE").read_text()


def test_bench_counts_every_part() -> None:
    parts = (bench.searched, bench.solved, bench.played_out)
    for variant in ("nip12", "reversi4"):
        counts = [part(variant) for part in parts]
        assert min(counts) > 0
        assert sum(counts) == bench.work(variant)
