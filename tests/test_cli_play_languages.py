"""`shirokuro play` in Japanese: whole games, every command and complaint, and the language that is chosen."""

from __future__ import annotations

import os
import re
import shlex
import signal
import tomllib
from pathlib import Path

import pytest
from rich.cells import cell_len
from terminal import at_a_terminal, read_all, read_until
from test_cli import Captured
from test_cli_play import BOTH, OPPONENT, Typed, script, typed
from test_words import JAPANESE

import shirokuro as sk
from shirokuro.cli import main
from shirokuro.cli.opening_view import opening_beside
from shirokuro.cli.play_commands import ALIASES, COMMANDS, MOVES
from shirokuro.matches.interactive_game import name_of
from shirokuro.opening_names.named_openings import NAMES
from shirokuro.players.levels import LEVELS
from shirokuro.words.message import LANGUAGES, Language, catalogue, in_all_languages
from shirokuro.words.width import wrapped

__all__ = ["typed"]  # a fixture

MADE_OF = {*COMMANDS, *sk.PLAYERS, *sk.VARIANTS, *ALIASES.values(), "pass", "on", "off", "clock"}
MADE_OF |= {"level", "ggf", "json", "wtb", "game", "Ctrl", "Enter", "shirokuro", "lang", "ja", "seed"}
MADE_OF |= {"variant", "board", "white", "black", "colour", "both", "WTHOR", "loop"}
"""What is typed as it is in every language: commands, options, players, boards and files."""
JA = f"{BOTH} --lang ja"


def english_in(text: str, typed: str = "") -> set[str]:
    """The words of a text that nobody types; records of games and commands to copy are none of it."""
    told = re.sub("(棋譜|続きを打つ|検討する)：.*", "", text)
    return set(re.findall(r"[A-Za-z]{2,}", told)) - MADE_OF - set(re.findall(r"[A-Za-z]{2,}", typed))


# Whole games


@pytest.mark.parametrize(("variant", "colour"), [("reversi4", sk.BLACK), ("nip12", sk.WHITE)])
def test_a_whole_game(typed: Typed, variant: str, colour: sk.Colour) -> None:
    options = f"{variant} --colour {colour} --opponent {OPPONENT} --lang ja"
    text = typed(*script(variant, colour), options=options)
    (told,) = re.findall(r"^棋譜：(.*)$", text, re.MULTILINE)
    outcome = sk.Board.parse(told, variant).outcome()
    own, other = "黒白" if colour == sk.BLACK else "白黒"
    assert f"\n終局：{in_all_languages(outcome)['ja']}\n" in text
    assert f"{variant}、1手目、黒番" in text
    assert re.search(f"^{other}の着手：[a-h][1-8]$", text, re.MULTILINE)
    assert f"{own}番> " in text
    assert not english_in(text)


@pytest.mark.parametrize(("level", "thought"), [(20, "ブック、完全読み"), (9, "(完全読み|深さ\\d+)")])
def test_watching(typed: Typed, level: int, thought: str) -> None:
    text = typed(options=f"nip12 --black greedy --white engine:level={level} --lang ja")
    assert re.search(r"^黒の着手：\w\w（[+-]\d+）$", text, re.MULTILINE)
    assert re.search(rf"^白の着手：\w\w（[+-]\d+, {thought}）$", text, re.MULTILINE)
    assert not english_in(text)


# The name of the opening


def test_the_opening_stands_beside_the_board_and_at_the_end(typed: Typed) -> None:
    """Every opening has an English name; no other reaches an English reader."""
    moves = ("f5", "d6", "c3", "d3")
    text = typed(*moves, options=JA)
    assert text.count("定石：\n") == 2
    for shown in (r"定石：\n.* {3}縦取り\n", r"定石：\n.* {3}虎系\n", r"定石（3手目まで）：\n.* {3}虎系\n"):
        assert re.search(shown, text)
    assert "\n定石：虎系（3手目まで）\nここまでの棋譜：f5d6c3d3\n" in text
    text = typed(*moves, options=BOTH)
    assert re.search(r"opening:\n.* {3}Perpendicular Opening\n", text)
    assert re.search(r"opening, the first 3 plies:\n.* {3}Tiger family\n", text)
    assert "\nopening: Tiger family (the first 3 plies)\nmoves so far: f5d6c3d3\n" in text
    assert not JAPANESE.search(text)
    assert "opening" not in typed("d3", "c3", options="nip --colour both")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_fits_beside_the_board(language: Language) -> None:
    """At eighty columns, of which the board takes thirty, and nine rows, of which five are taken."""
    for moves in tomllib.loads(NAMES.read_text(encoding="utf-8")):
        rows = opening_beside(sk.Board.parse(moves), language)
        assert 3 <= len(rows) <= 4
        assert max(map(cell_len, rows)) <= 50


def test_the_side_of_the_board_has_the_path_of_an_opening() -> None:
    board = sk.Board.parse("f5d6c3d3c4f4f6f3e6e7")
    assert opening_beside(board, "ja") == ["", "定石（8手目まで）：", "  虎定石 > コンポス"]
    assert opening_beside(board, "en") == ["", "opening, the first 8 plies:", "  Tiger > Comp'Oth"]


# Commands


def test_help_has_every_command_and_fits(typed: Typed) -> None:
    text = typed("help", "ヘルプ", options="--lang ja")
    assert all(text.count(f"\n  {command} ") == 2 for command in COMMANDS)
    assert all(f"{alias}：" in text for alias in ALIASES if not alias.isascii())
    assert max(map(cell_len, text.splitlines())) <= 80
    assert not english_in(text)


def test_japanese_words_for_commands_do_the_same(typed: Typed) -> None:
    assert MOVES == {"パス": "pass"}
    for alias, command in (*ALIASES.items(), *MOVES.items()):
        rest = {"level": " 3", "save": "", "load": " missing.ggf"}.get(command, "")
        lines = (("b1", f"{each}{rest}", "quit") for each in (alias, command))
        japanese, english = (
            re.sub("0:0[0-9]", "0:00", typed(*each, options="reversi4 --lang ja")) for each in lines
        )
        assert japanese == english.replace(f"> {command}{rest}\n", f"> {alias}{rest}\n"), alias


def test_wide_letters_numbers_and_spaces(typed: Typed) -> None:
    for typing in ("Ｆ５", "ｆ５", "F5", "　f5　"):
        assert "ここまでの棋譜：f5\n" in typed(typing, options=JA)
    assert "reversi、1手目、黒番" in typed("f5", "ｕｎｄｏ　１", options=JA).split("undo")[-1]
    assert "engine:level=7（大会初級）に替わりました" in typed("level　７", options="--lang ja")


def test_levels_by_their_japanese_names(typed: Typed) -> None:
    for number, level in enumerate(LEVELS):
        if level.name:
            text = typed(f"level {in_all_languages(level.name)['ja']}", options="--lang ja")
            named = in_all_languages(name_of(sk.player(f"engine:level={number}")))["ja"]
            assert f"相手が{named}に替わりました" in text


def test_the_columns_of_a_review_stand_in_line(typed: Typed) -> None:
    """Each heading ends, or begins, where its column does, in both languages."""
    rows = []
    for language in ("en", "ja"):
        text = typed("b1", "c1", "review", options=f"reversi4 --colour both --lang {language}")
        lines = [line for line in text.splitlines() if re.match(r" (no|手)|  [12]  ", line)]
        rows.append([cell_len(line.rpartition("  ")[0]) for line in lines])
    assert rows[0] == rows[1]
    assert len(rows[0]) == 3


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            "hint; hint on; hint off; eval; b1; c1; review",
            ["ヒントを消します", "損失の合計（石）：黒0、白24"],
        ),
        (
            "clock; 時計; new; b1; new; b1; save SAVED.ggf; new; load SAVED.ggf; load SAVED.ggf",
            ["残り時間：黒5:00、白5:00", "中断した対局の棋譜：b1", "SAVED.ggfに保存しました"],
        ),
        (
            "b1; resign; b2; hint; level 3; undo 5; undo; undo; undo; new nip",
            [
                "人どうしの対局なので、レベルはありません",
                "undoは2回までです",
                "白の投了により黒の勝ち。undo、",
            ],
        ),
        (
            "zz; a1; b2; h8; pass; udno; hint x; undo; redo; undo x; undo 0; level; level 21; review",
            ["'zz'というマスはありません", "reversi4にそのマスはありません", "もしかして'undo'ですか"],
        ),
        (
            "save; load; load missing.ggf; load .; save .; save game.wtb; load text.ggf; load empty.txt",
            [
                "missing.ggf：そのファイルやフォルダーはありません",
                "text.ggf：1行1文字目：'s'はマスとして読めません",
            ],
        ),
        ("new nib; new 麻雀; b1; c1; d3; a1", ["もしかして'nip'ですか", "黒は打てる所がないのでパスです"]),
    ],
)
def test_every_answer_is_in_japanese(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lines: str, told: list[str]
) -> None:
    (tmp_path / "text.ggf").write_text("something")
    (tmp_path / "empty.txt").write_text("")
    monkeypatch.chdir(tmp_path)
    words = lines.split("; ")
    text = typed(*words, options=f"reversi4 {JA} --clock 300+2")
    assert not english_in(text, lines)
    assert [each for each in told if each not in text] == []
    assert text.count("番> ") + text.count("quit> ") >= len(words), "each line was read"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--seed", "-1"], "--seed：0…2^32-1です"),
        (["--pace", "3"], "--paceは観戦のときだけ使えます"),
        (["nib"], "'nib'という盤はありません。もしかして'nip'ですか"),
        (["--board", "f5z9"], "1行3文字目：'z9'というマスはありません"),
    ],
)
def test_complaints_before_the_game_begins(capsys: Captured, options: list[str], complaint: str) -> None:
    assert main(["play", *options, "--lang", "ja"]) == 2
    assert complaint in capsys.readouterr().err


def test_complaints_about_other_boards_and_clocks(typed: Typed, tmp_path: Path) -> None:
    assert "ssaiはnipを打てません" in typed("new nip", options="--opponent ssai --lang ja")
    slow = tmp_path / "slow.json"
    slow.write_text(sk.Record("nip", moves=(sk.D3,), seconds=(9.0,)).to_json())
    text = typed(f"load {slow}", options="nip --opponent random --clock 5 --lang ja")
    assert "黒はすでに5+0より長く使っています" in text


# Which language


@pytest.mark.parametrize(
    ("locale", "options", "prompt"),
    [
        ("ja_JP.UTF-8", "", "黒番> "),
        ("ja_JP.UTF-8", "--lang en", "black> "),
        ("C.UTF-8", "", "black> "),
        ("C.UTF-8", "--lang ja", "黒番> "),
    ],
)
def test_the_locale_decides_unless_told_otherwise(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, locale: str, options: str, prompt: str
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    text = typed("b1", options=f"reversi4 {options}")
    assert prompt in text
    (command,) = re.findall(r"(?:続きを打つ：|continue it: )(.*)", text)
    assert ("--lang" in command) == bool(options), "the next command has the same language"
    assert prompt in typed(options=" ".join(shlex.split(command)[2:]))


# At a terminal


def test_a_narrow_terminal_keeps_the_board_whole() -> None:
    words = ("play", "nip", "--white", "engine:seconds=1000", "--lang", "ja")
    with at_a_terminal(*words, COLUMNS="40", NO_COLOR="1") as (process, terminal):
        shown = read_until(terminal, "黒番> ".encode()).decode()
        os.write(terminal, "ヘルプ\n".encode())
        shown += read_until(terminal, "黒番> ".encode()).decode()
        os.write(terminal, b"d3\n")
        read_until(terminal, "が考えています...".encode())
        process.send_signal(signal.SIGINT)
        read_all(terminal)
        assert process.wait() == 0
    lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).splitlines()
    assert max(map(cell_len, lines)) <= 40
    assert [line[0] for line in lines if re.match(r"[1-8] ", line)] == list("12345678")


def test_keys_and_pauses_are_explained() -> None:
    options = ("play", "nip12", "--colour", "none", "--opponent", "greedy", "--pace", "1000", "--lang", "ja")
    with at_a_terminal(*options, NO_COLOR="1") as (process, terminal):
        shown = read_until(terminal, "1手目、黒番".encode()).decode()
        assert "スペースで一時停止、Enterですぐに次の手、qで終了" in shown
        os.write(terminal, b" ")
        read_until(terminal, "一時停止中：スペースで再開、Enterで一手進む、qで終了".encode())
        os.write(terminal, b" ")
        read_until(terminal, "再開します".encode())
        os.write(terminal, b"\x04")  # Ctrl-D
        assert "続きを打つ：" in read_all(terminal)
        assert process.wait() == 0


# Lines of Japanese


def test_lines_break_between_characters_and_words() -> None:
    assert wrapped("  undo    待った：一つ前に戻る、", 20, "    ") == "  undo    待った：一\n    つ前に戻る、"
    assert wrapped("あいう。えお", 6, "") == "あい\nう。え\nお", "no line begins with a full stop"
    assert wrapped("one two three", 7, "  ") == "one two\n  three"
    assert wrapped("x" * 25, 10, " ") == f"{'x' * 9}\n {'x' * 9}\n {'x' * 7}"
    assert wrapped("", 10, "  ") == ""


def test_no_line_is_too_wide_and_nothing_is_lost() -> None:
    for text in (*catalogue("en").values(), *catalogue("ja").values()):
        for width in (10, 24, 40):
            lines = wrapped(text.replace("\n", " "), width, "  ").splitlines()
            assert all(cell_len(line) <= width for line in lines)
            assert "".join("".join(lines).split()) == "".join(text.split())
