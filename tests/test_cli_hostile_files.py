"""Files that mean harm or were damaged: one clear line, no traceback, nothing that commands a terminal."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from terminal import at_a_terminal, read_all, read_until
from test_cli import Captured, complaint, output

import shirokuro as sk
from shirokuro.cli import main, match, review
from shirokuro.squares.square import narrow
from shirokuro.storage.home import home
from shirokuro.storage.structured_text import parse_json, parse_toml
from shirokuro.words.control import printable

DEEP = "[" * 100_000
ESCAPE = "Ann\x1b]0;owned\x07\x1b[2JB\u202eob"


# Text that is nested too deeply


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path))
    return tmp_path


def test_readers_say_what_is_too_deep() -> None:
    for parse, text in ((parse_json, DEEP), (parse_toml, f"a = {DEEP}")):
        with pytest.raises(ValueError, match="it is nested too deeply"):
            parse(text)


def test_own_files_that_are_nested_too_deeply(capsys: Captured, own: Path) -> None:
    assert home() == own
    for name, text, words in (
        ("rivals.json", DEEP, ("rival", "show")),
        ("rivals.json", DEEP, ("play", "nip12")),
        ("engines.toml", f"a = {DEEP}", ("engines", "list")),
        ("engines.toml", f"a = {DEEP}", ("match", "random", "a")),
    ):
        (own / name).write_text(text)
        assert name in complaint(capsys, *words)


def test_games_that_are_nested_too_deeply(capsys: Captured, tmp_path: Path) -> None:
    for text in (DEEP, '{"a": ' * 100_000, "(;" * 100_000, "{" * 100_000):
        for name in ("game.json", "game.jsonl", "game.ggf", "game.txt"):
            (tmp_path / name).write_text(text)
            assert name in complaint(capsys, "show", str(tmp_path / name))


# Files that stay until there is something to write


def interrupted(begun: Callable[..., Any]) -> Callable[..., Any]:
    """The same work, after a Ctrl-C."""

    def work(*arguments: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return begun(*arguments)

    return work


def test_work_that_is_interrupted_at_once_keeps_the_old_file(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    play = ["match", "random", "random", "--variant", "nip12", "--games", "4", "--jobs", "1"]
    monkeypatch.setattr(match, "_play", interrupted(match._play))
    monkeypatch.setattr(review, "_review_all", interrupted(review._review_all))
    assert main([*play, "--out", str(file)]) == 130
    assert not file.exists()
    file.write_text("the games of yesterday\n")
    for words in (play, ["review", "f5d6c3", "--depth", "2"]):
        assert main([*words, "--out", str(file)]) == 130
        assert file.read_text() == "the games of yesterday\n"
    monkeypatch.undo()
    assert main([*play, "--out", str(file)]) == 0
    assert file.read_text().count("\n") == 4


# Control characters


def test_printable() -> None:
    assert printable("a\tb\nc é 日本 ●") == "a\tb\nc é 日本 ●"
    assert printable(ESCAPE) == r"Ann\x1b]0;owned\x07\x1b[2JB\u202eob"
    assert printable("\x9b2J\x7f") == r"\x9b2J\x7f"


def game_of(black: str, file: Path) -> str:
    """A file with a game of this player."""
    file.write_text(json.dumps({"format": 1, "variant": "nip12", "moves": "", "black": black, "white": "B"}))
    return str(file)


@pytest.mark.parametrize("words", [("show",), ("review", "--depth", "1"), ("convert", "--to", "ggf")])
def test_names_command_no_terminal(tmp_path: Path, words: tuple[str, ...]) -> None:
    verb, *options = words
    file = game_of(ESCAPE, tmp_path / "game.json")
    with at_a_terminal(verb, file, *options, NO_COLOR="1") as (process, terminal):
        text = read_all(terminal)
        assert process.wait() == 0
    assert r"0;owned\x07" in text
    assert not {"\x1b", "\x07", "\u202e"} & set(text)


def test_a_remembered_name_commands_no_terminal(own: Path) -> None:
    (own / "rivals.json").write_text(json.dumps({ESCAPE: {}}))
    with at_a_terminal("rival", "show", NO_COLOR="1", SHIROKURO_HOME=str(own)) as (_, terminal):
        assert "\x1b" not in read_all(terminal)


def test_a_pipe_gets_every_character(capsys: Captured, tmp_path: Path) -> None:
    file = game_of("A\x1b", tmp_path / "game.json")
    assert json.loads(output(capsys, "convert", file, "--to", "json"))["black"] == "A\x1b"
    assert "X A\x1b, O B\n" in output(capsys, "show", file)


# Wide letters


def test_wide_letters_are_letters_wherever_squares_are_read(capsys: Captured, tmp_path: Path) -> None:
    assert narrow("ｆ５　Ｄ６－") == "f5 D6-"
    assert narrow("！～㎝ﾊﾟſ") == "!~㎝ﾊﾟſ"
    for verb in ("show", "openings", "features"):
        assert output(capsys, verb, "ｆ５ｄ６ｃ３") == output(capsys, verb, "f5d6c3")
    assert sk.parse_move("ｄ３") == sk.parse_square("Ｄ３") == 19
    assert sk.Board.parse("ＸＯ－－" * 4 + "　Ｏ").line() == "XO--" * 4 + " O"
    game = "(;GM[Othello]PB[ＡＢＣ]PW[x]TY[8]B[ｆ５]W[d６];)"
    (read,) = sk.notation.parse(game)
    record = sk.Record.from_text(read)
    assert (record.board().transcript(), record.black) == ("f5d6", "ＡＢＣ")
    file = tmp_path / "game.txt"
    file.write_text("１．ｆ５　ｄ６\n")
    assert "moves: f5d6" in output(capsys, "show", str(file))
    with pytest.raises(sk.NotationError, match="line 1, column 3: 'z9' is not a square"):
        sk.notation.parse("ｆ５ｚ９")


# Files that players are made with


def test_a_damaged_proof_ends_a_match_and_loses_no_game(capsys: Captured, tmp_path: Path) -> None:
    """Wherever the damage lies: the games are either played by the proof, or there are none."""
    proof, damaged = tmp_path / "whole.proof", tmp_path / "damaged.proof"
    assert main(["solve", "nip12", "--store", str(proof)]) == 0
    capsys.readouterr()
    whole, codes = proof.read_bytes(), set()
    words = ("match", f"engine:level=20,proof={damaged}", "random", "--variant", "nip12", "--jobs")
    for page in range(0, len(whole), 4096):
        damaged.write_bytes(whole[:page] + b"\xa5" * 4096 + whole[page + 4096 :])
        code = main([*words, "1" if page else "2", "--games", "2", "--json"])
        captured = capsys.readouterr()
        codes.add(code)
        if code == 0:
            assert not json.loads(captured.out)["forfeits"]
        else:
            assert (code, captured.out, captured.err.count("\n")) == (2, "", 1)
            assert "damaged.proof: " in captured.err
    assert 2 in codes


# The side of the board


@pytest.mark.parametrize(("columns", "is_beside"), [("54", True), ("44", False)])
def test_the_side_of_a_board_shows_its_discs(tmp_path: Path, columns: str, is_beside: bool) -> None:
    """One kind of disc on a screen, and the same place whatever the opening is called."""
    words = ("play", "--opponent", "random", "--board", "f5d6c3d3c4", "--lang", "en")
    with at_a_terminal(*words, COLUMNS=columns, SHIROKURO_HOME=str(tmp_path)) as (_, terminal):
        text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", read_until(terminal, b"black> ").decode())
    rows = [line for line in text.splitlines() if "●  black" in line or "●  white" in line]
    assert len(rows) == 4
    assert all((row[0] in "12") == is_beside for row in rows)
    assert not re.search(r"\b[XO]\b", text)
