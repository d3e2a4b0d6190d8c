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
from test_cli import Captured, usage_error
from test_cli_play import OPPONENT, Typed, script, typed
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
MADE_OF |= {
    "level",
    "ggf",
    "json",
    "wtb",
    "game",
    "Ctrl",
    "Enter",
    "shirokuro",
    "lang",
    "ja",
    "seed",
    "variant",
}
MADE_OF |= {"board", "white", "black", "colour", "both"}
"""What is typed as it is in every language: commands, options, players, boards and files."""


def english_in(text: str) -> set[str]:
    """The words of a text that nobody types."""
    return set(re.findall(r"[A-Za-z]{2,}", text)) - MADE_OF


# Whole games


@pytest.mark.parametrize("variant", ["reversi4", "nip12"])
@pytest.mark.parametrize("colour", sk.Colour)
def test_a_whole_game(typed: Typed, variant: str, colour: sk.Colour) -> None:
    options = f"{variant} --colour {colour} --opponent {OPPONENT} --lang ja"
    text = typed(*script(variant, colour), options=options)
    (told,) = re.findall(r"^棋譜：(.*)$", text, re.MULTILINE)
    board = sk.Board.parse(told, variant)
    assert board.is_over()
    outcome = board.outcome()
    assert outcome is not None
    assert f"\n終局：{in_all_languages(outcome)['ja']}\n" in text
    assert f"{variant}、1手目、黒番" in text
    assert re.search(f"^{'白' if colour == sk.BLACK else '黒'}の着手：[a-h][1-8]$", text, re.MULTILINE)
    assert f"{'黒' if colour == sk.BLACK else '白'}番> " in text
    assert not english_in(text.replace(told, ""))


def test_passes_are_said(typed: Typed) -> None:
    assert "黒は打てる所がないのでパスです" in typed(
        "a1", options="reversi4 --lang ja --colour both --board b1c1d3"
    )


@pytest.mark.parametrize(("level", "thought"), [(20, "ブック、完全読み"), (9, "(完全読み|深さ\\d+)")])
def test_watching(typed: Typed, level: int, thought: str) -> None:
    text = typed(options=f"nip12 --black greedy --white engine:level={level} --lang ja")
    assert re.search(r"^黒の着手：\w\w（[+-]\d+）$", text, re.MULTILINE)
    assert re.search(rf"^白の着手：\w\w（[+-]\d+, {thought}）$", text, re.MULTILINE)
    assert not english_in(re.sub("棋譜：.*|検討する：.*", "", text))


def test_the_clock(typed: Typed) -> None:
    assert re.search(r"残り時間：黒\d:\d\d、白\d:\d\d", typed("clock", options="--clock 300+2 --lang ja"))
    assert re.search(r"消費時間：黒\d:\d\d、白0:00", typed("時計", options="--lang ja"))


# The name of the opening


def test_the_opening_stands_beside_the_board_and_at_the_end(typed: Typed) -> None:
    text = typed("f5", "d6", "c3", "d3", options="--colour both --lang ja")
    assert re.search(r"定石：\n.* {3}縦取り\n", text)
    assert re.search(r"定石：\n.* {3}虎系\n", text)
    assert text.count("定石：\n") == 2
    assert re.search(r"定石（3手目まで）：\n.* {3}虎系\n", text)
    assert "\n定石：虎系（3手目まで）\nここまでの棋譜：f5d6c3d3\n" in text


def test_the_opening_in_english(typed: Typed) -> None:
    """Every opening has an English name; no other reaches an English reader."""
    text = typed("f5", "d6", "c3", "d3", options="--colour both")
    assert re.search(r"opening:\n.* {3}Perpendicular Opening\n", text)
    assert re.search(r"opening, the first 3 plies:\n.* {3}Tiger family\n", text)
    assert "\nopening: Tiger family (the first 3 plies)\nmoves so far: f5d6c3d3\n" in text
    assert not JAPANESE.search(text)


def test_other_boards_have_no_opening(typed: Typed) -> None:
    assert "opening" not in typed("d3", "c3", options="nip --colour both")
    assert "定石" not in typed("d3", "c3", options="nip --colour both --lang ja")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_fits_beside_the_board(language: Language) -> None:
    """At eighty columns, of which the board takes thirty, and nine rows, of which five are taken."""
    for moves in tomllib.loads(NAMES.read_text(encoding="utf-8")):
        rows = opening_beside(sk.Board.parse(moves), language)
        assert 3 <= len(rows) <= 4
        assert max(map(cell_len, rows)) <= 50


# Commands


def test_help_has_every_command_and_fits(typed: Typed) -> None:
    text = typed("help", "ヘルプ", options="--lang ja")
    for command in COMMANDS:
        assert text.count(f"\n  {command} ") == 2
    assert max(map(cell_len, text.splitlines())) <= 80
    assert not english_in(text)
    for alias in filter(lambda word: not word.isascii(), ALIASES):
        assert f"{alias}：" in text, "help names it"


@pytest.mark.parametrize("alias", [word for word in ALIASES if not word.isascii()])
def test_japanese_words_for_commands_do_the_same(typed: Typed, alias: str) -> None:
    command = ALIASES[alias]
    rest = {"level": " 3", "save": "", "load": " missing.ggf"}.get(command, "")
    lines = [typed("b1", f"{each}{rest}", "quit", options="reversi4 --lang ja") for each in (alias, command)]
    japanese, english = (re.sub("0:0[0-9]", "0:00", text) for text in lines)
    assert japanese == english.replace(f"> {command}{rest}\n", f"> {alias}{rest}\n")


@pytest.mark.parametrize("typing", ["Ｆ５", "ｆ５", "F5", "　f5　"])
def test_wide_letters_are_letters(typed: Typed, typing: str) -> None:
    assert "ここまでの棋譜：f5\n" in typed(typing, options="--colour both --lang ja")


def test_wide_numbers_and_spaces(typed: Typed) -> None:
    assert (
        "reversi、1手目、黒番"
        in typed("f5", "ｕｎｄｏ　１", options="--colour both --lang ja").split("undo")[-1]
    )
    assert "engine:level=7（大会初級）に替わりました" in typed("level　７", options="--lang ja")


def test_a_pass_in_japanese(typed: Typed) -> None:
    assert MOVES == {"パス": "pass"}
    assert "パスはできません。黒には打てる所があります" in typed("パス", options="--lang ja")


def test_levels_by_their_japanese_names(typed: Typed) -> None:
    for number, level in enumerate(LEVELS):
        if level.name:
            text = typed(f"level {in_all_languages(level.name)['ja']}", options="--lang ja")
            named = in_all_languages(name_of(sk.player(f"engine:level={number}")))["ja"]
            assert f"相手が{named}に替わりました" in text


def test_hints_values_and_reviews(typed: Typed) -> None:
    text = typed(
        "hint",
        "hint on",
        "hint off",
        "eval",
        "b1",
        "c1",
        "review",
        options="reversi4 --colour both --lang ja",
    )
    assert re.search(r"^  \w\w -10石（完全読み）：(\w\w|pass)", text, re.MULTILINE)
    assert "盤上のヒントを表示します" in text
    assert "盤上のヒントを消します" in text
    assert "黒番：-10（完全読み）" in text
    assert "損失の合計（石）：黒0、白24" in text
    assert "一手平均の損失（石）：黒0.00、白24.00" in text
    assert not english_in(re.sub("(棋譜|続きを打つ|検討する)：.*", "", text))


def test_the_columns_of_a_review_stand_in_line(typed: Typed) -> None:
    """Each heading ends, or begins, where its column does, in both languages."""
    text = {
        each: typed("b1", "c1", "review", options=f"reversi4 --colour both --lang {each}")
        for each in ("en", "ja")
    }
    rows = {
        language: [line for line in text[language].splitlines() if re.match(r" (no|手)|  [12]  ", line)]
        for language in ("en", "ja")
    }
    assert [len(found) for found in rows.values()] == [3, 3]
    for english, japanese in zip(rows["en"], rows["ja"], strict=True):
        kind = {line: cell_len(line.rpartition("  ")[0]) for line in (english, japanese)}
        assert kind[english] == kind[japanese]


def test_new_save_and_load(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "game.ggf"
    lines = ["new", "d3", f"save {file}", "new", f"load {file}", f"load {file}"]
    text = typed(*lines, options="nip --colour both --lang ja")
    assert "新しい対局です" in text
    assert "中断した対局の棋譜：d3" in text
    assert f"{file}に保存しました" in text
    assert f"{file}を読み込みました" in text


# Complaints


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("zz", "'zz'というマスはありません"),
        ("a1", "a1には打てません。黒が返せる石がありません"),
        ("b2", "b2には打てません。すでに石があります"),
        ("h8", "h8には打てません。reversi4にそのマスはありません"),
        ("pass", "パスはできません。黒には打てる所があります"),
        ("udno", "もしかして'undo'ですか"),
        ("hint x", "hintの後はon、offか何もなしです。'x'は使えません"),
        ("undo", "これ以上undoできません"),
        ("redo", "これ以上redoできません"),
        ("undo x", "undoには数が必要です。'x'は数ではありません"),
        ("undo 0", "undoには1以上の数が必要です。0は使えません"),
        ("level", "levelには数が必要です"),
        ("level 21", "engine：levelは0…20の整数です。21にはできません"),
        ("review", "検討する手がまだありません"),
        ("save", "saveにはファイル名が必要です。例：save game.ggf"),
        ("load", "loadにはファイル名が必要です。例：load game.ggf"),
        ("load missing.ggf", "missing.ggf：そのファイルやフォルダーはありません"),
        ("load .", ".はフォルダーです"),
        ("save .", ".はすでにあります。別の名前にしてください"),
        ("save game.wtb", "WTHOR形式は8x8の対局だけです。reversi4は保存できません"),
        ("new nib", "'nib'という盤はありません。もしかして'nip'ですか"),
        ("new 麻雀", "'麻雀'という盤はありません。使えるのはreversi, "),
        ("load text.ggf", "text.ggf：1行1文字目：'s'はマスとして読めません"),
        ("load empty.txt", "empty.txtは空です"),
    ],
)
def test_wrong_words_are_answered_in_japanese(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str, answer: str
) -> None:
    (tmp_path / "text.ggf").write_text("something")
    (tmp_path / "empty.txt").write_text("")
    monkeypatch.chdir(tmp_path)
    text = typed(words, "moves", options="reversi4 --lang ja")
    assert answer in text
    assert "\nb1 a2 d3 c4\n" in text, "nothing has changed"


def test_complaints_about_a_game_that_is_over(typed: Typed) -> None:
    text = typed(
        "b1", "resign", "b2", "hint", "level 3", "undo 5", options="reversi4 --colour both --lang ja"
    )
    assert "白の投了により黒の勝ち。undo、new、review、save ファイル名、quit> " in text
    assert "対局は終わっています。undo（待った）、" in text
    assert "対局は終わっています：白の投了により黒の勝ち" in text
    assert "人どうしの対局なので、レベルはありません" in text
    assert "undoは2回までです。何も変わっていません" in text
    assert "undoは1回までです" in typed("b1", "undo 2", options="reversi4 --colour both --lang ja")
    assert text.endswith("--variant reversi4\n")
    assert "終局：白の投了により黒の勝ち" in text


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
    again = typed(options=" ".join(shlex.split(command)[2:]))
    assert prompt in again


def test_an_unknown_language(capsys: Captured) -> None:
    assert "invalid choice: 'de'" in usage_error(capsys, "play", "--lang", "de")


# At a terminal


@pytest.mark.parametrize("colour", [{"NO_COLOR": "1"}, {}], ids=["plain", "coloured"])
def test_a_narrow_terminal_keeps_the_board_whole(colour: dict[str, str]) -> None:
    with at_a_terminal("play", "nip", "--lang", "ja", COLUMNS="40", **colour) as (process, terminal):
        shown = read_until(terminal, "黒番> ".encode()).decode()
        os.write(terminal, "ヘルプ\n".encode())
        shown += read_until(terminal, "黒番> ".encode()).decode()
        os.write(terminal, "終了\n".encode())
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
        os.write(terminal, b"q")
        assert "続きを打つ：" in read_all(terminal)
        assert process.wait() == 0


def test_somebody_is_said_to_think() -> None:
    options = ("play", "--white", "engine:seconds=1000", "--lang", "ja")
    with at_a_terminal(*options, NO_COLOR="1") as (process, terminal):
        read_until(terminal, "黒番> ".encode())
        os.write(terminal, b"f5\n")
        read_until(terminal, "が考えています...".encode())
        process.send_signal(signal.SIGINT)
        assert "ここまでの棋譜：f5" in read_all(terminal)
        assert process.wait() == 0


# Lines of Japanese


def test_lines_break_between_characters_and_words() -> None:
    assert wrapped("  undo    待った：一つ前に戻る、", 20, "    ") == "  undo    待った：一\n    つ前に戻る、"
    assert wrapped("あいう。えお", 6, "") == "あい\nう。え\nお", "no line begins with a full stop"
    assert wrapped("one two three", 7, "  ") == "one two\n  three"
    assert wrapped("x" * 25, 10, " ") == f"{'x' * 9}\n {'x' * 9}\n {'x' * 7}"
    assert wrapped("", 10, "  ") == ""


@pytest.mark.parametrize("width", [10, 24, 40])
def test_no_line_is_too_wide_and_nothing_is_lost(width: int) -> None:
    for text in (*catalogue("en").values(), *catalogue("ja").values()):
        lines = wrapped(text.replace("\n", " "), width, "  ").splitlines()
        assert all(cell_len(line) <= width for line in lines)
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_the_side_of_the_board_has_the_path_of_an_opening() -> None:
    board = sk.Board.parse("f5d6c3d3c4f4f6f3e6e7")
    assert opening_beside(board, "ja") == ["", "定石（8手目まで）：", "  虎定石 > コンポス"]
    assert opening_beside(board, "en") == [
        "",
        "opening, the first 8 plies:",
        "  Tiger > Comp'Oth",
    ]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--seed", "-1"], "--seed：0…2^32-1です"),
        (["--pace", "3"], "--paceは観戦のときだけ使えます"),
        (["nib"], "'nib'という盤はありません。もしかして'nip'ですか"),
        (["--board", "f5z9"], "1行3文字目：'z9'というマスはありません"),
        (["--black", "greedy", "--colour", "black"], "--black greedyと--colour black：黒を打つのは誰ですか"),
    ],
)
def test_complaints_before_the_game_begins(capsys: Captured, options: list[str], complaint: str) -> None:
    assert main(["play", *options, "--lang", "ja"]) == 2
    assert complaint in capsys.readouterr().err
