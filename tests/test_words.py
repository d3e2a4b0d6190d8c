"""What people read in English and in Japanese: nothing is missing, left over, or filled in otherwise."""

from __future__ import annotations

import ast
import errno
import os
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import get_args

import pytest

import shirokuro as sk
from shirokuro.cli.long_work import time_left
from shirokuro.cli.play_commands import HELP
from shirokuro.engine.playouts import Verdict
from shirokuro.errors import words_of
from shirokuro.lab.catalogue import studies
from shirokuro.matches.interactive_game import PlayedGame, name_of
from shirokuro.notation.wthor import WthorFiles, parse_wthor
from shirokuro.players.levels import LEVELS
from shirokuro.words.counted import counted
from shirokuro.words.translation import (
    LONGEST_MESSAGE,
    both,
    catalogue,
    filled,
    language_of_locale,
    translated,
)

SOURCES = Path(sk.__file__).parent
TEXTS = [(english, japanese) for section in catalogue().values() for english, japanese in section.items()]
JAPANESE = re.compile("[\u3001-\u30ff\u4e00-\u9fff\uff00-\uff5e]")


def places(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\w+)\}", text))


def test_each_text_has_the_same_places_in_both_languages() -> None:
    for english, japanese in TEXTS:
        assert places(english) == places(japanese)
        assert len(set(places(english))) == len(places(english))
        assert JAPANESE.search(japanese), english
        assert not JAPANESE.search(english), english


def test_no_text_is_there_twice() -> None:
    assert len(dict(TEXTS)) == len(TEXTS)


@pytest.mark.parametrize(
    ("section", "used"),
    [
        ("levels", [level.name for level in LEVELS if level.name]),
        ("players", [kind.summary for kind in sk.PLAYERS.values()]),
        ("things", ["game", "match", "drill", "rival", "store", "run", "cell"]),
        (
            "studies",
            [
                *(text for study in studies().values() for text in (study.title, study.question)),
                "Gauntlet of {players} on {board}",
                "Tournament of {players} on {board}",
            ],
        ),
        ("parameters", [each.help for kind in sk.PLAYERS.values() for each in kind.parameters()]),
    ],
)
def test_players_levels_and_studies_have_their_words_and_no_others_are_there(
    section: str, used: list[str]
) -> None:
    assert set(catalogue()[section]) == set(used)


def test_a_text_in_both_languages() -> None:
    assert both("casual player") == {"en": "casual player", "ja": "初級"}
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
    assert both(name_of(sk.player("engine:level=4")))["ja"] == "engine:level=4（初級）"
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


# Messages that the core says, or that are put together of several texts


def refusal(act: Callable[[], object]) -> str:
    """What an attempt is refused with."""
    with pytest.raises((ValueError, OSError)) as caught:
        act()
    return words_of(caught.value)  # type: ignore[arg-type]


def denied(number: int) -> str:
    return words_of(OSError(number, os.strerror(number), "f.ggf"))


NIP, BEGUN = sk.Board("nip"), sk.Board.parse("f5")
PROVOKED: list[tuple[str, str, dict[str, str]]] = [
    (
        refusal(lambda: NIP.push("z9")),
        "{move} is no move: moves are a1…h8 and pass",
        {"move": "'z9'"},
    ),
    (
        refusal(lambda: BEGUN.push("a1")),
        "illegal move {move}: it turns no disc for {side}",
        {"move": "a1", "side": "白"},
    ),
    (refusal(lambda: BEGUN.push("f5")), "illegal move {move}: the cell is occupied", {"move": "f5"}),
    (
        refusal(lambda: NIP.push("a1")),
        "illegal move {move}: no cell of {board}",
        {"move": "a1", "board": "nip"},
    ),
    (refusal(NIP.push_pass), "illegal pass: {side} can move", {"side": "黒"}),
    (
        refusal(lambda: sk.player("engine:level=21")),
        "engine: level is a whole number, {range}, not {number}",
        {"range": "0…20", "number": "21"},
    ),
    (
        refusal(lambda: sk.Board("nib")),
        "no variant {name}: did you mean {near}?",
        {"name": "'nib'", "near": "'nip'"},
    ),
    (denied(errno.ENOENT), "{file}: No such file or directory", {"file": "f.ggf"}),
    (denied(errno.EACCES), "{file}: Permission denied", {"file": "f.ggf"}),
    (denied(errno.EISDIR), "{file}: Is a directory", {"file": "f.ggf"}),
    (
        refusal(lambda: sk.notation.write("game.wtb", [sk.Record("nip").to_text()], "wthor")),
        "game {number}: {message}",
        {"number": "1", "message": "WTHOR形式は8x8の対局だけです。nipは保存できません"},
    ),
    (time_left(0.5, 12), "{time} left", {"time": "0:12"}),
    (
        refusal(lambda: sk.Board.parse("f5z9")),
        "line {line}, column {column}: {message}",
        {"line": "1", "column": "3", "message": "'z9'は着手ではありません"},
    ),
    (
        str(sk.NotationError("a negative time", "line 3, column 7").at("f.ggf")),
        "{file}: line {line}, column {column}: {message}",
        {"file": "f.ggf", "line": "3", "column": "7", "message": "時間が負になっています"},
    ),
    (
        refusal(lambda: sk.Record.from_text(sk.notation.parse("f5f5")[0])),
        "move {number}: {message}",
        {"number": "2", "message": "f5には打てません。もう石があります"},
    ),
    (
        refusal(lambda: parse_wthor(WthorFiles(bytes(3), b"", b""))),
        "byte {number}: {message}",
        {"number": "3", "message": "WTHORのファイルは16バイトの見出しで始まります"},
    ),
    (
        refusal(lambda: parse_wthor(WthorFiles(bytes(4) + b"\1" + bytes(12), b"", b""))),
        "game {game}, byte {number}: {message}",
        {"game": "1", "number": "17", "message": "ファイルが対局の途中で終わっています"},
    ),
    (
        refusal(lambda: sk.player("engine:levle=3")),
        "{player}: no parameter {name}: did you mean {near}?",
        {"player": "engine", "name": "'levle'", "near": "'level'"},
    ),
    (
        refusal(lambda: sk.player("zzz")),
        "no player {name}: there are {names}",
        {"name": "'zzz'", "names": ", ".join(sk.PLAYERS)},
    ),
    (
        refusal(lambda: sk.player("greedy:zzz=3")),
        "{player}: no parameter {name}: there are {names}",
        {"player": "greedy", "name": "'zzz'", "names": "seed"},
    ),
    (
        refusal(lambda: sk.player("engin")),
        "no player {name}: did you mean {near}?",
        {"name": "'engin'", "near": "'engine'"},
    ),
    *((f"proven {verdict}", f"proven {verdict}", {}) for verdict in get_args(Verdict)),
]


@pytest.mark.parametrize(("message", "english", "values"), PROVOKED)
def test_messages_are_known_by_their_texts(message: str, english: str, values: dict[str, str]) -> None:
    assert translated(message, "en") == message
    assert translated(message, "ja") == dict(TEXTS)[english].format(**values)


def test_messages_within_messages() -> None:
    assert translated("the game is over: black resigned, white wins", "ja").endswith("黒の投了により白の勝ち")
    assert translated("selective, 95 %, capped", "ja") == "選択的な読み、確度95%、打ち切り"
    assert translated("nobody said this", "ja") == "nobody said this"


def test_a_text_that_is_made_to_take_long_does_not() -> None:
    long = "-, black wins (" * 100_000
    assert translated(long, "ja") == long
    assert max(len(text) for text, _ in TEXTS) < LONGEST_MESSAGE


# What the sources say and what the catalogue has


def template(text: str) -> str:
    """A text without the names of its places."""
    return re.sub(r"\{[^{}]*\}", "{}", text)


def templates(node: ast.AST) -> Iterator[str]:
    """The texts of an expression, those of f-strings with places for their values."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield template(node.value)
    for child in ast.iter_child_nodes(node):
        yield from templates(child)


def told(module: ast.Module) -> Iterator[str]:
    """The texts that a module hands to the catalogue, by themselves or under a name."""
    named: dict[str, set[str]] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Assign):
            names = [
                each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)
            ]
            named.setdefault(names[0] if names else "", set()).update(constants(node.value))
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and called(node) in {"tell", "thinking", "filled", "translated"}:
            yield from constants(node.args[0])
            yield from named.get(node.args[0].id, ()) if isinstance(node.args[0], ast.Name) else ()


def constants(node: ast.expr) -> set[str]:
    """The texts that an expression may be."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) | constants(node.orelse)
    if isinstance(node, ast.Tuple):
        return constants(node.elts[0]) if node.elts else set()
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_all_that_the_terminal_game_tells_is_in_the_catalogue() -> None:
    found = {text for path in (SOURCES / "cli").glob("*.py") for text in told(parsed(path))}
    assert len(found) > 40
    assert found <= set(dict(TEXTS))
    assert set(HELP.values()) <= set(catalogue()["commands"])


@pytest.mark.parametrize(
    "name",
    [
        "matches/interactive_game.py",
        "matches/saved_game.py",
        "cli/play_commands.py",
        "cli/play.py",
        "cli/arguments.py",
        "players/clock.py",
    ],
)
def test_all_complaints_of_the_terminal_game_are_in_the_catalogue(name: str) -> None:
    found = {*complaints(parsed(SOURCES / name), {"ValueError"})} - OF_PAGES
    assert len(found) >= 2
    assert found <= KNOWN


OF_PAGES = {"{}: there is no folder {}", "{} is a folder: name a file", "{}: no permission to write there"}
"""Complaints about a page to be written, which is English."""
KNOWN = {template(text) for text, _ in TEXTS}


def test_all_complaints_of_readers_and_writers_are_in_the_catalogue() -> None:
    modules = [
        *(SOURCES / "notation").glob("*.py"),
        SOURCES / "board/record.py",
        SOURCES / "web/library/text_games.py",
    ]
    found = {text for path in modules for text in complaints(parsed(path), {"NotationError", "error"})}
    assert len(found) > 60
    assert found <= KNOWN


REFUSALS = {"RefusedError": 2, "too_many": 0, "busy": 0, "deleted": 0, "invalid": 0, "ValueError": 0}
"""What a server refuses with, and which argument is the sentence."""


def test_all_refusals_of_the_server_are_in_the_catalogue() -> None:
    modules = [*(SOURCES / "web").rglob("*.py")]
    found = {text for path in modules for text in complaints(parsed(path), set(REFUSALS))}
    assert len(found) > 40
    assert found - OF_PROGRAMS <= KNOWN


OF_PROGRAMS = {
    "the first message is a hello",
    "a message is a JSON object",
    "no request {}: there are {}",
    "{}: {}",
    "{}, {}: {}",
    "up to {} rows at a time, not {}",
    "up to {} tables, not {}",
    "no field {}",
    "its position is not written as we write it",
    "its state has a record, places and a forfeit",
    "its record is a text",
    "it is played on {}, not {}",
    "its places are a list of whole numbers",
    "its places do not lie in the game",
    "its match is not there",
    "its game is not there",
    "its game is another",
    "a game before it is missing, or not over",
    "its forfeit is a side and a reason",
    "no move has such a value",
    "nobody thinks about a move for so long",
    "a text or a game is needed, and not both",
    "{} is not a name that browsers reach a server by, as club.example",
    "--proxy {}: an address or a network is needed, as 127.0.0.1 or 10.0.0.0/8",
    "--root-path {}: a path is needed, as /shirokuro",
    "--limit {}: {}, {}…{}, not {}",
    "--limit {}: NAME=VALUE is needed, as games_a_client=200",
    "--limit {}: no such limit; {}`shirokuro web --limits` lists them",
    "{}: no store of a server is there; --file names another",
    "{}: a backup is written into a file of its own",
    "{} is the store itself",
    "{}: at least the first {} letters of an owner's id are needed",
    "{}: {} owners have an id that begins so",
}
"""What only whoever writes a program, edits an exported file or starts the server hears."""


def complaints(module: ast.Module, kinds: set[str]) -> Iterator[str]:
    """The sentences that errors of some kinds are made with."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and called(node) in kinds:
            for each in node.args[REFUSALS.get(called(node), 0) :][:1]:
                if not isinstance(each, ast.Call):
                    yield from templates(each)


def test_no_text_of_the_catalogue_is_left_over() -> None:
    """Those that the core says, or that are put together of several, have tests of their own."""
    said = {text for path in SOURCES.rglob("*.py") for text in templates(parsed(path))}
    elsewhere = set(catalogue()["results"]) | {english for _, english, _ in PROVOKED}
    for english, _ in TEXTS:
        assert template(english) in said or english in elsewhere, english


@pytest.mark.parametrize(
    ("template", "one", "two"),
    [
        ("{count} games", "1 game", "2 games"),
        ("the first {count} plies", "the first 1 ply", "the first 2 plies"),
        ("{count} odd empty regions", "1 odd empty region", "2 odd empty regions"),
        ("{count} won", "1 won", "2 won"),
    ],
)
def test_nouns_agree_with_their_numbers(template: str, one: str, two: str) -> None:
    assert filled(template, "en", count=1) == one
    assert filled(template, "en", count=2) == two
    assert filled(template, "en", count="1.0") == two.replace("2", "1.0")


def test_counted() -> None:
    assert [counted(number, "ply") for number in range(3)] == ["0 plies", "1 ply", "2 plies"]
    assert counted(1, "game") == "1 game"
