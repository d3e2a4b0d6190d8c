"""The engine on the command line: solve, analyze, review, bench."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from ffo import PROBLEMS
from terminal import ended
from test_cli import DRAW, ROOT, Captured, complaint, output, usage_error

import shirokuro as sk
from shirokuro.cli import bench, main
from shirokuro.cli.review_graph import text_graph
from shirokuro.cli.review_page import page
from shirokuro.cli.review_text import reasons

EASY = PROBLEMS[0]
OBF = "".join(f"{p.line}; {p.moves.split()[0].upper()}:{p.value:+d};\n" for p in PROBLEMS[:3])
WRONG = f":{EASY.value - 2:+d}"


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
    for number, (item, problem) in enumerate(zip(found, PROBLEMS[:3], strict=True), 1):
        expected = {
            "number": number,
            "variant": "reversi",
            "line": problem.line,
            "kind": "exact",
            "right": True,
        }
        assert item | expected == item
        assert item["lower"] == item["upper"] == item["score"] == item["value"] == problem.value
        assert {"move", "pv", "nodes", "seconds", "nodes_per_second", "depth"} <= set(item)


@pytest.mark.parametrize("form", [(), ("--json",), ("--wld",)])
def test_a_score_that_differs(capsys: Captured, tmp_path: Path, form: tuple[str, ...]) -> None:
    file = tmp_path / "wrong.obf"
    file.write_text(OBF.replace(f":{EASY.value:+d}", ":-4" if form == ("--wld",) else WRONG))
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
    file.write_text(OBF.replace(f":{EASY.value:+d}", WRONG))
    assert "3 of 3 solved, 0 checked" in output(capsys, "solve", str(file), "--scoring", "plain")


def test_solve_from_standard_input(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    for source in ((), ("-",)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(OBF.encode())))
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


def test_analyze_who_wins(capsys: Captured) -> None:
    exact = sk.analyze(sk.Board.parse(EASY.line))
    _, *rows = output(capsys, "analyze", EASY.line, "--wld").splitlines()
    assert {row.split()[0]: row.split()[1:3] for row in rows} == {
        sk.move_name(move): ["win" if each.value > 0 else "loss", "wld"] for move, each in exact.items()
    }


def test_analyze_as_json(capsys: Captured) -> None:
    found = json.loads(output(capsys, "analyze", "f5d6c3", "--depth", "5", "--json"))
    assert {item["move"] for item in found["moves"]} == {"d3", "f3", "f4", "g5"}
    assert {(item["kind"], item["depth"]) for item in found["moves"]} == {("depth", 5)}
    assert (found["variant"], found["over"]) == ("reversi", False)
    few = ("--nodes", "5000", "--seconds", "9", "--threads", "2", "--table", "1")
    assert len(output(capsys, "analyze", "nip", *few).splitlines()) == 5


def test_analyze_the_end_and_a_pass(capsys: Captured) -> None:
    assert output(capsys, "analyze", DRAW) == "the game is over: 32-32, draw (+0)\n"
    assert json.loads(output(capsys, "analyze", DRAW, "--json"))["moves"] == []
    text = output(capsys, "analyze", "b1c1d3a1", "--variant", "reversi4")
    assert text.splitlines()[1].startswith("pass ")


# review


def test_review_a_game(capsys: Captured) -> None:
    text = output(capsys, "review", DRAW, "--depth", "2")
    header, opening, heading, first, *rows, last, totals, means = text.splitlines()
    assert header == "reversi: 32-32, draw (+0)"
    assert opening == "opening: Tiger > Scorpion (New) (the first 11 plies)"
    assert heading.split() == ["no", "side", "move", "loss", "value", "best", "value", "kind"]
    assert len(rows) == 58
    assert first.split()[:2] == ["1", "black"]
    assert first.endswith("depth 2")
    assert last.split() == ["60", "white", "h6", "0", "+0", "h6", "+0", "exact"]
    assert re.fullmatch(r"total loss: black \d+, white \d+", totals)
    assert re.fullmatch(r"mean loss per move: black \d\.\d\d, white \d\.\d\d", means)


def test_review_in_japanese(capsys: Captured) -> None:
    text = output(capsys, "review", "f5d6c3d3c4", "--depth", "2", "--lang", "ja")
    assert text.startswith("reversi: 終局していません\n定石：虎定石")
    many = output(capsys, "review", "f5d6\nf5f6", "--depth", "2", "--lang", "ja")
    assert many.startswith("番号   手数")
    assert all(words in many for words in ("黒 - 白", "\n対局者  局数", "\n黒 "))


def test_review_as_json_with_marks(capsys: Captured) -> None:
    found = json.loads(output(capsys, "review", "f5d6c3d3c4b3", "--variant", "nip", "--json"))
    review = sk.review(sk.Board.parse("f5d6c3d3c4b3", "nip"))
    assert [(item["move"], item["loss"], item["mark"]) for item in found["moves"]] == [
        (sk.move_name(judged.move), judged.loss, judged.mark) for judged in review.moves
    ]
    assert found["lost"] == {"black": review.lost(sk.BLACK), "white": review.lost(sk.WHITE)}
    assert found["opening"] is None, "Nip has no names"


MISTAKES = "f5d6c3d3c4f4c5b3c2e3d2c1b2"
"""The last move is beside an empty corner."""


def test_review_says_why(capsys: Captured) -> None:
    last = sk.review(MISTAKES, sk.Limits(depth=6)).moves[-1]
    command = ("review", MISTAKES, "--depth", "6")
    text = output(capsys, *command, "--why", "--lang", "en")
    heading = f"black 13. b2{last.mark} {last.value:+d}, {sk.move_name(last.best)} {last.best_value:+d}: "
    assert last.mark
    assert heading + sk.move_name(last.played_pv[1]) in text
    assert "  b2 is an X square, diagonally beside the empty corner a1" in text
    assert "  b2 は空き隅 a1 のX打ちで" in output(capsys, *command, "--why", "--lang", "ja")
    assert "X square" not in output(capsys, *command)
    *_, told = json.loads(output(capsys, *command, "--why", "--json"))["moves"]
    assert told["why"] == sk.explain(MISTAKES[:-2], "b2", sk.Limits(depth=6)).to_dict()
    assert told["played_pv"][0] == "b2"
    assert not any("why" in move for move in json.loads(output(capsys, *command, "--json"))["moves"])


def test_reasons_are_said_to_you_of_your_own_moves() -> None:
    """As `review` in a game against an opponent does it; the opponent's mistakes are left out."""
    record = sk.play("greedy", "random", seed=2, variant="reversi6")
    found = sk.review(record)
    mine = [judged for judged in found.moves if judged.mark and judged.side == sk.BLACK]
    told = "\n".join(reasons(found, "en", sk.BLACK))
    assert [row.split(",")[0] for row in told.splitlines() if row.startswith(("black", "white"))] == [
        f"black {each.ply}. {sk.move_name(each.move)}{each.mark} {each.value:+d}" for each in mine
    ]
    for judged in mine:
        board = [*record.boards()][judged.ply - 1]
        assert sk.explain(board, judged).text(is_yours=True).splitlines()[0] in told
    assert re.search(r"\b(you|yours)\b", told, re.IGNORECASE)


def test_a_page_says_why(tmp_path: Path) -> None:
    for language, words in (("en", "b2 is an X square"), ("ja", "のX打ちで")):
        file = tmp_path / f"{language}.html"
        assert main(["review", MISTAKES, "--depth", "6", "--lang", language, "--out", str(file)]) == 0
        assert words in file.read_text(encoding="utf-8")


GAMES = "".join(
    f"(;GM[Othello]PC[Rome]DT[2001]PB[{black}]PW[{white}]RE[?]TY[8]{moves};)\n"
    for black, white, moves in (
        ("Ann", "Bob", "B[f5]W[d6]B[c3]W[d3]"),
        ("Bob", "Ann", "B[d3]W[c3]B[c4]"),
        ("<Cat>", "Ann", "B[e6]"),
    )
)


@pytest.fixture
def games(tmp_path: Path) -> str:
    file = tmp_path / "games.ggf"
    file.write_text(GAMES)
    return str(file)


def test_review_names_players_result_and_place(capsys: Captured, games: str) -> None:
    text = output(capsys, "review", games, "--number", "2", "--depth", "2")
    assert text.startswith("reversi, black Bob, white Ann: not over (Rome 2001)\n")
    over = sk.Record.from_board(sk.Board.parse("c4b4a2b1c1d2d3a3", "nip12"))
    for record, words in (
        (replace(over, black="Ann"), "nip12, black Ann: "),
        (replace(over, white="Bob", note="Bob slept", result=12), "nip12, white Bob: result +12, Bob slept"),
    ):
        assert output(capsys, "review", record.to_json()).startswith(words)


def test_review_a_whole_file(capsys: Captured, games: str) -> None:
    heading, *rows, _, table, a, b, c = output(capsys, "review", games, "--depth", "4").splitlines()
    assert heading == "  no  moves  loss a move: black  white  result  worst move       players"
    assert all(len(row) < 80 for row in rows)
    assert [row.split()[:2] for row in rows] == [["1", "4"], ["2", "3"], ["3", "1"]]
    assert [row.rpartition("  ")[2] for row in rows] == ["Ann - Bob", "Bob - Ann", "<Cat> - Ann"]
    assert table.split() == ["player", "games", "moves", "lost", "loss", "a", "move"]
    counts = {"Ann": ["2", "3"], "Bob": ["2", "4"], "<Cat>": ["1", "1"]}
    for name, *begun, lost, mean in (line.split() for line in (a, b, c)):
        assert begun == counts.pop(name)
        assert mean == f"{int(lost) / int(begun[1]):.2f}"
    assert not counts


def test_review_a_whole_file_as_json(capsys: Captured, games: str) -> None:
    found = objects(output(capsys, "review", games, "--depth", "4", "--json"))
    assert [(item["number"], item["black"], item["result"]) for item in found] == [
        (1, "Ann", None),
        (2, "Bob", None),
        (3, "<Cat>", None),
    ]
    lost, mean = found[0]["lost"], found[0]["mean_loss"]
    assert mean == {side: discs / 2 for side, discs in lost.items()}  # type: ignore[attr-defined]
    assert found[2]["mean_loss"] == {"black": 0, "white": None}
    tiger, diagonal, none = (item["opening"] for item in found)
    names = {"english": ["Tiger family"], "japanese": ["虎系"]}
    assert tiger == {**names, "moves": "f5d6c3", "plies": 3, "since": 1, "family": None}
    assert diagonal["plies"] == 2  # type: ignore[index]
    assert none is None


def test_a_broken_game_is_named_before_any_work(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("f5")
    game = str(tmp_path / "game.txt")
    for message, *words in (
        ("game 2: move 2: illegal move f5", "f5d6\n\nf5f5"),
        ("game 1: this is a position, not a game", f"{EASY.line}\n\n{EASY.line}"),
        ("this is a position, not a game", EASY.line),
        ("the text is empty: give a file name, a position or a game", ""),
        ("--number 2: the source holds 1", "f5", "--number", "2"),
        ("there is no folder", "f5", "--out", str(tmp_path / "no/such.html")),
        ("is a folder", "f5", "--out", str(tmp_path)),
        ("would overwrite the games", game, "--out", game),
    ):
        assert message in complaint(capsys, "review", *words)
    assert "not allowed with" in usage_error(capsys, "review", "f5", "--json", "--plot")


def test_the_name_of_a_board_is_a_game_without_moves(capsys: Captured) -> None:
    assert output(capsys, "review", "nip") == "nip: not over\nno moves to review\n"
    assert json.loads(output(capsys, "review", "nip", "--json"))["moves"] == []
    assert output(capsys, "show", "nip") == output(capsys, "show", sk.Board("nip").line())
    for verb in ("show", "solve", "analyze"):
        assert "nip is not a position of reversi" in complaint(capsys, verb, "nip", "--variant", "reversi")
    assert "nip is not a game of reversi" in complaint(capsys, "review", "nip", "--variant", "reversi")


def reviewed(*moves: tuple[int, int], variant: str = "reversi") -> sk.Review:
    """A review with these values and best values."""
    board, judged = sk.Board(variant), []
    for ply, (value, best) in enumerate(moves, 1):
        move = board.legal_moves[0]
        judged.append(sk.Judgement(ply, board.turn, move, value, move, best, (move,), "depth", 4))
        board.push(move)
    return sk.Review(sk.Record.from_board(board), tuple(judged))


def test_a_graph_shows_who_is_ahead_and_who_erred() -> None:
    review = reviewed((8, 8), (-2, -2), (-4, 2), (8, 8), (-8, -8), (1, 9))
    assert text_graph(review) == [
        "   +8 |X",
        "      |X",
        "   +4 |X",
        "      |XX",
        "    0 +------",
        "      |  OOOO",
        "   -4 |  OOO",
        "      |   OO",
        "   -8 |   OO",
        "  X ?    ?",
        "  O ?       ?",
        " move  1",
    ]


@pytest.mark.parametrize("columns", [0, 20, 40, 80])
def test_a_graph_fits(columns: int) -> None:
    review = sk.review(sk.Board.parse(DRAW), sk.Limits(depth=1))
    assert max(map(len, text_graph(review, columns))) <= max(columns, 20)


def test_review_draws_its_graph(capsys: Captured, games: str) -> None:
    assert output(capsys, "review", DRAW, "--depth", "1", "--plot").splitlines()[-1].split()[-1] == "51"
    text = output(capsys, "review", games, "--depth", "2", "--plot")
    assert text.count("    0 +-") == 3


class Page(HTMLParser):
    """Checks that all elements are closed, and collects what a test asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings = 0
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.headings += tag == "h2"
        assert not {"src", "onclick"} & {name for name, _ in attrs}
        if tag not in ("meta", "link", "path", "circle", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_review_as_a_page(capsys: Captured, games: str, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    assert main(["review", games, "--depth", "2", "--out", str(file)]) == 0
    captured = capsys.readouterr()
    assert captured.err == f"{file}: written\n"
    assert captured.out == output(capsys, "review", games, "--depth", "2")
    text = file.read_text(encoding="utf-8")
    found = Page()
    found.feed(text.removeprefix("<!doctype html>"))
    assert not found.open
    assert found.headings == 5
    assert "<Cat> – Ann" in found.text
    assert "<Cat>" not in text
    assert "<p>Opening: Diagonal Opening (the first 2 plies)</p>" in text
    assert text.count("Opening: ") == 2, "one of the three games has no name"
    assert "<td>Tiger family (the first 3 plies)</td>" in text
    assert "prefers-color-scheme: dark" in text
    assert not re.findall(r"(?:src|href)=.https?:", text), "it needs nothing from elsewhere"


def test_a_page_shows_boards_where_moves_lost_much() -> None:
    good, bad = (2, 2), (-6, 2)
    assert page([reviewed(good, good)]).count("<figure>") == 0
    assert page([reviewed(good, bad, bad)]).count("<figure>") == 2
    many = page([reviewed(*[bad] * 15)])
    assert many.count("<figure>") == 12
    assert "The 12 costliest moves of 15" in many
    assert page([reviewed(bad, bad, bad)] * 110).count("<figure>") == 200


def test_a_page_of_many_games_names_them_all_and_shows_some() -> None:
    text = page([reviewed((2, 2), (0, 0))] * 110)
    assert text.count('<section id="game-') == 100
    assert "The moves of the first 100 are below." in text
    assert text.count("black – white, reversi</td>") == 110
    assert "All games" not in page([reviewed((2, 2))])


def test_ctrl_c_keeps_the_games_that_were_reviewed(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, games: str, tmp_path: Path
) -> None:
    interrupt(monkeypatch, "search", call=7)
    file = tmp_path / "page.html"
    assert main(["review", games, "--depth", "2", "--out", str(file)]) == 130
    text = capsys.readouterr().out
    assert "Ann - Bob\n" in text
    assert "Bob - Ann  (stopped: only the last 2 moves were judged)" in text
    assert "<Cat>" not in text
    assert "Stopped: judged only the last 2 moves." in file.read_text(encoding="utf-8")


# Progress


class Screen(io.StringIO):
    """Standard error, with a person in front of it."""

    def isatty(self) -> bool:
        return True


class AtOnce(threading.Timer):
    """A timer that does not let anybody wait."""

    def start(self) -> None:
        self.function()


@pytest.mark.parametrize(
    ("command", "total"),
    [(("solve", "nip12", "nip24"), "2"), (("analyze", "nip24"), "4"), (("review", "f5d6c3"), "3")],
)
def test_progress_where_a_person_watches(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], total: str
) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(threading, "Timer", AtOnce)
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
    for message, *words in (
        ("table_mib: more than 0", "solve", "nip12", "--table", "0"),
        ("table_mib: more than 0", "analyze", "nip12", "--table", "nan"),
        ("table_mib: more than 0", "analyze", "nip12", "--table", "1e12"),
        ("depth: more than 0 and at most 64", "analyze", "f5", "--depth", "0"),
        ("depth: more than 0 and at most 64", "review", "f5", "--depth", "65"),
        ("the text is empty: give a file name, a position or a game", "solve", ""),
        ("there are 2", "analyze", "f5\n\nd3"),
    ):
        assert message in complaint(capsys, *words)
    for option, value in (("--dont-care", "some"), ("--scoring", "half")):
        assert f"invalid choice: '{value}'" in usage_error(capsys, "solve", "nip12", option, value)


# Ctrl-C


def test_ctrl_c_ends_a_long_solve_with_what_is_known() -> None:
    command = [sys.executable, "-m", "shirokuro.cli", "solve", "nip12", "reversi", "nip24", "--table", "1"]
    with ended(
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    ) as process:
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
    assert [item["ply"] for item in json.loads(captured.out)["moves"]] == [59, 60]


def test_a_second_ctrl_c_ends_the_program(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, "analyze", call=1, times=2)
    assert main(["analyze", "reversi", "--seconds", "1000"]) == 130
    assert capsys.readouterr() == ("", "\n")


# bench


@pytest.mark.long
@pytest.mark.parametrize("isa", ["", "generic"])
def test_both_kernels_have_the_signature(isa: str) -> None:
    environment = {**os.environ, "SHIROKURO_ISA": isa} if isa else dict(os.environ)
    command = [sys.executable, "-m", "shirokuro.cli", "bench"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout == (ROOT / "benchmarks/SIGNATURE").read_text()


def test_bench_counts_every_part() -> None:
    for variant in ("nip12", "reversi4"):
        counts = [bench.searched(variant, "hand"), bench.solved(variant, "hand"), bench.played_out(variant)]
        assert min(counts) > 0
        assert sum(counts) == bench.work(variant)
