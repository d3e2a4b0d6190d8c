"""The command line: what each verb prints, and that bad input gives one line and exit code 2."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import shirokuro as sk
from shirokuro.cli import main
from shirokuro.cli.command import VERBS

ROOT = Path(__file__).parent.parent
LINE = "------------------X--------XX------OXX-----O-------------------- O"
GGF = "(;GM[Othello]PB[Ann]PW[Bob]RE[?]TY[8]B[F5/1.5/2]W[D6]B[C3];)"
DRAW = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1"
    "f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
)

Captured = pytest.CaptureFixture[str]


def output(capsys: Captured, *arguments: str) -> str:
    """What a command prints that succeeds and complains of nothing."""
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def complaint(capsys: Captured, *arguments: str) -> str:
    """The one line that a command complains with."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"shirokuro {arguments[0]}: ")
    assert captured.err.count("\n") == 1
    return captured.err


def usage_error(capsys: Captured, *arguments: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    return capsys.readouterr().err


def process(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "shirokuro.cli", *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(command, input=text, capture_output=True, text=True, env=environment)


# Help and version


def answer(capsys: Captured, *arguments: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 0
    return capsys.readouterr().out


def test_help(capsys: Captured) -> None:
    assert all(name in answer(capsys, "--help") for name in VERBS)
    for verb in ("", *VERBS):
        assert answer(capsys, *verb.split(), "--help").startswith(f"usage: shirokuro {verb}".rstrip())
    assert answer(capsys, "--version") == f"shirokuro {sk.__version__}\n"


def test_no_verb_or_an_unknown_one(capsys: Captured) -> None:
    for words in ((), ("rival",), ("lab",)):
        text = usage_error(capsys, *words)
        assert text.startswith(" ".join(("usage: shirokuro", *words)))
        assert "VERB" in text
    assert usage_error(capsys, "dance").startswith("shirokuro: no verb 'dance': there are play, web, ")


SLIPS = {
    "plya": "shirokuro: no verb 'plya': did you mean 'play'?",
    "rival shw": "shirokuro rival: no verb 'shw': did you mean 'show'?",
    "play --colour blak": "shirokuro play: argument --colour: invalid choice: 'blak': did you mean 'black'?",
    "play --opponnent x": "shirokuro play: unrecognized arguments: --opponnent: did you mean '--opponent'?",
    "rival show --jsn": "shirokuro rival show: unrecognized arguments: --jsn: did you mean '--json'?",
    "perft nip 3 4": "shirokuro perft: unrecognized arguments: 4",
    "perft nip x": "shirokuro perft: argument depth: invalid int value: 'x'",
    "convert f5 --to ggff": "shirokuro convert: argument --to: invalid choice: 'ggff': did you mean 'ggf'?",
}
NO_NAMES = {
    "play --opponent randm": "no player 'randm': did you mean 'random'?",
    "play --opponent engine:levl=3": "engine: no parameter 'levl': did you mean 'level'?",
    "play niip": "no variant 'niip': did you mean 'nip'?",
    "lab run rivl": "no study 'rivl': did you mean 'rival'?",
    "openings tigr": "no opening is named 'tigr'; the closest: Tiger",
}


def test_a_slip_gets_one_line_and_what_was_meant(capsys: Captured) -> None:
    for words, line in SLIPS.items():
        assert usage_error(capsys, *words.split()) == f"{line}\n"
    for words, meant in NO_NAMES.items():
        assert meant in complaint(capsys, *words.split())


def test_an_instruction_set_that_is_none() -> None:
    """One line on the command line, and one exception in the library."""
    environment = {**os.environ, "SHIROKURO_ISA": "avx"}
    for arguments, lines in (
        (["-m", "shirokuro.cli", "perft", "nip", "1"], 1),
        (["-c", "import shirokuro\ntry: shirokuro.Board\nexcept ImportError as e: print(e)\nexit(2)"], 0),
    ):
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment)
        assert (done.returncode, done.stderr.count("\n")) == (2, lines)
        assert "SHIROKURO_ISA=avx: this machine runs generic" in done.stdout + done.stderr


def test_as_a_process() -> None:
    done = process("perft", "nip", "5")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1392\n", "")
    done = process("show", "nothing.ggf")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "shirokuro show: nothing.ggf: no such file, and not a position or a game either\n"


# perft


def test_perft(capsys: Captured) -> None:
    board = sk.Board.parse("f5d6c3")
    for source in (LINE, "f5d6c3"):
        assert output(capsys, "perft", source, "4") == f"{sk.perft(board, 4)}\n"
    assert output(capsys, "perft", "reversi", "0") == "1\n"
    assert output(capsys, "perft", "reversi", "3", "--divide") == "d3 14\nc4 14\nf5 14\ne6 14\n56\n"
    assert output(capsys, "perft", "X" * 16 + " X", "3", "--divide") == "1\n"
    found = json.loads(output(capsys, "perft", "nip12", "4", "--divide", "--json"))
    assert (found["leaves"], sum(found["divide"].values()), found["seconds"] >= 0) == (32, 32, True)
    assert json.loads(output(capsys, "perft", "nip12", "4", "--json"))["leaves"] == 32
    for words, said in (
        (("chess", "3"), "no variant 'chess': there are reversi"),
        (("-" * 65, "3"), "65 cells"),
        (("nip", "-1"), "depth is 0…"),
        (("nip", "9" * 20), "depth is 0…"),
        (("nip", "9" * 20, "--divide"), "depth is 0…"),
    ):
        assert said in complaint(capsys, "perft", *words)


def test_every_command_reads_a_board_alike(capsys: Captured, tmp_path: Path) -> None:
    file, two = tmp_path / "game.txt", str(tmp_path / "two.txt")
    file.write_text("f5d6c3")
    assert output(capsys, "perft", str(file), "4") == output(capsys, "perft", "f5d6c3", "4")
    Path(two).write_text("f5d6c3\nf5d6c4\n")
    for verb, *rest in (("perft", "4"), ("analyze",), ("features",)):
        said = complaint(capsys, verb, two, *rest)
        assert "one position or game was expected, but there are 2" in said
        assert "no variant 'nipp': did you mean 'nip'?" in complaint(capsys, verb, "nipp", *rest)
    for words in (("show", "nipp"), ("solve", "nipp"), ("play", "--board", "nipp")):
        assert "no variant 'nipp': did you mean 'nip'?" in complaint(capsys, *words)


# show


def test_show_a_position_and_a_game(capsys: Captured) -> None:
    text, drawn = output(capsys, "show", LINE), str(sk.Board.parse(LINE))
    assert text.startswith(drawn)
    assert "reversi: X 5, O 2\n" in text
    assert "legal: d3 f3 f4 g5\n" in text
    text = output(capsys, "show", GGF)
    assert text.startswith(drawn)
    assert "X Ann, O Bob\n" in text
    assert "moves: f5d6c3\n" in text
    assert "over: 32-32, draw (+0)\n" in output(capsys, "show", DRAW)
    assert "must pass\n" in output(capsys, "show", "b1c1d3a1", "--variant", "reversi4")
    text = output(capsys, "show", "d3", "--variant", "nip")
    assert text.startswith(str(sk.Board.parse("d3", "nip")))
    assert "nip: X 4, O 1\n" in text
    assert "not reachable: there are no discs" in output(capsys, "show", "-" * 52)
    cells = LINE.partition(" ")[0]  # a position may begin like an option
    assert output(capsys, "show", cells) == output(capsys, "show", f"{cells} X")


def test_show_the_name_of_an_opening(capsys: Captured) -> None:
    for moves, line in (
        ("f5d6", "opening: Perpendicular Opening"),
        ("f5d6c3d3c4f4", "opening: Tiger (the first 5 plies)"),
        (LINE, "opening: Tiger family"),
        ("f5d6c3d3c4f4f6f3e6e7", "opening: Tiger > Comp'Oth (the first 8 plies)"),
    ):
        assert line in output(capsys, "show", moves).splitlines()
    for source in ("f5", "nip"):
        assert "opening" not in output(capsys, "show", source)


def test_show_as_json(capsys: Captured) -> None:
    assert json.loads(output(capsys, "show", GGF, "--json")) == {
        "variant": "reversi",
        "line": LINE,
        "turn": "white",
        "discs": {"black": 5, "white": 2},
        "players": {"black": "Ann", "white": "Bob"},
        "moves": ["f5", "d6", "c3"],
        "opening": {
            "english": ["Tiger family"],
            "japanese": ["虎系"],
            "moves": "f5d6c3",
            "plies": 3,
            "since": 0,
            "family": None,
        },
        "legal": ["d3", "f3", "f4", "g5"],
        "margin": None,
        "status": "valid",
    }
    over = json.loads(output(capsys, "show", DRAW, "--json"))
    assert (over["margin"], over["legal"]) == (0, [])
    passes = json.loads(output(capsys, "show", "b1c1d3a1", "--variant", "reversi4", "--json"))
    assert passes["legal"] == ["pass"]
    assert "not allowed with" in usage_error(capsys, "show", "f5", "--json", "--svg")


def test_show_a_part_of_the_source(capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert output(capsys, "show", "f5d6c3", "--ply", "1") == output(capsys, "show", "f5")
    assert output(capsys, "show", "f5d6c3", "--ply", "0").startswith(str(sk.Board()))
    file = tmp_path / "games.txt"
    file.write_text("f5d6c3\n\nd3c3\n")
    assert output(capsys, "show", str(file), "--number", "2") == output(capsys, "show", "d3c3")
    assert output(capsys, "show", str(file)) == output(capsys, "show", "f5d6c3")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"f5d6c3\n")))
    assert output(capsys, "show", "-") == output(capsys, "show", "f5d6c3")


def test_bad_standard_input(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    for data, said in (
        (b"f5\xe9", "this is not UTF-8 text: byte 2 is 0xe9"),
        (b"f5\x17", "this is a binary file, but not a WTHOR file: byte 2 is 0x17"),
        (b"f5z9", "line 1, column 3: 'z9' is not a square"),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert complaint(capsys, "show", "-") == f"shirokuro show: standard input: {said}\n"


def test_show_as_svg(capsys: Captured, tmp_path: Path) -> None:
    picture = sk.Board.parse("f5").svg()
    assert output(capsys, "show", "f5", "--svg") == f"{picture}\n"
    file = tmp_path / "board.svg"
    assert output(capsys, "show", "f5", "--svg", "-o", str(file)) == ""
    assert file.read_text(encoding="utf-8") == f"{picture}\n"


def test_show_what_is_not_there(capsys: Captured, tmp_path: Path) -> None:
    for words, said in (
        (("f5d6", "--ply", "3"), "--ply 3: the game has 2 moves"),
        (("f5d6", "--ply", "-1"), "--ply -1: the game has 2 moves"),
        (("f5", "--number", "2"), "--number 2: the source holds 1"),
        (("f5", "--number", "0"), "--number 0"),
    ):
        assert said in complaint(capsys, "show", *words)
    empty = tmp_path / "empty.ggf"
    empty.touch()
    for verb in ("show", "solve", "analyze", "review", "features"):
        assert "the text is empty: give a file name, a position or a game" in complaint(capsys, verb, "")
    for verb in ("show", "analyze", "features"):
        assert "empty.ggf: no position or game found" in complaint(capsys, verb, str(empty))


# convert


def test_convert_a_game_to_every_text(capsys: Captured) -> None:
    for source in (GGF, "f5d6c3"):
        assert output(capsys, "convert", source, "--to", "transcript") == "f5d6c3\n"
        assert output(capsys, "convert", source, "--to", "position") == f"{LINE}\n"
        assert output(capsys, "convert", source, "--to", "obf") == f"{LINE};\n"
    ggf = output(capsys, "convert", GGF, "--to", "ggf")
    assert "PB[Ann]PW[Bob]" in ggf
    assert re.search(r"B\[F5/1\.50?/2", ggf)
    assert output(capsys, "convert", ggf, "--to", "ggf") == ggf


def test_convert_positions(capsys: Captured) -> None:
    obf = f"{LINE}; F4:+2; D3:-1;"
    assert output(capsys, "convert", obf, "--to", "obf") == f"{obf}\n"
    assert output(capsys, "convert", obf, "--to", "position") == f"{LINE}\n"
    ggf = output(capsys, "convert", obf, "--to", "ggf")
    assert output(capsys, "convert", ggf, "--to", "position") == f"{LINE}\n"


def test_convert_loses_nothing_on_the_way_through_json(capsys: Captured) -> None:
    game = "(;GM[Othello]PC[x]TY[4]B[b1/1/2]W[c1]B[d3//3]W[a1]W[c4/-2];)"
    ggf = output(capsys, "convert", game, "--to", "ggf")
    assert "W[A1]B[PA]W[C4/-2.00]" in ggf
    assert output(capsys, "convert", ggf, "--to", "transcript") == "b1c1d3a1pac4\n"
    text = output(capsys, "convert", ggf, "--to", "json")
    assert json.loads(text)["moves"] == "b1c1d3a1pac4"
    assert output(capsys, "convert", text, "--to", "json") == text
    assert output(capsys, "convert", text, "--to", "ggf") == ggf
    full = sk.play("greedy", "random", variant="nip12", seed=3).to_json()
    assert output(capsys, "convert", full, "--to", "json") == f"{full}\n"
    assert sk.Record.from_json(full).nodes
    line = sk.Board("nip+loop").line()
    text = output(capsys, "convert", line, "--variant", "nip+loop", "--to", "json")
    assert sk.Record.from_json(text) == sk.Record("nip+loop")


def test_convert_to_wthor_and_back(capsys: Captured, tmp_path: Path) -> None:
    source, file, again = tmp_path / "game.ggf", tmp_path / "game.wtb", tmp_path / "again.wtb"
    moves = [(DRAW[i : i + 2], "BW"[i // 2 % 2]) for i in range(0, len(DRAW), 2)]
    played = "".join(f"{colour}[{move}]" for move, colour in moves)
    source.write_text(f"(;GM[Othello]PC[here]DT[2001]PB[Ann]PW[Bob]TY[8]{played};)\n" * 2)
    assert main(["convert", str(source), "--to", "wthor", "-o", str(file)]) == 0
    assert capsys.readouterr().err == f"{file}: 2 written\n"
    assert output(capsys, "convert", str(file), "--to", "transcript") == f"{DRAW}\n{DRAW}\n"
    ggf = output(capsys, "convert", str(file), "--to", "ggf")
    assert ggf.count("PC[here]DT[2001]PB[Ann]PW[Bob]RE[+0") == 2
    data = bytearray(file.read_bytes())
    data[16 + 7] = 40  # black's discs had both played the end perfectly
    file.write_bytes(data)
    assert main(["convert", str(file), "--to", "wthor", "-o", str(again)]) == 0
    assert again.read_bytes() == file.read_bytes()


def test_convert_what_cannot_be(capsys: Captured, tmp_path: Path) -> None:
    wtb = str(tmp_path / "x.wtb")
    assert "name a file with --output" in complaint(capsys, "convert", DRAW, "--to", "wthor")
    nip = ("convert", "d3", "--variant", "nip", "--to", "wthor", "-o", wtb)
    assert "game 1: WTHOR stores only games on 8x8, not nip" in complaint(capsys, *nip)
    assert "item 1: a position where a game" in complaint(capsys, "convert", LINE, "--to", "transcript")
    assert "invalid choice: 'png'" in usage_error(capsys, "convert", LINE, "--to", "png")
    assert not Path(wtb).exists()


# Bad sources and targets, for both verbs that take them


@pytest.mark.parametrize("verb", [("show",), ("convert", "--to", "ggf")], ids=("show", "convert"))
def test_bad_sources(capsys: Captured, tmp_path: Path, verb: tuple[str, ...]) -> None:
    def says(source: str | Path, *more: str) -> str:
        return complaint(capsys, *verb, str(source), *more)

    assert "missing.ggf: no such file" in says(tmp_path / "missing.ggf")
    assert "Is a directory" in says(tmp_path)
    binary = tmp_path / "binary"
    binary.write_bytes(Random(1).randbytes(1000))
    assert re.search(r"binary: this is a binary file, but not a WTHOR file: byte \d+ is 0x", says(binary))
    truncated = tmp_path / "short.wtb"
    truncated.write_bytes(bytes([20, 1, 1, 1, 1, 0, 0, 0, 0, 0, 209, 7, 8, 0, 0, 0]) + bytes(60))
    assert "short.wtb: game 1, byte 76: the file ends within a game" in says(truncated)
    impossible = tmp_path / "impossible.ggf"
    impossible.write_text("(;GM[Othello]TY[8]B[F5]W[A1];)")
    assert "move 2: illegal move a1: it turns no disc for white" in says(impossible)
    assert "65 cells" in says("-" * 65)
    assert "'z9' is not a square" in says("f5z9")
    assert "did you mean 'nip24'?" in says("d3", "--variant", "nip244")


def test_bad_targets(capsys: Captured, tmp_path: Path) -> None:
    for verb in (("show",), ("convert", "--to", "ggf")):
        for target, why in (
            (tmp_path / "nowhere/x", "No such file or directory"),
            (tmp_path, "Is a directory"),
        ):
            said = complaint(capsys, *verb, "f5", "-o", str(target))
            assert said == f"shirokuro {verb[0]}: {target}: {why}\n"


def test_a_reader_that_went_away_is_no_error(tmp_path: Path) -> None:
    source = tmp_path / "games.txt"
    for games in (1, 5000):
        source.write_text("f5d6c3\n\n" * games)
        reading, writing = os.pipe()
        os.close(reading)
        command = [sys.executable, "-m", "shirokuro.cli", "convert", str(source), "--to", "position"]
        done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True)
        os.close(writing)
        assert (done.returncode, done.stderr) == (0, "")


def through_a_shell(words: str) -> tuple[int, str, str]:
    command = f"{shlex.quote(sys.executable)} -m shirokuro.cli {words}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("redirection", "code", "out", "complaint"),
    [
        (">&-", 2, "", "shirokuro perft: standard output is closed\n"),
        (">&- <&-", 2, "", "shirokuro perft: standard output is closed\n"),
        ("<&-", 0, "56\n", ""),
        ("2>&-", 0, "56\n", ""),
        (">/dev/full", 2, "", "shirokuro perft: No space left on device\n"),
    ],
)
def test_streams_that_cannot_be_used(redirection: str, code: int, out: str, complaint: str) -> None:
    assert through_a_shell(f"perft nip 3 {redirection}") == (code, out, complaint)


def test_a_file_is_written_where_there_is_no_standard_output(tmp_path: Path) -> None:
    file = tmp_path / "game.ggf"
    assert through_a_shell(f"convert f5 --to ggf -o {file} >&-") == (0, "", f"{file}: 1 written\n")
    assert "B[F5]" in file.read_text()


# bench


def test_bench_has_the_signature(capsys: Captured) -> None:
    found = json.loads(output(capsys, "bench", "--json"))
    signatures = [found["signature"], found["trained"]["signature"]]
    assert signatures == [*map(int, (ROOT / "benchmarks/SIGNATURE").read_text().split())]
    assert set(found["variants"]) == set(sk.VARIANTS)
    assert sum(part["count"] for part in found["variants"].values()) == found["signature"]
