"""`engines.toml`: what it may say, how it grows and shrinks, and the engines that it makes players."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from test_external_engine import STUB

import shirokuro as sk
from shirokuro.players.external.engine_setup import EngineSetup
from shirokuro.players.external.engines_file import (
    add_engine,
    engine_names,
    engine_setup,
    engines_file,
    remove_engine,
)

BY_HAND = """# My engines; do not lose this line.
[first]   # the oldest
command = "true --fast 'two words'"
protocol = "gtp"
lines = [
  "komi 0",  # a comment within
]

# About the second.
["second"]
command = ["true"]
protocol = "nboard"
folder = "/"
variants = "nip"
start_seconds = 1
answer_seconds = 2.5
think_seconds = 3
# The last word.
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def write(text: str) -> None:
    engines_file().parent.mkdir(exist_ok=True)
    engines_file().write_text(text, encoding="utf-8")


def test_what_is_written_by_hand_is_read() -> None:
    assert engine_names() == ()  # there is no file yet, and asking makes none
    assert not engines_file().exists()
    write(BY_HAND)
    assert engine_names() == ("first", "second")
    assert engine_setup("first") == EngineSetup(("true", "--fast", "two words"), lines=("komi 0",))
    patience = sk.Patience(1, 2.5, 3)
    assert engine_setup("second") == EngineSetup(("true",), "nboard", Path("/"), ("nip",), (), patience)


@pytest.mark.parametrize(
    "setup",
    [
        EngineSetup(("true",)),
        EngineSetup(("true", "--name", 'a "b" \\ é 日本\t')),
        EngineSetup(
            ("true",), "nboard", Path("/tmp"), ("nip", "reversi"), ("a = 1", "[b]"), sk.Patience(think=1)
        ),
    ],
)
def test_what_is_added_is_read_again_and_all_else_stays(setup: EngineSetup) -> None:
    write(BY_HAND)
    add_engine("third", setup)
    assert engines_file().read_text(encoding="utf-8").startswith(BY_HAND)
    assert engine_setup("third") == setup
    remove_engine("third")
    assert engines_file().read_text(encoding="utf-8").rstrip() == BY_HAND.rstrip()


def test_what_is_removed_takes_no_other_line_along() -> None:
    write(BY_HAND)
    remove_engine("first")
    left = engines_file().read_text(encoding="utf-8")
    assert left == BY_HAND[: BY_HAND.index("[first]")] + BY_HAND[BY_HAND.index("\n# About") :]
    remove_engine("second")
    assert engines_file().read_text(encoding="utf-8").split("\n") == [
        *("# My engines; do not lose this line.", "", "# About the second.", "# The last word.", "")
    ]


@pytest.mark.parametrize(
    "text",
    [
        'first = {command = "true", protocol = "gtp"}\n',
        '[first]\ncommand = "true"\nlines = ["""\n[first]\n"""]\nprotocol = "gtp"\n',
        'first.command = "true"\nfirst.protocol = "gtp"\n',
    ],
)
def test_what_cannot_be_removed_safely_stays(text: str) -> None:
    write(text)
    with pytest.raises(ValueError, match="only you can change"):
        remove_engine("first")
    assert engines_file().read_text() == text


@pytest.mark.parametrize("name", ["", "1st", "a.b", "a b", "a:b", "a,b", "白", "x" * 41, "-a"])
def test_a_name_is_a_word(name: str) -> None:
    with pytest.raises(ValueError, match="is no name"):
        add_engine(name, EngineSetup(("true",)))


def test_a_name_is_given_once() -> None:
    add_engine("mine", EngineSetup(("true",)))
    with pytest.raises(ValueError, match="there is already an engine 'mine'"):
        add_engine("mine", EngineSetup(("true",)))
    with pytest.raises(ValueError, match="no engine 'min': there are mine"):
        remove_engine("min")


GTP = '[bad]\ncommand = "x"\nprotocol = "gtp"\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[bad\n", "engines.toml: "),
        ("bad = 1\n", "bad: a table is needed, not 1"),
        ("[bad]\n", "bad: protocol: one of gtp, nboard is needed"),
        ('[bad]\nprotocol = "gtp"\n', "bad: command: a program is needed"),
        ('[bad]\ncommand = 7\nprotocol = "gtp"\n', "bad: command: a list of texts is needed, not 7"),
        ('[bad]\ncommand = "x"\nprotocol = "uci"\n', "bad: no protocol 'uci': there are gtp, nboard"),
        (GTP + 'variant = "nip"', "did you mean 'variants'?"),
        (GTP + 'variants = ["go"]', "bad: "),
        (GTP + "folder = 1", "bad: folder: a path is needed, not 1"),
        (GTP + "lines = [1]", "bad: lines: a list of texts"),
        (GTP + "think_seconds = 0", "bad: think: seconds, more than 0"),
        ('[bad]\ncommand = "no-such-program"\nprotocol = "gtp"\n', "there is no program 'no-such-program'"),
    ],
)
def test_what_is_wrong_is_said_by_place(text: str, complaint: str) -> None:
    write(text)
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the text is looked at below
        sk.player("bad")
    assert complaint in str(refused.value)
    assert sk.player("engine").name == "engine"  # whatever the file says


def test_a_file_that_is_no_text_is_refused(home: Path) -> None:
    home.mkdir()
    (home / "engines.toml").write_bytes(b"\xff")
    with pytest.raises(ValueError, match="not UTF-8"):
        sk.player("mine")


def test_an_engine_is_a_player_by_its_name() -> None:
    add_engine("mine", EngineSetup((sys.executable, "-S", str(STUB), "gtp"), variants=("reversi4",)))
    player = sk.player("mine")
    assert (player.name, player.variants, player.stays) == ("mine", ("reversi4",), True)
    result = sk.match("mine", "random", games=4, variant="reversi4", strict=True, jobs=2)
    assert result.first == "mine"
    with pytest.raises(ValueError, match="no player 'mien': did you mean 'mine'"):
        sk.player("mien")
    with pytest.raises(ValueError, match="its options belong into its command"):
        sk.player("mine:level=3")
    with pytest.raises(ValueError, match="mine does not play reversi"):
        sk.match("mine", "random", games=2)
