"""`shirokuro play`: whole games typed in, every command, wrong words, and that no game is ever lost."""

from __future__ import annotations

import io
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from terminal import at_a_terminal, read_all, read_until
from test_cli import Captured, complaint, output, process, usage_error

import shirokuro as sk
from shirokuro.cli import main
from shirokuro.cli.board_view import View
from shirokuro.cli.played_game import PlayedGame
from shirokuro.players.engine_player import EnginePlayer

Typed = Callable[..., str]
OPPONENT = "engine:level=1"


@pytest.fixture
def typed(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """What a game prints when these lines are typed."""

    def play(*lines: str, options: str = "reversi4") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return output(capsys, "play", "--seed", "1", *shlex.split(options))

    return play


def moves_told(text: str, variant: str) -> sk.Board:
    """The game as the program tells it at its end."""
    (told,) = re.findall(r"^moves(?: so far)?: (.*)$", text, re.MULTILINE)
    return sk.Board.parse(told, variant)


def script(variant: str, person: sk.Colour) -> Iterator[str]:
    """What a person types who always plays the first legal move."""
    seats = {person: None, person.opponent: sk.player(OPPONENT)}
    game = PlayedGame(sk.Board(variant), seats, seed=1)
    while not game.is_over():
        if game.board.must_pass():
            game.push(sk.PASS)
        elif game.waits():
            yield sk.move_name(game.board.legal_moves[0])
            game.push(game.board.legal_moves[0])
        else:
            game.push(game.think().move)


# Whole games


@pytest.mark.parametrize("colour", sk.Colour)
@pytest.mark.parametrize("variant", sk.VARIANTS)
def test_a_whole_game(typed: Typed, variant: str, colour: sk.Colour) -> None:
    text = typed(*script(variant, colour), options=f"{variant} --colour {colour} --opponent {OPPONENT}")
    board = moves_told(text, variant)
    assert board.is_over()
    assert f"\nover: {board.outcome()}\n" in text
    assert text.endswith(f"review it: shirokuro review {board.transcript()} --variant {variant}\n")


def test_two_people(typed: Typed) -> None:
    text = typed("f5", "d6", "c3", options="reversi --colour both")
    assert moves_told(text, "reversi").transcript() == "f5d6c3"
    assert "plays" not in text


@pytest.mark.parametrize(
    "options", ["nip12 --black greedy --white random", "nip12 --colour none --opponent greedy"]
)
def test_watching(typed: Typed, options: str) -> None:
    text = typed(options=options)
    assert moves_told(text, "nip12").is_over()
    assert ">" not in text
    assert re.search(r"black plays \w\w \([+-]\d+\)", text)


@pytest.mark.parametrize(
    ("options", "person"), [("", "black"), ("--white greedy", "black"), ("--black greedy", "white")]
)
def test_who_is_who(typed: Typed, options: str, person: str) -> None:
    text = typed(options=f"reversi4 {options}")
    assert f"{person}>" in text


def test_the_default_opponent_has_a_level_with_a_name(typed: Typed) -> None:
    assert "O white   2  engine:level=4 (casual player)" in typed()


def test_a_player_sits_down_only_at_boards_that_it_plays() -> None:
    class Square:
        name, variants = "square", ("reversi",)

        def choose(self, *_: object) -> sk.Choice:
            raise AssertionError

    with pytest.raises(ValueError, match="square does not play nip"):
        PlayedGame(sk.Board("nip"), {sk.BLACK: None, sk.WHITE: Square()}, seed=0)


# Boards to begin with


def test_going_on_from_a_game(typed: Typed) -> None:
    text = typed("undo", "moves", options="--board f5d6c3d3 --opponent random")
    assert "reversi, move 5, black to move" in text
    assert "reversi, move 3, black to move" in text


def test_going_on_from_a_position_and_once_more_from_what_was_printed(typed: Typed) -> None:
    line = sk.Board.parse("d3c3", "nip").line()
    text = typed("moves", "b3", options=f"nip --position '{line}' --opponent random")
    (again,) = re.findall(r"^go on with it: shirokuro play (.*)$", text, re.MULTILINE)
    more = typed("moves", options=again.replace("--seed 1", ""))
    assert "nip, move 3, black to move" in more
    assert "O white" in more
    assert "random" in more


def test_a_position_may_begin_like_an_option(typed: Typed) -> None:
    text = typed(options=f"reversi4 --board {sk.Board('reversi4').line().split()[0]}")
    assert "reversi4, move 1" in text


def test_a_game_that_is_over_can_be_looked_at_and_taken_back(typed: Typed) -> None:
    over = "c4b4a2b1c1d2d3a3"
    text = typed("hint", "a1", "undo", options=f"nip12 --colour both --board {over}")
    assert text.count("the game is over") == 2
    assert "nip12, move 8, white to move" in text


# Commands


def test_help_names_every_command(typed: Typed) -> None:
    text = typed("help", "?", "")
    for command in ("moves", "hint", "eval", "undo", "level", "resign", "save", "load", "help", "quit"):
        assert text.count(f"\n  {command} ") == 3
    assert max(map(len, text.splitlines())) <= 80


def test_moves(typed: Typed) -> None:
    assert "\nb1 a2 d3 c4\n" in typed("moves")


def test_hints(typed: Typed) -> None:
    text = typed("hint")
    values = [int(value) for value in re.findall(r"^  \w\w ([+-]\d+| [+-]\d) discs \(exact\)", text, re.M)]
    assert values == [-10] * 4


def test_hints_on_the_board(typed: Typed) -> None:
    text = typed("hint on", "hint off", "hint sideways")
    assert text.count("-10") == 4
    assert "hint takes on, off or nothing, not 'sideways'" in text


def test_eval(typed: Typed) -> None:
    assert "black to move: -10 (exact) " in typed("eval")


def test_undo(typed: Typed) -> None:
    text = typed("b1", "undo", "undo", "undo many")
    assert text.count("reversi4, move 1, black to move") == 2
    assert "nothing to undo" in text
    assert "undo needs a number, not 'many'" in text
    assert "moves so far" not in text


def test_undo_several(typed: Typed) -> None:
    text = typed("f5", "d6", "c3", "undo 2", "undo 9", options="--colour both")
    assert text.count("reversi, move 2, white to move") == 2
    assert "nothing to undo" in text


def test_level(typed: Typed) -> None:
    text = typed("level 7", "level newborn", "level 21", "level", "level x", options="--opponent random")
    assert "your opponent is now engine:level=7" in text
    assert "your opponent is now engine:level=0 (newborn)" in text
    assert "engine: level is a whole number, 0…20, not 21" in text
    assert "level needs a number\n" in text
    assert "level needs a number, not 'x'" in text
    assert "nobody has a level" in typed("level 3", options="--colour both")


def test_resigning_can_be_taken_back(typed: Typed) -> None:
    text = typed("resign", "resign", "undo", "moves", "resign")
    assert "the game is over: black resigned, white wins" in text
    assert "\nb1 a2 d3 c4\n" in text
    assert text.endswith("over: black resigned, white wins\n")


@pytest.mark.parametrize("name", ["game.ggf", "game.json", "game.txt", "game"])
def test_save_and_load(typed: Typed, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    text = typed(
        "d3", f"save {file}", f"save {file}", "undo", f"load {file}", options="nip --opponent random"
    )
    game = moves_told(text, "nip")
    assert text.count(f"saved to {file}") == 2
    assert len(game.move_stack) == 2
    other = typed(f"load {file}", options="nip --colour both")
    assert moves_told(other, "nip") == game


def test_what_is_saved_says_who_played_and_what_they_thought(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed("f5", "resign", f"save {file}", options=f"--opponent {OPPONENT}")
    record = sk.Record.from_json(file.read_text())
    assert (record.black, record.white, record.seed) == ("person", OPPONENT, 1)
    assert (record.note, record.result) == ("black resigned", -64)
    assert record.values[0] is None
    assert record.values[1] is not None


def test_loading_another_board_keeps_the_players(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "game.ggf"
    typed("d3", f"save {file}", options="nip --colour both")
    text = typed("f5", f"load {file}", options="--colour both")
    assert "the game you left: f5" in text
    assert "nip, move 2, white to move" in text


def test_files_that_cannot_be(typed: Typed, tmp_path: Path) -> None:
    there, empty, position = tmp_path / "there.ggf", tmp_path / "empty.txt", tmp_path / "start.txt"
    there.write_text("something")
    empty.write_text("")
    lines = [f"save {there}", f"load {there}", f"load {empty}", f"save {tmp_path / 'no' / 'such.ggf'}"]
    text = typed("save", "load", *lines, f"load {tmp_path / 'missing.ggf'}", f"save {tmp_path / 'g.wtb'}")
    assert "save needs the name of a file" in text
    assert "load needs the name of a file" in text
    assert "is there already: take another name" in text
    assert "empty.txt is empty" in text
    assert text.count("No such file or directory") == 2
    assert "Errno" not in text
    assert "WTHOR holds only games on 8x8, not reversi4" in text
    assert there.read_text() == "something"
    line = sk.Board.parse("d3", "nip").line()
    text = typed("d3", "c3", f"save {position}", options=f"--colour both --board '{line}'")
    assert not position.exists()


# Wrong words, and leaving


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("z9", "'z9' is no move"),
        ("a1", "illegal move a1: it turns no disc for black"),
        ("pass", "illegal pass: black can move"),
        ("udno", "did you mean 'undo'?"),
        ("b1 c1", "is no move"),
        ("_move", "is no move"),
        ("hint hint", "hint takes on, off or nothing"),
    ],
)
def test_a_wrong_word_changes_nothing(typed: Typed, words: str, answer: str) -> None:
    text = typed(words, "moves")
    assert answer in text
    assert "\nb1 a2 d3 c4\n" in text
    assert text.count("reversi4, move 1") == 1


@pytest.mark.parametrize("word", ["quit", "exit", "q"])
def test_quitting(typed: Typed, word: str) -> None:
    text = typed("b1", word, "a2")
    assert len(moves_told(text, "reversi4").move_stack) == 2


def test_ctrl_c_leaves_with_the_moves(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter(["b1"])

    def answer(prompt: str) -> str:
        for word in words:
            return word
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", answer)
    assert "\nmoves so far: b1" in output(capsys, "play", "reversi4")


def test_a_player_that_fails_loses_nothing(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> sk.Choice:
        raise ValueError("out of ideas")

    monkeypatch.setattr(EnginePlayer, "pick", fail)
    monkeypatch.setattr(sys, "stdin", io.StringIO("b1\n"))
    assert main(["play", "reversi4"]) == 2
    captured = capsys.readouterr()
    assert "\nmoves so far: b1\n" in captured.out
    assert captured.err == "shirokuro play: out of ideas\n"


def test_as_a_process_whatever_bytes_come() -> None:
    done = process("play", "reversi4", "--seed", "1", text="moves\nb1\n")
    assert (done.returncode, done.stderr) == (0, "")
    command = [sys.executable, "-m", "shirokuro.cli", "play", "reversi4"]
    odd = subprocess.run(command, input=b"\xff\xfe\x00\nmoves\n", capture_output=True)
    assert (odd.returncode, odd.stderr) == (0, b"")
    assert b"is no move" in odd.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("nip112", "did you mean 'nip12'?"),
        ("--seed -1", "--seed: 0…"),
        ("--opponent enigne", "no player 'enigne': did you mean 'engine'?"),
        ("--black random --colour black", "--black random and --colour black: who plays black?"),
        ("--board f5f5", "move 2: illegal move f5"),
        ("--board missing.ggf", "missing.ggf: no such file"),
        ("nip --board f5d6c3a1", "a1 is no cell of nip"),
    ],
)
def test_nonsense(capsys: Captured, options: str, words: str) -> None:
    assert words in complaint(capsys, "play", *options.split())


def test_an_unknown_colour(capsys: Captured) -> None:
    assert "invalid choice: 'green'" in usage_error(capsys, "play", "--colour", "green")


# The board


def test_a_plain_board_shows_rim_moves_and_what_changed() -> None:
    board = sk.Board.parse("d3c3", "nip")
    assert View(board, {sk.B3: "+12"}).plain() == [
        "   a  b  c  d  e  f  g  h",
        "1        +  +  +  +",
        "2     +  -  -  -  -  +",
        "3  + +12[O] X  -  -  -  +",
        "4  +  -  * (O) X  -  -  +",
        "5  +  -  -  X  O  *  -  +",
        "6  +  -  -  -  *  -  -  +",
        "7     +  -  -  -  -  +",
        "8        +  +  +  +",
    ]


@pytest.mark.parametrize("variant", sk.VARIANTS)
def test_colour_changes_no_place(variant: str) -> None:
    board = sk.Board(variant)
    board.push(board.legal_moves[0])
    plain, coloured = View(board).plain(), View(board).coloured()
    assert [text.plain.rstrip().translate(str.maketrans("·•●", "---")) for text in coloured] == [
        row.translate(str.maketrans("+*XO[]()", "----    ")) for row in plain
    ]


def test_a_terminal_gets_colours() -> None:
    process, terminal = at_a_terminal("play", "nip")
    shown = read_until(terminal, b"black> ").decode()
    os.write(terminal, b"quit\n")
    read_all(terminal)
    assert process.wait() == 0
    assert "●" in shown
    assert "\x1b[" in shown


def test_who_wants_no_colour_gets_none() -> None:
    process, terminal = at_a_terminal("play", "nip", NO_COLOR="1")
    shown = read_until(terminal, b"black> ").decode()
    os.write(terminal, b"\x04")
    read_all(terminal)
    assert process.wait() == 0
    assert " * " in shown
    assert "●" not in shown


def test_ctrl_c_while_the_other_side_thinks() -> None:
    process, terminal = at_a_terminal("play", "reversi", "--white", "engine:seconds=1000")
    read_until(terminal, b"black> ")
    os.write(terminal, b"f5\n")
    read_until(terminal, b"is thinking")
    process.send_signal(signal.SIGINT)
    rest = read_all(terminal)
    assert process.wait() == 0
    assert "moves so far: f5" in rest
