"""What people read in English and in Japanese: nothing is missing, left over, or filled in otherwise."""

from __future__ import annotations

import re
from itertools import count

import pytest

import shirokuro as sk
from shirokuro.played_game import PlayedGame, name_of
from shirokuro.players.levels import LEVELS
from shirokuro.words.translation import both, catalogue, filled, language_of_locale

TEXTS = [(english, japanese) for section in catalogue().values() for english, japanese in section.items()]
JAPANESE = re.compile("[\u3001-\u30ff\u4e00-\u9fff\uff00-\uff5e]")


def places(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize(("english", "japanese"), TEXTS)
def test_each_text_has_the_same_places_in_both_languages(english: str, japanese: str) -> None:
    assert places(english) == places(japanese)
    assert len(set(places(english))) == len(places(english))
    assert JAPANESE.search(japanese)
    assert not JAPANESE.search(english)


def test_no_text_is_there_twice() -> None:
    assert len(dict(TEXTS)) == len(TEXTS)


@pytest.mark.parametrize(
    ("section", "used"),
    [
        ("levels", [level.name for level in LEVELS if level.name]),
        ("players", [kind.summary for kind in sk.PLAYERS.values()]),
        ("parameters", [each.help for kind in sk.PLAYERS.values() for each in kind.parameters()]),
    ],
)
def test_players_and_levels_have_their_words_and_no_others_are_there(section: str, used: list[str]) -> None:
    assert set(catalogue()[section]) == set(used)


def test_a_text_in_both_languages() -> None:
    assert both("casual player") == {"en": "casual player", "ja": "気軽に打つ人"}
    assert both("f5") == {"en": "f5", "ja": "f5"}
    assert both("") == {"en": "", "ja": ""}


def begun(moves: str, clock: sk.Clock | None = None) -> PlayedGame:
    """A game of two people in which each move takes ten seconds."""
    seats: dict[sk.Colour, None] = dict.fromkeys(sk.Colour)
    return PlayedGame(sk.Board.parse(moves, "nip12"), seats, 0, clock, count(0, 10).__next__)


def test_results() -> None:
    assert both(begun("c4b4a2b1c1d2d3a3").result())["ja"] == "黒1対白11、白の勝ち（石差-10）"
    draw = sk.Outcome(None, 32, 32, 0, 0)
    assert both(str(draw)) == {"en": "32-32, draw (+0)", "ja": "黒32対白32、引き分け"}
    resigned, late = begun("d3"), begun("d3", sk.Clock(5))
    resigned.resign()
    assert both(resigned.result())["ja"] == "白の投了により黒の勝ち"
    late.push(late.board.legal_moves[0])
    assert both(late.result())["ja"] == "白の時間切れにより黒の勝ち"


def test_names_of_players() -> None:
    assert both(name_of(None))["ja"] == "あなた"
    assert both(name_of(sk.player("engine:level=4")))["ja"] == "engine:level=4（気軽に打つ人）"
    assert both(name_of(sk.player("engine:level=5")))["ja"] == "engine:level=5"


def test_what_people_typed_is_not_translated() -> None:
    assert filled("{player} ({level})", "ja", player="black", level="beginner") == "black（初心者）"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja"}, "ja"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "jam_JM.UTF-8"}, "en"),
        ({"LC_MESSAGES": "ja_JP.UTF-8", "LANG": "en_GB.UTF-8"}, "ja"),
        ({"LC_ALL": "C.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8", "LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "ja_JP.eucJP"}, "ja"),
    ],
)
def test_the_language_of_a_locale(environment: dict[str, str], language: str) -> None:
    assert language_of_locale(environment) == language
