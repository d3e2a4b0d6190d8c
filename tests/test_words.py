"""What people read in English and in Japanese: nothing is missing, left over, or filled in otherwise."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import get_args

import pytest

import shirokuro as sk
from shirokuro.board.end import Cause, End
from shirokuro.cli.long_work import time_left
from shirokuro.cli.play_commands import COMMANDS
from shirokuro.engine.playouts import Verdict
from shirokuro.errors import message_of, words_of
from shirokuro.explanation.explainer import MEASURES, TERMS
from shirokuro.matches.interactive_game import Help, PlayedGame, name_of
from shirokuro.notation.wthor import WthorFiles, parse_wthor
from shirokuro.practice.lessons import lessons
from shirokuro.words.counted import counted
from shirokuro.words.message import (
    LANGUAGES,
    Message,
    catalogue,
    in_all_languages,
    language_of_locale,
    text_of,
)

SOURCES = Path(sk.__file__).parent
ENGLISH = {key: text for key, text in catalogue("en").items() if not key.startswith("page.")}
"""All but the page's own; tests/test_page_files.py has those."""
JAPANESE = re.compile("[\u3001-\u30ff\u4e00-\u9fff\uff00-\uff5e]")
MADE = (
    *(f"sides.{side}" for side in sk.Colour),
    *(f"names.{side}" for side in sk.Colour),
    *(f"positions.{flag.name}".lower() for flag in sk.Status if flag),
    *(f"results.{cause}" for cause in get_args(Cause) if cause != "stopped"),
    *(f"notes.proven_{verdict}" for verdict in get_args(Verdict)),
    *(f"commands.{name}" for name in COMMANDS),
    *(f"measures.{feature}" for feature in MEASURES),
    *(f"terms.{measure.term}" for measure in MEASURES.values()),
    *(f"terms.{term}" for term in (*TERMS.values(), "c")),
    *(f"rival.{kind}" for kind in get_args(Help)),
    *(f"things.{one}" for one in ("game", "match", "drill", "puzzle", "lesson", "rival")),
    *(f"things.{one}" for one in ("store", "run", "cell", "experience")),
    *(lesson.title.key for lesson in lessons().values()),
    *(
        text.key
        for lesson in lessons().values()
        for number in range(1, len(lesson.positions) + 1)
        for text in (lesson.task(number), lesson.done(number))
    ),
    *(f"values.{kind}" for kind in ("whole", "number", "word", "truth")),
    *(f"kinds.{kind}" for kind in ("exact", "wld", "selective", "bound")),
    *(f"errors.{key}" for key in ("pass_over", "can_move", "no_cell", "occupied", "move_over", "must_pass")),
    "errors.turns_nothing",
    "notation.game_for_position",
    "notation.position_for_game",
)
"""Keys that the sources put together."""


def places(text: str) -> set[str]:
    """The values that are written; the words for one or more of something differ by language."""
    return set(re.findall(r"\{(\w+)\}", text))


def test_all_languages_have_the_same_keys_and_each_text_the_same_places() -> None:
    assert LANGUAGES[0] == "en"
    english = {key: places(text) for key, text in catalogue("en").items()}
    for language in LANGUAGES:
        assert {key: places(text) for key, text in catalogue(language).items()} == english, language


def test_every_text_is_in_its_language() -> None:
    assert [key for key, text in ENGLISH.items() if JAPANESE.search(text)] == []
    japanese = {key: catalogue("ja")[key] for key in ENGLISH}
    assert [key for key, text in japanese.items() if text and not JAPANESE.search(text)] == []


def test_every_used_key_is_there_and_every_key_is_used() -> None:
    sources = "\n".join(path.read_text() for path in SOURCES.rglob("*.py"))
    sections = {key.split(".")[0] for key in ENGLISH}
    sections -= {"lab", "game"}
    quoted = {key for key in re.findall(r'"(\w+\.[\w-]+)"', sources) if key.split(".")[0] in sections}
    asked = set(re.findall(r'Message\(\s*"([\w.-]+)"', sources))
    assert asked | {*MADE} <= set(ENGLISH)
    unused = set(ENGLISH) - asked - quoted - {*MADE} - {key for key in ENGLISH if f'"{key}"' in sources}
    assert {key for key in unused if not key.startswith("reasons.")} == set()


def test_a_text_in_all_languages() -> None:
    assert in_all_languages(Message("levels.casual_player")) == {"en": "casual player", "ja": "初級"}
    assert in_all_languages("f5") == {"en": "f5", "ja": "f5"}


def begun(moves: str, clock: sk.Clock | None = None) -> PlayedGame:
    """A game of two people in which each move takes ten seconds."""
    seats: dict[sk.Colour, None] = dict.fromkeys(sk.Colour)
    return PlayedGame(sk.Board.parse(moves, "nip12"), seats, 0, clock, count(0, 10).__next__)


def test_results() -> None:
    assert text_of(begun("c4b4a2b1c1d2d3a3").result(), "ja") == "黒1対白11、白の勝ち（石差-10）"
    draw = sk.Outcome(None, 32, 32, 0, 0)
    assert in_all_languages(draw) == {"en": "32-32, draw (+0)", "ja": "黒32対白32、引き分け"}
    resigned, late = begun("d3"), begun("d3", sk.Clock(5))
    resigned.resign()
    assert text_of(resigned.result(), "ja") == "白の投了により黒の勝ち"
    late.push(late.board.legal_moves[0])
    assert text_of(late.result(), "ja") == "白の時間切れにより黒の勝ち"


def test_an_end_is_written_as_a_note_and_read_back() -> None:
    for end, note in (
        (End(sk.BLACK, "resigned"), "black resigned"),
        (End(sk.WHITE, "clock"), "white overran the clock"),
        (End(sk.WHITE, "silence", "5"), "white made a mistake: no answer within 5 seconds"),
        (End(sk.BLACK, "mistake", "raised ValueError"), "black made a mistake: raised ValueError"),
        (End(sk.BLACK, "fault", "overran its clock at 3: 5 s"), "black overran its clock at 3: 5 s"),
        (End(None, "stopped", "after 2 moves"), "stopped after 2 moves"),
    ):
        assert (sk.Record(note=note).end, str(end)) == (end, note)
    assert sk.Record(note="played in Tokyo").end is None


def test_names_of_players() -> None:
    assert text_of(name_of(None), "ja") == "あなた"
    assert text_of(name_of(sk.player("engine:level=4")), "ja") == "engine:level=4（初級）"
    assert text_of(name_of(sk.player("engine:depth=5")), "ja") == "engine:depth=5"


def test_what_people_typed_is_not_translated() -> None:
    message = Message("names.at_level", player="black", level=Message("levels.beginner"))
    assert message.text("ja") == "black（初心者）"


def test_the_language_of_a_locale() -> None:
    for lang, language in (
        ("ja_JP.UTF-8", "ja"),
        ("ja", "ja"),
        ("C", "en"),
        ("de_DE", "en"),
        ("jam_JM", "en"),
    ):
        assert language_of_locale({"LANG": lang}) == language
    japanese = "ja_JP.UTF-8"
    assert language_of_locale({}) == "en"
    assert language_of_locale({"LC_MESSAGES": japanese, "LANG": "en_GB.UTF-8"}) == "ja"
    assert language_of_locale({"LC_ALL": "C", "LC_MESSAGES": japanese, "LANG": japanese}) == "en"
    assert language_of_locale({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "ja_JP.eucJP"}) == "ja"


# Errors carry their messages


def refusal(act: Callable[[], object]) -> Exception:
    """What an attempt is refused with."""
    with pytest.raises((ValueError, OSError)) as caught:
        act()
    return caught.value


def denied(number: int) -> OSError:
    return OSError(number, os.strerror(number), "f.ggf")


NIP, BEGUN = PlayedGame(sk.Board("nip"), dict.fromkeys(sk.Colour), 0), begun("d3")
BEGUN.go_on_from(sk.Board.parse("f5"))


@pytest.mark.parametrize(
    ("error", "japanese"),
    [
        (
            refusal(lambda: NIP.push("z9")),
            "'z9'というマスはありません。a1…h8かpass（パス）を入力してください",
        ),
        (refusal(lambda: BEGUN.push("a1")), "a1には打てません。白が返せる石がありません"),
        (refusal(lambda: BEGUN.push("f5")), "f5には打てません。すでに石があります"),
        (refusal(lambda: NIP.push("a1")), "a1には打てません。nipにそのマスはありません"),
        (refusal(lambda: NIP.push("pass")), "パスはできません。黒には打てる所があります"),
        (refusal(lambda: sk.player("engine:level=21")), "engine：levelは0…20の整数です。21にはできません"),
        (refusal(lambda: sk.Board("nib")), "'nib'という盤はありません。もしかして'nip'ですか"),
        (denied(errno.ENOENT), "f.ggf：そのファイルやフォルダーはありません"),
        (denied(errno.EACCES), "f.ggf：アクセスが許可されていません"),
        (denied(errno.EISDIR), "f.ggfはフォルダーです"),
        (
            refusal(lambda: sk.notation.write("game.wtb", [sk.Record("nip").to_text()], "wthor")),
            "1局目：WTHOR形式は8x8の対局だけです。nipは保存できません",
        ),
        (refusal(lambda: sk.Board.parse("f5z9")), "1行3文字目：'z9'というマスはありません"),
        (
            refusal(lambda: sk.Record.from_text(sk.notation.parse("f5f5")[0])),
            "2手目：f5には打てません。すでに石があります",
        ),
        (
            refusal(lambda: parse_wthor(WthorFiles(bytes(3), b"", b""))),
            "3バイト目：WTHORのファイルは16バイトの見出しで始まります",
        ),
        (
            refusal(lambda: parse_wthor(WthorFiles(bytes(4) + b"\1" + bytes(12), b"", b""))),
            "1局目、17バイト目：ファイルが対局の途中で終わっています",
        ),
        (
            refusal(lambda: sk.player("engine:levle=3")),
            "engineに'levle'という設定はありません。もしかして'level'ですか",
        ),
        (
            refusal(lambda: sk.player("greedy:zzz=3")),
            "greedyに'zzz'という設定はありません。使えるのはseedです",
        ),
        (refusal(lambda: sk.player("engin")), "'engin'というプレイヤーはいません。もしかして'engine'ですか"),
    ],
)
def test_errors_in_japanese(error: Exception, japanese: str) -> None:
    assert words_of(error, "ja") == japanese
    assert words_of(error) == str(message_of(error))


@pytest.mark.parametrize("line", ["f5", "f5d6c5f4e3c6d3f6e6d7"])
def test_illegal_moves_are_said_as_the_core_says_them(line: str) -> None:
    board = sk.Board.parse(line)
    game = PlayedGame(board, dict.fromkeys(sk.Colour), 0)
    for move in ("a1", "d4", "pass", "f5"):
        if not board.is_legal(move):
            said, by_the_core = (refusal(partial(side.push, move)) for side in (game, board))
            assert str(said) == str(by_the_core)


def test_nouns_agree_with_their_numbers() -> None:
    for number, games in ((1, "1 game"), (2, "2 games"), (" 1", " 1 game"), ("1.0", "1.0 games")):
        assert str(Message("rival.games", name="rated", games=number)) == f"rated: {games}"
    assert [counted(number, "ply") for number in range(3)] == ["0 plies", "1 ply", "2 plies"]
    assert counted(1, "game") == "1 game"


def test_time_left_in_japanese() -> None:
    assert text_of(time_left(0.5, 12), "ja") == "残り0:12"
