"""`shirokuro play`: whole games typed in, every command, wrong words, and that no game is ever lost."""

from __future__ import annotations

import io
import os
import re
import shlex
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from terminal import at_a_terminal, read_all, read_until
from test_cli import ROOT, Captured, complaint, output, process

import shirokuro as sk
from shirokuro.cli.board_view import View
from shirokuro.cli.play import program
from shirokuro.cli.play_commands import COMMANDS
from shirokuro.matches.interactive_game import PlayedGame

Typed = Callable[..., str]
OPPONENT = "engine:level=1"
BOTH = "--colour both"
OVER = "c4b4a2b1c1d2d3a3"
NIP = sk.Board.parse("d3c3", "nip").line()


@pytest.fixture
def typed(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """What a game prints when these lines are typed."""

    def play(*lines: str, options: str = "reversi4") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        luck = [] if "both" in options or "--seed" in options else ["--seed", "1"]
        return output(capsys, "play", *luck, *shlex.split(options))

    return play


def moves_told(text: str, variant: str) -> sk.Board:
    """The game as the program tells it at its end."""
    (told,) = re.findall(r"^moves(?: so far)?: (.*)$", text, re.MULTILINE)
    return sk.Board.parse(told, variant)


def script(
    variant: str, person: sk.Colour, opponent: str = OPPONENT, memory: object = None, seed: int = 1
) -> Iterator[str]:
    """What a person types who always plays the first legal move."""
    seats = {person: None, person.opponent: sk.player(opponent)}
    known = {} if memory is None else {person.opponent: memory}
    game = PlayedGame(sk.Board(variant), seats, seed, memory=known)
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
def test_a_whole_game(typed: Typed, variant: str, colour: sk.Colour) -> None:
    text = typed(*script(variant, colour), options=f"{variant} --colour {colour} --opponent {OPPONENT}")
    board = moves_told(text, variant)
    assert board.is_over()
    assert f"\nover: {board.outcome()}\n" in text
    assert text.endswith(f"shirokuro review {board.transcript()} --variant {variant}\n")


def test_two_people(typed: Typed) -> None:
    text = typed("f5", "d6", "c3", options="reversi --colour both")
    assert "moves so far: f5d6c3\n" in text
    assert "plays" not in text


@pytest.mark.parametrize("options", ["--black greedy --white random", "--colour none --opponent greedy"])
def test_watching(typed: Typed, options: str) -> None:
    text = typed(options=f"nip12 {options}")
    assert moves_told(text, "nip12").is_over()
    assert ">" not in text
    assert re.search(r"black plays \w\w \([+-]\d+\)", text)


def test_going_on_from_a_position_and_once_more_from_what_was_printed(typed: Typed) -> None:
    text = typed("moves", "b3", options=f"nip --position '{NIP}' --opponent random")
    (again,) = re.findall(r"^continue it: \S*shirokuro play (.*)$", text, re.MULTILINE)
    more = typed("moves", options=again)
    assert all(each in more for each in ("nip, move 3, black to move", "O white", "random"))


# Commands


@pytest.mark.parametrize(
    ("options", "lines", "told"),
    [
        ("reversi4", "", ["black>"]),
        ("reversi4 --white greedy", "", ["black>"]),
        ("reversi4 --black greedy", "", ["white>"]),
        ("reversi4 --opponent engine:level=4", "", ["O white   2  0:00  engine:level=4 (casual player)"]),
        # Boards to begin with: a name, a position that looks like an option, a game, a game that is over.
        ("--board nip12", "", ["nip12, move 1, black to move"]),
        ("reversi4 --board -----OX--XO-----", "", ["reversi4, move 1"]),
        ("--board f5d6c3d3 --opponent random", "undo; moves", ["reversi, move 5, black", "move 3, black"]),
        (f"nip12 --colour both --board {OVER}", "hint", ["the game is over"]),
        (f"nip12 --colour both --board {OVER}", "a1; undo", ["the game is over", "nip12, move 8, white"]),
        ("reversi4 --colour both --board b1c1d3", "a1", ["black cannot move and passes"]),
        ("reversi4", "moves", ["\nb1 a2 d3 c4\n"]),
        ("reversi4", "eval", ["black to move: -10 (exact) "]),
        ("reversi4", "b1; undo; undo", ["nothing to undo"]),
        (BOTH, "f5; d6; c3; undo 2; moves", ["reversi, move 2, white to move", "so far: f5\n"]),
        (BOTH, "f5; d6; undo 3; redo 3", ["you can undo 2 times at most", "f5d6\n"]),
        (BOTH, "f5; undo 999999999", ["you can undo 1 time at most", "so far: f5\n"]),
        (BOTH, "f5; undo 0; undo -1; undo two", ["undo needs a number", "so far: f5\n"]),
        (BOTH, f"f5; redo 0; redo {'9' * 5000}", ["redo needs a number", "so far: f5\n"]),
        (BOTH, "f5; d6; c3; undo 3; redo; redo 5", ["you can redo 2 times at most", "so far: f5\n"]),
        (BOTH, "f5; d6; c3; undo 3; redo; redo 2; redo", ["nothing to redo", "so far: f5d6c3\n"]),
        (BOTH, "f5; d6; undo 2; d3; redo", ["nothing to redo", "so far: d3\n"]),
        ("reversi4", "resign; resign", ["the game is over: black resigned, white wins"]),
        ("reversi4", "resign; undo; moves; resign", ["\nb1 a2 d3 c4\n", "over: black resigned"]),
        ("reversi4", "new; b1; new; undo", ["\na new game\n", "the game you left: b1", "nothing to undo"]),
        ("reversi4", "new nip12; new nip112", ["nip12, move 1, black to move", "did you mean 'nip12'?"]),
        ("--opponent random", "level 7", ["your opponent is now engine:level=7"]),
        ("--opponent random", "level first steps", ["your opponent is now engine:level=0 (first steps)"]),
        ("--opponent random", "level 21", ["engine: level is a whole number, 0…20, not 21"]),
        ("--opponent random", "level; level x", ["level needs a number\n", "level needs a number, not 'x'"]),
        (BOTH, "level 3", ["nobody has a level"]),
        ("--colour both --handicap 1", "e3", ["BO[8 *---"]),
        ("reversi4", "save; load", ["save needs the name of a file", "load needs the name of a file"]),
    ],
)
def test_a_command(typed: Typed, options: str, lines: str, told: list[str]) -> None:
    text = typed(*lines.split("; "), options=options)
    assert [each for each in told if each not in text] == []


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("z9", "'z9' is not a square"),
        ("a1", "illegal move a1: it turns no disc for black"),
        ("pass", "illegal pass: black can move"),
        ("udno", "did you mean 'undo'?"),
        ("b1 c1", "is not a square"),
        ("_move", "is not a square"),
        ("hint hint", "hint takes on, off or nothing, not 'hint'"),
    ],
)
def test_a_wrong_word_changes_nothing(typed: Typed, words: str, answer: str) -> None:
    text = typed(words, "moves")
    assert answer in text
    assert "\nb1 a2 d3 c4\n" in text
    assert text.count("reversi4, move 1") == 1


def test_help_names_every_command(typed: Typed) -> None:
    text = typed("help", "?", "")
    assert all(text.count(f"\n  {command} ") == 3 for command in COMMANDS)
    assert max(map(len, text.splitlines())) <= 80


def test_hints_beside_and_on_the_board(typed: Typed) -> None:
    beside = typed("hint")
    values = re.findall(r"^  \w\w ([+-]\d+| [+-]\d) discs \(exact\)", beside, re.MULTILINE)
    assert [int(value) for value in values] == [-10] * 4
    assert typed("hint on", "hint off").count("-10") == 4


def test_a_handicap_stays_in_the_next_game(typed: Typed) -> None:
    text = typed("e3", "new", options="--colour both --handicap 2 --handicap-discs 6")
    assert text.count("1  X  -  -  -  -  -  -  -") == 3
    assert "white> " in text


def test_redo_brings_back_the_other_side_and_a_resignation(typed: Typed) -> None:
    text = typed("b1", "resign", "undo", "undo", "redo", "redo")
    assert len(moves_told(text, "reversi4").move_stack) == 2
    assert text.count("white plays") == 1, "what was undone is not thought out again"
    assert "over: black resigned, white wins" in text


def test_new_games_have_luck_of_their_own(typed: Typed) -> None:
    first, second = (typed("d3", "new", "d3", options="nip --opponent random") for _ in range(2))
    assert first == second
    assert "--seed 2 " in first, "what is printed goes on with the second game"


def test_a_game_that_is_left_keeps_its_first_position(typed: Typed) -> None:
    text = typed("b3", "new", options=f"nip --board '{NIP}' --colour both")
    (left,) = re.findall("the game you left: (.*)", text)
    assert sk.Board.parse(left) == sk.Board.parse("d3c3b3", "nip")


def test_review(typed: Typed) -> None:
    text = typed("review", "b1", "c1", "review", options="reversi4 --colour both")
    assert "there is no move to review yet" in text
    assert re.search(r"^  2  white  c1\?\? +24    -14  a1 +\+10  exact$", text, re.MULTILINE)
    assert "mean loss per move: black 0.00, white 24.00" in text


def test_ctrl_c_ends_a_review_and_not_the_game(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    review = sk.review

    def interrupted(*arguments: object, **options: object) -> sk.Review:
        signal.raise_signal(signal.SIGINT)
        return review(*arguments, **options)

    monkeypatch.setattr(sk, "review", interrupted)
    text = typed("b1", "review", "undo", "moves")
    assert "stopped: only the last 0 moves were judged" in text
    assert "\nb1 a2 d3 c4\n" in text


def test_the_clock_on_the_screen(typed: Typed) -> None:
    text = typed("clock", "f5", options="--clock 300+2 --opponent random")
    assert re.search(r"X black   2  [45]:\d\d  you", text)
    assert re.search(r"black has [45]:\d\d left, white has 5:00 left", text)
    assert " --clock 300+2 " in text, "the next command has the same clock"
    assert re.search(r"black has thought for \d:\d\d, white has thought for 0:00", typed("clock"))


# Files


@pytest.mark.parametrize("name", ["game.ggf", "game.json", "game.txt", "game"])
def test_save_and_load(typed: Typed, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    lines = ["d3", f"save {file}", f"save {file}", "undo", f"load {file}"]
    text = typed(*lines, options="nip --opponent random")
    game = moves_told(text, "nip")
    assert text.count(f"saved to {file}") == 2
    assert len(game.move_stack) == 2
    assert moves_told(typed(f"load {file}", options="nip --colour both"), "nip") == game
    if name == "game.ggf":  # which names its board
        other = typed("f5", f"load {file}", options="--colour both")
        assert "the game you left: f5" in other
        assert "nip, move 3, black to move" in other


def test_what_is_saved_says_who_played_and_what_they_thought(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed("f5", "resign", f"save {file}", options=f"--opponent {OPPONENT}")
    record = sk.Record.from_json(file.read_text())
    assert (record.black, record.white, record.seed) == ("person", OPPONENT, 1)
    assert (record.note, record.result) == ("black resigned", -64)
    assert [value is None for value in record.values] == [True, False]


@pytest.mark.parametrize("how", ["load", "--board"])
def test_what_was_known_of_a_loaded_game_is_saved_again(typed: Typed, tmp_path: Path, how: str) -> None:
    before, file = ROOT / "tests/data_before/play/nip.json", tmp_path / "game.json"
    if how == "load":
        typed(f"load {before}", f"save {file}", options="--colour both")
    else:
        typed(f"save {file}", options=f"--board {before} --colour both")
    old, new = (sk.Record.from_json(path.read_text()) for path in (before, file))
    assert (new.start, new.moves, new.values) == (old.start, old.moves, old.values)
    assert (new.seconds, new.nodes) == (old.seconds, old.nodes)


def test_files_that_cannot_be(typed: Typed, tmp_path: Path) -> None:
    there, empty, position = tmp_path / "there.ggf", tmp_path / "empty.txt", tmp_path / "start.txt"
    there.write_text("something")
    empty.write_text("")
    lines = [f"save {there}", f"load {there}", f"load {empty}", f"save {tmp_path / 'no' / 'such.ggf'}"]
    text = typed(*lines, f"load {tmp_path / 'missing.ggf'}", f"save {tmp_path / 'g.wtb'}")
    assert "already exists: choose another name" in text
    assert "empty.txt is empty" in text
    assert text.count("No such file or directory") == 2
    assert "Errno" not in text
    assert "WTHOR stores only games on 8x8, not reversi4" in text
    assert there.read_text() == "something"
    typed("d3", "c3", f"save {position}", options=f"--colour both --board '{NIP}'")
    assert not position.exists()


# Leaving, and what is refused before a game begins


@pytest.mark.parametrize("word", ["quit", "exit", "q"])
def test_quitting(typed: Typed, word: str) -> None:
    assert len(moves_told(typed("b1", word, "a2"), "reversi4").move_stack) == 2


def test_ctrl_c_leaves_with_the_moves(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter(["b1"])

    def answer(prompt: str) -> str:
        for word in words:
            return word
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", answer)
    assert "\nmoves so far: b1" in output(capsys, "play", "reversi4")


def test_as_a_process_whatever_bytes_come() -> None:
    done = process("play", "reversi4", "--seed", "1", text="moves\nb1\n")
    assert (done.returncode, done.stderr) == (0, "")
    command = [sys.executable, "-m", "shirokuro.cli", "play", "reversi4"]
    odd = subprocess.run(command, input=b"\xff\xfe\x00\nmoves\n", capture_output=True)
    assert (odd.returncode, odd.stderr) == (0, b"")
    assert b"is not a square" in odd.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("nip112", "did you mean 'nip12'?"),
        ("--seed -1", "--seed: 0…"),
        ("--opponent enigne", "no player 'enigne': did you mean 'engine'?"),
        ("--black=", "no player ''"),
        ("--black random --colour black", "--black random and --colour black: who plays black?"),
        ("--board f5f5", "move 2: illegal move f5"),
        ("nip --board reversi", "reversi is not a position of nip"),
        ("--board missing.ggf", "missing.ggf: no such file"),
        ("nip --board f5d6c3a1", "a1 is not a cell of nip"),
        ("--colour both --opponent greedy", "--opponent greedy: both sides are already taken"),
        ("--white random --opponent uct", "--opponent uct: both sides are already taken"),
        ("--colour both --seed 1", "--seed has no effect when two people play"),
        ("--pace 2", "--pace is only for watching two players"),
        ("--colour none --pace -1", "--pace: seconds, 0 or more"),
        ("--colour none --pace nan", "--pace: seconds, 0 or more"),
        ("--clock 0", "'0' is not a clock"),
        ("--handicap 5", "handicap: 0 to 4 corners are possible, not 5"),
        ("nip --handicap 1", "handicap: nip has no corners"),
        ("--handicap 1 --board f5", "handicap: only for a game from the start of a board"),
        ("--handicap-discs -2", "handicap in discs: 0 to 64 are possible, not -2"),
    ],
)
def test_nonsense(capsys: Captured, options: str, words: str) -> None:
    assert words in complaint(capsys, "play", *options.split())


# The board, and a terminal


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


def test_colour_changes_no_place(variant: str) -> None:
    board = sk.Board(variant)
    board.push(board.legal_moves[0])
    plain, coloured = View(board).plain(), View(board).coloured()
    assert [text.plain.rstrip().translate(str.maketrans("·•●", "---")) for text in coloured] == [
        row.translate(str.maketrans("+*XO[]()", "----    ")) for row in plain
    ]


@pytest.mark.parametrize("is_plain", [True, False])
def test_a_narrow_terminal_keeps_the_board_whole(is_plain: bool) -> None:
    colour = {"NO_COLOR": "1"} if is_plain else {}
    with at_a_terminal("play", "nip", COLUMNS="40", **colour) as (process, terminal):
        shown = read_until(terminal, b"black> ").decode()
        os.write(terminal, b"help\n")
        shown += read_until(terminal, b"black> ").decode()
        os.write(terminal, b"\x04" if is_plain else b"quit\n")
        read_all(terminal)
        assert process.wait() == 0
    assert ("●" in shown, "\x1b[" in shown) == (not is_plain, not is_plain)
    lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).splitlines()
    assert max(map(len, lines)) <= 40
    assert [line[0] for line in lines if re.match(r"[1-8] ", line)] == list("12345678")
    assert any(line.startswith("nip, move 1") for line in lines)


@pytest.mark.parametrize("is_plain", [True, pytest.param(False, marks=pytest.mark.long)])
def test_ctrl_c_while_the_other_side_thinks(is_plain: bool) -> None:
    colour = {"NO_COLOR": "1"} if is_plain else {}
    with at_a_terminal("play", "reversi", "--white", "engine:seconds=1000", **colour) as (process, terminal):
        read_until(terminal, b"black> ")
        os.write(terminal, b"f5\n")
        read_until(terminal, b"is thinking..." if is_plain else b"is thinking")
        process.send_signal(signal.SIGINT)
        assert "moves so far: f5" in read_all(terminal)
        assert process.wait() == 0


WATCHED = ("play", "nip12", "--colour", "none", "--opponent", "greedy", "--pace")


def test_keys_decide_when_the_next_move_comes() -> None:
    with at_a_terminal(*WATCHED, "1000", NO_COLOR="1") as (process, terminal):
        shown = read_until(terminal, b"move 1, black to move")
        assert b"space pauses, Enter plays the next move at once, q quits" in shown
        os.write(terminal, b"x\n")
        assert b"black plays" in read_until(terminal, b"move 2, white to move")
        os.write(terminal, b" ")
        read_until(terminal, b"paused: space resumes, Enter plays one move, q quits")
        os.write(terminal, b"\n")
        read_until(terminal, b"move 3, black to move")
        os.write(terminal, b" ")
        assert b"resumed" in read_until(terminal, b"move 4, white to move")
        os.write(terminal, b"q")
        rest = read_all(terminal)
        assert process.wait() == 0
    assert "plays" not in rest
    assert "moves so far: " in rest


def test_a_watched_game_ends_by_itself() -> None:
    with at_a_terminal(*WATCHED, "0", NO_COLOR="1") as (process, terminal):
        rest = read_all(terminal)
        assert process.wait() == 0
    assert moves_told(rest.replace("\r", ""), "nip12").is_over()


# What is printed at the end


STARTS = [
    ("reversi", "f5d6", "--colour both"),
    ("nip+loop", "", "--opponent 'engine:level=1'"),
    ("nip", NIP, "--black random --clock 60+0.5"),
    ("nip12+loop", "d3", "--colour both"),
]
PLACES = ("elsewhere", "above", "on the path")


@pytest.mark.parametrize(
    ("variant", "board", "options", "place"),
    [
        pytest.param(*start, place, marks=() if number == PLACES.index(place) else pytest.mark.long)
        for number, start in enumerate(STARTS)
        for place in PLACES
    ],
)
def test_the_last_lines_run_as_printed(
    tmp_path: Path, variant: str, board: str, options: str, place: str
) -> None:
    """With the program on the path, below the current folder, or somewhere else."""
    scripts = Path(sysconfig.get_path("scripts"))
    path = f"{scripts}:/usr/bin:/bin" if place == "on the path" else "/usr/bin:/bin"
    folder = scripts.parents[1] if place == "above" else tmp_path
    where = {"env": {**os.environ, "PATH": path}, "cwd": folder, "capture_output": True, "text": True}
    first = sk.Board.parse(board, variant) if board else sk.Board(variant)
    command = [sys.executable, "-m", "shirokuro.cli", "play", variant, *shlex.split(options)]
    command += ["--board", board] if board else []
    done = subprocess.run(command, input=f"{sk.move_name(first.legal_moves[0])}\n", **where)
    assert (done.returncode, done.stderr) == (0, "")
    printed = re.findall(r"^(?:continue it|review it): (.*)$", done.stdout, re.MULTILINE)
    assert len(printed) == 2
    for line in printed:
        again = subprocess.run(line, shell=True, input="", **where)
        assert (again.returncode, again.stderr) == (0, ""), line


def test_the_program_is_called_by_the_shortest_name_that_works(monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = Path(sysconfig.get_path("scripts"))
    monkeypatch.setenv("PATH", str(scripts))
    assert program() == ["shirokuro"]
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.chdir(scripts.parents[1])
    assert program() == [f"{scripts.parent.name}/{scripts.name}/shirokuro"]
    monkeypatch.chdir(scripts)
    assert program() == [f"{scripts}/shirokuro"]
    monkeypatch.setattr(sysconfig, "get_path", lambda _: "/nowhere")
    assert program() == [sys.executable, "-m", "shirokuro.cli"]


def test_make_shell_finds_the_program() -> None:
    """`-o` takes what is installed as it is."""
    command = ["make", "-s", "-o", ".venv/.package", "shell"]
    environment = {**os.environ, "SHELL": "/bin/sh"}
    done = subprocess.run(
        command, input='echo "$PATH"; exit 3', capture_output=True, text=True, env=environment, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith(f"{ROOT}/.venv/bin:")
