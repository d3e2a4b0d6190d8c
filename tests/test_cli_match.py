"""`shirokuro match`: what it prints and keeps, where openings come from, and what it refuses."""

from __future__ import annotations

import json
import re
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from test_cli import Captured, complaint, output
from test_cli_engine import AtOnce, Screen

import shirokuro as sk
from shirokuro import cli
from shirokuro.cli import main
from shirokuro.cli.long_work import ProgressBar
from shirokuro.cli.match import read_openings

FIRST = sk.Board("reversi4").legal_moves.names()[:3]
QUICK = ("match", "greedy", "random", "--variant", "reversi4")


def summary(capsys: Captured, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output(capsys, *QUICK, "--json", *arguments))
    return found


def test_the_result_in_lines(capsys: Captured) -> None:
    heading, *lines = output(capsys, *QUICK, "--games", "20").splitlines()
    assert heading == "greedy - random, reversi4"
    names = [line.split(" | ")[0] for line in lines]
    assert names == ["Elo", "Games", "Penta", "Black", "White", "Margin", "Player 1", "Player 2"]
    assert lines[1].startswith("Games | N: 20 W: ")
    assert lines[0].endswith("(95%)")


def test_the_result_as_json_is_that_of_the_library(capsys: Captured) -> None:
    found = summary(capsys, "--games", "12", "--seed", "5", "--jobs", "2")
    expected = sk.match("greedy", "random", 12, 5, variant="reversi4").summary()
    del found["seconds_per_move"], expected["seconds_per_move"]
    assert found == expected


def test_games_are_counted_as_chess_players_do(capsys: Captured) -> None:
    for arguments, games in (
        ("", 100),
        ("--games 6", 6),
        ("--rounds 4", 8),
        ("--rounds 4 --games 4", 16),
        ("--rounds 4 --games 2 --repeat --concurrency 1", 8),
        ("--games 7 --repeat 1", 7),
    ):
        assert summary(capsys, *arguments.split())["games"] == games


def test_the_standing_is_reported_as_often_as_asked(capsys: Captured) -> None:
    assert main([*QUICK, "--games", "6", "--report-every", "2"]) == 0
    reports = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in reports] == ["2 games", "4 games", "6 games"]
    assert re.fullmatch(r"6 games: \+\d =\d -\d, Elo .*\(95%\)", reports[-1])


def test_each_game_is_in_the_file_as_soon_as_it_ends(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show, seen = ProgressBar.show, list[int]()

    def counting(bar: ProgressBar, done: int, words: str) -> None:
        seen.append(len([*sk.read(file)]))
        show(bar, done, words)

    monkeypatch.setattr(ProgressBar, "show", counting)
    expected = [record.moves for record in sk.match("greedy", "random", 4, variant="reversi4").records]
    for name in ("games.pgn", "games.ggf", "games.jsonl"):
        file = tmp_path / name
        file.write_text("older")
        output(capsys, *QUICK, "--games", "4", "--out", str(file))
        assert [record.moves for record in sk.read(file)] == expected
    assert seen == [1, 2, 3, 4] * 3


def test_openings_come_in_their_order_if_asked(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("\n\n".join(FIRST))
    games = tmp_path / "games.jsonl"
    words = ("--openings", str(file), "--order", "listed", "--skip", "1", "--games", "6", "--out", str(games))
    output(capsys, *QUICK, *words)
    begun = [record.board().transcript()[:2] for record in sk.read(games)]
    assert begun == [FIRST[1], FIRST[1], FIRST[2], FIRST[2], FIRST[0], FIRST[0]]


def test_a_test_decides(capsys: Captured) -> None:
    found = summary(capsys, "--games", "5000", "--sprt", "elo0=-100,elo1=0,alpha=0.1,beta=0.1")
    assert found["accepted"] == "elo1"
    assert found["games"] < 5000


def test_a_test_without_games_goes_on_until_it_decides(capsys: Captured) -> None:
    words = ("match", "random", "random", "--variant", "nip12", "--json", "--sprt", "elo0=-10,elo1=60")
    for openings in ("none", "random:2"):
        found = json.loads(output(capsys, *words, "--openings", openings))
        assert found["accepted"]
        assert found["games"] > 100


def test_players_of_ones_own(capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here_players.py").write_text(
        "class First:\n    def choose(self, board):\n        return board.legal_moves[0]\n"
        "class Bad:\n    def choose(self, board):\n        return None\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    words = ("--variant", "nip12", "--games", "4", "--jobs", "2")
    text = output(capsys, "match", "here_players.First", "random", *words)
    assert text.startswith("here_players.First - random, nip12\nElo | ")
    _, forfeits, *_ = output(capsys, "match", "here_players.Bad", "random", *words).splitlines()
    all_lost = "Forfeits | 4 of 4 games, 4 of here_players.Bad; the first in game 1: black answe"
    assert forfeits.startswith(all_lost)
    assert "answered no move at move" in complaint(capsys, "match", "here_players.Bad", "random", "--strict")
    shown = output(capsys, "players", "here_players.First")
    assert shown.startswith("here_players.First\n  boards: all boards")
    (fields,) = json.loads(output(capsys, "players", "here_players.First", "--json"))
    assert fields["variants"] == [*sk.VARIANTS]


def test_limits_and_a_clock(capsys: Captured) -> None:
    assert summary(capsys, "--games", "4", "--depth", "2", "--seconds", "5", "--nodes", "9")["forfeits"] == {}
    assert summary(capsys, "--games", "4", "--clock", "10+0.5")["forfeits"] == {}


def test_results_by_opening(capsys: Captured) -> None:
    words = ("match", "greedy", "random", "--games", "4", "--openings", "f5d6c3d3c4")
    line = r"\nOpening .+ \| N: \d W: \d L: \d D: \d, [+-]\S+ discs a game\n$"
    assert re.search(line, output(capsys, *words, "--by-opening"))
    assert "Opening" not in output(capsys, *words)
    assert sum(each["games"] for each in json.loads(output(capsys, *words, "--json"))["by_opening"]) == 4
    assert "Opening" not in output(capsys, *QUICK, "--games", "4", "--by-opening")


@pytest.mark.parametrize("name", ["games.ggf", "games.jsonl"])
def test_games_are_kept_in_a_file_that_other_verbs_read(capsys: Captured, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    output(capsys, *QUICK, "--games", "4", "--seed", "3", "--out", str(file))
    kept = [text for text in sk.notation.read(file) if isinstance(text, sk.notation.GameText)]
    expected = sk.match("greedy", "random", 4, 3, variant="reversi4").records
    assert [sk.Record.from_text(game).moves for game in kept] == [record.moves for record in expected]
    assert [game.black for game in kept] == ["greedy", "random"] * 2
    assert len(output(capsys, "convert", str(file), "--to", "transcript").split()) == 4


def test_progress_where_a_person_watches(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(threading, "Timer", AtOnce)
    monkeypatch.setenv("TERM", "xterm")
    assert main([*QUICK, "--games", "8", "--json", "--sprt", "elo0=0,elo1=5"]) == 0
    assert "8/8" in screen.getvalue()
    assert "LLR" in screen.getvalue()
    assert json.loads(capsys.readouterr().out)["games"] == 8


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_shows_the_result_so_far(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, jobs: str, times: int
) -> None:
    def interrupt(bar: Any, done: int, words: str) -> None:
        for _ in range(times if done == 3 else 0):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(cli.match.ProgressBar, "show", interrupt)
    assert main([*QUICK, "--games", "100000", "--jobs", jobs]) == 130
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.startswith("greedy - random, reversi4, interrupted\n")
    assert "Games | N: " in captured.out


# Openings


@pytest.mark.parametrize("wish", ["book", "none", "random:5"])
def test_openings_by_name(capsys: Captured, tmp_path: Path, wish: str) -> None:
    file = tmp_path / "games.jsonl"
    output(capsys, *QUICK, "--games", "8", "--openings", wish, "--out", str(file))
    records = [sk.Record.from_json(line) for line in file.read_text().splitlines()]
    plies = {"book": 6, "none": 0, "random:5": 5}[wish]
    for one, other in zip(records[::2], records[1::2], strict=True):
        assert one.moves[:plies] == other.moves[:plies]
        assert one.seconds[:plies] == (None,) * plies
        assert None not in one.seconds[plies:]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("b1c1\nb1a1\n", ["b1c1", "b1a1"]),
        ("(;GM[Othello]TY[4]B[b1]W[c1];)", ["b1c1"]),
        ("-----OX--XO----- X", ["-----OX--XO----- X"]),
        ("-----OX--XO----- X;\n-----OX--XO----- O; B1:+2;", ["-----OX--XO----- X", "-----OX--XO----- O"]),
        ("(;GM[Othello]TY[4]BO[4 -----*O--O*----- *]B[c1];)", ["--X--XX--OX----- O"]),
    ],
)
def test_openings_from_a_file_of_any_format(tmp_path: Path, text: str, expected: list[str]) -> None:
    file = tmp_path / "openings.txt"
    file.write_text(text)
    found = read_openings(str(file), "reversi4")
    assert found == expected
    assert sk.match("random", "random", 4, variant="reversi4", openings=found).tally.games == 4


# Bad input


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("match", "greedy", "rndom"), "no player 'rndom': did you mean 'random'?"),
        ((*QUICK, "--variant", "reversy"), "no variant 'reversy': did you mean"),
        ((*QUICK, "--games", "0"), "games is a whole number, 1…1000000, not 0"),
        ((*QUICK, "--games", "1000001"), "games is a whole number, 1…1000000, not 1000001"),
        ((*QUICK, "--games", "9" * 400), f"games is a whole number, 1…1000000, not {'9' * 59}…"),
        ((*QUICK, "--rounds", "9" * 30), "games is a whole number, 1…1000000, not 1999999"),
        ((*QUICK, "--rounds", "-1"), "games is a whole number, 1…1000000, not -2"),
        ((*QUICK, "--repeat", "0"), "repeat is a whole number, 1 or more, not 0"),
        ((*QUICK, "--jobs", "0"), "jobs: 1 or more are possible, not 0"),
        ((*QUICK, "--clock", "5+x"), "'5+x' is not a clock"),
        ((*QUICK, "--nodes", "0"), "nodes: more than 0"),
        ((*QUICK, "--sprt", "elo0=5,elo1=1"), "a test needs elo0 < elo1, both within ±4000, not 5 and 1"),
        ((*QUICK, "--sprt", "elo=5"), "a test is written elo0=0,elo1=5"),
        ((*QUICK, "--sprt", "model=bayes"), "model is one of logistic, normalized, not 'bayes'"),
        ((*QUICK, "--adjudicate", "solve=99"), "solve is a whole number, 0…24, not 99"),
        ((*QUICK, "--adjudicate", "soon"), "an adjudication is written solve=0,discs=0,moves=3, not 'soon'"),
        ((*QUICK, "--adjudicate", "moves=2"), "an adjudication needs solve or discs"),
        ((*QUICK, "--adjudicate", "solve=4", "--memory"), "no adjudication with memory"),
        ((*QUICK, "--skip", "-1"), "skip is a whole number, 0…1000000, not -1"),
        ((*QUICK, "--report-every", "0"), "--report-every: 1 or more games, not 0"),
        ((*QUICK, "--openings", "random:50"), "random games of reversi4 do not go on after 50 plies"),
        ((*QUICK, "--openings", "missing.txt"), "missing.txt: no such file"),
        ((*QUICK, "--openings", "a1"), "illegal move a1"),
        ((*QUICK, "--openings", "/dev/null"), "no openings there"),
        ((*QUICK, "--openings", "boook"), "--openings boook: book, none, random:PLIES, a file or a position"),
        ((*QUICK, "--openings", "random:x"), "--openings random:x: book, none, random:PLIES, a file or"),
        (
            (*QUICK, "--out", "games.png"),
            "games are kept in a file with .ggf, .json, .jsonl, .pgn",
        ),
        ((*QUICK, "--out", "no/such/folder/games.ggf"), "games.ggf: there is no folder"),
    ],
)
def test_bad_input_is_one_clear_line(capsys: Captured, arguments: tuple[str, ...], words: str) -> None:
    assert words in complaint(capsys, *arguments)


def test_players_that_learn_say_that_more_jobs_do_not_help(capsys: Captured) -> None:
    words = ["match", "strange_players.Learner", *QUICK[2:], "--games", "2", "--memory"]
    assert main([*words, "--jobs", "2"]) == 0
    told = capsys.readouterr().err
    assert "shirokuro match: players that learn play one game after the other: more jobs make" in told
    assert main(words) == 0
    assert "jobs" not in capsys.readouterr().err
