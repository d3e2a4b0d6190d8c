"""The rival in the terminal: it remembers by name, tells what both sides lost, and can be shown and reset."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_cli import Captured, complaint, output
from test_cli_play import Typed, typed
from test_cli_play import script as typed_by_a_person

import shirokuro as sk
from shirokuro.players.rival.memory import RivalMemory
from shirokuro.players.rival.memory_file import MemoryFile

__all__ = ["typed"]
VARIANT = "nip12"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path))
    return tmp_path


def script(memory: RivalMemory, seed: int = 1) -> Iterator[str]:
    """What a person types who plays black and always the first legal move."""
    return typed_by_a_person(VARIANT, sk.BLACK, "rival", memory, seed)


def remembered(name: str) -> RivalMemory:
    return MemoryFile().load(name)


def test_the_rival_is_the_opponent_a_newcomer_meets(typed: Typed) -> None:
    assert "O white   2  0:00  rival" in typed()


def test_it_tells_what_both_sides_lost_and_remembers_the_person(typed: Typed) -> None:
    text = typed(*script(RivalMemory()), "quit", options=f"{VARIANT} --name Ann")
    assert text.count("discs lost per move in this game: you ") == 1
    assert "the rival as white: " in text
    memory = remembered("Ann")
    assert (memory.black.games, memory.white.games) == (0, 1)
    assert remembered("you") == RivalMemory()
    typed(*script(memory), "quit", options=f"{VARIANT} --name Ann")
    assert remembered("Ann").white.games == 2


def test_it_remembers_each_game_once(typed: Typed) -> None:
    """Whether one goes on with another, takes moves back, or changes the opponent."""
    moves = [*script(RivalMemory())]
    text = typed(*moves, "undo", moves[-1], "new", options=VARIANT)
    assert remembered("you").white.games == 1
    assert text.count("discs lost per move in this game") == 1
    typed(*script(remembered("you")), "level 3", "rival", options=VARIANT)
    assert remembered("you").white.games == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["undo", "FIRST"], "a move was taken back: the rival will not count this game"),
        (["hint", "hint"], "a hint was used: the rival will not count this game"),
        (["hint on", "hint off"], "a hint was used: the rival will not count this game"),
        (["eval", "hint"], "the game was analysed before its end: the rival will not count it"),
        (["review"], "the game was analysed before its end: the rival will not count it"),
    ],
)
def test_a_game_with_help_is_not_remembered(typed: Typed, words: list[str], said: str) -> None:
    first, *rest = script(RivalMemory())
    helped = [word.replace("FIRST", first) for word in words]
    text = typed(first, *helped, *rest, "new", options=VARIANT)
    assert text.count("the rival will not count") == 1
    assert said in text
    assert text.count("discs lost per move in this game") == 1
    assert remembered("you") == RivalMemory()


def test_what_is_tried_after_the_end_changes_nothing(typed: Typed) -> None:
    moves = [*script(RivalMemory())]
    typed(*moves, options=VARIANT)
    once = remembered("you")
    MemoryFile().reset("you")
    text = typed(*moves, "undo 3", "redo 2", *moves[-1:], "new", options=VARIANT)
    assert remembered("you") == once
    assert "taken back" not in text


def test_games_that_were_played_elsewhere_left_or_given_up_are_not_remembered(typed: Typed) -> None:
    over = sk.play("random", "random", variant=VARIANT).board().transcript()
    typed("new", "quit", options=f"{VARIANT} --board {over}")
    typed("quit", options=f"{VARIANT} --board {over}")
    text = typed(next(script(RivalMemory())), "resign", options=VARIANT)
    assert "discs lost per move in this game" not in text
    typed(next(script(RivalMemory())), options=VARIANT)
    assert MemoryFile().names() == []


def test_what_it_takes_a_person_for(typed: Typed) -> None:
    text = typed("rival", *list(script(RivalMemory()))[:3], "rival", options=VARIANT)
    assert "the rival does not know you yet" in text
    assert "your moves lose " in text
    assert "the rival is not playing here" in typed("rival", options=f"{VARIANT} --opponent random")


def test_in_japanese(typed: Typed) -> None:
    text = typed(*script(RivalMemory()), "ライバル", options=f"{VARIANT} --lang ja")
    assert "ライバル" in text
    assert "あなたの一手の損失は平均" in text
    assert "the rival" not in text


def test_a_game_goes_on_under_its_name(typed: Typed) -> None:
    first = next(script(RivalMemory()))
    assert "--white rival --name 'Ann B' --board" in typed(first, options=f"{VARIANT} --name 'Ann B'")
    assert "--name" not in typed(first, options=VARIANT)


def test_names_without_effect_are_refused(capsys: Captured) -> None:
    for options in ("--opponent random", "--colour both", "--black rival --white rival"):
        told = complaint(capsys, "play", *options.split(), "--name", "Ann")
        assert "--name is only for games against the rival" in told
    assert "--name: a name is needed" in complaint(capsys, "play", "--name", " ")


def test_a_broken_file_is_one_clear_line(capsys: Captured, home: Path) -> None:
    (home / "rivals.json").write_text("{")
    assert "is not what rivals remember" in complaint(capsys, "play")
    assert "is not what rivals remember" in complaint(capsys, "rival", "show")


# shirokuro rival


def test_show_and_reset(capsys: Captured, typed: Typed) -> None:
    assert output(capsys, "rival", "show") == "nobody yet\n"
    typed(*script(RivalMemory()), "quit", options=f"{VARIANT} --name Ann")
    assert output(capsys, "rival", "show") == "Ann: 1 game\n"
    shown = output(capsys, "rival", "show", "Ann")
    assert shown.startswith("the moves of Ann lose ")
    assert "the rival as white: " in shown
    japanese = output(capsys, "rival", "show", "Ann", "--lang", "ja")
    assert japanese.startswith("Annさんの一手の損失は")
    assert "番のライバル：" in japanese
    (found,) = json.loads(output(capsys, "rival", "show", "--json")).values()
    assert RivalMemory.from_dict(found) == remembered("Ann")
    assert "did you mean 'Ann'?" in complaint(capsys, "rival", "reset", "Anne")
    assert output(capsys, "rival", "reset", "Ann") == "the rival has forgotten Ann\n"
    assert "the rival remembers nobody yet" in complaint(capsys, "rival", "show", "Ann")
